import Geodesy
import Glibc
import Tiles

/// A town or city as seen from somewhere near it, or the sea or country one is in.
public struct NearbyPlace: Equatable, Sendable {
  /// Text from outside, as the tile gives it.
  public var name: String
  /// Metres from the place to where one asked, and the direction there, degrees true.
  public var distance: Double
  public var bearing: Double
  /// Metres within which one is said to be in the place; infinite for a sea or country.
  public var reach: Double

  public init(name: String, distance: Double, bearing: Double, reach: Double) {
    self.name = name
    self.distance = distance
    self.bearing = bearing
    self.reach = reach
  }

  /// What to call a pin there: `Bern`, or beyond its reach `7 km NE of Bern`.
  public func title(units: UnitSystem) -> String {
    if distance <= reach { return name }
    let far = DistanceFormat.whole(distance, units: units)
    return "\(far) \(BearingFormat.compassPoint(bearing)) of \(name)"
  }

  /// Metres within which a smaller place comes before a city further away.
  static let nearby = 50_000.0

  /// 2 km for a village, 4 for a town of 40,000, 9 for a million, 15 for ten: with the square of the
  /// number of digits.
  /// - Parameter population: 0 when it is not known.
  static func reach(population: UInt32, _ label: LabelClass) -> Double {
    if population == 0 { return label == .city ? 2000 : 6000 }
    let share = min(max(log10(Double(population) / 1000) / 4, 0), 1)
    return 2000 + 13_000 * share * share
  }
}

extension MapRenderer {
  /// What describes best where a coordinate is, to suggest a title: of the towns and cities nearby
  /// the one that is nearest in proportion to its reach, else of those at most about so many metres
  /// away; far from all of them the sea or country whose name stands nearest. Nil when there is none,
  /// or the tiles do not come in time.
  ///
  /// Looks at the deepest tile there and its neighbours; a local source is given `wait` seconds to
  /// load them. O(names in nine tiles).
  public func nearestPlace(
    to coordinate: Coordinate, vector provider: TileProvider, within meters: Double = 150_000,
    wait: Double = 0.2
  ) -> NearbyPlace? {
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
    let here = MapViewport(center: coordinate, zoom: 0, columns: 1, rows: 1)
    let metersAcross = here.metersPerDot * here.worldSize
    var best: (name: String, place: WorldPoint, reach: Double, order: (tier: Int, far: Double))?
    let unit = Double(side) * Double(TileScene.extent)
    for id in ids {
      guard let scene = scene(id, provider) else { continue }
      for label in scene.labels where label.labelClass.isSettlement || label.labelClass.isRegion {
        let place = WorldPoint(
          x: (Double(id.x * TileScene.extent) + Double(label.point.x)) / unit,
          y: (Double(id.y * TileScene.extent) + Double(label.point.y)) / unit)
        let dx = (place.x - point.x) - (place.x - point.x).rounded()
        let dy = place.y - point.y
        let distance = (dx * dx + dy * dy).squareRoot() * metersAcross
        var reach = Double.infinity
        var order = (tier: 2, far: distance)
        if label.labelClass.isSettlement {
          guard distance <= meters else { continue }
          reach = NearbyPlace.reach(population: label.population, label.labelClass)
          order = (distance <= NearbyPlace.nearby ? 0 : 1, distance / reach)
        }
        if best.map({ order < $0.order }) ?? true { best = (label.name, place, reach, order) }
      }
    }
    guard let best else { return nil }
    let path = Geodesic.inverse(from: WebMercator.unproject(best.place), to: coordinate)
    return NearbyPlace(
      name: best.name, distance: path.distance, bearing: path.initialBearing ?? 0,
      reach: best.reach)
  }
}

extension LabelClass {
  /// Whether one can be in it far from any town.
  var isRegion: Bool { self == .country || self == .sea }

  /// Whether people live there together: a place to name a pin after.
  var isSettlement: Bool {
    switch self {
    case .capital, .stateCapital, .city, .town, .village: true
    default: false
    }
  }
}
