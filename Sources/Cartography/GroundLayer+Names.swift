import CellGrid

extension GroundLayer {
  /// Whether the line that a name belongs to shows where the name is to be; also when that may be just
  /// outside the view. O(columns of the name).
  func hasLine(of label: LabelLayer.Label, _ canvas: MapCanvas) -> Bool {
    switch label.labelClass {
    case .waterway: hasWaterway(at: label.placement, canvas)
    case .street: label.line.map { hasStreet(along: $0, label, canvas) } ?? true
    default: true
    }
  }

  /// Whether a river, a stream or a lake shows where its name is to be. Streams beside roads are not drawn.
  private func hasWaterway(at placement: LabelPlacement, _ canvas: MapCanvas) -> Bool {
    let (first, last) = (
      placement.textColumn - 2, placement.textColumn + placement.textColumns + 1
    )
    guard first >= 0, last < canvas.viewport.columns else { return true }
    let lakes = areas.used.contains(.lake)
    return (first...last).contains { column in
      if let number = lines.lineClass(column: column, row: placement.textRow),
        canvas.style.draws(.river, as: number) || canvas.style.draws(.stream, as: number)
      {
        return true
      }
      return lakes && areas[.lake].contains(x: column * 2, y: placement.textRow * 4 + 1)
    }
  }

  /// Whether dots of roads are by most of the stretch of line that a name takes, as far as that is
  /// in view.
  private func hasStreet(
    along line: LabelLine, _ label: LabelLayer.Label, _ canvas: MapCanvas
  ) -> Bool {
    // Of the two sides of a great road one is drawn.
    let reach = label.label.rank <= Self.dividedRank ? 2 : 1
    let placement = label.placement
    var (seen, all) = (0, 0)
    func look(_ column: Int, _ row: Int, across: Int, down: Int) {
      var isKnown = true
      for shift in -reach...reach {
        let (x, y) = (column + shift * across, row + shift * down)
        guard x >= 0, y >= 0, x < lines.columns, y < lines.rows else {
          isKnown = false
          continue
        }
        if hasRoad(x, y, canvas) {
          (seen, all) = (seen + 1, all + 1)
          return
        }
      }
      if isKnown { all += 1 }
    }
    if line.isFlat {
      for column in placement.textColumn..<placement.textColumn + placement.textColumns {
        if let row = line.row(atColumn: column) { look(column, row, across: 0, down: 1) }
      }
    } else {
      for row in placement.textRow - 1...placement.textRow + 1 {
        if let column = line.column(atRow: row) { look(column, row, across: 1, down: 0) }
      }
    }
    return seen * 2 > all || all == 0
  }

  private static let dividedRank: UInt8 = 3

  /// Whether a cell of the view has dots of a road.
  private func hasRoad(_ column: Int, _ row: Int, _ canvas: MapCanvas) -> Bool {
    guard let number = lines.lineClass(column: column, row: row) else { return false }
    return Self.roads.contains { canvas.style.draws($0, as: number) }
  }

  private static let roads: [LineClass] = [
    .street, .tertiary, .secondary, .primary, .trunk, .motorway, .service, .track, .path,
  ]
}

extension MapStyle {
  /// Whether a number of the canvas is a class's own, or that of its faded lines.
  fileprivate func draws(_ lineClass: LineClass, as number: UInt8) -> Bool {
    let priority = self[lineClass].priority
    return number == priority || number == priority + 1
  }
}

extension LabelLine {
  /// Where a flat line passes a column of cells.
  func row(atColumn column: Int) -> Int? {
    guard reachX > 0 else { return nil }
    return (y + (2 * column + 1 - x) * reachY / reachX) >> 2
  }

  /// Where a steep line passes a row of cells.
  func column(atRow row: Int) -> Int? {
    guard reachY != 0 else { return nil }
    return (x + (4 * row + 2 - y) * reachX / reachY) >> 1
  }
}
