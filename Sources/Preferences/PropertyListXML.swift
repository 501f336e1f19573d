/// The XML form of property lists: Apple's PropertyList-1.0 DTD in UTF-8.
///
/// Strict where a lenient reader would lose something, and bounded in size and depth. Binary and
/// OpenStep files are refused with errors of their own.
public enum PropertyListXML {
  /// Bytes of a file, read or written.
  public static let maximumSize = 16 << 20
  /// Containers inside each other in a file. Deeper than `PropertyListValue.maximumDepth`, so that
  /// whatever can be set can be written, and whatever another program wrote can usually be kept.
  public static let maximumDepth = 256

  /// Reads a property list. Of equal keys in a dictionary the last wins. Keys that are canonically
  /// equivalent in Unicode are equal.
  /// - Throws: `PropertyListError`, with the line for anything malformed.
  /// - Complexity: O(bytes)
  public static func decode(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
    if bytes.count > maximumSize {
      throw .tooLarge(bytes: bytes.count, limit: maximumSize)
    }
    if bytes.starts(with: "bplist".utf8) { throw .binary }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw .malformed(line: 1, .unsupportedEncoding("UTF-16"))
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = bytes[start...].first(where: { !$0.isXMLSpace }) else { throw .empty }
    try checkCharacters(bytes)
    if first != UInt8(ascii: "<") { throw .notXML }
    var reader = PropertyListXMLReader(bytes: bytes, position: start)
    return try reader.document()
  }

  /// Reads a property list whose root is a dictionary.
  static func decodeDictionary(
    _ bytes: [UInt8]
  ) throws(PropertyListError) -> [String: PropertyListValue] {
    guard case .dictionary(let entries) = try decode(bytes) else {
      throw .malformed(line: 1, .rootIsNotDictionary)
    }
    return entries
  }

  /// Writes a property list as Apple's own tools do: header, document type, tabs, keys sorted by
  /// code points. Equal values give equal bytes, and `decode` gives back exactly the same value.
  /// - Throws: `PropertyListError.unstorable` or `.tooLarge`.
  /// - Complexity: O(size of the value · log keys)
  public static func encode(_ value: PropertyListValue) throws(PropertyListError) -> [UInt8] {
    let size = try value.storedSize(
      depth: 1, rules: StorageRules(maximumDepth: maximumDepth, allowsEmptyKeys: true))
    if size > maximumSize { throw .tooLarge(bytes: size, limit: maximumSize) }
    var writer = PropertyListXMLWriter(reserving: size + size / 2)
    writer.document(value)
    if writer.bytes.count > maximumSize {
      throw .tooLarge(bytes: writer.bytes.count, limit: maximumSize)
    }
    return writer.bytes
  }

  /// Checks all bytes at once, so that no later step meets broken UTF-8 or a character that XML
  /// does not allow. A file of NULs, left by a power loss, is found here.
  private static func checkCharacters(_ bytes: [UInt8]) throws(PropertyListError) {
    var previous: (UInt8, UInt8) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if byte < 0x20 && !byte.isXMLSpace {
        throw .malformed(line: lineNumber(in: bytes, at: index), .illegalCharacter(UInt32(byte)))
      }
      // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
      if byte >= 0xBE && previous == (0xEF, 0xBF) && byte <= 0xBF {
        throw .malformed(
          line: lineNumber(in: bytes, at: index), .illegalCharacter(0xFF40 + UInt32(byte)))
      }
      previous = (previous.1, byte)
    }
    if String(validating: bytes, as: UTF8.self) != nil { return }
    var line = 1
    for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if String(validating: part, as: UTF8.self) == nil { break }
      line += 1
    }
    throw .malformed(line: line, .invalidUTF8)
  }

  /// The line, from 1, of a position. Lines end with LF, CR or both, as in XML.
  static func lineNumber(in bytes: [UInt8], at position: Int) -> Int {
    var line = 1
    for index in 0..<min(position, bytes.count) {
      if bytes[index] == 0x0A
        || (bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A))
      {
        line += 1
      }
    }
    return line
  }
}

extension UInt8 {
  /// XML 1.0, production 3.
  var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

  var decimalDigit: Int? { self >= 0x30 && self <= 0x39 ? Int(self) - 0x30 : nil }

  var hexadecimalDigit: Int? {
    switch self {
    case 0x30...0x39: Int(self) - 0x30
    case 0x41...0x46: Int(self) - 0x41 + 10
    case 0x61...0x66: Int(self) - 0x61 + 10
    default: nil
    }
  }
}
