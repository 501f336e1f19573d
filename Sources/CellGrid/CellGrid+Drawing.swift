extension CellGrid {
  /// Draws text in one row, from a column that may lie outside the grid.
  ///
  /// Clips at both edges of the grid. Of a double-width character only half of which would show
  /// there is a blank; a double-width character that loses one half to the text becomes a blank.
  ///
  /// - Parameters:
  ///   - background: nil keeps the background that is there.
  ///   - maximumColumns: where to stop; a double-width character that does not fit is left out.
  /// - Returns: the columns from `column` to the end of the text, those outside the grid included.
  @discardableResult
  public mutating func draw(
    _ text: SafeText, column: Int, row: Int, foreground: Color, background: Color? = nil,
    attributes: CellAttributes = [], maximumColumns: Int = .max
  ) -> Int {
    var advance = 0
    let isVisibleRow = row >= 0 && row < rows
    for glyph in text.glyphs {
      guard advance + glyph.columns <= maximumColumns else { break }
      let start = column + advance
      advance += glyph.columns
      guard isVisibleRow, start < columns, start + glyph.columns > 0 else { continue }
      let value =
        glyph.hasMarks ? self.glyph(forCluster: String(text.text[glyph.range])) : glyph.base.value
      put(
        glyph: value, width: glyph.columns, column: start, row: row,
        style: (foreground, background, attributes))
    }
    return advance
  }

  /// Fills the part of a rectangle that lies inside the grid.
  public mutating func fill(columns range: Range<Int>, rows rowRange: Range<Int>, with cell: Cell) {
    let range = range.clamped(to: 0..<columns)
    guard !range.isEmpty else { return }
    for row in rowRange.clamped(to: 0..<rows) {
      breakWideCharacters(around: range, row: row)
      for column in range { self[column, row] = cell }
    }
  }

  private mutating func put(
    glyph: UInt32, width: Int, column: Int, row: Int,
    style: (foreground: Color, background: Color?, attributes: CellAttributes)
  ) {
    let range = (column..<column + width).clamped(to: 0..<columns)
    breakWideCharacters(around: range, row: row)
    for position in range {
      let background = style.background ?? self[position, row].background
      let isWhole = range.count == width
      self[position, row] = Cell(
        glyph: !isWhole ? 0x20 : position == column ? glyph : Cell.continuation,
        foreground: style.foreground, background: background, attributes: style.attributes)
    }
  }

  /// Blanks the other halves of double-width characters that the edges of the range cut in two.
  mutating func breakWideCharacters(around range: Range<Int>, row: Int) {
    if range.lowerBound > 0, self[range.lowerBound, row].glyph == Cell.continuation {
      self[range.lowerBound - 1, row].glyph = 0x20
    }
    if range.upperBound < columns, self[range.upperBound, row].glyph == Cell.continuation {
      self[range.upperBound, row].glyph = 0x20
    }
  }
}
