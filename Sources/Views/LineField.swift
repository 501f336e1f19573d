import CellGrid
import ViewModel

/// A line editor's text in a stretch of one row, scrolled so that the cursor shows.
struct LineField {
  var editor: LineEditor
  /// Shown dim while nothing is typed.
  var placeholder = ""
  var color: Color
  var dim: Color
  var background: Color
  var attributes: CellAttributes
  var charset: Charset

  /// Draws into so many columns, at least one; the last stays free for the cursor.
  /// - Returns: The column where the cursor stands.
  func draw(into grid: inout CellGrid, left: Int, row: Int, columns: Int) -> Int {
    // Each character is made safe by itself, so that columns and cursor agree.
    let pieces = editor.characters.map { SafeText(String($0), charset: charset) }
    let room = max(columns - 1, 1)
    var column = left
    var cursorColumn = left
    for index in firstVisible(pieces, room: room)..<pieces.count {
      if index == editor.cursor { cursorColumn = column }
      guard column - left + pieces[index].columns <= room else { break }
      column += put(pieces[index], color, column, row, pieces[index].columns, &grid)
    }
    if editor.cursor == pieces.count { cursorColumn = column }
    if pieces.isEmpty, !placeholder.isEmpty {
      _ = put(SafeText(placeholder, charset: charset), dim, left, row, room, &grid)
    }
    return min(cursorColumn, grid.columns - 1)
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
    _ text: SafeText, _ color: Color, _ column: Int, _ row: Int, _ columns: Int,
    _ grid: inout CellGrid
  ) -> Int {
    grid.draw(
      text, column: column, row: row, foreground: color, background: background,
      attributes: attributes, maximumColumns: columns)
  }
}
