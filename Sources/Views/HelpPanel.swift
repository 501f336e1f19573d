import CellGrid
import ViewModel

/// The help screen: every key, the mouse, and the credits.
struct HelpPanel {
  struct Line {
    var label: String
    var text: String
    var isHeading = false
  }

  /// A line of the panel: a label, or what continues it, and what stands beside it.
  private struct Row {
    var label = SafeText.empty
    var text = SafeText.empty
    var isHeading = false
    /// Whether the label is told about, rather than telling something itself.
    var isKey = false
  }

  static let labelColumns = 22
  /// With less room than this beside the labels, the texts stand below them.
  static let leastTextColumns = 24
  static let indent = 2
  /// Wider ones make the panel no wider.
  static let widestCredit = 100

  /// All lines, whatever the size of the window.
  static func lines(credits: [String]) -> [Line] {
    var lines = [Line(label: "Keys", text: "", isHeading: true)]
    for binding in KeyBinding.all {
      if let label = binding.label { lines.append(Line(label: label, text: binding.help)) }
    }
    for (title, rows) in [
      ("Typing", KeyBinding.typingHelp), ("Mouse", KeyBinding.mouseHelp),
      ("Settings, Tiles", SettingsScreen.fileListHelp), ("This page", KeyBinding.helpHelp),
    ] {
      lines.append(Line(label: "", text: ""))
      lines.append(Line(label: title, text: "", isHeading: true))
      lines += rows.map { Line(label: $0.label, text: $0.help) }
    }
    if !credits.isEmpty {
      lines.append(Line(label: "", text: ""))
      lines.append(Line(label: "Credits", text: "", isHeading: true))
      lines += credits.map { Line(label: $0, text: "") }
    }
    return lines
  }

  var lines: [Line]
  var style: ChromeStyle
  var symbols: Symbols
  var options: DisplayOptions

  /// Draws the panel in the middle of the map, scrolled no further than its end.
  func draw(into grid: inout CellGrid, top: Int, rows: Int, scroll: Int) {
    let widest =
      lines.map {
        min(safe($0.label).columns, Self.widestCredit)
          + ($0.text.isEmpty ? 0 : Self.labelColumns - $0.label.count + $0.text.count)
      }.max() ?? 0
    let width = min(widest + 4, grid.columns)
    guard width >= 8, rows >= 3 else { return }
    let lines = lines.flatMap { self.rows(of: $0, columns: width - 4) }
    let height = min(lines.count + 2, rows)
    let left = (grid.columns - width) / 2
    let first = top + (rows - height) / 2
    let visible = height - 2
    let offset = min(scroll, max(lines.count - visible, 0))

    let frame = PanelFrame(style: style, symbols: symbols, options: options)
    frame.draw(into: &grid, left: left, top: first, width: width, height: height)
    for index in 0..<visible where offset + index < lines.count {
      draw(lines[offset + index], into: &grid, left: left + 2, row: first + 1 + index)
    }
    let more = lines.count - visible - offset
    frame.draw(
      more > 0 ? "j: \(more) more lines, Esc: back" : "Esc: back", into: &grid, left: left,
      row: first + height - 1, width: width, color: style.dim)
  }

  /// A line as rows of at most so many columns: nothing is cut off.
  private func rows(of line: Line, columns: Int) -> [Row] {
    let label = safe(line.label)
    if line.text.isEmpty {
      return label.wrapped(columns: columns).map { Row(label: $0, isHeading: line.isHeading) }
    }
    let isBeside = columns >= Self.labelColumns + Self.leastTextColumns
    let texts = safe(line.text).wrapped(
      columns: columns - (isBeside ? Self.labelColumns : Self.indent))
    if isBeside {
      return texts.enumerated().map {
        Row(label: $0.offset == 0 ? label : .empty, text: $0.element, isKey: true)
      }
    }
    return label.wrapped(columns: columns).map { Row(label: $0, isKey: true) }
      + texts.map { Row(text: .blanks(Self.indent) + $0) }
  }

  private func draw(_ row: Row, into grid: inout CellGrid, left: Int, row y: Int) {
    let color = row.isHeading ? style.mapType : row.isKey ? style.pin : style.text
    grid.draw(
      row.label, column: left, row: y, foreground: color, background: style.panelBackground,
      attributes: row.isHeading ? [.bold] : [])
    grid.draw(
      row.text, column: left + (row.isKey ? Self.labelColumns : 0), row: y,
      foreground: style.text, background: style.panelBackground)
  }

  private func safe(_ text: String) -> SafeText { SafeText(text, charset: options.charset) }
}
