/// A part of the Earth between two parallels and two meridians, edges included.
public struct GeographicBounds: Hashable, Sendable {
  /// Degrees, -90…90; not above `north`.
  public let south: Double
  /// Degrees, -180…180.
  public let west: Double
  /// Degrees, -90…90.
  public let north: Double
  /// Degrees, -180…180; less than `west` when the antimeridian lies between them.
  public let east: Double

  /// nil unless all four are degrees as the properties say.
  public init?(south: Double, west: Double, north: Double, east: Double) {
    guard (-90...90).contains(south), (-90...90).contains(north), south <= north,
      (-180...180).contains(west), (-180...180).contains(east)
    else { return nil }
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// All of it.
  public static let world = GeographicBounds(wholeTo: 90)

  private init(wholeTo latitude: Double) {
    (south, west, north, east) = (-latitude, -180, latitude, 180)
  }

  /// Whether a coordinate lies within.
  public func contains(_ coordinate: Coordinate) -> Bool {
    guard coordinate.latitude >= south, coordinate.latitude <= north else { return false }
    let longitude = coordinate.longitude
    return west <= east
      ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
  }

  /// Degrees of longitude from west to east, 0…360.
  public var width: Double { west <= east ? east - west : east - west + 360 }

  /// The middle.
  public var center: Coordinate {
    Coordinate(
      latitude: (south + north) / 2,
      longitude: Coordinate.wrappedLongitude(west + width / 2))
  }
}
