import Preferences

/// What `pigeon defaults write KEY …` is to store, with the types of `defaults` on macOS.
enum DefaultsValue: Equatable {
  case value(PropertyListValue)
  /// Entries for the dictionary that is there.
  case entries([String: PropertyListValue])
  /// Elements for the end of the array that is there.
  case elements([PropertyListValue])

  /// Reads the words after the key.
  init(parsing words: ArraySlice<String>) throws(CommandError) {
    let rest = words.dropFirst()
    switch words.first {
    case "-array"?: self = .value(.array(try Self.elements(rest)))
    case "-array-add"?: self = .elements(try Self.elements(rest))
    case "-dict"?: self = .value(.dictionary(try Self.entries(rest, of: "-dict")))
    case "-dict-add"?: self = .entries(try Self.entries(rest, of: "-dict-add"))
    default:
      var words = words
      self = .value(try Self.scalar(&words))
      if let word = words.first { throw .usage("defaults write: one VALUE, and not '\(word)'") }
    }
  }

  /// Stores it, durably.
  func write(_ key: String, _ store: PreferencesStore) throws(PreferencesError) {
    switch self {
    case .value(let value): try store.set(value, forKey: key)
    case .entries(let entries): try store.add(entries, toDictionaryForKey: key)
    case .elements(let elements): try store.append(elements, toArrayForKey: key)
    }
  }

  private static func elements(
    _ words: ArraySlice<String>
  ) throws(CommandError) -> [PropertyListValue] {
    var words = words
    var elements: [PropertyListValue] = []
    while !words.isEmpty { elements.append(try scalar(&words)) }
    return elements
  }

  private static func entries(
    _ words: ArraySlice<String>, of type: String
  ) throws(CommandError) -> [String: PropertyListValue] {
    var words = words
    var entries: [String: PropertyListValue] = [:]
    while let key = words.popFirst() {
      if words.isEmpty { throw .usage("\(type): the key '\(key)' has no value") }
      entries[key] = try scalar(&words)
    }
    return entries
  }

  /// Takes one value, with or without a type before it. Text without one is read as a property
  /// list where it is one, and else kept as it is.
  private static func scalar(_ words: inout ArraySlice<String>) throws(CommandError)
    -> PropertyListValue
  {
    guard let word = words.popFirst() else { throw .usage("defaults write needs a VALUE") }
    if ["-array", "-array-add", "-dict", "-dict-add"].contains(word) {
      throw .usage("\(word) can not lie in a collection; write it as '(a, b)' or '{a = b;}'")
    }
    guard let type = ScalarType(rawValue: word) else {
      return ArgumentDomain.propertyList(word) ?? .string(word)
    }
    guard let text = words.popFirst() else { throw .usage("\(word) needs a value") }
    guard let value = type.value(text) else { throw .usage("\(word): '\(text)' \(type.fault)") }
    return value
  }
}

/// The types that stand before one value, with macOS's names for them.
private enum ScalarType {
  case string, integer, real, boolean, date, data

  init?(rawValue: String) {
    switch rawValue {
    case "-string": self = .string
    case "-int", "-integer": self = .integer
    case "-float", "-real": self = .real
    case "-bool", "-boolean": self = .boolean
    case "-date": self = .date
    case "-data": self = .data
    default: return nil
    }
  }

  /// Nil when the text is no value of this type.
  func value(_ text: String) -> PropertyListValue? {
    switch self {
    case .string: return .string(text)
    case .integer: return Int64(text).map { .integer($0) }
    case .real: return Double(text).map { .real($0) }
    case .boolean:
      switch text.lowercased() {
      case "true", "yes", "1": return true
      case "false", "no", "0": return false
      default: return nil
      }
    case .date: return PropertyListDate(iso8601: text).map { .date($0) }
    case .data: return Self.bytes(text).map { .data($0) }
    }
  }

  var fault: String {
    switch self {
    case .string: "is no text"
    case .integer: "is no whole number of 64 bits"
    case .real: "is no number"
    case .boolean: "is neither true nor false"
    case .date: "is no date like 2026-07-01T12:00:00Z or 2026-07-01"
    case .data: "is not made of pairs of hexadecimal digits"
    }
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index..<(index + 2)], as: UTF8.self)
      // UInt8 would take a sign as well.
      guard digits[index] != UInt8(ascii: "+"), digits[index] != UInt8(ascii: "-"),
        let byte = UInt8(pair, radix: 16)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

extension PropertyListDate {
  /// `YYYY-MM-DD`, with a time `Thh:mm` or `Thh:mm:ss` or without, and after a time `Z`, `±hh:mm`,
  /// `±hhmm` or nothing for UTC. Blanks may stand for the T and before the zone, as
  /// `defaults read` prints dates on macOS. Fractions of a second are no part of property lists.
  init?(iso8601 text: String) {
    var rest = text[...]
    let date = rest.prefix(10)
    rest = rest.dropFirst(10)
    var time = "00:00:00"
    var offset: Int64 = 0
    if !rest.isEmpty {
      guard let separator = rest.popFirst(), separator == "T" || separator == " " else {
        return nil
      }
      time = String(rest.prefix { $0.isNumber || $0 == ":" })
      rest = rest.dropFirst(time.count).drop { $0 == " " }
      if time.utf8.count == 5 { time += ":00" }
      guard let seconds = Self.zone(rest) else { return nil }
      offset = seconds
    }
    guard let local = PropertyListDate("\(date)T\(time)Z") else { return nil }
    self.init(unixTime: local.unixTime - offset)
  }

  /// Seconds east of Greenwich.
  private static func zone(_ text: Substring) -> Int64? {
    if text.isEmpty || text == "Z" { return 0 }
    let digits = text.dropFirst().utf8.filter { $0 != UInt8(ascii: ":") }
    guard text.first == "+" || text.first == "-", digits.count == 4,
      digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(String(decoding: digits, as: UTF8.self)), number % 100 < 60,
      number <= 1800
    else { return nil }
    let seconds = number / 100 * 3600 + number % 100 * 60
    return text.first == "-" ? -seconds : seconds
  }
}
