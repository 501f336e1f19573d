/// A rectangle of cells: what a screen shows, as a value that tests can read.
public struct CellGrid: Equatable, Sendable {
  public private(set) var columns: Int
  public private(set) var rows: Int
  /// Row by row, `columns * rows` cells.
  public var cells: [Cell]
  /// Characters of more than one scalar; a cell refers to them by `Cell.clusterBase` + index.
  public private(set) var clusters: [String] = []

  public init(columns: Int, rows: Int, fill: Cell = .blank) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    cells = Array(repeating: fill, count: self.columns * self.rows)
  }

  /// Makes the grid that size and fills it, keeping its storage where possible.
  public mutating func reset(columns: Int, rows: Int, fill: Cell = .blank) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(fill, count: self.columns * self.rows))
    clusters.removeAll(keepingCapacity: true)
  }

  @inlinable
  public func contains(column: Int, row: Int) -> Bool {
    column >= 0 && row >= 0 && column < columns && row < rows
  }

  /// The cell there. Precondition: inside the grid.
  @inlinable
  public subscript(column: Int, row: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  /// The glyph value for a character, storing it when it has several scalars.
  public mutating func glyph(for character: Character) -> UInt32 {
    let scalars = character.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first { return scalar.value }
    let text = String(character)
    if let index = clusters.firstIndex(of: text) { return Cell.clusterBase + UInt32(index) }
    clusters.append(text)
    return Cell.clusterBase + UInt32(clusters.count - 1)
  }

  /// The text of a cell; empty for the right half of a double-width character.
  public func text(of cell: Cell) -> String {
    if cell.glyph == Cell.continuation { return "" }
    if cell.glyph >= Cell.clusterBase { return clusters[Int(cell.glyph - Cell.clusterBase)] }
    return Unicode.Scalar(cell.glyph).map { String(Character($0)) } ?? "\u{FFFD}"
  }

  /// A row as text, trailing blanks kept.
  public func text(row: Int) -> String {
    cells[row * columns..<(row + 1) * columns].reduce(into: "") { $0 += text(of: $1) }
  }

  /// All rows as text, one line each.
  public var text: String { (0..<rows).map(text(row:)).joined(separator: "\n") }
}
