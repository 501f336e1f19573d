import Geodesy
import Tiles

#if canImport(Glibc)
  import Glibc
#endif

extension MapRenderer {
  /// The name of the town or city nearest to a coordinate, at most so many metres away; to suggest
  /// a title. Nil when there is none, or the tiles do not come in time.
  ///
  /// Looks at the deepest tile there and its neighbours; a local source is given `wait` seconds to
  /// load them. Distances are those of a sphere, which is
  /// right to half a per cent. O(names in nine tiles).
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
    var best: (name: String, distance: Double)?
    for id in ids {
      guard let scene = scene(id, provider) else { continue }
      for label in scene.labels where label.labelClass.isSettlement {
        let unit = Double(side) * Double(TileScene.extent)
        let place = WebMercator.unproject(
          WorldPoint(
            x: (Double(id.x * TileScene.extent) + Double(label.point.x)) / unit,
            y: (Double(id.y * TileScene.extent) + Double(label.point.y)) / unit))
        let distance = Self.distance(coordinate, place)
        if distance <= meters, distance < best?.distance ?? .infinity {
          best = (label.name, distance)
        }
      }
    }
    return best?.name
  }

  /// The haversine formula on the mean radius of the Earth.
  private static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let latitude = sin((b.latitude - a.latitude) * radians / 2)
    let longitude = sin((b.longitude - a.longitude) * radians / 2)
    let chord =
      latitude * latitude
      + cos(a.latitude * radians) * cos(b.latitude * radians) * longitude * longitude
    return 2 * 6_371_008.8 * asin(min(chord.squareRoot(), 1))
  }
}

extension LabelClass {
  /// Whether people live there together: a place to name a pin after.
  var isSettlement: Bool {
    switch self {
    case .capital, .stateCapital, .city: true
    case .country, .state, .sea, .lake: false
    }
  }
}
