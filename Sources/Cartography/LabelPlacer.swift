/// A name that wants a place.
struct LabelRequest: Equatable, Sendable {
  /// The true cell; may lie outside the view.
  var column: Int
  var row: Int
  /// Columns the text takes.
  var textColumns: Int
  /// Columns of a closer setting, to fall back to; 0 when there is none.
  var closeColumns: Int
  /// Whether a dot marks the true cell, with the name beside it.
  var hasMarker: Bool
  /// Whether it keeps its distance from others.
  var keepsDistance: Bool
}

/// Where a name is set.
struct LabelPlacement: Equatable, Sendable {
  var column: Int
  var row: Int
  var textColumn: Int
  var textRow: Int
  var textColumns: Int
  var hasMarker: Bool

  /// Whether it is whole inside a rectangle of cells from 0, 0.
  func isInside(columns: Int, rows: Int) -> Bool {
    textColumn >= 0 && textColumn + textColumns <= columns && textRow >= 0 && textRow < rows
      && (!hasMarker || (column >= 0 && row >= 0 && column < columns && row < rows))
  }

  /// Whether it covers a cell or the air beside its text lies there.
  func touches(column: Int, row: Int) -> Bool {
    if row == textRow && column >= textColumn - 1 && column <= textColumn + textColumns {
      return true
    }
    return hasMarker && self.row == row && self.column == column
  }
}

/// Finds room for names in a rectangle of cells, each in turn, so that the first come have the
/// choice. No name is cut, none touches another.
///
/// The rectangle may be larger than the view: names just outside then take part as they will when
/// they come into view, and nothing changes its place because the view moved.
struct LabelPlacer {
  private var firstColumn = 0
  private var firstRow = 0
  private var columns = 0
  private var rows = 0
  private var isTaken: [Bool] = []
  /// True cells of the names that are set.
  private var anchors: [(column: Int, row: Int)] = []
  private var distanceColumns = 0
  private var distanceRows = 0

  /// Empties the rectangle. `distance` is how far apart, in columns, names that keep their distance
  /// stand; in rows it is a quarter of that.
  mutating func reset(
    firstColumn: Int, firstRow: Int, columns: Int, rows: Int, distance: Double
  ) {
    self.firstColumn = firstColumn
    self.firstRow = firstRow
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    isTaken.removeAll(keepingCapacity: true)
    isTaken.append(contentsOf: repeatElement(false, count: self.columns * self.rows))
    anchors.removeAll(keepingCapacity: true)
    distanceColumns = Int(distance)
    distanceRows = Int(distance / 4)
  }

  /// The distance that leaves about so many cells for each name: names set one after the other at
  /// random fill some 56 % of the rectangles around them.
  static func distance(cellsPerLabel: Double) -> Double {
    (4 * 0.56 * max(cellsPerLabel, 0)).squareRoot()
  }

  /// Takes a cell that no name may cover. Cells outside the rectangle are ignored.
  mutating func block(column: Int, row: Int, columns count: Int = 1) {
    let row = row - firstRow
    guard row >= 0, row < rows else { return }
    let start = max(column - firstColumn, 0)
    let end = min(column - firstColumn + count, columns)
    var index = start
    while index < end {
      isTaken[row * columns + index] = true
      index += 1
    }
  }

  /// Sets a name in the first of its places that is free, and takes it; nil when none is.
  mutating func place(_ request: LabelRequest) -> LabelPlacement? {
    if request.keepsDistance && isNearAnother(request) { return nil }
    guard let placement = free(for: request) else { return nil }
    take(placement)
    return placement
  }

  /// Takes the cells of a placement found elsewhere.
  mutating func take(_ placement: LabelPlacement) {
    block(
      column: placement.textColumn, row: placement.textRow, columns: placement.textColumns)
    if placement.hasMarker {
      block(column: placement.column, row: placement.row)
      anchors.append((placement.column, placement.row))
    }
  }

  private func isNearAnother(_ request: LabelRequest) -> Bool {
    anchors.contains {
      abs($0.column - request.column) < distanceColumns && abs($0.row - request.row) < distanceRows
    }
  }

  private func free(for request: LabelRequest) -> LabelPlacement? {
    request.hasMarker ? besideMarker(request) : around(request)
  }

  /// Right, left, above, below; then above and below from the dot on to either side.
  private func besideMarker(_ request: LabelRequest) -> LabelPlacement? {
    guard isFree(column: request.column - 1, row: request.row, columns: 3, air: 1)
    else { return nil }
    let width = request.textColumns
    let column = request.column
    let row = request.row
    for position in 0..<8 {
      let (textColumn, textRow) =
        switch position {
        case 0: (column + 2, row)
        case 1: (column - 1 - width, row)
        case 2: (column - width / 2, row - 1)
        case 3: (column - width / 2, row + 1)
        case 4: (column, row - 1)
        case 5: (column, row + 1)
        case 6: (column - width + 1, row - 1)
        default: (column - width + 1, row + 1)
        }
      // A column of air on both sides, or two names read as one.
      if isFree(column: textColumn - 1, row: textRow, columns: width + 2, air: 1) {
        return LabelPlacement(
          column: column, row: row, textColumn: textColumn, textRow: textRow, textColumns: width,
          hasMarker: true)
      }
    }
    return nil
  }

  /// On the point, else near it; apart first, then close.
  private func around(_ request: LabelRequest) -> LabelPlacement? {
    var width = request.textColumns
    while width > 0 {
      for shift in 0..<15 {
        let rowShift = [0, -1, 1, -2, 2][shift % 5]
        let columnShift = [0, -width / 4, width / 4][shift / 5]
        let textColumn = request.column - width / 2 + columnShift
        let textRow = request.row + rowShift
        // Words of names without a dot are told apart by distance alone.
        if isFree(column: textColumn - 2, row: textRow, columns: width + 4, air: 2) {
          return LabelPlacement(
            column: request.column, row: request.row, textColumn: textColumn, textRow: textRow,
            textColumns: width, hasMarker: false)
        }
      }
      width = width == request.closeColumns ? 0 : request.closeColumns
    }
    return nil
  }

  /// Whether a stretch of cells is inside and free. Of the air at both its ends as much may lie
  /// outside as will.
  private func isFree(column: Int, row: Int, columns count: Int, air: Int) -> Bool {
    let row = row - firstRow
    let start = column - firstColumn
    let end = start + count
    guard row >= 0, row < rows, start + air >= 0, end - air <= columns else { return false }
    var index = max(start, 0)
    while index < min(end, columns) {
      if isTaken[row * columns + index] { return false }
      index += 1
    }
    return true
  }
}
