import CellGrid
import Geodesy

/// What areas cover in a rectangle of cells.
struct AreaTrace {
  private var fill = EvenOddFill()
  /// What each area class covers, indexed by its raw value; of this frame when in `used`.
  private var masks = Array(repeating: DotMask(), count: AreaClass.allCases.count)
  /// Those that cover something.
  private(set) var used: [AreaClass] = []
  /// Whether the last areas were left out.
  private(set) var isCutShort = false

  /// What an area class of this frame covers.
  subscript(area: AreaClass) -> DotMask { masks[Int(area.rawValue)] }

  /// Begins a frame.
  mutating func reset(columns: Int, rows: Int) {
    fill.reset(width: columns * 2, height: rows * 4)
    used.removeAll(keepingCapacity: true)
    isCutShort = false
  }

  /// Takes up an area class, with its mask empty when that was not used in this frame.
  private mutating func use(_ area: AreaClass) -> Int {
    let index = Int(area.rawValue)
    if !used.contains(area) {
      used.append(area)
      masks[index].reset(width: fill.width, height: fill.height)
    }
    return index
  }

  /// Adds the areas of the classes wanted, source by source: a more wanted one takes its ground from
  /// those before. O(dots · areas + vertices in view).
  mutating func add(
    _ scenes: [PlacedScene], _ coverage: Coverage, _ canvas: MapCanvas,
    where isWanted: (AreaClass) -> Bool
  ) {
    var source = 0
    for placed in scenes {
      while source < placed.source {
        source += 1
        guard let covered = coverage.ground(of: source) else { continue }
        for area in used where isWanted(area) && (area != .sea || coverage.hasSea(source)) {
          masks[Int(area.rawValue)].subtract(covered)
        }
      }
      add(
        placed, canvas, within: placed.isClipped ? coverage.ground(of: source) : nil,
        where: isWanted)
    }
    used.sort { $0.rawValue < $1.rawValue }
  }

  private mutating func add(
    _ placed: PlacedScene, _ canvas: MapCanvas, within ground: DotMask?,
    where isWanted: (AreaClass) -> Bool
  ) {
    let (scene, transform) = (placed.scene, placed.transform)
    let scale = transform.scale
    let (width, height) = (fill.width, fill.height)
    let workLimit = LinePainter.workLimit(width: width, height: height)
    for area in scene.areas where isWanted(area.areaClass) {
      guard fill.work < workLimit else {
        isCutShort = true
        return
      }
      let style = canvas.style[area.areaClass]
      guard canvas.viewport.zoom >= style.minimumZoom,
        Double(area.thickness) * scale >= style.minimumThickness,
        transform.mayShow(area.bounds, width: width, height: height)
      else { continue }
      scene.points.withUnsafeBufferPointer { points in
        for ring in area.rings { trace(points, scene.rings[Int(ring)].points, transform) }
      }
      fill.fill(into: &masks[use(area.areaClass)], within: ground)
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

  /// Takes a rectangle of dots from another trace, from where it lies there; nothing where the other ends.
  mutating func replace(_ rectangle: DotRectangle, by other: AreaTrace, fromX x: Int, y: Int) {
    for area in other.used {
      let index = use(area)
      masks[index].replace(rectangle, by: other[area], fromX: x, y: y)
      if masks[index].isEmpty { used.removeAll { $0 == area } }
    }
    used.sort { $0.rawValue < $1.rawValue }
  }
}
