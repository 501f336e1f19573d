import CellGrid
import ViewModel

/// A line editor on the screen: label, text scrolled so that the cursor shows, and a hint.
struct PromptLine {
  var label: String
  var editor: LineEditor
  /// Shown dim while nothing is typed.
  var placeholder: String
  /// What the keys do, the longest form first; the first that leaves the text enough room is shown.
  var hints: [String]
  var style: ChromeStyle
  var options: DisplayOptions

  /// Columns the text has at least before the hint, and then the label, give way.
  private static let roomBeforeHint = 16
  private static let roomBeforeLabel = 8

  /// - Returns: Where the cursor stands.
  func draw(into grid: inout CellGrid, row: Int) -> (column: Int, row: Int)? {
    guard row >= 0, row < grid.rows, grid.columns > 0 else { return nil }
    let blank = Cell(background: style.barBackground, attributes: options.barAttributes)
    for column in 0..<grid.columns { grid[column, row] = blank }

    let labelText = SafeText(label, charset: options.charset)
    var left = 0
    if grid.columns >= labelText.columns + Self.roomBeforeLabel {
      left = 1 + put(labelText, style.pin, .bold, at: 1, row, grid.columns - 1, &grid) + 1
    }
    var right = grid.columns
    let room = grid.columns - left - Self.roomBeforeHint - 2
    if let hint = hints.map({ SafeText($0, charset: options.charset) })
      .first(where: { $0.columns <= room })
    {
      right -= hint.columns + 2
      _ = put(hint, style.dim, [], at: right + 1, row, hint.columns, &grid)
    }

    let field = LineField(
      editor: editor, placeholder: placeholder, color: style.text, dim: style.dim,
      background: style.barBackground, attributes: options.barAttributes, charset: options.charset)
    return (field.draw(into: &grid, left: left, row: row, columns: right - left), row)
  }

  private func put(
    _ text: SafeText, _ color: Color, _ attributes: CellAttributes, at column: Int, _ row: Int,
    _ columns: Int, _ grid: inout CellGrid
  ) -> Int {
    grid.draw(
      text, column: column, row: row, foreground: color, background: style.barBackground,
      attributes: options.barAttributes.union(attributes), maximumColumns: columns)
  }
}
