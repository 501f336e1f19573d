/// What can be seen of a screen: characters, colours and attributes, whatever the sequences that
/// brought them there. The foreground of a blank can not be seen.
struct ScreenLook: Equatable {
  private struct Cell: Equatable {
    var character: Character
    var style: Style
  }

  private struct Style: Equatable {
    var foreground = ""
    var background = ""
    var attributes: Set<String> = []

    /// Applies the parameters of an SGR sequence (ECMA-48 8.3.117, ISO 8613-6).
    mutating func apply(_ parameters: String) {
      var rest = parameters.split(separator: ";", omittingEmptySubsequences: false)[...]
      while let first = rest.popFirst() {
        switch Int(first) ?? 0 {
        case 0: self = Style()
        case 38: foreground = Self.color(&rest)
        case 48: background = Self.color(&rest)
        case 39: foreground = ""
        case 49: background = ""
        case 30...37, 90...97: foreground = String(first)
        case 40...47, 100...107: background = String(first)
        case 22: attributes.subtract(["1", "2"])
        case let number where (23...29).contains(number): attributes.remove("\(number - 20)")
        default: attributes.insert(String(first))
        }
      }
    }

    private static func color(_ rest: inout ArraySlice<Substring>) -> String {
      let count = rest.first == "2" ? 4 : 2
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).joined(separator: ";")
    }
  }

  /// The text of the rows.
  let rows: [String]
  private let cells: [[Cell]]

  /// - Parameter styledRows: rows with SGR sequences; a style lasts over the end of a row.
  init(styledRows: [String]) {
    var style = Style()
    cells = styledRows.map { row in
      var cells: [Cell] = []
      var rest = row[...]
      while let character = rest.popFirst() {
        if character == "\u{1B}", rest.first == "[", let end = rest.firstIndex(of: "m") {
          style.apply(String(rest[rest.index(after: rest.startIndex)..<end]))
          rest = rest[rest.index(after: end)...]
          continue
        }
        var visible = style
        if character == " ", visible.attributes.isDisjoint(with: ["4", "7", "9"]) {
          visible.foreground = ""
          visible.attributes = []
        }
        cells.append(Cell(character: character, style: visible))
      }
      return cells
    }
    rows = cells.map { String($0.map(\.character)) }
  }

  /// The rows that differ, for messages.
  func difference(from other: ScreenLook) -> String {
    if cells.count != other.cells.count { return "\(cells.count) and \(other.cells.count) rows" }
    return cells.indices.filter { cells[$0] != other.cells[$0] }.map { row in
      let column = zip(cells[row], other.cells[row]).prefix { $0 == $1 }.count
      let styles = [cells[row], other.cells[row]].map { line in
        column < line.count ? "\(line[column])" : "nothing"
      }
      return "row \(row) from column \(column), \(styles):\n\(rows[row])\n\(other.rows[row])"
    }.joined(separator: "\n")
  }
}
