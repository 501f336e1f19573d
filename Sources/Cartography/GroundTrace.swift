import CellGrid
import Geodesy

/// What areas cover and where lines run, in a rectangle of cells.
struct GroundTrace {
  private(set) var areas = AreaTrace()
  private var drawing = Drawing()

  /// The lines and what draws them.
  private struct Drawing {
    var lines = BrailleCanvas()
    var painter = LinePainter()
  }

  var lines: BrailleCanvas { drawing.lines }
  /// One for each class of `lines`.
  private(set) var colors: [Color] = []
  /// Whether some areas or lines were left out.
  private(set) var isCutShort = false

  /// Finds out what areas cover and where lines run. The scenes of a source come before those of a
  /// more wanted one. O(dots · layers + vertices in view).
  ///
  /// - Parameter work: done at the same time, on another core where there is one.
  mutating func trace(
    _ scenes: [PlacedScene], _ coverage: Coverage, _ canvas: MapCanvas, meanwhile work: () -> Void
  ) {
    reset(canvas)
    // Lines have to know lakes.
    if !canvas.hasImagery { areas.add(scenes, coverage, canvas) { $0 == .lake } }
    let water = areas.used.contains(.lake) ? areas[.lake] : nil
    withBoth(&areas, &drawing) { areas, drawing in
      concurrently {
        drawing.pointee.painter.draw(
          scenes, coverage, canvas, water: water, on: &drawing.pointee.lines)
      } _: {
        if !canvas.hasImagery {
          areas.pointee.add(scenes, coverage, canvas) { $0 != .lake }
        }
        work()
      }
    }
    isCutShort = areas.isCutShort || drawing.painter.isCutShort
    if let graticule = canvas.graticule {
      let frame = canvas.style.frame
      let color = canvas.hasImagery ? frame.imageryGraticule : frame.graticule
      let number = drawing.painter.addClass(color)
      graticule.draw(into: &drawing.lines, lineClass: number)
    }
    colors = drawing.painter.colors
  }

  private mutating func reset(_ canvas: MapCanvas) {
    let (columns, rows) = (canvas.viewport.columns, canvas.viewport.rows)
    areas.reset(columns: columns, rows: rows)
    if lines.tolerance != canvas.style.lineTolerance {
      drawing.lines = BrailleCanvas(tolerance: canvas.style.lineTolerance)
    }
    drawing.lines.reset(columns: columns, rows: rows)
  }

  /// Becomes what another trace of the same size has so many cells to the right and down, with
  /// nothing where the other ends. O(cells).
  mutating func move(from other: GroundTrace, columns: Int, rows: Int, _ canvas: MapCanvas) {
    reset(canvas)
    colors = other.colors
    isCutShort = other.isCutShort
    areas.replace(
      DotRectangle(x: 0..<lines.width, y: 0..<lines.height), by: other.areas, fromX: columns * 2,
      y: rows * 4)
    drawing.lines.replace(
      columns: 0..<lines.columns, rows: 0..<lines.rows, by: other.lines, fromColumn: columns,
      row: rows)
  }

  /// Takes over a trace of a rectangle of cells.
  mutating func paste(_ part: GroundTrace, _ rectangle: CellRectangle) {
    isCutShort = isCutShort || part.isCutShort
    areas.replace(
      rectangle.dots, by: part.areas, fromX: -rectangle.columns.lowerBound * 2,
      y: -rectangle.rows.lowerBound * 4)
    drawing.lines.replace(
      columns: rectangle.columns, rows: rectangle.rows, by: part.lines,
      fromColumn: -rectangle.columns.lowerBound, row: -rectangle.rows.lowerBound)
  }
}

/// A rectangle of cells of the map.
struct CellRectangle: Equatable {
  var columns: Range<Int>
  var rows: Range<Int>

  var dots: DotRectangle {
    DotRectangle(
      x: columns.lowerBound * 2..<columns.upperBound * 2,
      y: rows.lowerBound * 4..<rows.upperBound * 4)
  }
}
