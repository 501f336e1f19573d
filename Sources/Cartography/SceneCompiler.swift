import Tiles

/// Makes a `TileScene` from a vector tile.
///
/// When a tile is not there its ancestor's content can stand in: then `source` is the ancestor, and
/// only the part under `target` is taken, stretched over the whole scene.
struct SceneCompiler {
  private let source: TileID
  private let target: TileID
  let language: String?
  /// Whether the tile has its shores as lines of their own.
  let hasShores: Bool

  private var clipper = SquareClipper()
  private(set) var plane: [PlanePoint] = []
  private var clipped: [PlanePoint] = []
  private var points: [ScenePoint] = []
  private var areas: [SceneArea] = []
  private var rings: [SceneRing] = []
  private var lines: [SceneLine] = []
  private var labels: [SceneLabel] = []
  /// Whether something was left out, since there was no room for it.
  private var isFull = false

  /// Bytes of a scene, texts apart: ten times and more what the densest parts of cities take.
  static let maximumSize = 4 << 20
  /// Names of a scene, several times as many as in the densest parts of cities: each frame looks at all.
  static let maximumLabels = 8192

  /// Compiles the content of `source` for the square of `target`, which is the same tile or lies
  /// within it. What goes beyond `maximumSize` is left out, and the scene says so. O(vertices of the
  /// tile).
  static func compile(
    _ tile: VectorTile, source: TileID, target: TileID, language: String?
  ) -> TileScene {
    var compiler = SceneCompiler(
      source: source, target: target, language: language,
      hasShores: tile.layer("coastline") != nil)
    for layer in tile.layers where layer.extent > 0 {
      compiler.add(layer)
    }
    return compiler.finished()
  }

  private init(source: TileID, target: TileID, language: String?, hasShores: Bool) {
    self.hasShores = hasShores
    self.source = source
    self.target = target
    self.language = language
  }

  private mutating func finished() -> TileScene {
    keepImportantLabels()
    areas.sort { $0.areaClass.rawValue < $1.areaClass.rawValue }
    var joiner = LineJoiner(points: points, rings: rings)
    joiner.join(lines)
    return TileScene(
      points: joiner.points, areas: areas, rings: joiner.rings, lines: joiner.lines,
      labels: labels, language: language, isWhole: !isFull)
  }

  /// Leaves out the least important names of too many, which a screen has no room for. O(n log n).
  private mutating func keepImportantLabels() {
    if labels.count <= Self.maximumLabels { return }
    let order = labels.indices.sorted {
      (labels[$0].weight, $0) < (labels[$1].weight, $1)
    }
    labels = order.prefix(Self.maximumLabels).sorted().map { labels[$0] }
  }

  /// Whether there is room for so many points more.
  private mutating func hasRoom(points count: Int = 0) -> Bool {
    let size =
      (points.count + count) * MemoryLayout<ScenePoint>.stride
      + areas.count * MemoryLayout<SceneArea>.stride
      + rings.count * MemoryLayout<SceneRing>.stride
      + lines.count * MemoryLayout<SceneLine>.stride
      + labels.count * MemoryLayout<SceneLabel>.stride
    if size > Self.maximumSize { isFull = true }
    return !isFull
  }

  /// Adds a label whose place is within the tile.
  mutating func add(_ label: SceneLabel) {
    if hasRoom() { labels.append(label) }
  }

  /// From layer units to scene units.
  private func placement(_ layer: VectorLayer) -> (scale: Double, offset: PlanePoint) {
    let depth = max(target.z - source.z, 0)
    let stretch = Double(1 << min(depth, 40))
    let column = target.x - source.x << depth
    let row = target.y - source.y << depth
    return (
      SquareClipper.limit / Double(layer.extent) * stretch,
      PlanePoint(Double(-column), Double(-row)) * SquareClipper.limit
    )
  }

  /// Fills `plane` with a part in scene units.
  mutating func load(_ layer: VectorLayer, part: Int) {
    let (scale, offset) = placement(layer)
    plane.removeAll(keepingCapacity: true)
    for index in layer.points(ofPart: part) {
      let x = Double(layer.coordinates[2 * index])
      let y = Double(layer.coordinates[2 * index + 1])
      plane.append(PlanePoint(x, y) * scale + offset)
    }
  }

  /// Adds the rings of a polygon, and its outline when it is to have one.
  mutating func addArea(
    _ layer: VectorLayer, _ feature: VectorFeature, _ areaClass: AreaClass, outline: LineClass?,
    rank: UInt8
  ) {
    guard feature.geometry == .polygon, !isFull else { return }
    var whole = RingMeasure()
    let firstRing = rings.count
    let firstPoint = points.count
    for part in feature.parts {
      load(layer, part: Int(part))
      whole.add(plane, isClosed: true)
      addRing()
    }
    endArea(areaClass, firstRing, firstPoint, thickness: whole.thickness)
    if let outline {
      addLines(
        layer, feature, SceneLine.Kind(lineClass: outline, rank: rank), isOutline: true)
    }
  }

  /// Adds the part loaded as a ring.
  private mutating func addRing() {
    var measure = RingMeasure()
    measure.add(plane, isClosed: true)
    if measure.isOutsideSquare { return }
    clipped.removeAll(keepingCapacity: true)
    clipped.append(contentsOf: plane)
    if !measure.isInsideSquare { clipper.clip(ring: &clipped) }
    guard hasRoom(points: clipped.count) else { return }
    let start = points.count
    clipped.withUnsafeBufferPointer { appendPoints($0) }
    if points.count - start < 3 {
      points.removeLast(points.count - start)
    } else {
      rings.append(SceneRing(points: Int32(start)..<Int32(points.count)))
    }
  }

  private mutating func endArea(
    _ areaClass: AreaClass, _ firstRing: Int, _ firstPoint: Int, thickness: Double
  ) {
    guard rings.count > firstRing else { return }
    areas.append(
      SceneArea(
        areaClass: areaClass, rings: Int32(firstRing)..<Int32(rings.count),
        bounds: SceneBounds(of: points[firstPoint...]), thickness: Float(thickness)))
  }

  /// Adds the lines of a feature, cut at the sides of the tile. An outline does not follow the
  /// sides of its tile: those edges come from the tile maker's clipping.
  mutating func addLines(
    _ layer: VectorLayer, _ feature: VectorFeature, _ kind: SceneLine.Kind, isOutline: Bool = false
  ) {
    let isRing = feature.geometry == .polygon
    guard isRing || feature.geometry == .line, !isFull else { return }
    let (scale, offset) = placement(layer)
    let low = isOutline ? offset : PlanePoint(repeating: -.infinity)
    let high =
      isOutline
      ? offset + PlanePoint(repeating: Double(layer.extent) * scale)
      : PlanePoint(repeating: .infinity)
    for part in feature.parts {
      load(layer, part: Int(part))
      if isRing, let first = plane.first { plane.append(first) }
      addPath(kind, size: nil, outlineWithin: low, high)
    }
  }

  /// Adds the part loaded as lines, without the stretches along or beyond `low` and `high`.
  private mutating func addPath(
    _ kind: SceneLine.Kind, size: Float?, outlineWithin low: PlanePoint, _ high: PlanePoint
  ) {
    guard plane.count >= 2 else { return }
    var measure = RingMeasure()
    measure.add(plane, isClosed: false)
    if measure.isOutsideSquare { return }
    let isClosed = plane.first == plane.last
    let size = size ?? (isClosed ? Float(measure.size) : .infinity)
    clipped.removeAll(keepingCapacity: true)
    for index in 1..<plane.count {
      let a = plane[index - 1]
      let b = plane[index]
      let isSide =
        max(a.x, b.x) <= low.x || min(a.x, b.x) >= high.x || max(a.y, b.y) <= low.y
        || min(a.y, b.y) >= high.y
      guard !isSide, let (start, end) = SquareClipper.clip(a, b) else {
        endLine(kind, size)
        continue
      }
      if clipped.last != start {
        endLine(kind, size)
        clipped.append(start)
      }
      clipped.append(end)
    }
    endLine(kind, size)
  }

  private mutating func endLine(_ kind: SceneLine.Kind, _ size: Float) {
    guard clipped.count >= 2, hasRoom(points: clipped.count) else {
      return clipped.removeAll(keepingCapacity: true)
    }
    let start = points.count
    clipped.withUnsafeBufferPointer { appendPoints($0) }
    clipped.removeAll(keepingCapacity: true)
    lines.append(
      SceneLine(
        kind: kind, points: Int32(start)..<Int32(points.count),
        bounds: SceneBounds(of: points[start...]), size: size))
  }

  /// Appends points rounded to scene units, each once.
  private mutating func appendPoints(_ source: UnsafeBufferPointer<PlanePoint>) {
    let start = points.count
    for point in source {
      let x = min(max(point.x.rounded(), 0), SquareClipper.limit)
      let y = min(max(point.y.rounded(), 0), SquareClipper.limit)
      let rounded = ScenePoint(x: Int16(x), y: Int16(y))
      if points.count == start || points[points.count - 1] != rounded { points.append(rounded) }
    }
  }
}

extension SceneCompiler {
  /// The part of a scene under `target`, a tile within `source`, stretched over a whole tile: what
  /// stands in for a tile that is not there. O(points of the scene).
  static func crop(_ scene: TileScene, source: TileID, target: TileID) -> TileScene {
    var compiler = SceneCompiler(
      source: source, target: target, language: scene.language, hasShores: false)
    compiler.addPart(of: scene)
    return compiler.finished()
  }

  private mutating func addPart(of scene: TileScene) {
    let depth = min(max(target.z - source.z, 0), 40)
    let stretch = Double(1 << depth)
    let offset =
      PlanePoint(Double((source.x << depth) - target.x), Double((source.y << depth) - target.y))
      * SquareClipper.limit
    func place(_ point: ScenePoint) -> PlanePoint {
      PlanePoint(Double(point.x), Double(point.y)) * stretch + offset
    }
    for area in scene.areas {
      let (firstRing, firstPoint) = (rings.count, points.count)
      for ring in area.rings {
        plane.removeAll(keepingCapacity: true)
        for index in scene.rings[Int(ring)].points { plane.append(place(scene.points[Int(index)])) }
        addRing()
      }
      endArea(
        area.areaClass, firstRing, firstPoint, thickness: Double(area.thickness) * stretch)
    }
    for line in scene.lines {
      plane.removeAll(keepingCapacity: true)
      for index in line.points { plane.append(place(scene.points[Int(index)])) }
      addPath(
        line.kind, size: line.size * Float(stretch),
        outlineWithin: PlanePoint(repeating: -.infinity), PlanePoint(repeating: .infinity))
    }
    for var label in scene.labels {
      let point = place(label.point)
      guard point.x >= 0, point.y >= 0, point.x < SquareClipper.limit, point.y < SquareClipper.limit
      else { continue }
      label.point = ScenePoint(x: Int16(point.x), y: Int16(point.y))
      label.reach = Self.stretched(label.reach, by: stretch)
      add(label)
    }
  }

  /// A stretch of a line grows with the tile; what is longer than a tile counts as one tile long.
  private static func stretched(_ reach: ScenePoint, by stretch: Double) -> ScenePoint {
    let longest = Double(max(abs(Int(reach.x)), abs(Int(reach.y)), 1))
    let factor = min(stretch, SquareClipper.limit / longest)
    return ScenePoint(x: Int16(Double(reach.x) * factor), y: Int16(Double(reach.y) * factor))
  }
}
