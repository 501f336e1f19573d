import CNcurses
import CellGrid
import Glibc

extension Screen {
  /// Shows a grid, with the cursor in a cell of it or hidden. Writes nothing when nothing changed;
  /// what lies outside the window is cut off. Work is proportional to the rows that changed, but for
  /// every so many frames of new colours, when what the screen shows is gone over.
  public func draw(_ grid: CellGrid, cursor: (column: Int, row: Int)? = nil) {
    guard phase == .active else { return }
    if output.hasLost {
      output.hasLost = false
      redrawAll()
    }
    encoder.pairs.beginFrame()
    if encoder.pairs.isWorthReclaiming { reclaimPairs() }
    let cursor = cursor.flatMap { isInside($0) ? $0 : nil }
    var hasChanged = put(grid)
    if encoder.pairs.isExhausted {
      // Once more, with all pairs for this frame.
      encoder.pairs.reset()
      redrawAll()
      hasChanged = put(grid)
    }
    if hasChanged {
      remember(grid)
    } else if cursor?.column == shownCursor?.column, cursor?.row == shownCursor?.row {
      return
    }
    place(cursor)
    wnoutrefresh(cn_stdscr())
    doupdate()
    output.flush()
  }

  /// Gives curses the rows that changed.
  /// - Returns: whether there are any.
  private func put(_ grid: CellGrid) -> Bool {
    let columns = min(grid.columns, size.columns)
    if row.count < max(columns, 1) { row = Array(repeating: cchar_t(), count: columns) }
    let isComparable = shownCells.count == grid.cells.count && grid.columns == size.columns
    if isComparable { shiftRows(to: grid) } else { werase(cn_stdscr()) }
    let isSameClusters = shownClusters == grid.clusters
    var hasChanged = !isComparable
    grid.cells.withUnsafeBufferPointer { cells in
      for y in 0..<min(grid.rows, size.rows) {
        let start = y * grid.columns
        let new = UnsafeBufferPointer(rebasing: cells[start..<start + columns])
        if isComparable, isShown(new, at: start, isSameClusters: isSameClusters) { continue }
        let count = row.withUnsafeMutableBufferPointer { buffer in
          buffer.baseAddress.map { encoder.encode(new, clusters: grid.clusters, into: $0) } ?? 0
        }
        mvwadd_wchnstr(cn_stdscr(), Int32(y), 0, row, Int32(count))
        hasChanged = true
      }
    }
    return hasChanged
  }

  /// Takes back the pairs of colours that no cell on the screen has.
  private func reclaimPairs() {
    // What was drawn in another size is on the screen in part.
    guard shownColumns == size.columns, shownCells.count == size.columns * size.rows,
      row.count >= size.columns
    else { return }
    var isUsed = Array(repeating: false, count: encoder.pairs.colors.all.count)
    for y in 0..<size.rows {
      let cells = shownCells[y * size.columns..<(y + 1) * size.columns]
      cells.withUnsafeBufferPointer { cells in
        row.withUnsafeMutableBufferPointer { buffer in
          guard let first = buffer.baseAddress else { return }
          let count = encoder.encode(cells, clusters: shownClusters, into: first)
          for cell in buffer[..<count] where cell.ext_color < isUsed.count {
            isUsed[Int(cell.ext_color)] = true
          }
        }
      }
    }
    encoder.pairs.reclaim(keeping: isUsed)
  }

  private func isInside(_ cell: (column: Int, row: Int)) -> Bool {
    cell.column >= 0 && cell.row >= 0 && cell.column < size.columns && cell.row < size.rows
  }

  private func place(_ cursor: (column: Int, row: Int)?) {
    if (cursor == nil) != (shownCursor == nil) || !isCursorKnown {
      curs_set(cursor == nil ? 0 : 1)
      isCursorKnown = true
    }
    // A hidden cursor stays put as well: moving it there is all that it costs.
    wmove(cn_stdscr(), Int32(cursor?.row ?? 0), Int32(cursor?.column ?? 0))
    shownCursor = cursor
  }

  private func isShown(
    _ new: UnsafeBufferPointer<Cell>, at start: Int, isSameClusters: Bool
  ) -> Bool {
    shownCells.withUnsafeBufferPointer { shown in
      let old = UnsafeBufferPointer(rebasing: shown[start..<start + new.count])
      guard Self.isEqual(old, new) else { return false }
      return isSameClusters || !new.contains { $0.glyph >= Cell.clusterBase }
    }
  }

  private static func isEqual(
    _ a: UnsafeBufferPointer<Cell>, _ b: UnsafeBufferPointer<Cell>
  ) -> Bool {
    guard let first = a.baseAddress, let second = b.baseAddress else { return true }
    // Padding inside cells can differ, so only equality of bytes is an answer.
    return memcmp(first, second, a.count * MemoryLayout<Cell>.stride) == 0 || a.elementsEqual(b)
  }

  private func remember(_ grid: CellGrid) {
    shownClusters = grid.clusters
    shownColumns = grid.columns
    // Copied, not shared: the caller fills the same storage again for the next frame.
    if shownCells.count == grid.cells.count {
      shownCells.withUnsafeMutableBufferPointer { shown in
        _ = grid.cells.withUnsafeBufferPointer { shown.update(fromContentsOf: $0) }
      }
    } else {
      shownCells = Array(unsafeUninitializedCapacity: grid.cells.count) { buffer, count in
        count = grid.cells.withUnsafeBufferPointer { buffer.initialize(fromContentsOf: $0) }
      }
    }
  }

  /// Moves rows sideways on the terminal and in curses' idea of it (`curscr`), where that explains
  /// most of what changed. curses then writes the rest.
  private func shiftRows(to grid: CellGrid) {
    guard curses.canShiftRows, shownClusters == grid.clusters else { return }
    let found = shownCells.withUnsafeBufferPointer { old in
      grid.cells.withUnsafeBufferPointer { RowShift.find(from: old, to: $0, width: grid.columns) }
    }
    guard let found else { return }
    let count = abs(found.columns)
    let function = found.columns > 0 ? "P" : "@"
    var text = ""
    for y in found.rows where y < size.rows {
      text += "\u{1B}[\(y + 1)H\u{1B}[\(count)\(function)"
      for _ in 0..<count {
        if found.columns > 0 {
          mvwdelch(cn_curscr(), Int32(y), 0)
        } else {
          mvwinsch(cn_curscr(), Int32(y), 0, chtype(0x20))
        }
      }
    }
    // Back to where curses left the cursor.
    text += "\u{1B}[\((shownCursor?.row ?? 0) + 1);\((shownCursor?.column ?? 0) + 1)H"
    output.writePlain(Array(text.utf8))
  }
}
