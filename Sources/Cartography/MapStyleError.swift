/// Why a style file can not be used.
public struct MapStyleError: Error, Equatable, Sendable {
  /// The file's name.
  public var file: String
  /// Where in it, as `lines.shore.color`; empty for the whole file.
  public var key: String
  public var reason: String
}

extension MapStyleError: CustomStringConvertible {
  /// One line for the user.
  public var description: String {
    key.isEmpty ? "\(file): \(reason)" : "\(file): \(key): \(reason)"
  }
}
