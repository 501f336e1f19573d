/// A rectangle of cells: what a screen shows, as a value that tests can read.
public struct CellGrid: Equatable, Sendable {
  public private(set) var columns: Int
  public private(set) var rows: Int
  /// Row by row, `columns * rows` cells.
  public var cells: [Cell]
  /// Characters of more than one scalar; a cell refers to them by `Cell.clusterBase` + index.
  public private(set) var clusters: [String] = []
  /// Where each of `clusters` is.
  private var clusterNumbers: [String: UInt32] = [:]

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
    clusterNumbers.removeAll(keepingCapacity: true)
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
  ///
  /// The character is taken as it is; text from outside is drawn with `draw`.
  public mutating func glyph(for character: Character) -> UInt32 {
    let scalars = character.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first { return scalar.value }
    return glyph(forCluster: String(character))
  }

  mutating func glyph(forCluster text: String) -> UInt32 {
    if let number = clusterNumbers[text] { return Cell.clusterBase + number }
    let number = UInt32(clusters.count)
    clusters.append(text)
    clusterNumbers[text] = number
    return Cell.clusterBase + number
  }

  /// The text of a cell; empty for the right half of a double-width character.
  public func text(of cell: Cell) -> String {
    if cell.glyph == Cell.continuation { return "" }
    if cell.glyph >= Cell.clusterBase {
      let number = Int(cell.glyph - Cell.clusterBase)
      return number < clusters.count ? clusters[number] : "\u{FFFD}"
    }
    return Unicode.Scalar(cell.glyph).map { String(Character($0)) } ?? "\u{FFFD}"
  }

  /// A row as text, trailing blanks kept.
  public func text(row: Int) -> String {
    cells[row * columns..<(row + 1) * columns].reduce(into: "") { $0 += text(of: $1) }
  }

  /// All rows as text, one line each.
  public var text: String { (0..<rows).map(text(row:)).joined(separator: "\n") }
}
