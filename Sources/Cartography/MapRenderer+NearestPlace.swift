import Geodesy
import Tiles

extension MapRenderer {
  /// The name of the town or city nearest to a coordinate, at most so many metres away; to suggest
  /// a title. Nil when there is none, or the tiles do not come in time.
  ///
  /// Looks at the deepest tile there and its neighbours; a local source is given `wait` seconds to
  /// load them. O(names in nine tiles).
  public func nearestPlace(
    to coordinate: Coordinate, vector provider: TileProvider, within meters: Double = 50_000,
    wait: Double = 0.05
  ) -> String? {
    guard coordinate.isValid, abs(coordinate.latitude) <= WebMercator.maximumLatitude else {
      return nil
    }
    let zoom = provider.description.maximumZoom
    let side = 1 << zoom
    let point = WebMercator.project(coordinate)
    let column = Int((point.x * Double(side)).rounded(.down))
    let row = Int((point.y * Double(side)).rounded(.down))
    guard (0..<side).contains(row) else { return nil }
    let rows = max(row - 1, 0)...min(row + 1, side - 1)
    let ids = rows.flatMap { y in
      (column - 1...column + 1).map { TileID(z: zoom, x: $0 & (side - 1), y: y) }
    }
    provider.request(ids, wait: wait)
    // Mercator keeps distances in proportion nearby: good enough to choose, not to measure.
    var best: (name: String, place: WorldPoint, square: Double)?
    let unit = Double(side) * Double(TileScene.extent)
    for id in ids {
      guard let scene = scene(id, provider) else { continue }
      for label in scene.labels where label.labelClass.isSettlement {
        let place = WorldPoint(
          x: (Double(id.x * TileScene.extent) + Double(label.point.x)) / unit,
          y: (Double(id.y * TileScene.extent) + Double(label.point.y)) / unit)
        let dx = (place.x - point.x) - (place.x - point.x).rounded()
        let dy = place.y - point.y
        let square = dx * dx + dy * dy
        if square < best?.square ?? .infinity { best = (label.name, place, square) }
      }
    }
    guard let best else { return nil }
    let path = Geodesic.inverse(from: coordinate, to: WebMercator.unproject(best.place))
    return path.distance <= meters ? best.name : nil
  }
}

extension LabelClass {
  /// Whether people live there together: a place to name a pin after.
  var isSettlement: Bool {
    switch self {
    case .capital, .stateCapital, .city, .town, .village: true
    default: false
    }
  }
}
