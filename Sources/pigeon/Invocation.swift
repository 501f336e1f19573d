import CellGrid
import Geodesy
import Positioning
import Preferences
import ViewModel

/// What the command line asks for.
enum Invocation {
  case map(MapRequest)
  case render(RenderRequest)
  case defaults(DefaultsRequest)
  case tiles(TilesRequest)
  case print(String)

  /// Reads the words after the program's name, the preference pairs already taken out.
  init(_ words: [String]) throws(CommandError) {
    let name = words.first ?? ""
    switch name {
    case "render": self = try Self.render(words.dropFirst())
    case "defaults": self = try Self.defaults(words.dropFirst())
    case "tiles": self = try Self.tiles(words.dropFirst())
    case "help": self = .print(try Self.help(words.dropFirst()))
    case "version": self = .print(try Self.version(words.dropFirst()))
    default: self = try Self.map(words[...])
    }
  }

  private static func map(_ words: ArraySlice<String>) throws(CommandError) -> Invocation {
    if let command = words.dropFirst().first(where: Subcommand.isName) {
      throw .usage("'\(command)' comes first, and its options after it: pigeon \(command) …")
    }
    let arguments = try ParsedArguments(words, flags: Subcommand.map.flags)
    if arguments.has(.help) { return .print(Subcommand.map.helpText) }
    if arguments.has(.version) { return .print("pigeon \(Version.text)\n") }
    return .map(
      MapRequest(
        place: try arguments.place(),
        tiles: try arguments.tiles(),
        zoom: try arguments.zoom(),
        position: try arguments.position(),
        theme: try arguments.theme(),
        terminal: try arguments.terminalChoice(),
        isFresh: arguments.has(.fresh)))
  }

  private static func render(_ words: ArraySlice<String>) throws(CommandError) -> Invocation {
    let arguments = try ParsedArguments(words, flags: Subcommand.render.flags)
    if arguments.has(.help) { return .print(Subcommand.render.helpText) }
    return .render(
      RenderRequest(
        place: try arguments.place(),
        tiles: try arguments.tiles(),
        zoom: try arguments.zoom(),
        size: try arguments.size(),
        type: try arguments.mapType(),
        heading: try arguments.number(.heading, in: -360...360) ?? 0,
        hasGraticule: arguments.has(.graticule),
        position: try arguments.position(),
        theme: try arguments.theme(),
        terminal: try arguments.terminalChoice()))
  }

  private static func version(_ words: ArraySlice<String>) throws(CommandError) -> String {
    let arguments = try ParsedArguments(words, flags: Subcommand.version.flags)
    if arguments.has(.help) { return Subcommand.version.helpText }
    guard arguments.operands.isEmpty else { throw .usage("version takes no arguments") }
    return "pigeon \(Version.text)\n"
  }

  private static func help(_ words: ArraySlice<String>) throws(CommandError) -> String {
    let arguments = try ParsedArguments(words, flags: [.help])
    let topic = arguments.has(.help) ? "help" : arguments.operands.first ?? ""
    guard let command = Subcommand.all.first(where: { $0.name == topic }) else {
      throw .usage("there is no command '\(topic)'")
    }
    return command.helpText
  }
}

/// `pigeon [PLACE]`.
struct MapRequest {
  var place: Coordinate?
  /// Files of tiles, as they were given.
  var tiles: [String]
  var zoom: Double?
  /// nil where the preference decides.
  var position: PositionSource?
  /// As the preference has it; nil where that decides.
  var theme: String?
  var terminal: TerminalChoice
  var isFresh: Bool
}

/// `pigeon render [PLACE]`.
struct RenderRequest {
  var place: Coordinate?
  /// Files of tiles, as they were given.
  var tiles: [String]
  var zoom: Double?
  var size: (columns: Int, rows: Int)?
  var type: MapType?
  var heading: Double
  /// Whatever the preference says.
  var hasGraticule: Bool
  /// nil where the preference decides.
  var position: PositionSource?
  /// As the preference has it; nil where that decides.
  var theme: String?
  var terminal: TerminalChoice
}

/// What the user wants of the terminal; nil where the terminal decides.
struct TerminalChoice {
  enum Coloring {
    case automatic, always
    case depth(ColorDepth)
  }
  var coloring: Coloring = .automatic
  var charset: Charset?
}

extension ParsedArguments {
  func place() throws(CommandError) -> Coordinate? {
    guard operands.count <= 1 else { throw .usage("more than one PLACE: '\(operands[1])'") }
    guard let text = operands.first else { return nil }
    do {
      return try Coordinate(parsing: text)
    } catch {
      throw .usage("PLACE '\(text)': \(error)")
    }
  }

  func zoom() throws(CommandError) -> Double? {
    // As far out as the smallest window goes; the window decides.
    try number(.zoom, in: MapViewport.minimumZoom...MapViewport.maximumZoom)
  }

  func number(_ flag: Flag, in range: ClosedRange<Double>) throws(CommandError) -> Double? {
    guard let text = self[flag] else { return nil }
    guard let value = Double(text), value.isFinite else {
      throw .usage("--\(flag.name): '\(text)' is not a number")
    }
    guard range.contains(value) else {
      let low = FixedPoint.string(range.lowerBound, decimals: 0)
      let high = FixedPoint.string(range.upperBound, decimals: 0)
      throw .usage("--\(flag.name): \(text) is not from \(low) to \(high)")
    }
    return value
  }

  func position() throws(CommandError) -> PositionSource? {
    guard let text = self[.position] else { return nil }
    do {
      return try PositionSource(parsing: text)
    } catch {
      throw .usage("--position '\(text)': \(error)")
    }
  }

  func tiles() throws(CommandError) -> [String] {
    let files = all(.tiles)
    if files.contains("") { throw .usage("--tiles: '' is not a FILE") }
    return files
  }

  func size() throws(CommandError) -> (columns: Int, rows: Int)? {
    guard let text = self[.size] else { return nil }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
      (1...1000).contains(columns), (1...1000).contains(rows)
    else { throw .usage("--size: '\(text)' is not COLUMNSxROWS, each 1 to 1000") }
    return (columns, rows)
  }

  func mapType() throws(CommandError) -> MapType? {
    switch self[.type] {
    case nil: return nil
    case "standard"?: return .standard
    case "satellite"?: return .satellite
    case "hybrid"?: return .hybrid
    case let text?: throw .usage("--type: '\(text)' is not standard, satellite or hybrid")
    }
  }

  func theme() throws(CommandError) -> String? {
    guard let text = self[.theme] else { return nil }
    guard Settings.themeNames.contains(text) else {
      throw .usage("--theme: '\(text)' is not \(Settings.themeNames.alternatives)")
    }
    return text
  }

  func terminalChoice() throws(CommandError) -> TerminalChoice {
    var choice = TerminalChoice()
    switch self[.color] {
    case nil, "auto"?: choice.coloring = .automatic
    case "always"?: choice.coloring = .always
    case "never"?, "none"?: choice.coloring = .depth(.monochrome)
    case "truecolor"?, "24bit"?: choice.coloring = .depth(.trueColor)
    case "256"?: choice.coloring = .depth(.indexed256)
    case "16"?: choice.coloring = .depth(.ansi16)
    case let text?:
      throw .usage("--color: '\(text)' is not auto, always, never, truecolor, 256 or 16")
    }
    if let text = self[.charset], text != "auto" {
      guard let charset = Charset(rawValue: text) else {
        throw .usage("--charset: '\(text)' is not auto, braille, block or ascii")
      }
      choice.charset = charset
    }
    return choice
  }
}
