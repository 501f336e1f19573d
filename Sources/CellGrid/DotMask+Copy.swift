extension DotMask {
  /// Whether no dot is set. O(words).
  public var isEmpty: Bool { !words.contains { $0 != 0 } }

  /// Replaces a rectangle of dots by dots of another mask, those outside of the other counting as not
  /// set. O(words of the rectangle).
  ///
  /// - Parameters:
  ///   - rectangle: in this mask; what lies outside is passed over.
  ///   - other: where the dots come from.
  ///   - x: the dot of the other mask that comes to lie at 0, 0 of this one.
  ///   - y: the same down.
  public mutating func replace(_ rectangle: DotRectangle, by other: DotMask, fromX x: Int, y: Int) {
    let columns = rectangle.x.clamped(to: 0..<width)
    let rows = rectangle.y.clamped(to: 0..<height)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let (firstWord, lastWord) = (columns.lowerBound >> 6, (columns.upperBound - 1) >> 6)
    for row in rows {
      for word in firstWord...lastWord {
        let low = max(columns.lowerBound - word * 64, 0)
        let high = min(columns.upperBound - word * 64, 64)
        // Swift's shifts by 64 give 0.
        let wanted = (UInt64.max << UInt64(low)) & ~(UInt64.max << UInt64(high))
        let index = row * wordsPerRow + word
        let new = other.bits(from: word * 64 + x, row: row + y)
        words[index] = words[index] & ~wanted | new & wanted
      }
    }
  }

  /// The 64 dots from one on; those outside are not set.
  private func bits(from x: Int, row: Int) -> UInt64 {
    guard row >= 0, row < height else { return 0 }
    let word = x >> 6
    let shift = UInt64(x & 63)
    let start = row * wordsPerRow
    let low = (0..<wordsPerRow).contains(word) ? words[start + word] : 0
    let high = shift > 0 && (0..<wordsPerRow).contains(word + 1) ? words[start + word + 1] : 0
    return low >> shift | high << (64 - shift)
  }
}

extension BrailleCanvas {
  /// Replaces a rectangle of cells by cells of another canvas, those outside of the other counting as
  /// empty. O(cells of the rectangle).
  ///
  /// - Parameters:
  ///   - columns: in this canvas; what lies outside is passed over.
  ///   - rows: likewise.
  ///   - other: where the cells come from, of the same tolerance.
  ///   - column: the cell of the other canvas that comes to lie at 0, 0 of this one.
  ///   - row: the same down.
  public mutating func replace(
    columns: Range<Int>, rows: Range<Int>, by other: BrailleCanvas, fromColumn column: Int,
    row: Int
  ) {
    let columns = columns.clamped(to: 0..<self.columns)
    let inside = columns.clamped(to: -column..<max(other.columns - column, -column))
    for y in rows.clamped(to: 0..<self.rows) {
      let start = y * self.columns
      let isInside = (0..<other.rows).contains(y + row) && !inside.isEmpty
      if !isInside || inside != columns {
        for x in columns { words[start + x] = 0 }
      }
      guard isInside else { continue }
      let shift = (y + row) * other.columns + column - start
      for index in start + inside.lowerBound..<start + inside.upperBound {
        words[index] = other.words[index + shift]
      }
    }
  }
}
