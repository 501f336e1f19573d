/// Writes values as XML into one growing array. The value has been checked for what XML can not
/// hold.
struct PropertyListXMLWriter {
  private(set) var bytes: [UInt8] = []
  private var level = 0

  init(reserving capacity: Int) { bytes.reserveCapacity(capacity + 256) }

  mutating func document(_ value: PropertyListValue) {
    append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    append("<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" ")
    append("\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n")
    append("<plist version=\"1.0\">\n")
    write(value)
    append("</plist>\n")
  }

  private mutating func write(_ value: PropertyListValue) {
    indent()
    switch value {
    case .string(let text):
      append("<string>")
      escape(text)
      append("</string>\n")
    case .integer(let number): element("integer", String(number))
    case .real(let number): element("real", Self.text(number))
    case .boolean(let flag): append(flag ? "<true/>\n" : "<false/>\n")
    case .date(let date): element("date", date.description)
    case .data(let data): write(data)
    case .array(let elements): write(elements)
    case .dictionary(let entries): write(entries)
    }
  }

  private mutating func write(_ elements: [PropertyListValue]) {
    if elements.isEmpty { return append("<array/>\n") }
    append("<array>\n")
    level += 1
    for element in elements { write(element) }
    level -= 1
    indent()
    append("</array>\n")
  }

  private mutating func write(_ entries: [String: PropertyListValue]) {
    if entries.isEmpty { return append("<dict/>\n") }
    append("<dict>\n")
    level += 1
    // By bytes, which is by code points: Swift's own order would depend on its Unicode tables.
    for (key, value) in entries.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      indent()
      append("<key>")
      escape(key)
      append("</key>\n")
      write(value)
    }
    level -= 1
    indent()
    append("</dict>\n")
  }

  /// Base64 in lines of at most 76 columns, counting a tab as 8, as plistlib and Apple break them.
  private mutating func write(_ data: [UInt8]) {
    append("<data>\n")
    let bytesPerLine = max(16, 76 - 8 * level) / 4 * 3
    for start in stride(from: 0, to: data.count, by: bytesPerLine) {
      indent()
      Base64.encode(data[start..<min(start + bytesPerLine, data.count)], into: &bytes)
      append("\n")
    }
    indent()
    append("</data>\n")
  }

  /// The shortest text that reads back as the same number. Names as CoreFoundation writes them.
  private static func text(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-infinity" : "+infinity" }
    return number.description
  }

  private mutating func element(_ name: StaticString, _ text: String) {
    append("<")
    append(name)
    append(">")
    bytes += text.utf8
    append("</")
    append(name)
    append(">\n")
  }

  private mutating func indent() {
    for _ in 0..<level { bytes.append(0x09) }
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes += $0 }
  }

  private mutating func escape(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      // As it is, every XML reader would make it a line feed.
      case 0x0D: append("&#13;")
      default: bytes.append(byte)
      }
    }
  }
}
