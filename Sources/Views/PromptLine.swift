import CellGrid
import ViewModel

/// A line editor on the screen: label, text scrolled so that the cursor shows, and a hint.
struct PromptLine {
  var label: String
  var editor: LineEditor
  /// Shown dim while nothing is typed.
  var placeholder: String
  var hint: String
  var style: ChromeStyle
  var options: DisplayOptions

  /// - Returns: Where the cursor stands.
  func draw(into grid: inout CellGrid, row: Int) -> (column: Int, row: Int)? {
    guard row >= 0, row < grid.rows, grid.columns > 0 else { return nil }
    let blank = Cell(background: style.barBackground, attributes: options.barAttributes)
    for column in 0..<grid.columns { grid[column, row] = blank }

    let labelText = SafeText(label, charset: options.charset)
    var left = 0
    if grid.columns >= labelText.columns + 8 {
      left = 1 + put(labelText, style.pin, .bold, at: 1, row, grid.columns - 1, &grid) + 1
    }
    let hintText = SafeText(hint, charset: options.charset)
    var right = grid.columns
    if grid.columns - left >= hintText.columns + 24 {
      right -= hintText.columns + 2
      _ = put(hintText, style.dim, [], at: right + 1, row, hintText.columns, &grid)
    }

    // Each character is made safe by itself, so that columns and cursor agree.
    let pieces = editor.characters.map { SafeText(String($0), charset: options.charset) }
    // One column stays free for the cursor behind the last character.
    let room = max(right - left - 1, 1)
    let first = firstVisible(pieces, room: room)
    var column = left
    var cursorColumn = left
    for index in first..<pieces.count {
      if index == editor.cursor { cursorColumn = column }
      guard column - left + pieces[index].columns <= room else { break }
      column += put(pieces[index], style.text, [], at: column, row, pieces[index].columns, &grid)
    }
    if editor.cursor == pieces.count { cursorColumn = column }
    if pieces.isEmpty, !placeholder.isEmpty {
      _ = put(
        SafeText(placeholder, charset: options.charset), style.dim, [], at: left, row, room, &grid)
    }
    return (min(cursorColumn, grid.columns - 1), row)
  }

  /// The first character to show, so that the text before the cursor fits.
  private func firstVisible(_ pieces: [SafeText], room: Int) -> Int {
    var first = editor.cursor
    var columns = 0
    while first > 0, columns + pieces[first - 1].columns <= room {
      first -= 1
      columns += pieces[first].columns
    }
    return first
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
