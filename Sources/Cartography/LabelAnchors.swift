/// Where names stand that others keep their distance from, in buckets of cells, so that a look costs
/// the same however many there are.
struct LabelAnchors {
  private static let bucketColumns = 16
  private static let bucketRows = 4

  private struct Anchor {
    var column: Int32
    var row: Int32
    /// The next in the same bucket; -1 ends.
    var next: Int32
  }

  private var firstColumn = 0
  private var firstRow = 0
  private var across = 0
  private var down = 0
  private var heads: [Int32] = []
  private var anchors: [Anchor] = []

  /// Forgets all, and takes the rectangle they come from. What lies outside is kept at its edge.
  mutating func reset(firstColumn: Int, firstRow: Int, columns: Int, rows: Int) {
    self.firstColumn = firstColumn
    self.firstRow = firstRow
    across = columns / Self.bucketColumns + 1
    down = rows / Self.bucketRows + 1
    heads.removeAll(keepingCapacity: true)
    heads.append(contentsOf: repeatElement(-1, count: across * down))
    anchors.removeAll(keepingCapacity: true)
  }

  mutating func add(column: Int, row: Int) {
    let bucket = bucketRow(row) * across + bucketColumn(column)
    anchors.append(Anchor(column: Int32(column), row: Int32(row), next: heads[bucket]))
    heads[bucket] = Int32(anchors.count - 1)
  }

  /// Whether one stands less than so many columns and rows away.
  func contains(column: Int, row: Int, withinColumns columns: Int, rows: Int) -> Bool {
    guard columns > 0, rows >= 0 else { return false }
    let last = bucketColumn(column + columns)
    for y in bucketRow(row - rows)...bucketRow(row + rows) {
      for x in bucketColumn(column - columns)...last {
        var index = heads[y * across + x]
        while index >= 0 {
          let anchor = anchors[Int(index)]
          if abs(Int(anchor.column) - column) < columns && abs(Int(anchor.row) - row) < max(rows, 1)
          {
            return true
          }
          index = anchor.next
        }
      }
    }
    return false
  }

  private func bucketColumn(_ column: Int) -> Int {
    min(max((column - firstColumn) / Self.bucketColumns, 0), across - 1)
  }

  private func bucketRow(_ row: Int) -> Int {
    min(max((row - firstRow) / Self.bucketRows, 0), down - 1)
  }
}
