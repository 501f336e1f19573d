import CellGrid

/// Finds rows that moved sideways, as those of a map do when it is panned. curses only sees that
/// every cell changed; deleting or inserting columns at the start of the row says it in ten bytes.
enum RowShift {
  /// The rows that moved and by how many cells: positive when the content moved left. Nil when no
  /// single move explains enough of the change. Both frames are rows of `width` cells, and equally
  /// many.
  static func find(
    from old: UnsafeBufferPointer<Cell>, to new: UnsafeBufferPointer<Cell>, width: Int
  ) -> (columns: Int, rows: [Int])? {
    guard width >= 16, old.count == new.count else { return nil }
    let comparison = Comparison(old: old, new: new, width: width)
    let rowCount = new.count / width
    let changed = (0..<rowCount).map { comparison.mismatches(row: $0, shift: 0, atMost: width) }
    guard let shift = comparison.bestShift(changed) else { return nil }
    // The columns that come in have to be written too: `mismatches` counts them.
    let rows = (0..<rowCount).filter { row in
      let worth = changed[row] - cost
      return worth > 0
        && comparison.mismatches(row: row, shift: shift, atMost: worth) < worth
        && !comparison.cutsCharacter(row: row, shift: shift)
    }
    return rows.isEmpty ? nil : (shift, rows)
  }

  /// Cells whose drawing costs about as much as moving a row.
  private static let cost = 8
}

private struct Comparison {
  let old: UnsafeBufferPointer<Cell>
  let new: UnsafeBufferPointer<Cell>
  let width: Int

  /// How many cells of a row would still be wrong after the shift; counting stops at `limit`.
  func mismatches(row: Int, shift: Int, atMost limit: Int) -> Int {
    let start = row * width
    let overlap = max(0, -shift)..<(width - max(0, shift))
    var count = width - overlap.count
    for column in overlap where count < limit {
      if new[start + column] != old[start + column + shift] { count += 1 }
    }
    return count
  }

  /// The shift that suits the rows that changed most; nil when none is much better than none.
  func bestShift(_ changed: [Int]) -> Int? {
    let samples = changed.indices.sorted { changed[$0] > changed[$1] }.prefix(6)
      .filter { changed[$0] >= 12 }
    if samples.isEmpty { return nil }
    let before = samples.flatMap { row in (0..<width).map { Self.mark(old[row * width + $0]) } }
    let after = samples.flatMap { row in (0..<width).map { Self.mark(new[row * width + $0]) } }
    let total = samples.reduce(0) { $0 + changed[$1] }
    var best = (shift: 0, mismatches: total / 2)
    for distance in 1...(width / 2) where distance * samples.count < best.mismatches {
      for shift in [distance, -distance] {
        var sum = distance * samples.count
        for sample in samples.indices where sum < best.mismatches {
          sum += Self.differences(
            before, after, from: sample * width + max(shift, 0), sample * width + max(-shift, 0),
            count: width - distance)
        }
        if sum < best.mismatches { best = (shift, sum) }
      }
    }
    return best.shift == 0 ? nil : best.shift
  }

  /// A number for each look of a cell; that two looks have the same is too rare to matter where rows
  /// are only estimated.
  private static func mark(_ cell: Cell) -> UInt32 {
    var mark = cell.glyph &* 0x9E37_79B1
    mark = (mark ^ cell.foreground.packed) &* 0x85EB_CA77
    mark = (mark ^ cell.background.packed) &* 0xC2B2_AE3D
    return mark ^ UInt32(cell.attributes.rawValue)
  }

  /// How many numbers differ, without looking for an early end: many are compared at once.
  private static func differences(
    _ a: [UInt32], _ b: [UInt32], from first: Int, _ second: Int, count: Int
  ) -> Int {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        var sum: UInt32 = 0
        for index in 0..<count { sum &+= a[first &+ index] == b[second &+ index] ? 0 : 1 }
        return Int(sum)
      }
    }
  }

  /// Whether the edge would fall into a double-width character.
  func cutsCharacter(row: Int, shift: Int) -> Bool {
    let edge = shift > 0 ? shift : width + shift
    return old[row * width + edge].glyph == Cell.continuation
  }
}
