/// A vector tile made ready to draw: classified, clipped to the tile's square, in flat arrays.
///
/// It knows nothing of colours or the viewport, so it is made once a tile and drawn many times.
/// Coordinates are scene units, 0…`extent` over the tile, y down; nothing lies outside, so tiles
/// abut exactly whatever buffer their makers gave them, and at any heading.
public final class TileScene: Sendable {
  /// Scene units per side of the tile: four times the usual 4096, so those stay exact.
  public static let extent = 16_384

  let points: [ScenePoint]
  /// By class.
  let areas: [SceneArea]
  let rings: [SceneRing]
  /// By class, then rank.
  let lines: [SceneLine]
  let labels: [SceneLabel]

  init(
    points: [ScenePoint], areas: [SceneArea], rings: [SceneRing], lines: [SceneLine],
    labels: [SceneLabel]
  ) {
    self.points = points
    self.areas = areas
    self.rings = rings
    self.lines = lines
    self.labels = labels
  }

  /// About how many bytes of memory it takes.
  public var byteCount: Int {
    points.count * MemoryLayout<ScenePoint>.stride + areas.count * MemoryLayout<SceneArea>.stride
      + rings.count * MemoryLayout<SceneRing>.stride + lines.count * MemoryLayout<SceneLine>.stride
      + labels.reduce(256) { $0 + MemoryLayout<SceneLabel>.stride + $1.heapBytes }
  }
}

/// A point in scene units.
struct ScenePoint: Equatable, Sendable {
  var x: Int16
  var y: Int16
}

/// A rectangle in scene units, edges included.
struct SceneBounds: Equatable, Sendable {
  var minX: Int16
  var minY: Int16
  var maxX: Int16
  var maxY: Int16

  init(of points: ArraySlice<ScenePoint>) {
    (minX, minY, maxX, maxY) = (.max, .max, .min, .min)
    for point in points {
      minX = min(minX, point.x)
      minY = min(minY, point.y)
      maxX = max(maxX, point.x)
      maxY = max(maxY, point.y)
    }
  }
}

/// A closed outline; the last point joins the first.
struct SceneRing: Sendable {
  var points: Range<Int32>
}

/// One area feature: all its rings, filled even-odd.
struct SceneArea: Sendable {
  var areaClass: AreaClass
  var rings: Range<Int32>
  var bounds: SceneBounds
  /// Twice the area over the perimeter, in scene units, of the feature before clipping.
  var thickness: Float
}

/// One unbroken line.
struct SceneLine: Sendable {
  var lineClass: LineClass
  var rank: UInt8
  var points: Range<Int32>
  var bounds: SceneBounds
  /// The larger side of a closed outline before clipping, in scene units; infinite for open lines.
  var size: Float
}
