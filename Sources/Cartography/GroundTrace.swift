import CellGrid
import Geodesy

/// What areas cover and where lines run, in a rectangle of cells.
struct GroundTrace {
  private var fill = EvenOddFill()
  /// What each area class covers, indexed by its raw value; of this frame when in `usedAreas`.
  private var masks = Array(repeating: DotMask(), count: AreaClass.allCases.count)
  /// Those that cover something, by raw value.
  private(set) var usedAreas: [AreaClass] = []
  private(set) var lines = BrailleCanvas()
  private var painter = LinePainter()

  /// One for each class of `lines`.
  var colors: [Color] { painter.colors }

  /// What an area class of this frame covers.
  func mask(_ area: AreaClass) -> DotMask { masks[Int(area.rawValue)] }

  /// Finds out what areas cover and where lines run. The scenes of a source come before those of a
  /// more wanted one. O(dots · layers + vertices in view).
  mutating func trace(_ scenes: [PlacedScene], _ coverage: Coverage, _ canvas: MapCanvas) {
    reset(canvas)
    if !canvas.hasImagery {
      fill.reset(width: lines.width, height: lines.height)
      fillAreas(scenes, coverage, canvas)
      usedAreas.sort { $0.rawValue < $1.rawValue }
    }
    painter.draw(
      scenes, coverage, canvas, water: usedAreas.contains(.lake) ? mask(.lake) : nil, on: &lines)
    if let graticule = canvas.graticule {
      let frame = canvas.style.frame
      let color = canvas.hasImagery ? frame.imageryGraticule : frame.graticule
      graticule.draw(into: &lines, lineClass: painter.addClass(color))
    }
  }

  private mutating func reset(_ canvas: MapCanvas) {
    usedAreas.removeAll(keepingCapacity: true)
    if lines.tolerance != canvas.style.lineTolerance {
      lines = BrailleCanvas(tolerance: canvas.style.lineTolerance)
    }
    lines.reset(columns: canvas.viewport.columns, rows: canvas.viewport.rows)
  }

  /// Source by source: a more wanted one takes its ground from those before.
  private mutating func fillAreas(
    _ scenes: [PlacedScene], _ coverage: Coverage, _ canvas: MapCanvas
  ) {
    var source = 0
    for placed in scenes {
      while source < placed.source {
        source += 1
        guard let covered = coverage.ground(of: source) else { continue }
        for area in usedAreas where area != .sea || coverage.hasSea(source) {
          masks[Int(area.rawValue)].subtract(covered)
        }
      }
      fillAreas(placed, canvas, within: placed.isClipped ? coverage.ground(of: source) : nil)
    }
  }

  private mutating func fillAreas(
    _ placed: PlacedScene, _ canvas: MapCanvas, within ground: DotMask?
  ) {
    let (scene, transform) = (placed.scene, placed.transform)
    let scale = transform.scale
    let (width, height) = (fill.width, fill.height)
    for area in scene.areas {
      let style = canvas.style[area.areaClass]
      guard canvas.viewport.zoom >= style.minimumZoom,
        Double(area.thickness) * scale >= style.minimumThickness,
        transform.mayShow(area.bounds, width: width, height: height)
      else { continue }
      scene.points.withUnsafeBufferPointer { points in
        for ring in area.rings {
          trace(points, scene.rings[Int(ring)].points, transform)
        }
      }
      fill.fill(into: &masks[use(area.areaClass)], within: ground)
    }
  }

  /// The mask of a class, empty when it is used for the first time in this frame.
  private mutating func use(_ area: AreaClass) -> Int {
    let index = Int(area.rawValue)
    if !usedAreas.contains(area) {
      usedAreas.append(area)
      masks[index].reset(width: lines.width, height: lines.height)
    }
    return index
  }

  private mutating func trace(
    _ points: UnsafeBufferPointer<ScenePoint>, _ range: Range<Int32>, _ transform: SceneTransform
  ) {
    let fraction = 1 / SceneTransform.one
    var isFirst = true
    for index in range {
      let dot = transform.fixedDot(points[Int(index)])
      let x = Double(dot.x) * fraction
      let y = Double(dot.y) * fraction
      if isFirst { fill.move(x: x, y: y) } else { fill.line(x: x, y: y) }
      isFirst = false
    }
  }
}

extension GroundTrace {
  /// Becomes what another trace of the same size has so many cells to the right and down, with
  /// nothing where the other ends. O(cells).
  mutating func move(from other: GroundTrace, columns: Int, rows: Int, _ canvas: MapCanvas) {
    reset(canvas)
    painter = other.painter
    let all = DotRectangle(x: 0..<lines.width, y: 0..<lines.height)
    for area in other.usedAreas {
      let index = use(area)
      masks[index].replace(all, by: other.mask(area), fromX: columns * 2, y: rows * 4)
      if masks[index].isEmpty { usedAreas.removeLast() }
    }
    lines.replace(
      columns: 0..<lines.columns, rows: 0..<lines.rows, by: other.lines, fromColumn: columns,
      row: rows)
  }

  /// Takes over a trace of a rectangle of cells.
  mutating func paste(_ part: GroundTrace, _ rectangle: CellRectangle) {
    for area in part.usedAreas {
      masks[use(area)].replace(
        rectangle.dots, by: part.mask(area), fromX: -rectangle.columns.lowerBound * 2,
        y: -rectangle.rows.lowerBound * 4)
    }
    usedAreas.sort { $0.rawValue < $1.rawValue }
    lines.replace(
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
