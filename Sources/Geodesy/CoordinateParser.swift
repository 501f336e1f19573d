/// Why a text is no coordinate.
public enum CoordinateError: Error, Equatable, Sendable {
  /// It has not the form of any notation read here.
  case malformed
  /// The latitude is not within -90…90 degrees.
  case latitudeOutOfRange(Double)
  /// The longitude is not within -180…180 degrees.
  case longitudeOutOfRange(Double)
}

extension CoordinateError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed: "not a coordinate; use LAT,LON, as 46.95,7.45 or 46°57'N 7°27'E"
    case .latitudeOutOfRange(let value): "latitude \(value) is not from -90 to 90"
    case .longitudeOutOfRange(let value): "longitude \(value) is not from -180 to 180"
    }
  }
}

extension Coordinate {
  /// Reads a coordinate from text.
  ///
  /// Decimal degrees: latitude and longitude, separated by a comma, a semicolon or blanks. Each may
  /// have a sign or one of the letters N, S, E, W before or after it, in either case, and a degree
  /// sign; with letters, longitude may come first. Both 180 and -180 are kept as they are.
  ///
  /// Degrees and minutes, or degrees, minutes and seconds: `46°56.88'N 7°26.844'E`,
  /// `-0°30', 10°`, `N46 56 52.8 E7 26 50.6`, `46-13.4N 7-26.8E`, with typographic primes or ASCII.
  public init(parsing text: some StringProtocol) throws(CoordinateError) {
    self = try CoordinateParser.parse(text)
  }
}

/// Readers of coordinate notations, tried in turn.
enum CoordinateParser {
  static func parse(_ text: some StringProtocol) throws(CoordinateError) -> Coordinate {
    guard
      let coordinate = DecimalDegrees.coordinate(text) ?? SexagesimalDegrees.coordinate(text)
    else { throw .malformed }
    guard abs(coordinate.latitude) <= 90 else {
      throw .latitudeOutOfRange(coordinate.latitude)
    }
    guard abs(coordinate.longitude) <= 180 else {
      throw .longitudeOutOfRange(coordinate.longitude)
    }
    return coordinate
  }
}
