import CellGrid
import Geodesy

/// Where the straight line on the screen from the crosshair to a place outside leaves the map.
struct OffscreenArrow {
  let column: Int
  let row: Int
  /// Whether it leaves by the left or right edge, rather than above or below.
  let isAtSide: Bool
  /// Which way, in eighths of a turn from up to the right.
  let direction: Int

  /// nil for a place in view. Of all copies of the world the way is to the nearest one.
  init?(to coordinate: Coordinate, _ viewport: MapViewport) {
    guard viewport.columns > 0, viewport.rows > 0, viewport.cell(for: coordinate) == nil else {
      return nil
    }
    let dot = viewport.dot(for: coordinate)
    let anchor = viewport.anchor
    let (x, y) = (dot.x - anchor.x, dot.y - anchor.y)
    guard x.isFinite, y.isFinite, x != 0 || y != 0 else { return nil }
    // To the middles of the cells at the edges.
    let right = (Double(viewport.columns) - 0.5) * MapViewport.dotsPerColumn
    let bottom = (Double(viewport.rows) - 0.5) * MapViewport.dotsPerRow
    func share(_ way: Double, _ start: Double, _ low: Double, _ high: Double) -> Double {
      way > 0 ? (high - start) / way : way < 0 ? (low - start) / way : .infinity
    }
    let shareX = share(x, anchor.x, MapViewport.dotsPerColumn / 2, right)
    let shareY = share(y, anchor.y, MapViewport.dotsPerRow / 2, bottom)
    let least = min(shareX, shareY)
    func cell(_ dots: Double, _ size: Double, _ count: Int) -> Int {
      min(max(Int((dots / size).rounded(.down)), 0), count - 1)
    }
    column = cell(anchor.x + x * least, MapViewport.dotsPerColumn, viewport.columns)
    row = cell(anchor.y + y * least, MapViewport.dotsPerRow, viewport.rows)
    isAtSide = shareX <= shareY
    direction = Self.eighth(x: x, y: y)
  }

  /// The nearest eighth of a turn, from up to the right; y grows downwards.
  static func eighth(x: Double, y: Double) -> Int {
    // Half of an eighth off an axis: its tangent is √2 - 1.
    let limit = 2.0.squareRoot() - 1
    if abs(x) <= abs(y) * limit { return y < 0 ? 0 : 4 }
    if abs(y) <= abs(x) * limit { return x > 0 ? 2 : 6 }
    return x > 0 ? (y < 0 ? 1 : 3) : (y < 0 ? 7 : 5)
  }

  static func glyph(_ eighth: Int, charset: Charset) -> Unicode.Scalar {
    let glyphs: [Unicode.Scalar] =
      charset == .ascii
      ? ["^", "/", ">", "\\", "v", "/", "<", "\\"] : ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]
    return glyphs[eighth & 7]
  }
}
