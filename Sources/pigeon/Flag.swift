import ViewModel

/// A long option of a command.
struct Flag: Hashable {
  var name: String
  /// What stands for its value in help texts; nil for a flag without one.
  var argument: String?
  var help: String

  static let position = Flag(
    name: "position", argument: "SOURCE",
    help: "where you are: fixed:LAT,LON, or none; else the setting")
  static let zoom = Flag(
    name: "zoom", argument: "Z",
    help: "zoom level up to 18; fractions count, below 0 in small windows")
  static let type = Flag(
    name: "type", argument: "TYPE", help: "standard, satellite or hybrid")
  static let tiles = Flag(
    name: "tiles", argument: "FILE",
    help: "draw the map from this file of tiles as well; more than once for several")
  static let size = Flag(name: "size", argument: "WxH", help: "columns and rows of the frame")
  static let heading = Flag(
    name: "heading", argument: "DEG", help: "the direction that points up, degrees true")
  static let graticule = Flag(name: "graticule", help: "draw meridians and parallels")
  static let color = Flag(
    name: "color", argument: "WHEN",
    help: "auto, always, never, or a depth: truecolor, 256, 16")
  static let theme = Flag(
    name: "theme", argument: "THEME",
    help: "\(Settings.themeNames.alternatives); else the setting")
  static let charset = Flag(
    name: "charset", argument: "SET", help: "auto, braille, block or ascii")
  static let fresh = Flag(
    name: "fresh", help: "start without the view that was left; preferences and pin stay")
  static let help = Flag(name: "help", help: "this text")
  static let version = Flag(name: "version", help: "the version")
  static let all = Flag(name: "all", help: "with delete: all keys of the file")
  static let json = Flag(name: "json", help: "print JSON, one object a line")

  init(name: String, argument: String? = nil, help: String) {
    self.name = name
    self.argument = argument
    self.help = help
  }
}

/// The words of a command line, sorted into flags and operands by GNU conventions: `--name value`
/// or `--name=value`, in any order, up to `--`.
struct ParsedArguments {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  init(_ words: ArraySlice<String>, flags: [Flag]) throws(CommandError) {
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      }
      // "-33.9,18.4" is a place in the south, not an option.
      guard word.count > 1, word.hasPrefix("-"), !Self.isNumeric(word) else {
        operands.append(word)
        continue
      }
      let isLong = word.hasPrefix("--")
      let body = word.dropFirst(isLong ? 2 : 1)
      let name = body.prefix { $0 != "=" }
      let known = isLong ? flags : word == "-h" ? [.help] : []
      guard let flag = known.first(where: { $0.name == name || (word == "-h" && $0 == .help) })
      else { throw .usage("unknown option '\(word)'") }
      let inline =
        name.endIndex < body.endIndex ? String(body[body.index(after: name.endIndex)...]) : nil
      if flag.argument == nil {
        if inline != nil { throw .usage("option '--\(flag.name)' takes no value") }
        values[flag.name] = [""]
      } else if let value = inline ?? rest.popFirst() {
        values[flag.name, default: []].append(value)
      } else {
        throw .usage("option '--\(flag.name)' needs a value: \(flag.argument ?? "")")
      }
    }
  }

  func has(_ flag: Flag) -> Bool { values[flag.name] != nil }

  /// The value of an option; of several the last.
  subscript(flag: Flag) -> String? { values[flag.name]?.last }

  /// All values of an option that may be given more than once.
  func all(_ flag: Flag) -> [String] { values[flag.name] ?? [] }

  private static func isNumeric(_ word: String) -> Bool {
    guard let second = word.dropFirst().first else { return false }
    return second.isASCII && (second.isNumber || second == ".")
  }
}

extension [String] {
  /// `a, b or c`.
  var alternatives: String {
    count > 1 ? "\(dropLast().joined(separator: ", ")) or \(self[count - 1])" : joined()
  }
}
