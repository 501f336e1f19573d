import CellGrid
import Geodesy
import Tiles

/// Which ground of a frame belongs to which source. Source 0 is the atlas, which has the whole world;
/// the more wanted a source of the user's, the greater its number.
struct Coverage {
  private struct Ground {
    var mask: DotMask
    /// Whether its water can be told from its land, so that the sea of those below ends here.
    var hasSea: Bool
  }

  private var grounds: [Ground?] = []
  /// For each source what all more wanted ones cover; nil where that is nothing.
  private var hidden: [DotMask?] = []
  private var hiddenSea: [DotMask?] = []
  private var fill = EvenOddFill()

  /// Begins a frame in which the atlas is the only source.
  mutating func reset() {
    grounds.removeAll(keepingCapacity: true)
    grounds.append(nil)
    hidden.removeAll(keepingCapacity: true)
    hiddenSea.removeAll(keepingCapacity: true)
  }

  /// Adds the ground of the next more wanted source: its tiles at hand within its bounds.
  mutating func add(
    _ tiles: some Sequence<VisibleTile>, bounds: GeographicBounds?, hasSea: Bool,
    _ viewport: MapViewport
  ) {
    var mask = DotMask(width: viewport.columns * 2, height: viewport.rows * 4)
    fill.reset(width: mask.width, height: mask.height)
    let transform = viewport.transform
    var isEmpty = true
    for tile in tiles {
      for part in WorldRectangle.parts(of: tile, within: bounds) {
        isEmpty = false
        for (index, corner) in part.corners.enumerated() {
          let dot = transform.dot(corner)
          if index == 0 { fill.move(x: dot.x, y: dot.y) } else { fill.line(x: dot.x, y: dot.y) }
        }
        fill.fill(into: &mask)
      }
    }
    grounds.append(isEmpty ? nil : Ground(mask: mask, hasSea: hasSea))
  }

  /// Finds out what is hidden, when all sources are there.
  mutating func finish() {
    hidden.append(contentsOf: repeatElement(nil, count: grounds.count))
    hiddenSea.append(contentsOf: repeatElement(nil, count: grounds.count))
    for source in grounds.indices.reversed().dropFirst() {
      hidden[source] = hidden[source + 1]
      hiddenSea[source] = hiddenSea[source + 1]
      guard let above = grounds[source + 1] else { continue }
      Self.add(above.mask, to: &hidden[source])
      if above.hasSea { Self.add(above.mask, to: &hiddenSea[source]) }
    }
  }

  private static func add(_ mask: DotMask, to union: inout DotMask?) {
    if union == nil { union = mask } else { union?.formUnion(mask) }
  }

  /// The dots a source has ground for; nil for the atlas and for one that has none here.
  func ground(of source: Int) -> DotMask? { grounds[source]?.mask }

  /// For each source whether its water can be told from its land.
  var seas: [Bool] { grounds.indices.map(hasSea) }

  /// The same for a rectangle of cells of the view. O(words of the rectangle · sources).
  func part(_ rectangle: CellRectangle) -> Coverage {
    func part(_ mask: DotMask) -> DotMask {
      let dots = rectangle.dots
      var part = DotMask(width: dots.x.count, height: dots.y.count)
      let all = DotRectangle(x: 0..<part.width, y: 0..<part.height)
      part.replace(all, by: mask, fromX: dots.x.lowerBound, y: dots.y.lowerBound)
      return part
    }
    var result = Coverage()
    result.grounds = grounds.map { ground in
      ground.map { Ground(mask: part($0.mask), hasSea: $0.hasSea) }
    }
    result.hidden = hidden.map { $0.map(part) }
    result.hiddenSea = hiddenSea.map { $0.map(part) }
    return result
  }

  func hasSea(_ source: Int) -> Bool { grounds[source]?.hasSea ?? false }

  /// Where more wanted sources have the ground; nil for nowhere.
  func hidden(_ source: Int) -> DotMask? { hidden[source] }

  /// Where more wanted sources have the sea and its shores.
  func hiddenSea(_ source: Int) -> DotMask? { hiddenSea[source] }

  /// Whether a name of a source gives way in a cell to what a more wanted source says there. Countries
  /// and seas are of the atlas: who has a city knows little of them.
  func hides(_ labelClass: LabelClass, source: Int, column: Int, row: Int) -> Bool {
    guard let mask = hidden[source], labelClass != .country, labelClass != .sea else {
      return false
    }
    // Outside the view what its edge says holds on: names there take part as they will in view.
    return mask.contains(
      x: min(max(column * 2, 0), mask.width - 1), y: min(max(row * 4 + 1, 0), mask.height - 1))
  }

  /// The most wanted source that has ground at a dot.
  func source(x: Int, y: Int) -> Int {
    grounds.lastIndex { $0?.mask.contains(x: x, y: y) ?? false } ?? 0
  }
}

/// An upright rectangle of the projected world, which may lie in any of its copies.
struct WorldRectangle: Equatable {
  var low: WorldPoint
  var high: WorldPoint

  /// The parts of a tile that lie within bounds; all of it where there are none.
  static func parts(
    of tile: VisibleTile, within bounds: GeographicBounds?
  ) -> [WorldRectangle] {
    let square = WorldRectangle(tile)
    return bounds.map { square.intersections(with: WorldRectangle($0)) } ?? [square]
  }

  init(_ tile: VisibleTile) {
    let count = Double(1 << tile.id.z)
    low = WorldPoint(x: Double(tile.column) / count, y: Double(tile.id.y) / count)
    high = WorldPoint(x: Double(tile.column + 1) / count, y: Double(tile.id.y + 1) / count)
  }

  init(_ bounds: GeographicBounds) {
    let limit = WebMercator.maximumLatitude
    low = WebMercator.project(
      Coordinate(latitude: min(bounds.north, limit), longitude: bounds.west))
    high = WebMercator.project(
      Coordinate(latitude: max(bounds.south, -limit), longitude: bounds.west))
    high.x = low.x + bounds.width / 360
  }

  /// What it has in common with any copy of the other.
  func intersections(with other: WorldRectangle) -> [WorldRectangle] {
    let (top, bottom) = (max(low.y, other.low.y), min(high.y, other.high.y))
    guard top < bottom else { return [] }
    let first = Int((low.x - other.high.x).rounded(.down))
    let last = Int((high.x - other.low.x).rounded(.up))
    return (first...max(first, last)).compactMap { copy -> WorldRectangle? in
      let left = max(low.x, other.low.x + Double(copy))
      let right = min(high.x, other.high.x + Double(copy))
      guard left < right else { return nil }
      var part = self
      part.low = WorldPoint(x: left, y: top)
      part.high = WorldPoint(x: right, y: bottom)
      return part
    }
  }

  var corners: [WorldPoint] {
    [low, WorldPoint(x: high.x, y: low.y), high, WorldPoint(x: low.x, y: high.y)]
  }
}
