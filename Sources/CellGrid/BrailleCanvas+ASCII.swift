extension BrailleCanvas {
  /// The character for a cell of lines where there are no dots: a stroke the way the line goes from
  /// the cell to its neighbours, or a crossing. Precondition: inside the canvas.
  func asciiGlyph(column: Int, row: Int) -> UInt32 {
    let dots = dots(column: column, row: row)
    guard dots != 0 else { return 0x20 }
    let left = meets(dots, column - 1, row, column: column, row: row)
    let right = meets(dots, column + 1, row, column: column, row: row)
    let above = meets(dots, column, row - 1, column: column, row: row)
    let below = meets(dots, column, row + 1, column: column, row: row)
    let character: Character? =
      switch (left, right, above, below) {
      case (true, true, false, false): "-"
      case (false, false, true, true): "|"
      case (true, false, false, true), (false, true, true, false): "\\"
      case (false, true, false, true), (true, false, true, false): "/"
      case (false, false, false, false), (true, false, false, false),
        (false, true, false, false), (false, false, true, false), (false, false, false, true):
        nil
      default: "+"
      }
    guard let value = character?.asciiValue else { return BrailleDots.glyph(dots, charset: .ascii) }
    return UInt32(value)
  }

  /// Whether dots of a cell touch dots of the neighbour in that column and row.
  private func meets(
    _ dots: UInt8, _ x: Int, _ y: Int, column: Int, row: Int
  ) -> Bool {
    guard x >= 0, y >= 0, x < columns, y < rows else { return false }
    let others = self.dots(column: x, row: y)
    guard others != 0 else { return false }
    for dotY in 0..<4 {
      for dotX in 0..<2 where dots & BrailleDots.bit(x: dotX, y: dotY) != 0 {
        // Where the dot lies as seen from the neighbour.
        let seenX = dotX + 2 * (column - x)
        let seenY = dotY + 4 * (row - y)
        for nearY in 0..<4 where abs(nearY - seenY) <= 1 {
          for nearX in 0..<2
          where abs(nearX - seenX) <= 1 && others & BrailleDots.bit(x: nearX, y: nearY) != 0 {
            return true
          }
        }
      }
    }
    return false
  }
}
