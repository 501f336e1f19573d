import Geodesy
import Tiles

/// From scene units of one tile to dots of the viewport, in whole-number arithmetic.
///
/// Dots carry 32 bits of fraction. A pan by whole cells changes the origin by whole dots and nothing
/// else, so what is drawn moves without a dot changing.
struct SceneTransform {
  static let fractionBits = 32
  static let one = Double(1 << fractionBits)

  var originX: Int
  var originY: Int
  /// Dots per scene unit, times the cosine and the sine of the heading.
  var cosine: Int
  var sine: Int

  /// The transform of a tile: `column` counts on through copies of the world.
  init(_ transform: DotTransform, zoom: Int, column: Int, row: Int) {
    let count = Double(1 << zoom)
    let unit = count * Double(TileScene.extent)
    cosine = Self.fixed(transform.scaleCosine / unit)
    sine = Self.fixed(transform.scaleSine / unit)
    // One tile gives the origin to all, and they stand whole tiles apart: no gap, no overlap. It is
    // the same one wherever the view is nearby, since from another rounding comes out otherwise.
    let reference = (
      column: (transform.origin.x * count / 64).rounded(.down) * 64,
      row: (transform.origin.y * count / 64).rounded(.down) * 64
    )
    let corner = transform.dot(
      WorldPoint(x: reference.column / count, y: reference.row / count))
    let across = (column - Int(reference.column)) * TileScene.extent
    let down = (row - Int(reference.row)) * TileScene.extent
    originX = Self.fixed(corner.x) &+ across &* cosine &+ down &* sine
    originY = Self.fixed(corner.y) &- across &* sine &+ down &* cosine
  }

  private static func fixed(_ value: Double) -> Int {
    Int((value * one).rounded())
  }

  /// A point in dots with 32 bits of fraction.
  @inline(__always)
  func fixedDot(_ point: ScenePoint) -> (x: Int, y: Int) {
    let x = Int(point.x)
    let y = Int(point.y)
    return (
      originX &+ x &* cosine &+ y &* sine,
      originY &- x &* sine &+ y &* cosine
    )
  }

  /// The dot a point lies in.
  @inline(__always)
  func dot(_ point: ScenePoint) -> (x: Int, y: Int) {
    let (x, y) = fixedDot(point)
    return (x >> Self.fractionBits, y >> Self.fractionBits)
  }

  /// Whether anything in a rectangle may leave a dot in 0..<width, 0..<height or so many dots around.
  func mayShow(_ bounds: SceneBounds, width: Int, height: Int, margin: Int = 0) -> Bool {
    var minX = Int.max
    var minY = Int.max
    var maxX = Int.min
    var maxY = Int.min
    for corner in 0..<4 {
      let dot = dot(
        ScenePoint(
          x: corner & 1 == 0 ? bounds.minX : bounds.maxX,
          y: corner & 2 == 0 ? bounds.minY : bounds.maxY))
      minX = min(minX, dot.x)
      minY = min(minY, dot.y)
      maxX = max(maxX, dot.x)
      maxY = max(maxY, dot.y)
    }
    return maxX >= -margin && maxY >= -margin && minX < width + margin && minY < height + margin
  }

  /// Dots per scene unit.
  var scale: Double {
    let (cosine, sine) = (Double(cosine), Double(sine))
    return (cosine * cosine + sine * sine).squareRoot() / Self.one
  }
}
