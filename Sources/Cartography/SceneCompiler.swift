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
  var labels: [SceneLabel] = []

  /// Compiles the content of `source` for the square of `target`, which is the same tile or lies
  /// within it. O(vertices of the tile).
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
    areas.sort { $0.areaClass.rawValue < $1.areaClass.rawValue }
    lines.sort { ($0.lineClass.rawValue, $0.rank) < ($1.lineClass.rawValue, $1.rank) }
    return TileScene(points: points, areas: areas, rings: rings, lines: lines, labels: labels)
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
    guard feature.geometry == .polygon else { return }
    var whole = RingMeasure()
    let firstRing = rings.count
    let firstPoint = points.count
    for part in feature.parts {
      load(layer, part: Int(part))
      var measure = RingMeasure()
      measure.add(plane, isClosed: true)
      whole.add(plane, isClosed: true)
      if measure.isOutsideSquare { continue }
      clipped.removeAll(keepingCapacity: true)
      clipped.append(contentsOf: plane)
      if !measure.isInsideSquare { clipper.clip(ring: &clipped) }
      let start = points.count
      clipped.withUnsafeBufferPointer { appendPoints($0) }
      if points.count - start < 3 {
        points.removeLast(points.count - start)
      } else {
        rings.append(SceneRing(points: Int32(start)..<Int32(points.count)))
      }
    }
    if rings.count > firstRing {
      areas.append(
        SceneArea(
          areaClass: areaClass, rings: Int32(firstRing)..<Int32(rings.count),
          bounds: SceneBounds(of: points[firstPoint...]), thickness: Float(whole.thickness)))
    }
    if let outline {
      addLines(layer, feature, outline, rank: rank, isOutline: true)
    }
  }

  /// Adds the lines of a feature, cut at the sides of the tile. An outline does not follow the
  /// sides of its tile: those edges come from the tile maker's clipping.
  mutating func addLines(
    _ layer: VectorLayer, _ feature: VectorFeature, _ lineClass: LineClass, rank: UInt8,
    isOutline: Bool
  ) {
    let isRing = feature.geometry == .polygon
    guard isRing || feature.geometry == .line else { return }
    let (scale, offset) = placement(layer)
    let low = offset
    let high = offset + PlanePoint(repeating: Double(layer.extent) * scale)
    for part in feature.parts {
      load(layer, part: Int(part))
      if isRing, let first = plane.first { plane.append(first) }
      guard plane.count >= 2 else { continue }
      var measure = RingMeasure()
      measure.add(plane, isClosed: false)
      if measure.isOutsideSquare { continue }
      let isClosed = plane.first == plane.last
      let size = isClosed ? Float(measure.size) : .infinity
      clipped.removeAll(keepingCapacity: true)
      for index in 1..<plane.count {
        let a = plane[index - 1]
        let b = plane[index]
        let isSide =
          isOutline
          && (max(a.x, b.x) <= low.x || min(a.x, b.x) >= high.x || max(a.y, b.y) <= low.y
            || min(a.y, b.y) >= high.y)
        guard !isSide, let (start, end) = SquareClipper.clip(a, b) else {
          endLine(lineClass, rank, size)
          continue
        }
        if clipped.last != start {
          endLine(lineClass, rank, size)
          clipped.append(start)
        }
        clipped.append(end)
      }
      endLine(lineClass, rank, size)
    }
  }

  private mutating func endLine(_ lineClass: LineClass, _ rank: UInt8, _ size: Float) {
    guard clipped.count >= 2 else { return clipped.removeAll(keepingCapacity: true) }
    let start = points.count
    clipped.withUnsafeBufferPointer { appendPoints($0) }
    clipped.removeAll(keepingCapacity: true)
    lines.append(
      SceneLine(
        lineClass: lineClass, rank: rank, points: Int32(start)..<Int32(points.count),
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
