import CellGrid

/// A text in one row of the map, in cells of the map.
struct FrameText {
  var text: SafeText
  var column: Int
  var row: Int
  var color: Color
  var attributes: CellAttributes = []

  /// Whether it and a stretch of cells share a cell or stand next to one another in a row.
  func touches(column: Int, row: Int, columns: Int) -> Bool {
    row == self.row && column <= self.column + text.columns && column + columns >= self.column
  }

  func isInside(columns: Int, rows: Int) -> Bool {
    column >= 0 && row >= 0 && row < rows && column + text.columns <= columns
  }
}
