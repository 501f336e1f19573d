import CellGrid
import ViewModel

/// One row of the settings: its title at the left, its value at the right.
struct SettingsRowView {
  var row: SettingsPresentation.Row
  var style: ChromeStyle
  var symbols: Symbols
  var options: DisplayOptions

  /// Columns of a slider beside a title; a slider without one takes the whole row.
  private static let sliderColumns = 20

  private var background: Color { row.isSelected ? style.selection : style.panelBackground }

  private var attributes: CellAttributes {
    row.isSelected && options.depth == .monochrome ? .reverse : []
  }

  /// - Returns: The column of the cursor while the text of this row is typed.
  func draw(into grid: inout CellGrid, left: Int, row y: Int, columns: Int) -> Int? {
    if row.isSelected {
      // A column to either side, so that the text does not touch the bar's ends.
      grid.fill(
        columns: left - 1..<left + columns + 1, rows: y..<y + 1,
        with: Cell(foreground: style.text, background: background, attributes: attributes))
    }
    let title = safe(row.title)
    if case .field(_, let editor?) = row.value {
      return drawField(title, editor, into: &grid, left: left, row: y, columns: columns)
    }
    let isEnabled = row.disabledReason == nil
    let least = title.columns == 0 ? 0 : min(title.columns, columns / 2) + 2
    let (value, color) = value(columns: max(columns - least, 0))
    let text = value.truncated(to: max(columns - least, 0), charset: options.charset)
    put(
      title.truncated(
        to: text.columns > 0 ? columns - text.columns - 2 : columns, charset: options.charset),
      isEnabled ? style.text : style.dim, &grid, left, y)
    put(text, isEnabled ? color : style.dim, &grid, left + columns - text.columns, y)
    return nil
  }

  private func drawField(
    _ title: SafeText, _ editor: LineEditor, into grid: inout CellGrid, left: Int, row: Int,
    columns: Int
  ) -> Int {
    // The text gets most of the room while it is typed.
    let shown = title.truncated(to: max(columns / 3, 0), charset: options.charset)
    put(shown, style.pin, &grid, left, row)
    let start = shown.columns + 1
    let field = LineField(
      editor: editor, color: style.text, dim: style.dim, background: background,
      attributes: attributes, charset: options.charset)
    return field.draw(into: &grid, left: left + start, row: row, columns: columns - start + 1)
  }

  private func value(columns: Int) -> (SafeText, Color) {
    switch row.value {
    case .none: return (.empty, style.text)
    case .text(let text): return (safe(text), style.dim)
    case .page(let text):
      let arrow = safe(symbols.page)
      let room = max(columns - arrow.columns - 1, 0)
      let shown = safe(text).truncated(to: room, charset: options.charset)
      return (shown + .blanks(shown.columns > 0 ? 1 : 0) + arrow, style.tracking)
    case .toggle(let isOn):
      return (safe(isOn ? symbols.on : symbols.off), isOn ? style.mapType : style.dim)
    case .choice(let isChosen): return (isChosen ? safe(symbols.check) : .empty, style.mapType)
    case .field(let text, _): return (safe(text), style.tracking)
    case .status(let text, let isWarning):
      return (safe(text), isWarning ? style.warning : style.dim)
    case .slider(let fraction, let number):
      return (slider(fraction, number: number, columns: columns), style.tracking)
    }
  }

  private func slider(_ fraction: Double, number: String, columns: Int) -> SafeText {
    let label = safe(number)
    let labelColumns = max(label.columns, 4)
    let width = row.title.isEmpty ? columns - labelColumns - 1 : Self.sliderColumns
    guard width >= 3, width + labelColumns + 1 <= columns else { return label }
    let knob = Int((min(max(fraction, 0), 1) * Double(width - 1)).rounded())
    let bar =
      String(repeating: symbols.sliderFilled, count: knob) + symbols.sliderKnob
      + String(repeating: symbols.sliderEmpty, count: width - 1 - knob)
    return safe(bar) + .blanks(labelColumns + 1 - label.columns) + label
  }

  private func safe(_ text: String) -> SafeText { SafeText(text, charset: options.charset) }

  private func put(_ text: SafeText, _ color: Color, _ grid: inout CellGrid, _ x: Int, _ y: Int) {
    grid.draw(
      text, column: x, row: y, foreground: color, background: background, attributes: attributes)
  }
}
