/// Why bytes are no property list that this program reads, or a value can not be stored as one.
public enum PropertyListError: Error, Hashable, Sendable {
  /// Nothing, or nothing but white space.
  case empty
  /// The binary format ("bplist00"), which is never read.
  case binary
  /// The old OpenStep text format, or JSON, or any other text that does not start with `<`.
  case notXML
  case tooLarge(bytes: Int, limit: Int)
  /// Lines count from 1.
  case malformed(line: Int, Fault)
  /// `path` leads to the value: `HPLocation.title`, `list[3]`; empty for the root.
  case unstorable(path: String, Obstacle)

  /// What is wrong in a file. Texts are as they came.
  public enum Fault: Hashable, Sendable {
    case invalidUTF8
    case unsupportedEncoding(String)
    /// A character XML 1.0 does not allow, as it is or as a reference.
    case illegalCharacter(UInt32)
    case entityDeclaration
    case unknownEntity(String)
    case unterminated(String)
    case badMarkup
    case unknownElement(String)
    case wrongClosingTag(expected: String, found: String)
    case missingKey
    case missingValue
    case textBetweenElements
    case badInteger(String)
    case integerOutOfRange(String)
    case badReal(String)
    case badDate(String)
    case badData
    case tooDeep(limit: Int)
    case trailingContent
    case rootIsNotDictionary
  }

  /// Why a value can not be stored.
  public enum Obstacle: Hashable, Sendable {
    case emptyKey
    case illegalCharacter(UInt32)
    case tooDeep(limit: Int)
    case tooLarge(bytes: Int, limit: Int)
  }
}
