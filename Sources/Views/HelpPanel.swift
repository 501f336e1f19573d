import CellGrid
import ViewModel

/// The help screen: every key, the mouse, and the credits.
struct HelpPanel {
  struct Line {
    var label: String
    var text: String
    var isHeading = false
  }

  static let labelColumns = 22

  /// All lines, whatever the size of the window.
  static func lines(credits: [String]) -> [Line] {
    var lines = [Line(label: "Keys", text: "", isHeading: true)]
    for binding in KeyBinding.all {
      if let label = binding.label { lines.append(Line(label: label, text: binding.help)) }
    }
    lines.append(Line(label: "", text: ""))
    lines.append(Line(label: "Mouse", text: "", isHeading: true))
    for row in KeyBinding.mouseHelp { lines.append(Line(label: row.label, text: row.help)) }
    lines.append(Line(label: "", text: ""))
    lines.append(Line(label: "Settings, Tiles", text: "", isHeading: true))
    for row in SettingsScreen.fileListHelp { lines.append(Line(label: row.label, text: row.help)) }
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
        SafeText($0.label).columns
          + ($0.text.isEmpty ? 0 : Self.labelColumns - $0.label.count + $0.text.count)
      }.max() ?? 0
    let width = min(widest + 4, grid.columns)
    let height = min(lines.count + 2, rows)
    guard width >= 8, height >= 3 else { return }
    let left = (grid.columns - width) / 2
    let first = top + (rows - height) / 2
    let visible = height - 2
    let offset = min(scroll, max(lines.count - visible, 0))

    let frame = PanelFrame(style: style, symbols: symbols, options: options)
    frame.draw(into: &grid, left: left, top: first, width: width, height: height)
    for index in 0..<visible where offset + index < lines.count {
      draw(
        lines[offset + index], into: &grid, left: left + 2, row: first + 1 + index,
        columns: width - 4)
    }
    let more = lines.count - visible - offset
    frame.draw(
      more > 0 ? "j: \(more) more lines, Esc: back" : "Esc: back", into: &grid, left: left,
      row: first + height - 1, width: width, color: style.dim)
  }

  private func draw(
    _ line: Line, into grid: inout CellGrid, left: Int, row: Int, columns: Int
  ) {
    let color = line.isHeading ? style.mapType : line.text.isEmpty ? style.text : style.pin
    grid.draw(
      SafeText(line.label, charset: options.charset), column: left, row: row, foreground: color,
      background: style.panelBackground,
      attributes: line.isHeading ? [.bold] : [], maximumColumns: columns)
    guard !line.text.isEmpty, columns > Self.labelColumns else { return }
    grid.draw(
      SafeText(line.text, charset: options.charset), column: left + Self.labelColumns, row: row,
      foreground: style.text, background: style.panelBackground, attributes: [],
      maximumColumns: columns - Self.labelColumns)
  }
}
