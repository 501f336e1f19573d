import CellGrid
import Geodesy

/// Land, water, lines and imagery: everything below the names.
struct GroundLayer {
  private var fill = EvenOddFill()
  /// What each area class covers, indexed by its raw value; of this frame when in `usedAreas`.
  private var masks = Array(repeating: DotMask(), count: AreaClass.allCases.count)
  /// An area that is to be cut off.
  private var part = DotMask()
  private(set) var usedAreas: [AreaClass] = []
  private(set) var lines = BrailleCanvas()
  private var imageryComposer = ImageryComposer()
  private var painter = LinePainter()
  var composer = AreaComposer()

  /// Finds out what areas cover and where lines run. The scenes of a source come before those of a
  /// more wanted one. O(dots · layers + vertices in view).
  mutating func trace(_ scenes: [PlacedScene], _ coverage: Coverage, _ canvas: MapCanvas) {
    let (columns, rows) = (canvas.viewport.columns, canvas.viewport.rows)
    usedAreas.removeAll(keepingCapacity: true)
    if lines.tolerance != canvas.style.lineTolerance {
      lines = BrailleCanvas(tolerance: canvas.style.lineTolerance)
    }
    lines.reset(columns: columns, rows: rows)
    if !canvas.hasImagery {
      fill.reset(width: columns * 2, height: rows * 4)
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
      colors: painter.colors)
    if canvas.hasImagery { contrastLines(canvas, in: &grid) }
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

  /// Dots beside a name would read as points and colons.
  private mutating func clearLines(around placement: LabelPlacement) {
    for offset in -1...placement.textColumns {
      lines.erase(column: placement.textColumn + offset, row: placement.textRow)
    }
  }

  /// Whether a river, a stream or a lake shows where its name is to be; also when that may be just
  /// outside the view. Streams beside roads are not drawn. O(columns of the name).
  func hasWaterway(at placement: LabelPlacement, _ canvas: MapCanvas) -> Bool {
    let (first, last) = (
      placement.textColumn - 2, placement.textColumn + placement.textColumns + 1
    )
    guard first >= 0, last < canvas.viewport.columns else { return true }
    let rivers = canvas.style[.river].priority
    let streams = canvas.style[.stream].priority
    let lakes = usedAreas.contains(.lake)
    return (first...last).contains { column in
      // The number after a class's own is that of its faded lines.
      if let number = lines.lineClass(column: column, row: placement.textRow),
        number == rivers || number == rivers + 1 || number == streams || number == streams + 1
      {
        return true
      }
      return lakes && mask(.lake).contains(x: column * 2, y: placement.textRow * 4 + 1)
    }
  }

  /// What an area class of this frame covers.
  func mask(_ area: AreaClass) -> DotMask { masks[Int(area.rawValue)] }

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
      let index = Int(area.areaClass.rawValue)
      if !usedAreas.contains(area.areaClass) {
        usedAreas.append(area.areaClass)
        masks[index].reset(width: width, height: height)
      }
      if let ground {
        part.reset(width: width, height: height)
        fill.fill(into: &part)
        part.formIntersection(ground)
        masks[index].formUnion(part)
      } else {
        fill.fill(into: &masks[index])
      }
    }
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
