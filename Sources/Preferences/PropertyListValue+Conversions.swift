// What the typed getters of NSUserDefaults return for a value of another type. Strings are read as
// NSString does it: from the front, as far as they make sense.

extension PropertyListValue {
  /// Numbers: not zero. Strings: whether the first character after white space, sign and zeros is
  /// a digit 1…9 or one of `YyTt`. Everything else is false.
  public var boolValue: Bool {
    switch self {
    case .boolean(let value): value
    case .integer(let value): value != 0
    case .real(let value): value != 0
    case .string(let text): Self.bool(text)
    case .date, .data, .array, .dictionary: false
    }
  }

  /// Reals are cut off towards zero, strings read as far as they are decimal digits; both saturate
  /// at the ends of the range. NaN and everything else is 0.
  public var integerValue: Int {
    switch self {
    case .boolean(let value): value ? 1 : 0
    case .integer(let value): Int(clamping: value)
    case .real(let value): Self.integer(value)
    case .string(let text): Self.integer(text)
    case .date, .data, .array, .dictionary: 0
    }
  }

  /// Strings are read as far as they are a decimal number (`nan` and `inf` are none: 0). Everything
  /// that is neither number, boolean nor string is 0.
  public var doubleValue: Double {
    switch self {
    case .boolean(let value): value ? 1 : 0
    case .integer(let value): Double(value)
    case .real(let value): value
    case .string(let text): Self.double(text)
    case .date, .data, .array, .dictionary: 0
    }
  }

  /// Numbers in their shortest form (1.0 is "1"), booleans as "1" and "0"; nil for dates, data and
  /// collections.
  public var stringValue: String? {
    switch self {
    case .string(let value): return value
    case .boolean(let value): return value ? "1" : "0"
    case .integer(let value): return String(value)
    case .real(let value):
      let text = value.description
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    case .date, .data, .array, .dictionary: return nil
    }
  }

  private static func bool(_ text: String) -> Bool {
    var rest = text.utf8.drop { $0.isXMLSpace }
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      rest = rest.dropFirst()
    }
    guard let first = rest.first(where: { $0 != UInt8(ascii: "0") }) else { return false }
    switch first {
    case UInt8(ascii: "1")...UInt8(ascii: "9"), UInt8(ascii: "Y"), UInt8(ascii: "y"),
      UInt8(ascii: "T"), UInt8(ascii: "t"):
      return true
    default: return false
    }
  }

  private static func integer(_ value: Double) -> Int {
    if value.isNaN { return 0 }
    if let exact = Int(exactly: value.rounded(.towardZero)) { return exact }
    return value < 0 ? .min : .max
  }

  private static func integer(_ text: String) -> Int {
    var rest = text.utf8.drop { $0.isXMLSpace }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    var result = 0
    for byte in rest {
      guard let digit = byte.decimalDigit else { break }
      let (product, overflowed) = result.multipliedReportingOverflow(by: 10)
      let (sum, overflowedToo) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflowed || overflowedToo { return isNegative ? .min : .max }
      result = sum
    }
    return result
  }

  private static func double(_ text: String) -> Double {
    let bytes = Array(text.utf8.drop { $0.isXMLSpace })
    var position = 0
    func skipDigits() -> Int {
      let start = position
      while position < bytes.count, bytes[position].decimalDigit != nil { position += 1 }
      return position - start
    }
    func skip(_ characters: StaticString) -> Bool {
      guard position < bytes.count else { return false }
      let found = characters.withUTF8Buffer { $0.contains(bytes[position]) }
      if found { position += 1 }
      return found
    }
    _ = skip("+-")
    var digits = skipDigits()
    if skip(".") { digits += skipDigits() }
    guard digits > 0 else { return 0 }
    let mantissaEnd = position
    if skip("eE") {
      _ = skip("+-")
      if skipDigits() == 0 { position = mantissaEnd }
    }
    return Double(String(decoding: bytes[..<position], as: UTF8.self)) ?? 0
  }
}
