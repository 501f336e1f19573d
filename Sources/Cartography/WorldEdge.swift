import Geodesy

/// Where the square of the projected world ends, in cells.
struct WorldEdge {
  private let first: Double
  private let across: Double
  private let down: Double
  /// Whether any of it is beyond.
  let isInView: Bool

  init(_ viewport: MapViewport) {
    let transform = viewport.transform
    let halfX = MapViewport.dotsPerColumn / 2
    let halfY = MapViewport.dotsPerRow / 2
    let origin = transform.worldPoint(x: halfX, y: halfY).y
    first = origin
    across = transform.worldPoint(x: halfX * 3, y: halfY).y - origin
    down = transform.worldPoint(x: halfX, y: halfY * 3).y - origin
    let far = (Double(viewport.columns) * across, Double(viewport.rows) * down)
    let corners = [origin, origin + far.0, origin + far.1, origin + far.0 + far.1]
    isInView = corners.contains { $0 < 0 || $0 > 1 }
  }

  /// Whether the middle of a cell lies north or south of the world.
  func isBeyond(column: Int, row: Int) -> Bool {
    guard isInView else { return false }
    let y = first + Double(column) * across + Double(row) * down
    return y < 0 || y > 1
  }
}
