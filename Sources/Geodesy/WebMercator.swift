#if canImport(Glibc)
  import Glibc
#endif

/// A point of the Web Mercator world square: `x` grows to the east and `y` to the south, both
/// 0…1 over the whole world. `x` may leave that range: copies of the world lie side by side.
public struct WorldPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The projection of web maps (EPSG:3857) onto the unit square.
public enum WebMercator {
  /// Degrees; the latitude at which the projected world is square.
  public static let maximumLatitude = 85.051_128_779_806_59

  /// Projects a coordinate; latitudes beyond ±`maximumLatitude` are clamped to the edge.
  public static func project(_ coordinate: Coordinate) -> WorldPoint {
    let latitude = min(max(coordinate.latitude, -maximumLatitude), maximumLatitude)
    let sine = sin(latitude * .pi / 180)
    return WorldPoint(
      x: (coordinate.longitude + 180) / 360,
      y: 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi))
  }

  /// The coordinate of a world point; longitudes are wrapped into -180..<180 degrees and `y`
  /// outside 0…1 is clamped to the edge.
  public static func unproject(_ point: WorldPoint) -> Coordinate {
    let y = min(max(point.y, 0), 1)
    return Coordinate(
      latitude: atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi,
      longitude: Coordinate.wrappedLongitude(point.x * 360 - 180))
  }
}
