import Cartography
import CellGrid
import Tiles

/// `pigeon tiles info FILE…`: what files of tiles hold.
struct TilesRequest {
  var files: [String]
  var isJSON: Bool
}

extension Invocation {
  static func tiles(_ words: ArraySlice<String>) throws(CommandError) -> Invocation {
    let arguments = try ParsedArguments(words, flags: Subcommand.tiles.flags)
    if arguments.has(.help) { return .print(Subcommand.tiles.helpText) }
    guard let verb = arguments.operands.first else { throw .usage("tiles needs info and a FILE") }
    guard verb == "info" else { throw .usage("tiles can not '\(verb)': info") }
    let files = Array(arguments.operands.dropFirst())
    guard !files.isEmpty else { throw .usage("tiles info needs a FILE") }
    if files.contains("") { throw .usage("tiles info: '' is not a FILE") }
    return .tiles(TilesRequest(files: files, isJSON: arguments.has(.json)))
  }
}

extension TilesRequest {
  /// Tells of every file that can be read.
  /// - Returns: How it went with the first file that can not.
  func run() throws(CommandError) -> ExitStatus {
    var status = ExitStatus.done
    var isFirst = true
    for file in files {
      let information: TileArchiveInformation
      do throws(TileError) {
        information = try TileFile.open(path: file).information
      } catch {
        Output.warn("\(error)")
        if status == .done { status = error.exitStatus }
        continue
      }
      let text = isJSON ? TileInformationText.json(information) : Self.text(information)
      try Output.write(isFirst || isJSON ? text : "\n" + text)
      isFirst = false
    }
    return status
  }

  /// A line for each thing told, in two columns.
  private static func text(_ information: TileArchiveInformation) -> String {
    var rows = [("file", information.path)]
    rows += TileInformationText.details(information).map { ($0.label, $0.text) }
    let attribution = AttributionText.plain(information.metadata.attribution)
    if !attribution.isEmpty { rows.append(("attribution", attribution)) }
    let layers = TileInformationText.layers(information).map { ($0.label, $0.text) }
    var text = table(rows, indent: "")
    if !layers.isEmpty { text += "layers\n" + table(layers, indent: "  ") }
    return text
  }

  private static func table(_ rows: [(String, String)], indent: String) -> String {
    let safe = rows.map { (SafeText($0.0), SafeText($0.1)) }
    let widest = safe.map(\.0.columns).max() ?? 0
    return safe.map { label, text in
      "\(indent)\(label.text)\(String(repeating: " ", count: widest - label.columns + 2))\(text.text)\n"
    }.joined()
  }
}

extension TileError {
  /// How a command that this failure ends should end.
  var exitStatus: ExitStatus {
    switch kind {
    case .unreadable: .noInput
    case .damaged, .unsupported: .badData
    }
  }
}
