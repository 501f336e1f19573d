import Geodesy

extension State {
  /// Two clicks are a double click when they are that near, in seconds and cells.
  static let doubleClickTime = 0.4

  mutating func handle(_ mouse: MouseEvent, time: Double) {
    let row = mouse.row - mapTop
    switch mouse.kind {
    case .wheelUp, .wheelDown:
      guard row >= 0, row < viewport.rows else { return }
      zoom(steps: mouse.kind == .wheelUp ? 1 : -1, at: (mouse.column, row))
    case .press:
      guard row >= 0, row < viewport.rows else { return }
      pointer.isDown = true
      pointer.isDragging = false
      pointer.column = mouse.column
      pointer.row = row
    case .drag:
      guard pointer.isDown else { return }
      let columns = pointer.column - mouse.column
      let rows = pointer.row - row
      guard columns != 0 || rows != 0 else { return }
      pan(columns, rows)
      pointer.isDragging = true
      pointer.column = mouse.column
      pointer.row = row
    case .release:
      guard pointer.isDown else { return }
      pointer.isDown = false
      if !pointer.isDragging { click(column: mouse.column, row: row, time: time) }
    }
  }

  private mutating func click(column: Int, row: Int, time: Double) {
    if let last = pointer.lastClick, time - last.time <= Self.doubleClickTime,
      abs(last.column - column) <= 1, abs(last.row - row) <= 1
    {
      pointer.lastClick = nil
      pauseFollowing()
      viewport.center = viewport.coordinate(column: column, row: row)
      return
    }
    pointer.lastClick = (time, column, row)
    guard let annotation else { return }
    // A finger's width around the pin, as pointing at one cell is hard.
    let cell = viewport.cell(for: annotation.coordinate)
    isAnnotationSelected = cell.map { abs($0.column - column) <= 1 && $0.row == row } ?? false
    if isAnnotationSelected {
      let place = CoordinateFormat.string(
        annotation.coordinate, notation: settings.notation, decimals: 5)
      tell(Notice("\(annotation.title)  \(place)"))
    }
  }
}
