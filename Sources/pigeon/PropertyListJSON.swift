import Preferences

/// Property lists as JSON (RFC 8259), one object a line. Data is base64, dates are ISO 8601, and
/// reals that JSON has no number for are the strings `nan`, `+infinity` and `-infinity`, as in XML
/// property lists; the type beside the value tells them from text. Anything a terminal might take
/// for a command is escaped.
enum PropertyListJSON {
  /// An object of these members, the value's type and the value, and a line feed.
  static func line(
    _ members: [(String, PropertyListValue)], value: PropertyListValue
  ) -> String {
    let all = members + [("type", .string(typeName(value))), ("value", value)]
    return "{" + all.map { "\(quoted($0)):\(format($1))" }.joined(separator: ",") + "}\n"
  }

  /// An object of these members, in this order, and a line feed; nil is null.
  static func object(_ members: [(String, PropertyListValue?)]) -> String {
    let members = members.map { "\(quoted($0)):\($1.map(format) ?? "null")" }
    return "{" + members.joined(separator: ",") + "}\n"
  }

  static func format(_ value: PropertyListValue) -> String {
    switch value {
    case .string(let text): return quoted(text)
    case .integer(let number): return "\(number)"
    case .real(let number):
      if number.isFinite { return "\(number)" }
      return number.isNaN ? "\"nan\"" : number < 0 ? "\"-infinity\"" : "\"+infinity\""
    case .boolean(let flag): return flag ? "true" : "false"
    case .date(let date): return "\"\(date)\""
    case .data(let bytes): return "\"\(Base64.encode(bytes))\""
    case .array(let elements): return "[" + elements.map(format).joined(separator: ",") + "]"
    case .dictionary(let entries):
      let members = entries.sorted { $0.key < $1.key }.map { "\(quoted($0)):\(format($1))" }
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  private static func typeName(_ value: PropertyListValue) -> String {
    switch value {
    case .string: "string"
    case .integer: "integer"
    case .real: "real"
    case .boolean: "boolean"
    case .date: "date"
    case .data: "data"
    case .array: "array"
    case .dictionary: "dictionary"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if PropertyListText.mustBeEscaped(scalar) {
          for unit in String(scalar).utf16 {
            result += "\\u" + PropertyListText.hexadecimal(UInt32(unit), digits: 4)
          }
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
