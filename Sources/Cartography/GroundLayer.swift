import CellGrid
import Geodesy

/// Land, water, lines and imagery: everything below the names.
struct GroundLayer {
  /// Of this frame, without regard to names.
  private var ground = GroundTrace()
  /// Of the frame before.
  private var last = GroundTrace()
  /// Of a strip that comes in.
  private var strip = GroundTrace()
  private var pan: GroundPan?
  /// The lines of this frame that show: not those behind names.
  private(set) var lines = BrailleCanvas()
  private var imageryComposer = ImageryComposer()
  var composer = AreaComposer()

  /// What areas cover in this frame.
  var areas: AreaTrace { ground.areas }
  /// Whether some of the areas and lines in view were left out.
  var isCutShort: Bool { ground.isCutShort }

  /// Finds out what areas cover and where lines run: after a pan, in what came into view. The scenes of a
  /// source come before those of a more wanted one. O(dots · layers + vertices in what came in).
  ///
  /// - Parameter work: done at the same time, on another core where there is one.
  mutating func trace(
    _ scenes: [PlacedScene], _ coverage: Coverage, _ canvas: MapCanvas, meanwhile work: () -> Void
  ) {
    var pan = GroundPan(scenes, coverage, canvas)
    if let older = self.pan, let move = pan.move(since: older) {
      if move.columns != 0 || move.rows != 0 {
        swap(&ground, &last)
        ground.move(from: last, columns: move.columns, rows: move.rows, canvas)
      }
      let strips = pan.strips(columns: move.columns, rows: move.rows)
      if strips.isEmpty { work() }
      for (index, rectangle) in strips.enumerated() {
        trace(rectangle, pan.scenes, coverage, canvas, meanwhile: index == 0 ? work : {})
      }
    } else {
      ground.trace(scenes, coverage, canvas, meanwhile: work)
    }
    self.pan = pan
    if lines.tolerance != ground.lines.tolerance {
      lines = BrailleCanvas(tolerance: ground.lines.tolerance)
    }
    lines.reset(columns: ground.lines.columns, rows: ground.lines.rows)
    lines.replace(
      columns: 0..<lines.columns, rows: 0..<lines.rows, by: ground.lines, fromColumn: 0, row: 0)
  }

  private mutating func trace(
    _ rectangle: CellRectangle, _ scenes: [PlacedScene], _ coverage: Coverage,
    _ canvas: MapCanvas, meanwhile work: () -> Void
  ) {
    let (x, y) = (rectangle.columns.lowerBound * 2, rectangle.rows.lowerBound * 4)
    var part = canvas
    part.viewport.columns = rectangle.columns.count
    part.viewport.rows = rectangle.rows.count
    strip.trace(
      scenes.map { $0.moved(x: -x, y: -y) }, coverage.part(rectangle), part, meanwhile: work)
    ground.paste(strip, rectangle)
  }

  /// Draws what was traced into the canvas's rectangle of the grid, without lines behind the names.
  /// O(cells).
  mutating func draw(
    _ canvas: MapCanvas, imagery: ImageryCanvas, clearing labels: [LabelLayer.Label],
    into grid: inout CellGrid
  ) {
    for label in labels { clearLines(around: label.placement) }
    if canvas.hasImagery {
      imageryComposer.compose(imagery, canvas, into: &grid) { [lines] in
        lines.lineClass(column: $0, row: $1) != nil
      }
    } else {
      composeAreas(canvas, into: &grid)
    }
    grid.draw(
      lines, column: canvas.column, row: canvas.row, charset: canvas.options.charset,
      colors: ground.colors)
    if canvas.hasImagery { contrastLines(canvas, in: &grid) }
  }

  /// Dots beside a name would read as points and colons.
  private mutating func clearLines(around placement: LabelPlacement) {
    for offset in -1...placement.textColumns {
      lines.erase(column: placement.textColumn + offset, row: placement.textRow)
    }
  }
}
