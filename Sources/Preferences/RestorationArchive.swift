/// What the screens looked like when they were last seen: view state by restoration identifier
/// path, after UIKit's state restoration archive.
///
/// It may be lost at any time, so nothing belongs here that is a preference or a pin.
public struct RestorationArchive: Equatable, Sendable {
  /// One object's state.
  public typealias Object = [String: PropertyListValue]

  /// The version of what the objects hold. An archive of another version is declined.
  public var version: Int64
  /// When it was made.
  public var timestamp: PropertyListDate
  /// The interface it was made in: the terminal's size as "80x24".
  public var idiom: String
  /// Each object's state, by its identifier path: see `path(_:)`.
  public var objects: [String: Object]

  public init(
    version: Int64, timestamp: PropertyListDate, idiom: String, objects: [String: Object] = [:]
  ) {
    self.version = version
    self.timestamp = timestamp
    self.idiom = idiom
    self.objects = objects
  }

  /// The path of an object: the restoration identifiers from the root down. Identifiers are unique
  /// among siblings; a slash within one is escaped as `~1` and `~` as `~0`, as in JSON Pointer
  /// (RFC 6901).
  public static func path(_ identifiers: [String]) -> String {
    identifiers.map { identifier in
      var escaped = ""
      for character in identifier.unicodeScalars {
        switch character {
        case "~": escaped += "~0"
        case "/": escaped += "~1"
        default: escaped.unicodeScalars.append(character)
        }
      }
      return escaped
    }.joined(separator: "/")
  }

  /// The state of the object with these identifiers. Setting nil removes it and not its children.
  public subscript(identifiers: String...) -> Object? {
    get { objects[Self.path(identifiers)] }
    set { objects[Self.path(identifiers)] = newValue }
  }

  private enum Key {
    static let version = "Version"
    static let timestamp = "Timestamp"
    static let idiom = "Idiom"
    static let objects = "Objects"
  }

  /// As stored.
  public var propertyList: PropertyListValue {
    .dictionary([
      Key.version: .integer(version), Key.timestamp: .date(timestamp), Key.idiom: .string(idiom),
      Key.objects: .dictionary(objects.mapValues { .dictionary($0) }),
    ])
  }

  /// Nil when the value is no archive: an entry is missing or has the wrong type. Objects that are
  /// no dictionaries are left out.
  public init?(propertyList: PropertyListValue) {
    guard case .dictionary(let entries) = propertyList,
      case .integer(let version) = entries[Key.version],
      case .date(let timestamp) = entries[Key.timestamp],
      case .string(let idiom) = entries[Key.idiom],
      case .dictionary(let objects) = entries[Key.objects]
    else { return nil }
    self.init(
      version: version, timestamp: timestamp, idiom: idiom,
      objects: objects.compactMapValues(\.dictionary))
  }
}
