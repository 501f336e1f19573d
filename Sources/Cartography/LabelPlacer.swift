/// Where a name is set.
struct LabelPlacement: Equatable, Sendable {
  var column: Int
  var row: Int
  var textColumn: Int
  var textRow: Int
  /// 0 for a dot alone.
  var textColumns: Int
  var hasMarker: Bool

  /// The cell in the middle of the text.
  var middleColumn: Int { textColumn + textColumns / 2 }

  /// Whether it is whole inside a rectangle of cells from 0, 0.
  func isInside(columns: Int, rows: Int) -> Bool {
    textColumn >= 0 && textColumn + textColumns <= columns && textRow >= 0 && textRow < rows
      && (!hasMarker || (column >= 0 && row >= 0 && column < columns && row < rows))
  }

  /// Whether its text, or the air beside it, covers a cell.
  func touches(column: Int, row: Int) -> Bool {
    textColumns > 0 && row == textRow && column >= textColumn - 1
      && column <= textColumn + textColumns
  }
}

/// Finds room for names in a rectangle of cells, each in turn, so that the first come have the
/// choice. No name is cut, none touches another.
///
/// The rectangle may be larger than the view: names just outside then take part as they will when
/// they come into view, and nothing changes its place because the view moved.
struct LabelPlacer {
  private enum Use: UInt8 {
    case free
    /// A name, its dot, or a title.
    case taken
    /// One of the user's things, or the air beside it: it may lie on the dot of a place, but not on
    /// a name.
    case symbol
  }

  private var firstColumn = 0
  private var firstRow = 0
  private var columns = 0
  private var rows = 0
  private var cells: [Use] = []
  private var anchors = LabelAnchors()

  /// Empties the rectangle.
  mutating func reset(firstColumn: Int, firstRow: Int, columns: Int, rows: Int) {
    self.firstColumn = firstColumn
    self.firstRow = firstRow
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(.free, count: self.columns * self.rows))
    anchors.reset(
      firstColumn: firstColumn, firstRow: firstRow, columns: self.columns, rows: self.rows)
  }

  /// The distance in columns that leaves about so many cells for each name: names set one after the
  /// other at random fill some 56 % of the rectangles around them.
  static func distance(cellsPerLabel: Double) -> Double {
    (4 * 0.56 * max(cellsPerLabel, 0)).squareRoot()
  }

  /// Takes cells that no name may cover. Cells outside the rectangle are ignored.
  mutating func block(column: Int, row: Int, columns count: Int = 1) {
    mark(column: column, row: row, columns: count, .taken)
  }

  /// Takes a cell for one of the user's things, with the air beside it. The dot of a place may lie
  /// beneath.
  mutating func blockSymbol(column: Int, row: Int) {
    mark(column: column - 1, row: row, columns: 3, .symbol)
  }

  /// Keeps names, but not dots, from a cell.
  mutating func reserve(column: Int, row: Int) {
    mark(column: column, row: row, columns: 1, .symbol)
  }

  /// Gives the cells of a placement back.
  mutating func release(_ placement: LabelPlacement) {
    mark(
      column: placement.textColumn, row: placement.textRow, columns: placement.textColumns, .free)
    if placement.hasMarker {
      mark(column: placement.column, row: placement.row, columns: 1, .free)
    }
  }

  private mutating func mark(column: Int, row: Int, columns count: Int, _ use: Use) {
    let row = row - firstRow
    guard row >= 0, row < rows else { return }
    let end = min(column - firstColumn + count, columns)
    var index = max(column - firstColumn, 0)
    while index < end {
      cells[row * columns + index] = use
      index += 1
    }
  }

  /// Sets a name in the first of its places that is free, and takes it; nil when none is.
  ///
  /// `suits` says whether the ground of a place suits a name without a dot: first those that suit
  /// wholly (2) are tried, then those that will do (1).
  mutating func place(
    _ request: LabelRequest,
    suits: (_ column: Int, _ row: Int, _ columns: Int) -> Int = { _, _, _ in 2 }
  ) -> LabelPlacement? {
    if let line = request.line {
      guard let placement = along(line, request) else { return nil }
      take(placement)
      if request.distance > 0 {
        anchors.add(column: placement.middleColumn, row: placement.textRow)
      }
      return placement
    }
    if isNearAnother(request, request.column, request.row) {
      guard request.mayStandAlone,
        !isNearAnother(request, request.column, request.row, share: 0.4)
      else { return nil }
      return alone(request)
    }
    let placement = request.hasMarker ? besideMarker(request) : around(request, suits)
    guard let placement else { return request.mayStandAlone ? alone(request) : nil }
    take(placement)
    if request.hasMarker || request.distance > 0 {
      anchors.add(column: placement.column, row: placement.row)
    }
    return placement
  }

  /// Takes the cells of a placement found elsewhere.
  mutating func take(_ placement: LabelPlacement) {
    block(
      column: placement.textColumn, row: placement.textRow, columns: placement.textColumns)
    if placement.hasMarker { block(column: placement.column, row: placement.row) }
  }

  private func isNearAnother(
    _ request: LabelRequest, _ column: Int, _ row: Int, share: Double = 1
  ) -> Bool {
    guard request.distance > 0 else { return false }
    let distance = request.distance * share
    return anchors.contains(
      column: column, row: row, withinColumns: Int(distance), rows: Int(distance / 4))
  }

  private mutating func alone(_ request: LabelRequest) -> LabelPlacement? {
    guard isFree(column: request.column - 1, row: request.row, columns: 3, air: 1) else {
      return nil
    }
    let placement = LabelPlacement(
      column: request.column, row: request.row, textColumn: request.column,
      textRow: request.row, textColumns: 0, hasMarker: true)
    take(placement)
    anchors.add(column: placement.column, row: placement.row)
    return placement
  }

  /// A place beside its dot for a name, whole in a rectangle from 0, 0 and off the crosshair; nil when
  /// none is free. It is not taken.
  func beside(
    _ request: LabelRequest, columns: Int, rows: Int, crosshair: (column: Int, row: Int)?
  ) -> LabelPlacement? {
    besideMarker(request) { placement in
      guard placement.isInside(columns: columns, rows: rows) else { return false }
      guard let crosshair else { return true }
      return !placement.touches(column: crosshair.column, row: crosshair.row)
    }
  }

  /// Right, left, above, below; then above and below from the dot on to either side.
  private func besideMarker(
    _ request: LabelRequest, where suits: (LabelPlacement) -> Bool = { _ in true }
  ) -> LabelPlacement? {
    guard
      isFree(
        column: request.column - 1, row: request.row, columns: 3, air: 1, orSymbol: true)
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
      let placement = LabelPlacement(
        column: column, row: row, textColumn: textColumn, textRow: textRow, textColumns: width,
        hasMarker: true)
      // Before and after a name stands its dot or more air than between words: it may be another's
      // name that stands there, without a dot.
      let before = position == 0 ? 0 : 1
      let after = position == 1 ? 0 : 1
      if suits(placement),
        isFree(
          textColumn: textColumn - before, row: textRow, columns: width + before + after)
      {
        return placement
      }
    }
    return nil
  }

  /// On the point, else near it; apart first, then close.
  private func around(
    _ request: LabelRequest, _ suits: (_ column: Int, _ row: Int, _ columns: Int) -> Int
  ) -> LabelPlacement? {
    for need in [2, 1] {
      var width = request.textColumns
      while width > 0 {
        for shift in 0..<25 {
          let rowShift = Self.rowShifts[shift % 5]
          if abs(rowShift) > request.reachRows || shift >= 5 && !request.reachesAcross { continue }
          let columnShift = Self.columnShifts[shift / 5] * width / 4
          let textColumn = request.column - width / 2 + columnShift
          let textRow = request.row + rowShift
          // Words of names without a dot are told apart by distance alone.
          if isFree(column: textColumn - 2, row: textRow, columns: width + 4, air: 2),
            suits(textColumn, textRow, width) >= need
          {
            return LabelPlacement(
              column: request.column, row: request.row, textColumn: textColumn, textRow: textRow,
              textColumns: width, hasMarker: false)
          }
        }
        width = width == request.closeColumns ? 0 : request.closeColumns
      }
    }
    return nil
  }

  private static let rowShifts = [0, -1, 1, -2, 2]
  private static let columnShifts = [0, -1, 1, -2, 2]
  /// Where along a line a name is tried: at the middle, then to both sides.
  private static let shares = [0, -64, 64, -128, 128, -192, 192]

  /// Over a line that runs across the screen and is longer than the name, else beside a steep one.
  private func along(_ line: LabelLine, _ request: LabelRequest) -> LabelPlacement? {
    let width = request.textColumns
    // Of the reach, what is left when the name stays on the line.
    let slack = line.reachX - width
    let isOver = request.sitsOnLine || line.isFlat
    guard request.sitsOnLine || line.holds(columns: width) else { return nil }
    for var share in Self.shares {
      if isOver, !request.sitsOnLine {
        share = line.reachX > 0 ? 4 * share * slack / (3 * line.reachX) : 0
      }
      let point = line.point(share)
      let row = point.y >> 2
      if isNearAnother(request, point.x >> 1, row) { continue }
      for side in 0..<(isOver ? 1 : 2) {
        let column =
          isOver
          ? point.x >> 1 - width / 2 : side == 0 ? point.x >> 1 + 2 : point.x >> 1 - 1 - width
        if isFree(textColumn: column, row: row, columns: width) {
          return LabelPlacement(
            column: request.column, row: request.row, textColumn: column, textRow: row,
            textColumns: width, hasMarker: false)
        }
      }
    }
    return nil
  }

  /// Whether a text has room with a column of air on both sides, or two names read as one.
  private func isFree(textColumn: Int, row: Int, columns: Int) -> Bool {
    isFree(column: textColumn, row: row, columns: columns, air: 0)
      && isFree(column: textColumn - 1, row: row, columns: columns + 2, air: 1, orSymbol: true)
  }

  /// Whether a stretch of cells is inside and free. Of the air at both its ends as much may lie
  /// outside as will.
  private func isFree(
    column: Int, row: Int, columns count: Int, air: Int, orSymbol: Bool = false
  ) -> Bool {
    let row = row - firstRow
    let start = column - firstColumn
    let end = start + count
    guard row >= 0, row < rows, start + air >= 0, end - air <= columns else { return false }
    var index = max(start, 0)
    while index < min(end, columns) {
      let use = cells[row * columns + index]
      if use == .taken || (use == .symbol && !orSymbol) { return false }
      index += 1
    }
    return true
  }
}
