import Preferences

/// Property lists as text in the way macOS `defaults read` prints them. Anything a terminal might
/// take for a command is escaped, so that the text is safe to show and still tells every byte.
enum PropertyListText {
  static func format(_ value: PropertyListValue, indent: Int = 0) -> String {
    let inner = String(repeating: " ", count: indent + 4)
    let outer = String(repeating: " ", count: indent)
    switch value {
    case .array(let elements):
      let lines = elements.map { inner + format($0, indent: indent + 4) }
      return "(\n\(lines.joined(separator: ",\n"))\n\(outer))"
    case .dictionary(let entries):
      let lines = entries.sorted { $0.key < $1.key }.map { key, value in
        "\(inner)\(quoted(key)) = \(format(value, indent: indent + 4));\n"
      }
      return "{\n\(lines.joined())\(outer)}"
    default: return onOneLine(value)
    }
  }

  /// `KEY = VALUE` without line feeds.
  static func assignment(_ key: String, _ value: PropertyListValue) -> String {
    "\(quoted(key)) = \(onOneLine(value))"
  }

  private static func onOneLine(_ value: PropertyListValue) -> String {
    switch value {
    case .string(let text): return quoted(text)
    case .integer(let number): return "\(number)"
    case .real(let number): return "\(number)"
    case .boolean(let flag): return flag ? "1" : "0"
    case .date(let date): return "\"\(date)\""
    case .data(let bytes):
      return "<" + bytes.map { hexadecimal(UInt32($0), digits: 2) }.joined() + ">"
    case .array(let elements): return "(" + elements.map(onOneLine).joined(separator: ", ") + ")"
    case .dictionary(let entries):
      let members = entries.sorted { $0.key < $1.key }.map { assignment($0, $1) + ";" }
      return "{" + members.joined(separator: " ") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || $0 == 0x5F
    }
    if plain, !text.isEmpty { return text }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        if mustBeEscaped(scalar) {
          for unit in String(scalar).utf16 {
            result += "\\U" + hexadecimal(UInt32(unit), digits: 4)
          }
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// Whether a terminal might obey the character, or a reader not see it.
  static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
      .surrogate:
      true
    default: false
    }
  }

  static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }
}
