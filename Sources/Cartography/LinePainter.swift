import CellGrid
import Geodesy

/// Draws the lines of all scenes, the most important class first.
struct LinePainter {
  /// How far beyond the view, in dots, lines matter to those in it.
  static let margin = 24

  /// By class number: the style's priority, or the number after it for faded lines.
  private(set) var colors: [Color] = []
  private var trace = LineTrace(margin: margin)
  /// The surroundings of roads and of railways so far.
  private var roads = DotMask()
  private var rails = DotMask()
  private var hasRoads = false
  private var hasRails = false
  /// What the lines so far took: dots traced, and for each point of a line what `pointWork` says.
  private var work = 0
  private var workLimit = 0
  /// Whether the last lines were left out.
  private(set) var isCutShort = false
  private var order: [Int] = []
  private var classes: [LineClass] = []

  /// - Parameter water: what lakes and rivers cover: the lines along their middle are not drawn.
  mutating func draw(
    _ scenes: [PlacedScene], _ coverage: Coverage, _ canvas: MapCanvas, water: DotMask?,
    on lines: inout BrailleCanvas
  ) {
    collectColors(canvas)
    trace.reset(width: lines.width, height: lines.height)
    work = 0
    isCutShort = false
    workLimit = Self.workLimit(width: lines.width, height: lines.height)
    hasRoads = false
    hasRails = false
    // In an order that a pan does not change.
    order.removeAll(keepingCapacity: true)
    order.append(contentsOf: scenes.indices)
    order.sort {
      let (a, b) = (scenes[$0], scenes[$1])
      return (b.source, a.transform.originY, a.transform.originX)
        < (a.source, b.transform.originY, b.transform.originX)
    }
    let zoom = canvas.viewport.zoom + 1e-6
    classes.removeAll(keepingCapacity: true)
    for lineClass in LineClass.allCases where zoom >= canvas.style[lineClass].minimumZoom {
      classes.append(lineClass)
    }
    classes.sort { canvas.style[$0].priority < canvas.style[$1].priority }
    for lineClass in classes {
      let isStream = lineClass == .river || lineClass == .stream
      let pen = Pen(lineClass, canvas.style[lineClass], zoom: zoom)
      for index in order where !scenes[index].scene.lines(lineClass).isEmpty {
        let source = scenes[index].source
        draw(
          scenes[index], pen, water: isStream ? water : nil,
          covered: lineClass == .shore ? coverage.hiddenSea(source) : coverage.hidden(source),
          ground: scenes[index].isClipped ? coverage.ground(of: source) : nil,
          on: &lines)
      }
    }
  }

  /// As much work as a point of a line makes, in dots traced.
  private static let pointWork = 8

  /// Where lines were drawn over all dots many times nothing more would be seen: a tile of
  /// nothing but lines must not hold up the keys. Least important lines come last, and are left out.
  static func workLimit(width: Int, height: Int) -> Int { 400_000 + 4 * width * height }

  /// How a class is drawn in this frame.
  private struct Pen {
    var lineClass: LineClass
    var style: LineStyle
    var rankLimit: Double
    var width: Int
    var spacing: Int
    var length: Double
    var isFaded: Bool

    init(_ lineClass: LineClass, _ style: LineStyle, zoom: Double) {
      self.lineClass = lineClass
      self.style = style
      rankLimit = style.rankLimit.value(at: zoom)
      width = Int(style.width.value(at: zoom).rounded())
      spacing = Int(style.spacing.value(at: zoom).rounded())
      length = style.minimumLength.value(at: zoom)
      isFaded = zoom < style.minimumZoom + style.fadingZooms
    }

    func number(_ kind: SceneLine.Kind) -> UInt8 {
      let isFaded =
        isFaded || (kind.isTunnel && style.hasFaded)
        || (style.fadingRanks > 0 && Double(kind.rank) > rankLimit - style.fadingRanks)
      return style.priority + (isFaded ? 1 : 0)
    }
  }

  private static let tunnelDash = Dash(on: 1, off: 2)

  private mutating func draw(
    _ placed: PlacedScene, _ pen: Pen, water: DotMask?, covered: DotMask?, ground: DotMask?,
    on lines: inout BrailleCanvas
  ) {
    let (scene, transform) = (placed.scene, placed.transform)
    let scale = transform.scale
    let margin = pen.spacing > 0 ? trace.margin : 0
    for index in scene.lines(pen.lineClass) {
      guard work < workLimit else {
        isCutShort = true
        return
      }
      let line = scene.lines[index]
      guard Double(line.rank) <= pen.rankLimit,
        Double(line.size) * scale >= pen.style.minimumSize,
        line.bounds.reach * scale >= pen.length,
        transform.mayShow(
          line.bounds, width: lines.width, height: lines.height, margin: margin)
      else { continue }
      scene.points.withUnsafeBufferPointer { follow($0, line.points, transform) }
      work += trace.count + line.points.count * Self.pointWork
      if pen.spacing > 0 { keepDistance(pen) }
      lines.draw(
        trace, lineClass: pen.number(line.kind),
        dash: line.kind.isTunnel ? Self.tunnelDash : pen.style.dash, width: pen.width,
        hiddenBy: water, coveredBy: covered, within: ground)
    }
  }

  /// Takes out what runs beside lines drawn before, and takes note of the rest.
  private mutating func keepDistance(_ pen: Pen) {
    let reach = pen.spacing
    let isRail = pen.lineClass == .rail
    // Trams run in streets; railways go their own way beside roads.
    if hasRoads, !isRail { trace.removeStretches(along: roads, reach: reach) }
    if hasRails, isRail || pen.lineClass == .lightRail {
      trace.removeStretches(along: rails, reach: reach)
    }
    if isRail || pen.lineClass == .lightRail {
      if !hasRails { rails.reset(width: trace.maskWidth, height: trace.maskHeight) }
      hasRails = true
      trace.surround(in: &rails, reach: reach)
    } else {
      if !hasRoads { roads.reset(width: trace.maskWidth, height: trace.maskHeight) }
      hasRoads = true
      trace.surround(in: &roads, reach: reach)
    }
  }

  /// Traces a line from dot to dot; points that fall into the dot of the one before are passed over.
  private mutating func follow(
    _ points: UnsafeBufferPointer<ScenePoint>, _ range: Range<Int32>, _ transform: SceneTransform
  ) {
    let bits = SceneTransform.fractionBits
    trace.begin()
    var from = transform.fixedDot(points[Int(range.lowerBound)])
    let last = range.upperBound - 1
    for index in range.dropFirst() {
      let to = transform.fixedDot(points[Int(index)])
      if to.x >> bits == from.x >> bits, to.y >> bits == from.y >> bits, index < last { continue }
      trace.add(from: from, to: to, fractionBits: bits)
      from = to
    }
  }

  /// A number for lines below all others.
  mutating func addClass(_ color: Color) -> UInt8 {
    colors.append(color)
    return UInt8(clamping: colors.count - 1)
  }

  /// One colour for each class number.
  private mutating func collectColors(_ canvas: MapCanvas) {
    colors.removeAll(keepingCapacity: true)
    let last = canvas.style.lines.map(\.priority).max() ?? 0
    colors.append(contentsOf: repeatElement(canvas.style.ground, count: Int(last) + 2))
    for style in canvas.style.lines {
      let number = Int(style.priority)
      colors[number] = canvas.hasImagery ? style.imageryColor : style.color
      if style.hasFaded {
        colors[number + 1] = canvas.hasImagery ? style.imageryColor : style.fadedColor
      }
    }
  }
}
