/// Reads values from XML that was checked for UTF-8 and illegal characters. What is markup rather
/// than property list is in `PropertyListXMLReader+Markup.swift`.
struct PropertyListXMLReader {
  let bytes: [UInt8]
  var position: Int

  struct Tag {
    var name: String
    /// `<name/>`.
    var isEmpty: Bool
  }

  init(bytes: [UInt8], position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The next byte, or NUL, which can not occur in the text, at the end.
  var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  func error(_ fault: PropertyListError.Fault) -> PropertyListError {
    .malformed(line: PropertyListXML.lineNumber(in: bytes, at: position), fault)
  }

  /// A whole document: prolog, `<plist>` around one value (or, as Foundation and plistlib allow,
  /// the value alone), and nothing after it.
  mutating func document() throws(PropertyListError) -> PropertyListValue {
    try prolog()
    let root = try openingTag()
    let result: PropertyListValue
    if root.name == "plist" {
      if root.isEmpty { throw error(.missingValue) }
      try skipMiscellany()
      if startsClosingTag { throw error(.missingValue) }
      let tag = try openingTag()
      result = try value(of: tag, depth: 1)
      try skipMiscellany()
      try closingTag("plist")
    } else {
      result = try value(of: root, depth: 1)
    }
    try skipMiscellany()
    if position < bytes.count { throw error(.trailingContent) }
    return result
  }

  /// The value whose opening tag was just read.
  private mutating func value(
    of tag: Tag, depth: Int
  ) throws(PropertyListError) -> PropertyListValue {
    switch tag.name {
    case "string": return .string(try text(of: tag))
    case "integer": return .integer(try integer(try text(of: tag)))
    case "real": return .real(try real(try text(of: tag)))
    case "true", "false":
      if !trimmed(try text(of: tag)).isEmpty { throw error(.textBetweenElements) }
      return .boolean(tag.name == "true")
    case "date":
      let text = try text(of: tag)
      guard let date = PropertyListDate(trimmed(text)) else { throw error(.badDate(text)) }
      return .date(date)
    case "data":
      guard let data = Base64.decode(try text(of: tag).utf8) else { throw error(.badData) }
      return .data(data)
    case "array": return .array(try array(of: tag, depth: depth))
    case "dict": return .dictionary(try dictionary(of: tag, depth: depth))
    default: throw error(.unknownElement(tag.name))
    }
  }

  private mutating func array(
    of tag: Tag, depth: Int
  ) throws(PropertyListError) -> [PropertyListValue] {
    try check(depth: depth)
    var elements: [PropertyListValue] = []
    if tag.isEmpty { return elements }
    while true {
      try skipMiscellany()
      if startsClosingTag { break }
      let tag = try openingTag()
      elements.append(try value(of: tag, depth: depth + 1))
    }
    try closingTag("array")
    return elements
  }

  private mutating func dictionary(
    of tag: Tag, depth: Int
  ) throws(PropertyListError) -> [String: PropertyListValue] {
    try check(depth: depth)
    var entries: [String: PropertyListValue] = [:]
    if tag.isEmpty { return entries }
    while true {
      try skipMiscellany()
      if startsClosingTag { break }
      let keyTag = try openingTag()
      if keyTag.name != "key" { throw error(.missingKey) }
      let key = try text(of: keyTag)
      try skipMiscellany()
      if startsClosingTag { throw error(.missingValue) }
      let tag = try openingTag()
      if tag.name == "key" { throw error(.missingValue) }
      entries[key] = try value(of: tag, depth: depth + 1)
    }
    try closingTag("dict")
    return entries
  }

  private func check(depth: Int) throws(PropertyListError) {
    if depth > PropertyListXML.maximumDepth {
      throw error(.tooDeep(limit: PropertyListXML.maximumDepth))
    }
  }

  /// Decimal, or hexadecimal after `0x`, with an optional sign.
  private func integer(_ text: String) throws(PropertyListError) -> Int64 {
    let characters = trimmed(text).utf8
    var digits = characters[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    let isHexadecimal = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
    if isHexadecimal { digits = digits.dropFirst(2) }
    let radix: Int64 = isHexadecimal ? 16 : 10
    if digits.isEmpty { throw error(.badInteger(text)) }
    var result: Int64 = 0
    var overflow = false
    for byte in digits {
      guard let digit = isHexadecimal ? byte.hexadecimalDigit : byte.decimalDigit else {
        throw error(.badInteger(text))
      }
      let (product, productOverflow) = result.multipliedReportingOverflow(by: radix)
      let (sum, sumOverflow) =
        isNegative
        ? product.subtractingReportingOverflow(Int64(digit))
        : product.addingReportingOverflow(Int64(digit))
      overflow = overflow || productOverflow || sumOverflow
      result = sum
    }
    if overflow { throw error(.integerOutOfRange(text)) }
    return result
  }

  /// A decimal number, `nan`, or a signed or unsigned `inf` or `infinity`.
  private func real(_ text: String) throws(PropertyListError) -> Double {
    let number = trimmed(text)
    // Keeps hexadecimal reals and NaN payloads out, which Swift reads and other readers do not.
    let isDecimal = number.utf8.allSatisfy {
      $0.decimalDigit != nil || "+-.eE".utf8.contains($0)
    }
    if isDecimal, let result = Double(number) { return result }
    switch number.lowercased() {
    case "nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: throw error(.badReal(text))
    }
  }

  private func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last, first.isXMLSpace || last.isXMLSpace else {
      return text
    }
    let start = bytes.drop { $0.isXMLSpace }
    let end = start.lastIndex { !$0.isXMLSpace }
    return end.map { String(start[...$0]) ?? "" } ?? ""
  }
}
