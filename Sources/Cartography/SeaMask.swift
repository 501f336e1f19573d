import CellGrid
import Geodesy

/// Which cells are sea, in a rectangle around the view: the names of seas stand in them.
struct SeaMask {
  private var fill = EvenOddFill()
  /// A dot for each cell.
  private var mask = DotMask()
  private var marginColumns = 0
  private var marginRows = 0

  /// O(vertices of the sea in the tiles).
  mutating func draw(
    _ scenes: [PlacedScene], columns: Int, rows: Int, marginColumns: Int, marginRows: Int
  ) {
    self.marginColumns = marginColumns
    self.marginRows = marginRows
    let (width, height) = (columns + 2 * marginColumns, rows + 2 * marginRows)
    fill.reset(width: width, height: height)
    mask.reset(width: width, height: height)
    for placed in scenes {
      for area in placed.scene.areas where area.areaClass == .sea {
        guard
          placed.transform.mayShow(
            area.bounds, width: columns * 2, height: rows * 4,
            margin: max(marginColumns * 2, marginRows * 4))
        else { continue }
        add(area, placed)
      }
      // The pieces of sea within a tile do not overlap.
      fill.fill(into: &mask)
    }
  }

  private mutating func add(_ area: SceneArea, _ placed: PlacedScene) {
    let (scene, transform) = (placed.scene, placed.transform)
    scene.points.withUnsafeBufferPointer { points in
      for ring in area.rings { trace(points, scene.rings[Int(ring)].points, transform) }
    }
  }

  /// Points that fall into the cell of the one before are passed over.
  private mutating func trace(
    _ points: UnsafeBufferPointer<ScenePoint>, _ range: Range<Int32>, _ transform: SceneTransform
  ) {
    let bits = SceneTransform.fractionBits
    let toColumns = 1 / (SceneTransform.one * MapViewport.dotsPerColumn)
    let toRows = 1 / (SceneTransform.one * MapViewport.dotsPerRow)
    let (left, top) = (Double(marginColumns), Double(marginRows))
    var last: (column: Int, row: Int)?
    for index in range {
      let dot = transform.fixedDot(points[Int(index)])
      let cell = (column: dot.x >> (bits + 1), row: dot.y >> (bits + 2))
      if let last, last == cell { continue }
      let x = Double(dot.x) * toColumns + left
      let y = Double(dot.y) * toRows + top
      if last == nil { fill.move(x: x, y: y) } else { fill.line(x: x, y: y) }
      last = cell
    }
  }

  /// How many of a row's cells from a column on are sea.
  func count(column: Int, row: Int, columns: Int) -> Int {
    (0..<max(columns, 0)).reduce(0) {
      $0 + (mask.contains(x: column + $1 + marginColumns, y: row + marginRows) ? 1 : 0)
    }
  }

  /// How well a stretch of cells suits a name, as `LabelPlacer.place` asks: names of seas lie on the
  /// sea, those of countries on land, or where there is too little of it wherever they can.
  func suitability(_ labelClass: LabelClass, column: Int, row: Int, columns: Int) -> Int {
    switch labelClass {
    case .sea: count(column: column, row: row, columns: columns) * 10 >= columns * 9 ? 2 : 0
    case .country: count(column: column, row: row, columns: columns) * 4 <= columns ? 2 : 1
    default: 2
    }
  }
}
