/// Preferences given on the command line, for this launch only: `-HPMapType 2`.
public struct ArgumentDomain: Equatable, Sendable {
  /// Strings, but for values that are property lists in text or XML form.
  public var values: [String: PropertyListValue] = [:]
  /// The arguments that are no preferences, in their order: flags and operands.
  public var remaining: [String] = []
  /// What was meant as a preference and has no usable value, to be named on standard error. Pairs
  /// whose value starts with a dash are one entry with both words.
  public var ignored: [String] = []

  /// Takes the pairs `-Key value` out of the arguments (without the program's name).
  ///
  /// A key starts with a letter and has at least two characters, so `-z` and `--zoom` are flags.
  /// A value does not start with a dash, since NSUserDefaults takes none that does: `-Key -5` is
  /// ignored, and in `-Key -Other 1` only the second is a pair. `--` ends the preferences and
  /// stays in `remaining`. The last of several values for a key wins.
  public init(parsing arguments: [String]) {
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if argument == "--" {
        remaining += arguments[(index - 1)...]
        return
      }
      guard let key = Self.key(argument) else {
        remaining.append(argument)
        continue
      }
      guard index < arguments.count else {
        ignored.append(argument)
        return
      }
      let value = arguments[index]
      if !value.hasPrefix("-") {
        values[key] = Self.value(value)
        index += 1
      } else if Self.isNegativeNumber(value) {
        ignored.append(argument + " " + value)
        index += 1
      } else {
        ignored.append(argument)
      }
    }
  }

  private static func key(_ argument: String) -> String? {
    let bytes = argument.utf8
    guard bytes.count >= 3, bytes.first == UInt8(ascii: "-"),
      let first = argument.unicodeScalars.dropFirst().first, first.properties.isAlphabetic
    else { return nil }
    return String(argument.dropFirst())
  }

  private static func isNegativeNumber(_ value: String) -> Bool {
    let second = value.utf8.dropFirst().first
    return second?.decimalDigit != nil || second == UInt8(ascii: ".")
  }

  /// What is a property list becomes that; anything else is the string, without white space around.
  static func value(_ argument: String) -> PropertyListValue {
    propertyList(argument) ?? .string(trimmed(argument))
  }

  /// Reads a property list in text or XML form, from text that starts like one: with `<`, `{`, `(`
  /// or `"`, after white space. Nil for any other text.
  public static func propertyList(_ argument: String) -> PropertyListValue? {
    let text = trimmed(argument)
    switch text.utf8.first {
    case UInt8(ascii: "<"):
      if let value = try? PropertyListXML.decode(Array(text.utf8)) { return value }
      return OpenStepReader.read(text)
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "\""): return OpenStepReader.read(text)
    default: return nil
    }
  }

  private static func trimmed(_ argument: String) -> String {
    let bytes = argument.utf8.drop { $0.isXMLSpace }
    guard let last = bytes.lastIndex(where: { !$0.isXMLSpace }) else { return "" }
    return String(bytes[...last]) ?? argument
  }
}
