/// A position on the WGS84 ellipsoid.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, -90…90.
  public var latitude: Double
  /// Degrees east of Greenwich, -180…180.
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both components are finite and within their ranges.
  public var isValid: Bool {
    latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180
  }

  /// Wraps any finite longitude into -180..<180 degrees; others become not a number.
  public static func wrappedLongitude(_ longitude: Double) -> Double {
    if longitude >= -180 && longitude < 180 { return longitude }
    let turned = (longitude + 180).truncatingRemainder(dividingBy: 360)
    let wrapped = (turned < 0 ? turned + 360 : turned) - 180
    // A hair below -180 rounds up to a whole turn.
    return wrapped == 180 ? -180 : wrapped
  }
}
