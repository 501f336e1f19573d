import Geodesy
import Preferences

/// A pin: a remembered place. Named after MapKit's `MKPointAnnotation`.
public struct PointAnnotation: Hashable, Sendable {
  public var coordinate: Coordinate
  /// What the user calls it, byte for byte as typed. Text from outside: show it as `SafeText`.
  public var title: String

  public init(coordinate: Coordinate, title: String) {
    self.coordinate = coordinate
    self.title = title
  }

  /// The keys of the preserved dictionary; the same as the original Pigeon's.
  public enum Key {
    public static let latitude = "lat"
    public static let longitude = "long"
    public static let title = "title"
  }

  /// The pin as a dictionary of property list values: `lat` and `long` real, `title` string.
  public func preserveState() -> [String: PropertyListValue] {
    [
      Key.latitude: .real(coordinate.latitude),
      Key.longitude: .real(coordinate.longitude),
      Key.title: .string(title),
    ]
  }

  /// Takes back what `preserveState` gave. Whole numbers are taken for reals, as other programs
  /// write them, and a missing title is an empty one.
  public mutating func restoreState(
    _ state: [String: PropertyListValue]
  ) throws(PointAnnotationError) {
    let latitude = try Self.number(Key.latitude, in: state)
    let longitude = try Self.number(Key.longitude, in: state)
    let restored = Coordinate(latitude: latitude, longitude: longitude)
    guard restored.isValid else { throw .outOfRange(latitude: latitude, longitude: longitude) }
    switch state[Key.title] {
    case nil: title = ""
    case .string(let text)?: title = text
    case _?: throw .wrongType(key: Key.title)
    }
    coordinate = restored
  }

  /// A pin from a preserved dictionary.
  public init(restoring state: [String: PropertyListValue]) throws(PointAnnotationError) {
    self.init(coordinate: Coordinate(latitude: 0, longitude: 0), title: "")
    try restoreState(state)
  }

  private static func number(
    _ key: String, in state: [String: PropertyListValue]
  ) throws(PointAnnotationError) -> Double {
    switch state[key] {
    case .real(let value)?: value
    case .integer(let value)?: Double(value)
    case nil: throw .missing(key: key)
    case _?: throw .wrongType(key: key)
    }
  }
}

/// Why a dictionary is no pin.
public enum PointAnnotationError: Error, Equatable, Sendable {
  case missing(key: String)
  case wrongType(key: String)
  case outOfRange(latitude: Double, longitude: Double)
}

extension PointAnnotationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let key): "'\(key)' is missing"
    case .wrongType(let key): "'\(key)' has the wrong type"
    case .outOfRange(let latitude, let longitude): "\(latitude), \(longitude) is not on Earth"
    }
  }
}
