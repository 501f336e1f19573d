import CellGrid

/// The ground of one row of cells, in quarters: a cell shows two colours, each in some of its quarters.
struct AreaComposer {
  /// Four for each cell: upper left, upper right, lower left, lower right.
  private var quarters: [Color] = []
  /// What at least half of the dots of each cell are.
  private var wholes: [Color] = []
  private var columns = 0
  /// The foreground of cells of one colour.
  private var ground = Color.terminalDefault

  /// Begins a row of one colour.
  mutating func begin(columns: Int, ground: Color) {
    self.ground = ground
    if self.columns != columns {
      self.columns = columns
      wholes = Array(repeating: ground, count: columns)
      quarters = Array(repeating: ground, count: columns * 4)
    } else {
      wholes.withUnsafeMutableBufferPointer { $0.update(repeating: ground) }
      quarters.withUnsafeMutableBufferPointer { $0.update(repeating: ground) }
    }
  }

  /// Gives a cell another colour.
  mutating func set(_ column: Int, _ color: Color) {
    wholes[column] = color
    for quarter in 4 * column..<4 * column + 4 { quarters[quarter] = color }
  }

  /// Lays an area over the row: a quarter is the area's when both of its dots are, or one of them and
  /// half of the cell.
  mutating func add(_ mask: DotMask, row: Int, fill: Color) {
    let words = mask.wordsPerRow
    let first = row * 4 * words
    let columns = columns
    mask.words.withUnsafeBufferPointer { source in
      wholes.withUnsafeMutableBufferPointer { wholes in
        quarters.withUnsafeMutableBufferPointer { quarters in
          for word in 0..<words {
            let index = first + word
            let rows = (
              source[index], source[index + words], source[index + 2 * words],
              source[index + 3 * words]
            )
            if rows.0 | rows.1 | rows.2 | rows.3 == 0 { continue }
            let span = word * 32..<min(word * 32 + 32, columns)
            if rows.0 & rows.1 & rows.2 & rows.3 == .max {
              for column in span { wholes[column] = fill }
              for quarter in 4 * span.lowerBound..<4 * span.upperBound { quarters[quarter] = fill }
            } else {
              Self.add(rows, span, fill, wholes, quarters)
            }
          }
        }
      }
    }
  }

  /// The cells of four words.
  @inline(__always)
  private static func add(
    _ rows: (UInt64, UInt64, UInt64, UInt64), _ span: Range<Int>, _ fill: Color,
    _ wholes: UnsafeMutableBufferPointer<Color>, _ quarters: UnsafeMutableBufferPointer<Color>
  ) {
    let some = rows.0 | rows.1 | rows.2 | rows.3
    var shift: UInt64 = 0
    for column in span {
      defer { shift &+= 2 }
      guard some >> shift & 3 != 0 else { continue }
      let (top, next) = (rows.0 >> shift & 3, rows.1 >> shift & 3)
      let (below, bottom) = (rows.2 >> shift & 3, rows.3 >> shift & 3)
      let dots = top | next << 2 | below << 4 | bottom << 6
      let isHalf = dots.nonzeroBitCount >= 4
      if isHalf { wholes[column] = fill }
      let upper = isHalf ? top | next : top & next
      let lower = isHalf ? below | bottom : below & bottom
      if upper & 1 != 0 { quarters[4 * column] = fill }
      if upper & 2 != 0 { quarters[4 * column + 1] = fill }
      if lower & 1 != 0 { quarters[4 * column + 2] = fill }
      if lower & 2 != 0 { quarters[4 * column + 3] = fill }
    }
  }

  /// Writes the cells of the row: what half of a cell is behind, another colour before it.
  /// - Parameters:
  ///   - cells: as many as there are columns.
  ///   - isPlain: whether a cell must be of one colour.
  func draw(
    into cells: UnsafeMutableBufferPointer<Cell>, charset: Charset, isPlain: (Int) -> Bool
  ) {
    wholes.withUnsafeBufferPointer { wholes in
      quarters.withUnsafeBufferPointer { quarters in
        for column in 0..<columns {
          let (first, whole) = (4 * column, wholes[column])
          let (a, b) = (quarters[first], quarters[first + 1])
          let (c, d) = (quarters[first + 2], quarters[first + 3])
          if a == b, b == c, c == d, a == whole {
            cells[column] = Cell(foreground: ground, background: whole)
          } else {
            cells[column] = cell(
              a, b, c, d, whole: whole, charset: charset, isPlain: isPlain(column))
          }
        }
      }
    }
  }

  private func cell(
    _ a: Color, _ b: Color, _ c: Color, _ d: Color, whole: Color, charset: Charset, isPlain: Bool
  ) -> Cell {
    if isPlain || charset == .ascii { return Cell(foreground: ground, background: whole) }
    if a == b, b == c, c == d { return Cell(foreground: ground, background: a) }
    let back = a == whole || b == whole || c == whole || d == whole ? whole : d
    if charset == .block {
      // Halves only.
      let isUpper = a != back && b != back
      let isLower = c != back && d != back
      if isUpper == isLower { return Cell(foreground: ground, background: back) }
      return isUpper
        ? Cell(glyph: 0x2580, foreground: a, background: back)
        : Cell(glyph: 0x2584, foreground: c, background: back)
    }
    let bits =
      (a == back ? 0 : 1) | (b == back ? 0 : 2) | (c == back ? 0 : 4) | (d == back ? 0 : 8)
    let front = a != back ? a : b != back ? b : c != back ? c : d
    return Cell(glyph: Self.quadrants[bits], foreground: front, background: back)
  }

  /// Upper left 1, upper right 2, lower left 4, lower right 8.
  private static let quadrants = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars).map(\.value)
}
