import Tiles

/// A vector tile made ready to draw: classified, clipped to the tile's square, in flat arrays.
///
/// It knows nothing of colours or the viewport, so it is made once a tile and drawn many times.
/// Coordinates are scene units, 0…`extent` over the tile, y down; nothing lies outside, so tiles
/// abut exactly whatever buffer their makers gave them, and at any heading.
public final class TileScene: PreparedTile {
  /// Scene units per side of the tile: four times the usual 4096, so those stay exact.
  public static let extent = 16_384

  let points: [ScenePoint]
  /// By class.
  let areas: [SceneArea]
  let rings: [SceneRing]
  /// By class, then rank.
  let lines: [SceneLine]
  /// Where in `lines` each class begins, and the end.
  private let lineStarts: [Int32]
  let labels: [SceneLabel]
  /// The language its names are in, as in `name:xx`.
  let language: String?
  /// Whether it has all of its tile, and not only what `SceneCompiler.maximumSize` lets in.
  let isWhole: Bool

  /// - Parameter lines: by class.
  init(
    points: [ScenePoint], areas: [SceneArea], rings: [SceneRing], lines: [SceneLine],
    labels: [SceneLabel], language: String? = nil, isWhole: Bool = true
  ) {
    self.isWhole = isWhole
    self.points = points
    self.areas = areas
    self.rings = rings
    self.lines = lines
    self.labels = labels
    self.language = language
    var starts = Array(repeating: Int32(0), count: LineClass.allCases.count + 1)
    for line in lines { starts[Int(line.lineClass.rawValue) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    lineStarts = starts
  }

  /// The lines of a class, as indices.
  func lines(_ lineClass: LineClass) -> Range<Int> {
    let index = Int(lineClass.rawValue)
    return Int(lineStarts[index])..<Int(lineStarts[index + 1])
  }

  /// Whether it has an area of the class. O(areas of other classes).
  func has(_ areaClass: AreaClass) -> Bool { areas.contains { $0.areaClass == areaClass } }

  var isEmpty: Bool { areas.isEmpty && lines.isEmpty && labels.isEmpty }

  /// About how many bytes of memory it takes.
  public var byteCount: Int {
    points.count * MemoryLayout<ScenePoint>.stride + areas.count * MemoryLayout<SceneArea>.stride
      + rings.count * MemoryLayout<SceneRing>.stride + lines.count * MemoryLayout<SceneLine>.stride
      + labels.reduce(512) { $0 + MemoryLayout<SceneLabel>.stride + $1.heapBytes }
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

  /// All of a tile.
  static let tile = SceneBounds(
    of: [
      ScenePoint(x: 0, y: 0), ScenePoint(x: Int16(TileScene.extent), y: Int16(TileScene.extent)),
    ])

  init(of points: ArraySlice<ScenePoint>) {
    (minX, minY, maxX, maxY) = (.max, .max, .min, .min)
    for point in points {
      minX = min(minX, point.x)
      minY = min(minY, point.y)
      maxX = max(maxX, point.x)
      maxY = max(maxY, point.y)
    }
  }

  /// The longer side, in scene units.
  var reach: Double { max(Double(maxX) - Double(minX), Double(maxY) - Double(minY)) }
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
  /// What decides how a line is drawn.
  struct Kind: Equatable, Sendable {
    var lineClass: LineClass
    /// Of its class, 0 the most important.
    var rank: UInt8 = 0
    /// Under the ground.
    var isTunnel = false
  }

  var kind: Kind
  var points: Range<Int32>
  var bounds: SceneBounds
  /// The larger side of a closed outline before clipping, in scene units; infinite for open lines.
  var size: Float

  var lineClass: LineClass { kind.lineClass }
  var rank: UInt8 { kind.rank }
}
