// The XML below the property list: prolog, tags, comments, character data, references.

extension PropertyListXMLReader {
  var startsClosingTag: Bool { starts(with: "</") }

  private func starts(with prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { prefix in
      position + prefix.count <= bytes.count
        && bytes[position..<position + prefix.count].elementsEqual(prefix)
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
  }

  /// Moves behind the next occurrence of `end`. `what` names the construct that it ends.
  /// - Returns: where `end` starts.
  @discardableResult
  private mutating func skip(
    past end: StaticString, of what: String
  ) throws(PropertyListError) -> Int {
    let opening = position
    while position < bytes.count {
      if starts(with: end) {
        let found = position
        position += end.utf8CodeUnitCount
        return found
      }
      position += 1
    }
    position = opening
    throw error(.unterminated(what))
  }

  /// The XML declaration, which may name no other encoding than UTF-8, and a document type without
  /// an internal subset: entities are never declared, so they can not be expanded either.
  mutating func prolog() throws(PropertyListError) {
    skipSpace()
    if starts(with: "<?xml"), position + 5 < bytes.count, bytes[position + 5].isXMLSpace {
      let start = position + 5
      let end = try skip(past: "?>", of: "<?xml")
      try checkEncoding(String(decoding: bytes[start..<max(start, end)], as: UTF8.self))
    }
    try skipMiscellany()
    if starts(with: "<!DOCTYPE") {
      try documentType()
      try skipMiscellany()
    }
  }

  private func checkEncoding(_ declaration: String) throws(PropertyListError) {
    let parts = declaration.split(separator: "encoding", maxSplits: 1)
    guard parts.count == 2 else { return }
    let quoted = parts[1].drop { $0 == "=" || $0.isWhitespace }
    guard let quote = quoted.first, quote == "\"" || quote == "'" else { throw error(.badMarkup) }
    let name = String(quoted.dropFirst().prefix { $0 != quote })
    if !["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased()) {
      throw error(.unsupportedEncoding(name))
    }
  }

  private mutating func documentType() throws(PropertyListError) {
    let opening = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        return
      case UInt8(ascii: "["): throw error(.entityDeclaration)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = bytes[position]
        position += 1
        while position < bytes.count, bytes[position] != quote { position += 1 }
      default: break
      }
      position += 1
    }
    position = min(opening, bytes.count)
    throw error(.unterminated("<!DOCTYPE"))
  }

  /// Skips white space, comments and processing instructions; what comes then is a tag or the end.
  mutating func skipMiscellany() throws(PropertyListError) {
    while true {
      skipSpace()
      if starts(with: "<!--") {
        try skipComment()
      } else if starts(with: "<?") {
        try skip(past: "?>", of: "<?")
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(PropertyListError) {
    position += 4
    try skip(past: "-->", of: "<!--")
  }

  /// Reads `<name attributes>` or `<name attributes/>`. Attributes are skipped.
  mutating func openingTag() throws(PropertyListError) -> Tag {
    if position == bytes.count { throw error(.unterminated("plist")) }
    if next != UInt8(ascii: "<") { throw error(.textBetweenElements) }
    position += 1
    let name = try tagName()
    while true {
      let hadSpace = next.isXMLSpace
      skipSpace()
      switch next {
      case UInt8(ascii: ">"):
        position += 1
        return Tag(name: name, isEmpty: false)
      case UInt8(ascii: "/"):
        position += 1
        if next != UInt8(ascii: ">") { throw error(.badMarkup) }
        position += 1
        return Tag(name: name, isEmpty: true)
      case 0: throw error(.unterminated(name))
      default:
        if !hadSpace { throw error(.badMarkup) }
        try skipAttribute()
      }
    }
  }

  private mutating func skipAttribute() throws(PropertyListError) {
    _ = try tagName()
    skipSpace()
    if next != UInt8(ascii: "=") { throw error(.badMarkup) }
    position += 1
    skipSpace()
    let quote = next
    if quote != UInt8(ascii: "\"") && quote != UInt8(ascii: "'") { throw error(.badMarkup) }
    position += 1
    while position < bytes.count, bytes[position] != quote {
      if bytes[position] == UInt8(ascii: "<") { throw error(.badMarkup) }
      position += 1
    }
    if position == bytes.count { throw error(.badMarkup) }
    position += 1
  }

  mutating func closingTag(_ expected: String) throws(PropertyListError) {
    if position == bytes.count { throw error(.unterminated(expected)) }
    if next != UInt8(ascii: "<") { throw error(.textBetweenElements) }
    if !startsClosingTag {
      position += 1
      throw error(.unknownElement(try tagName()))
    }
    position += 2
    let name = try tagName()
    if name != expected { throw error(.wrongClosingTag(expected: expected, found: name)) }
    skipSpace()
    if next != UInt8(ascii: ">") { throw error(.badMarkup) }
    position += 1
  }

  private mutating func tagName() throws(PropertyListError) -> String {
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    if position == start { throw error(.badMarkup) }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"): true
    default: false
    }
  }

  /// The characters of an element without child elements, up to and with its closing tag.
  /// References and CDATA are resolved, comments left out, line ends become LF.
  mutating func text(of tag: Tag) throws(PropertyListError) -> String {
    if tag.isEmpty { return "" }
    var collected: [UInt8] = []
    var start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        if startsClosingTag {
          let segment = bytes[start..<position]
          try closingTag(tag.name)
          // Nearly every text is one piece.
          if collected.isEmpty { return String(decoding: segment, as: UTF8.self) }
          collected += segment
          return String(decoding: collected, as: UTF8.self)
        }
        collected += bytes[start..<position]
        try characterMarkup(into: &collected)
      case UInt8(ascii: "&"):
        collected += bytes[start..<position]
        try reference(into: &collected)
      case 0x0D:
        collected += bytes[start..<position]
        collected.append(0x0A)
        position += 1
        if next == 0x0A { position += 1 }
      default:
        position += 1
        continue
      }
      start = position
    }
    throw error(.unterminated(tag.name))
  }

  /// A comment, processing instruction or CDATA section within text.
  private mutating func characterMarkup(into collected: inout [UInt8]) throws(PropertyListError) {
    if starts(with: "<!--") {
      try skipComment()
    } else if starts(with: "<?") {
      try skip(past: "?>", of: "<?")
    } else if starts(with: "<![CDATA[") {
      position += 9
      let start = position
      let end = try skip(past: "]]>", of: "<![CDATA[")
      var previous: UInt8 = 0
      for byte in bytes[start..<end] {
        if byte == 0x0D || byte != 0x0A || previous != 0x0D {
          collected.append(byte == 0x0D ? 0x0A : byte)
        }
        previous = byte
      }
    } else {
      position += 1
      throw error(.unknownElement(try tagName()))
    }
  }

  /// `&lt;`, `&gt;`, `&amp;`, `&quot;`, `&apos;`, `&#10;` or `&#xA;`.
  private mutating func reference(into collected: inout [UInt8]) throws(PropertyListError) {
    let start = position + 1
    // The longest reference with sense in it is "&#x0010FFFF;".
    let limit = min(bytes.count, start + 16)
    guard let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      throw error(.badMarkup)
    }
    let name = bytes[start..<end]
    switch String(decoding: name, as: UTF8.self) {
    case "lt": collected.append(UInt8(ascii: "<"))
    case "gt": collected.append(UInt8(ascii: ">"))
    case "amp": collected.append(UInt8(ascii: "&"))
    case "quot": collected.append(UInt8(ascii: "\""))
    case "apos": collected.append(UInt8(ascii: "'"))
    case let text:
      guard name.first == UInt8(ascii: "#") else { throw error(.unknownEntity(text)) }
      collected += try Array(String(Character(characterReference(text))).utf8)
    }
    position = end + 1
  }

  private func characterReference(
    _ text: String
  ) throws(PropertyListError) -> Unicode.Scalar {
    let isHexadecimal = text.utf8.dropFirst().first == UInt8(ascii: "x")
    let digits = text.dropFirst(isHexadecimal ? 2 : 1)
    // UInt32("+1") would be accepted.
    guard digits.utf8.first?.hexadecimalDigit != nil,
      let value = UInt32(digits, radix: isHexadecimal ? 16 : 10)
    else { throw error(.unknownEntity(text)) }
    guard let scalar = Unicode.Scalar(value), scalar.isLegalInXML else {
      throw error(.illegalCharacter(value))
    }
    return scalar
  }
}
