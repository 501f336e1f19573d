/// Why a source or a tile can not be used. `file` is its path; the text names what is wrong there.
public struct TileError: Error, Equatable, Sendable {
  public enum Kind: Sendable {
    /// The file can not be opened or read.
    case unreadable
    /// The bytes are not what the format promises.
    case damaged
    /// A form this program does not read.
    case unsupported
  }

  public var kind: Kind
  public var file: String
  public var reason: String

  public init(_ kind: Kind, file: String, reason: String) {
    self.kind = kind
    self.file = file
    self.reason = reason
  }
}

/// What is wrong with some bytes, before it is known which file and tile they are from.
struct TileDamage: Error {
  var kind = TileError.Kind.damaged
  var reason: StaticString

  init(_ reason: StaticString, kind: TileError.Kind = .damaged) {
    self.reason = reason
    self.kind = kind
  }

  /// The error for a part of a file: "tile 3/4/2 ends in the middle of a number".
  func error(file: String, part: String) -> TileError {
    TileError(kind, file: file, reason: "\(part) \(reason)")
  }
}

extension TileError: CustomStringConvertible {
  /// One line for the user; the file's name is text from outside.
  public var description: String { "\(file): \(reason)" }
}
