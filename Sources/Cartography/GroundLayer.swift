import CellGrid
import Geodesy

/// Land, water, lines and imagery: everything below the names.
struct GroundLayer {
  private var fill = EvenOddFill()
  /// What each area class covers, indexed by its raw value; of this frame when in `usedAreas`.
  private var masks = Array(repeating: DotMask(), count: AreaClass.allCases.count)
  private(set) var usedAreas: [AreaClass] = []
  private(set) var lines = BrailleCanvas()
  private var imageryComposer = ImageryComposer()
  /// By class number: the style's priority, or the number after it for faded lines.
  private var lineColors: [Color] = []

  /// Draws into the canvas's rectangle of the grid, without lines behind the names. O(dots · layers + vertices in view).
  mutating func draw(
    _ scenes: [PlacedScene], _ canvas: MapCanvas, imagery: ImageryCanvas,
    clearing labels: [LabelLayer.Label], into grid: inout CellGrid
  ) {
    let (columns, rows) = (canvas.viewport.columns, canvas.viewport.rows)
    usedAreas.removeAll(keepingCapacity: true)
    if lines.tolerance != canvas.style.lineTolerance {
      lines = BrailleCanvas(tolerance: canvas.style.lineTolerance)
    }
    lines.reset(columns: columns, rows: rows)
    if !canvas.hasImagery {
      fill.reset(width: columns * 2, height: rows * 4)
      for placed in scenes { fillAreas(placed, canvas) }
      usedAreas.sort { $0.rawValue < $1.rawValue }
    }
    collectColors(canvas)
    for placed in scenes { drawLines(placed, canvas) }
    if let graticule = canvas.graticule {
      let frame = canvas.style.frame
      lineColors.append(canvas.hasImagery ? frame.imageryGraticule : frame.graticule)
      graticule.draw(into: &lines, lineClass: UInt8(clamping: lineColors.count - 1))
    }
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
      colors: lineColors)
    if canvas.hasImagery { contrastLines(canvas, in: &grid) }
  }

  /// Dots beside a name would read as points and colons.
  private mutating func clearLines(around placement: LabelPlacement) {
    for offset in -1...placement.textColumns {
      lines.erase(column: placement.textColumn + offset, row: placement.textRow)
    }
  }

  /// What an area class of this frame covers.
  func mask(_ area: AreaClass) -> DotMask { masks[Int(area.rawValue)] }

  private mutating func fillAreas(_ placed: PlacedScene, _ canvas: MapCanvas) {
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
      fill.fill(into: &masks[index])
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

  /// One colour for each class number.
  private mutating func collectColors(_ canvas: MapCanvas) {
    lineColors.removeAll(keepingCapacity: true)
    let last = canvas.style.lines.map(\.priority).max() ?? 0
    lineColors.append(
      contentsOf: repeatElement(canvas.style.ground, count: Int(last) + 2))
    for style in canvas.style.lines {
      let number = Int(style.priority)
      lineColors[number] = canvas.hasImagery ? style.imageryColor : style.color
      if style.hasFaded {
        lineColors[number + 1] = canvas.hasImagery ? style.imageryColor : style.fadedColor
      }
    }
  }

  private mutating func drawLines(_ placed: PlacedScene, _ canvas: MapCanvas) {
    let (scene, transform) = (placed.scene, placed.transform)
    let scale = transform.scale
    let zoom = canvas.viewport.zoom + 1e-6
    var lineClass: LineClass?
    var style = canvas.style[.shore]
    var limit = 0.0
    for line in scene.lines {
      if line.lineClass != lineClass {
        lineClass = line.lineClass
        style = canvas.style[line.lineClass]
        limit = style.rankLimit.value(at: zoom)
      }
      guard zoom >= style.minimumZoom, Double(line.rank) <= limit,
        Double(line.size) * scale >= style.minimumSize,
        transform.mayShow(line.bounds, width: lines.width, height: lines.height)
      else { continue }
      let isFaded =
        Double(line.rank) > limit - style.fadingRanks && style.fadingRanks > 0
        || zoom < style.minimumZoom + style.fadingZooms
      let number = style.priority + (isFaded ? 1 : 0)
      scene.points.withUnsafeBufferPointer {
        stroke($0, line.points, transform, number, dash: style.dash)
      }
    }
  }

  /// Draws a line from dot to dot; points that fall into the dot of the one before are passed over.
  private mutating func stroke(
    _ points: UnsafeBufferPointer<ScenePoint>, _ range: Range<Int32>, _ transform: SceneTransform,
    _ number: UInt8, dash: Dash?
  ) {
    let fraction = 1 / SceneTransform.one
    let bits = SceneTransform.fractionBits
    let isDashed = dash != nil
    var pattern = dash ?? Dash(on: 1, off: 1)
    var from = transform.fixedDot(points[Int(range.lowerBound)])
    let last = range.upperBound - 1
    for index in range.dropFirst() {
      let to = transform.fixedDot(points[Int(index)])
      if to.x >> bits == from.x >> bits, to.y >> bits == from.y >> bits, index < last { continue }
      let (x0, y0) = (Double(from.x) * fraction, Double(from.y) * fraction)
      let (x1, y1) = (Double(to.x) * fraction, Double(to.y) * fraction)
      if isDashed {
        lines.line(x0: x0, y0: y0, x1: x1, y1: y1, lineClass: number, dash: &pattern)
      } else {
        lines.line(x0: x0, y0: y0, x1: x1, y1: y1, lineClass: number)
      }
      from = to
    }
  }
}
