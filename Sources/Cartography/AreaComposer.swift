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

  /// Begins a row.
  mutating func begin(columns: Int, ground: Color, color: (Int) -> Color) {
    self.columns = columns
    self.ground = ground
    wholes.removeAll(keepingCapacity: true)
    wholes.append(contentsOf: (0..<columns).lazy.map(color))
    quarters.removeAll(keepingCapacity: true)
    for column in 0..<columns {
      quarters.append(contentsOf: repeatElement(wholes[column], count: 4))
    }
  }

  /// Lays an area over the row: a quarter is the area's when both of its dots are, or one of them and
  /// half of the cell.
  mutating func add(_ mask: DotMask, row: Int, fill: Color) {
    let words = mask.wordsPerRow
    let first = row * 4 * words
    mask.words.withUnsafeBufferPointer { source in
      for word in 0..<words {
        let index = first + word
        let (a, b) = (source[index], source[index + words])
        let (c, d) = (source[index + 2 * words], source[index + 3 * words])
        let some = a | b | c | d
        if some == 0 { continue }
        let all = a & b & c & d
        let start = word * 32
        let end = min(start + 32, columns)
        if all == .max {
          for column in start..<end { wholes[column] = fill }
          for position in 4 * start..<4 * end { quarters[position] = fill }
          continue
        }
        var shift: UInt64 = 0
        for column in start..<end {
          defer { shift += 2 }
          guard some >> shift & 3 != 0 else { continue }
          let (top, next) = (a >> shift & 3, b >> shift & 3)
          let (below, bottom) = (c >> shift & 3, d >> shift & 3)
          let isHalf = Self.counts[Int(top | next << 2 | below << 4 | bottom << 6)] >= 4
          if isHalf { wholes[column] = fill }
          let upper = isHalf ? top | next : top & next
          let lower = isHalf ? below | bottom : below & bottom
          if upper & 1 != 0 { quarters[4 * column] = fill }
          if upper & 2 != 0 { quarters[4 * column + 1] = fill }
          if lower & 1 != 0 { quarters[4 * column + 2] = fill }
          if lower & 2 != 0 { quarters[4 * column + 3] = fill }
        }
      }
    }
  }

  /// How a cell shows: what half of it is behind, another colour before it.
  /// - Parameter isPlain: whether it must be of one colour.
  func cell(_ column: Int, charset: Charset, isPlain: Bool) -> Cell {
    let first = 4 * column
    let (a, b, c, d) = (
      quarters[first], quarters[first + 1], quarters[first + 2], quarters[first + 3]
    )
    let whole = wholes[column]
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

  private static let counts: [UInt8] = (0..<256).map { UInt8($0.nonzeroBitCount) }
  /// Upper left 1, upper right 2, lower left 4, lower right 8.
  private static let quadrants = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars).map(\.value)
}
