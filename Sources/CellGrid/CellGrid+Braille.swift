extension CellGrid {
  /// Shows the lines of a canvas: glyph and foreground of the cells with dots; their backgrounds
  /// and all other cells stay, but for double-width
  /// characters that lose a half.
  ///
  /// - Parameters:
  ///   - column: where the canvas's left column goes.
  ///   - row: where its top row goes.
  ///   - colors: one for each line class; further classes take the last.
  public mutating func draw(
    _ canvas: BrailleCanvas, column: Int, row: Int, charset: Charset, colors: [Color]
  ) {
    guard let last = colors.last else { return }
    let columnRange = (0..<canvas.columns).clamped(to: -column..<max(columns - column, -column))
    let rowRange = (0..<canvas.rows).clamped(to: -row..<max(rows - row, -row))
    for y in rowRange {
      for x in columnRange {
        guard let lineClass = canvas.lineClass(column: x, row: y) else { continue }
        let index = (row + y) * columns + column + x
        breakWideCharacters(around: column + x..<column + x + 1, row: row + y)
        cells[index].glyph =
          charset == .ascii
          ? canvas.asciiGlyph(column: x, row: y)
          : BrailleDots.glyph(canvas.dots(column: x, row: y), charset: charset)
        cells[index].foreground = Int(lineClass) < colors.count ? colors[Int(lineClass)] : last
      }
    }
  }
}
