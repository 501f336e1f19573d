import CellGrid
import Geodesy

/// What the ground of a frame was traced from, kept to find out what of it the next frame can take over.
///
/// A pan by whole cells changes the origins of tiles by whole dots (`SceneTransform`), and what is
/// decided about a line depends on what is within `LinePainter.margin` only. So all of the last frame
/// that is still in view is right, and only the strips that come in have to be traced.
struct GroundPan {
  /// Where they were traced.
  private(set) var scenes: [PlacedScene]
  private let viewport: MapViewport
  private let areas: [AreaStyle]
  private let lines: [LineStyle]
  private let lineTolerance: Int
  private let hasImagery: Bool
  private let seas: [Bool]
  private let hasGraticule: Bool

  init(_ scenes: [PlacedScene], _ coverage: Coverage, _ canvas: MapCanvas) {
    self.scenes = scenes
    viewport = canvas.viewport
    areas = canvas.style.areas
    lines = canvas.style.lines
    lineTolerance = canvas.style.lineTolerance
    hasImagery = canvas.hasImagery
    seas = coverage.seas
    hasGraticule = canvas.graticule != nil
  }

  /// So far, in fixed dots, a tile may lie from where it was traced: rounding moves them by some 1e-8
  /// dots in a pan. Nobody sees a ten-thousandth of a dot.
  private static let tolerance = 1 << (SceneTransform.fractionBits - 14)

  /// By how many cells the view moved since an older frame to the right and down; nil when too little of
  /// that can be taken over. Moves the scenes by the hair that rounding moved them. O(tiles²).
  mutating func move(since older: GroundPan) -> (columns: Int, rows: Int)? {
    guard viewport.zoom == older.viewport.zoom, viewport.heading == older.viewport.heading,
      viewport.columns == older.viewport.columns, viewport.rows == older.viewport.rows,
      hasImagery == older.hasImagery, seas == older.seas, lineTolerance == older.lineTolerance,
      !hasGraticule, !older.hasGraticule, areas == older.areas, lines == older.lines,
      let (x, y) = originMove(since: older)
    else { return nil }
    let columns = -Self.cells(x, dots: 2)
    let rows = -Self.cells(y, dots: 4)
    let hair = (
      x: x &+ columns * 2 << SceneTransform.fractionBits,
      y: y &+ rows * 4 << SceneTransform.fractionBits
    )
    // Of less than half of a frame nothing is gained.
    guard abs(hair.x) <= Self.tolerance, abs(hair.y) <= Self.tolerance,
      abs(columns) <= viewport.columns / 2, abs(rows) <= viewport.rows / 2
    else { return nil }
    // What stays in view, in dots of either frame.
    let width = (viewport.columns - abs(columns)) * 2
    let height = (viewport.rows - abs(rows)) * 4
    let unknown = scenes.contains { scene in
      scene.touches(x: max(-columns, 0) * 2, y: max(-rows, 0) * 4, width: width, height: height)
        && !older.scenes.contains { Self.isSame(scene, $0, movedX: x, y: y) }
    }
    let gone = older.scenes.contains { scene in
      scene.touches(x: max(columns, 0) * 2, y: max(rows, 0) * 4, width: width, height: height)
        && !scenes.contains { Self.isSame($0, scene, movedX: x, y: y) }
    }
    if unknown || gone { return nil }
    for index in scenes.indices {
      scenes[index].transform.originX &-= hair.x
      scenes[index].transform.originY &-= hair.y
    }
    return (columns, rows)
  }

  /// The nearest number of cells of so many dots to a distance in fixed dots.
  private static func cells(_ distance: Int, dots: Int) -> Int {
    let cell = dots << SceneTransform.fractionBits
    return (distance &+ cell / 2) >> (SceneTransform.fractionBits + dots / 2)
  }

  /// Whether two are the same tile, the first so much to the right and down.
  private static func isSame(
    _ placed: PlacedScene, _ other: PlacedScene, movedX x: Int, y: Int
  ) -> Bool {
    let (a, b) = (placed.transform, other.transform)
    return placed.scene === other.scene && placed.source == other.source
      && placed.isClipped == other.isClipped && a.cosine == b.cosine && a.sine == b.sine
      && abs(a.originX &- b.originX &- x) <= tolerance
      && abs(a.originY &- b.originY &- y) <= tolerance
  }

  /// By how much the origins of the tiles moved, in fixed dots. The same tile may be there more than once,
  /// in copies of the world: then by the least that fits.
  private func originMove(since older: GroundPan) -> (x: Int, y: Int)? {
    for placed in scenes {
      let moves = older.scenes.filter { $0.scene === placed.scene }.map {
        (
          x: placed.transform.originX &- $0.transform.originX,
          y: placed.transform.originY &- $0.transform.originY
        )
      }
      if let move = moves.min(by: { abs($0.x) < abs($1.x) }) { return move }
    }
    return nil
  }

  /// The strips of cells that came in.
  func strips(columns: Int, rows: Int) -> [CellRectangle] {
    let (width, height) = (viewport.columns, viewport.rows)
    var strips: [CellRectangle] = []
    if rows != 0 {
      strips.append(
        CellRectangle(
          columns: 0..<width, rows: rows > 0 ? height - rows..<height : 0..<(-rows)))
    }
    if columns != 0 {
      strips.append(
        CellRectangle(
          columns: columns > 0 ? width - columns..<width : 0..<(-columns),
          rows: max(-rows, 0)..<height - max(rows, 0)))
    }
    return strips
  }
}

extension PlacedScene {
  /// Whether the tile reaches into a rectangle of dots or so near that its lines matter there.
  fileprivate func touches(x: Int, y: Int, width: Int, height: Int) -> Bool {
    moved(x: -x, y: -y).transform.mayShow(
      .tile, width: width, height: height, margin: LinePainter.margin)
  }

  /// The same so many dots to the right and down.
  func moved(x: Int, y: Int) -> PlacedScene {
    var placed = self
    placed.transform.originX &+= x << SceneTransform.fractionBits
    placed.transform.originY &+= y << SceneTransform.fractionBits
    return placed
  }
}
