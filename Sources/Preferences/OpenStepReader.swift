/// Reads the old text form of property lists, for values given as arguments: `{a = 1;}`, `(1, 2)`,
/// `<dead beef>`, `"text"`. Numbers stay strings. After CoreFoundation's CFOldStylePList.c.
struct OpenStepReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Why it failed does not matter: an argument that is no property list is a plain string.
  private struct Failure: Error {}

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// Nil when the text as a whole is no property list.
  /// - Complexity: O(characters)
  static func read(_ text: String) -> PropertyListValue? {
    var reader = OpenStepReader(text)
    do {
      let value = try reader.value(depth: 1)
      try reader.skipSpace()
      return reader.position == reader.bytes.count ? value : nil
    } catch {
      return nil
    }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let byte = next, byte == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(Failure) -> PropertyListValue {
    try skipSpace()
    if skip("{") { return .dictionary(try dictionary(depth: depth)) }
    if skip("(") { return .array(try array(depth: depth)) }
    if skip("<") { return .data(try data()) }
    return .string(try string())
  }

  private mutating func dictionary(
    depth: Int
  ) throws(Failure) -> [String: PropertyListValue] {
    if depth > PropertyListValue.maximumDepth { throw Failure() }
    var entries: [String: PropertyListValue] = [:]
    while true {
      try skipSpace()
      if skip("}") { return entries }
      let key = try string()
      try skipSpace()
      if skip(";") {
        // CoreFoundation's shorthand: a key alone stands for itself.
        entries[key] = .string(key)
        continue
      }
      guard skip("=") else { throw Failure() }
      entries[key] = try value(depth: depth + 1)
      try skipSpace()
      guard skip(";") else { throw Failure() }
    }
  }

  private mutating func array(depth: Int) throws(Failure) -> [PropertyListValue] {
    if depth > PropertyListValue.maximumDepth { throw Failure() }
    var elements: [PropertyListValue] = []
    while true {
      try skipSpace()
      if skip(")") { return elements }
      elements.append(try value(depth: depth + 1))
      try skipSpace()
      if skip(",") { continue }
      guard skip(")") else { throw Failure() }
      return elements
    }
  }

  /// Pairs of hexadecimal digits, with white space between bytes.
  private mutating func data() throws(Failure) -> [UInt8] {
    var result: [UInt8] = []
    while true {
      while let byte = next, byte.isXMLSpace { position += 1 }
      if skip(">") { return result }
      guard position + 1 < bytes.count, let high = bytes[position].hexadecimalDigit,
        let low = bytes[position + 1].hexadecimalDigit
      else { throw Failure() }
      result.append(UInt8(high << 4 | low))
      position += 2
    }
  }

  private mutating func string() throws(Failure) -> String {
    if skip("\"") { return try quotedString(until: UInt8(ascii: "\"")) }
    if skip("'") { return try quotedString(until: UInt8(ascii: "'")) }
    let start = position
    while let byte = next, Self.isUnquoted(byte) { position += 1 }
    if position == start { throw Failure() }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isUnquoted(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: ":"),
      UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private mutating func quotedString(until quote: UInt8) throws(Failure) -> String {
    var result: [UInt8] = []
    while let byte = next {
      position += 1
      if byte == quote { return String(decoding: result, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        try escape(into: &result)
      } else {
        result.append(byte)
      }
    }
    throw Failure()
  }

  /// `\n` and its like, `\ooo` with up to three octal digits, `\U` with up to four hexadecimal
  /// digits of UTF-16; any other character stands for itself.
  private mutating func escape(into result: inout [UInt8]) throws(Failure) {
    guard let byte = next else { throw Failure() }
    position += 1
    switch byte {
    case UInt8(ascii: "a"): result.append(0x07)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "v"): result.append(0x0B)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      position -= 1
      var code = 0
      for _ in 0..<3 {
        guard let digit = next?.decimalDigit, digit < 8 else { break }
        code = code * 8 + digit
        position += 1
      }
      // CoreFoundation reads these as NeXTSTEP bytes, which are ASCII in the lower half; nobody
      // has written the upper half for decades.
      guard code < 0x80 else { throw Failure() }
      result.append(UInt8(code))
    case UInt8(ascii: "U"):
      result += Array(String(Character(try unicodeScalar())).utf8)
    default: result.append(byte)
    }
  }

  /// One UTF-16 unit, or two of them for a character beyond U+FFFF.
  private mutating func unicodeScalar() throws(Failure) -> Unicode.Scalar {
    let unit = try hexadecimalUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), skip("\\"), skip("U") else { throw Failure() }
    let trail = try hexadecimalUnit()
    guard UTF16.isTrailSurrogate(trail) else { throw Failure() }
    let code = 0x10000 + UInt32(unit & 0x3FF) << 10 + UInt32(trail & 0x3FF)
    guard let scalar = Unicode.Scalar(code) else { throw Failure() }
    return scalar
  }

  private mutating func hexadecimalUnit() throws(Failure) -> UInt16 {
    var unit: UInt16 = 0
    let start = position
    while position < start + 4, let digit = next?.hexadecimalDigit {
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    if position == start { throw Failure() }
    return unit
  }

  /// White space, `// …` and `/* … */`.
  private mutating func skipSpace() throws(Failure) {
    while let byte = next {
      if byte.isXMLSpace || byte == 0x0B || byte == 0x0C {
        position += 1
      } else if byte == UInt8(ascii: "/"), position + 1 < bytes.count,
        bytes[position + 1] == UInt8(ascii: "/")
      {
        while let byte = next, byte != 0x0A, byte != 0x0D { position += 1 }
      } else if byte == UInt8(ascii: "/"), position + 1 < bytes.count,
        bytes[position + 1] == UInt8(ascii: "*")
      {
        try skipBlockComment()
      } else {
        return
      }
    }
  }

  private mutating func skipBlockComment() throws(Failure) {
    position += 2
    while position + 1 < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
    throw Failure()
  }
}
