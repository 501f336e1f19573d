import Geodesy
import Tiles

/// A tile in view, in the copy of the world where it is seen.
struct VisibleTile: Equatable, Sendable {
  var id: TileID
  /// The column counted on through copies of the world: `id.x` plus whole worlds.
  var column: Int
}

/// The tiles a viewport shows.
enum TileCover {
  /// More than any window needs; a bound for absurd sizes.
  static let limit = 1024

  /// The zoom whose tiles are stretched by 1 up to 2 times, within what the source has.
  static func zoom(for zoom: Double, in source: TileSourceDescription) -> Int {
    // Zooms reached by adding steps are a hair off whole numbers.
    let wanted = (zoom.isFinite ? zoom + 1e-6 : 0).rounded(.down)
    return min(max(Int(max(min(wanted, 30), 0)), source.minimumZoom), source.maximumZoom)
  }

  /// Fills `tiles` with those that touch the viewport or the margin around it (in dots), the
  /// nearest to the crosshair first. O(tiles in view).
  static func cover(
    _ viewport: MapViewport, zoom: Int, marginX: Double, marginY: Double,
    into tiles: inout [VisibleTile]
  ) {
    tiles.removeAll(keepingCapacity: true)
    let transform = viewport.transform
    let width = Double(viewport.columns) * MapViewport.dotsPerColumn + marginX
    let height = Double(viewport.rows) * MapViewport.dotsPerRow + marginY
    let corners = [(-marginX, -marginY), (width, -marginY), (-marginX, height), (width, height)]
      .map { transform.worldPoint(x: $0.0, y: $0.1) }
    let side = 1 << zoom
    let count = Double(side)
    let low = WorldPoint(
      x: corners.reduce(.infinity) { min($0, $1.x) } * count,
      y: corners.reduce(.infinity) { min($0, $1.y) } * count)
    let high = WorldPoint(
      x: corners.reduce(-.infinity) { max($0, $1.x) } * count,
      y: corners.reduce(-.infinity) { max($0, $1.y) } * count)
    guard low.x.isFinite, low.y.isFinite, high.x - low.x < Double(limit), high.y > 0, low.y < count
    else { return }
    let firstRow = Int(max(low.y, 0))
    let lastRow = min(Int(min(high.y, count)), side - 1)
    let firstColumn = Int(low.x.rounded(.down))
    let lastColumn = Int(high.x.rounded(.down))
    guard firstRow <= lastRow, (lastColumn - firstColumn + 1) * (lastRow - firstRow + 1) <= limit
    else { return }
    for row in firstRow...lastRow {
      for column in firstColumn...lastColumn {
        let box = DotBox(transform, column: column, row: row, tilesAcross: count)
        guard box.maxX >= -marginX, box.maxY >= -marginY, box.minX <= width, box.minY <= height
        else { continue }
        tiles.append(
          VisibleTile(id: TileID(z: zoom, x: column & (side - 1), y: row), column: column))
      }
    }
    let middle = transform.origin
    func distance(_ tile: VisibleTile) -> Double {
      let x = (Double(tile.column) + 0.5) / count - middle.x
      let y = (Double(tile.id.y) + 0.5) / count - middle.y
      return x * x + y * y
    }
    tiles.sort { distance($0) < distance($1) }
  }
}

/// The ground in view, to tell what touches it.
struct GroundInView {
  private let transform: DotTransform
  private let width: Double
  private let height: Double
  /// The corners of the upright rectangle of the projected world around it.
  private let low: WorldPoint
  private let high: WorldPoint

  init(_ viewport: MapViewport) {
    transform = viewport.transform
    width = Double(viewport.columns) * MapViewport.dotsPerColumn
    height = Double(viewport.rows) * MapViewport.dotsPerRow
    let corners = [(0, 0), (width, 0), (0, height), (width, height)]
      .map { viewport.transform.worldPoint(x: $0.0, y: $0.1) }
    low = corners.reduce(corners[0]) { WorldPoint(x: min($0.x, $1.x), y: min($0.y, $1.y)) }
    high = corners.reduce(corners[0]) { WorldPoint(x: max($0.x, $1.x), y: max($0.y, $1.y)) }
  }

  /// Whether some of a tile of a source with such bounds is in view. A source is credited that has
  /// something to show in such a tile.
  func shows(_ tile: VisibleTile, within bounds: GeographicBounds?) -> Bool {
    WorldRectangle.parts(of: tile, within: bounds).contains(where: touches)
  }

  /// Two rectangles are apart if and only if they are so along a side of one of them.
  private func touches(_ part: WorldRectangle) -> Bool {
    guard part.low.x < high.x, part.high.x > low.x, part.low.y < high.y, part.high.y > low.y
    else { return false }
    let dots = part.corners.map { transform.dot($0) }
    return dots.contains { $0.x > 0 } && dots.contains { $0.x < width }
      && dots.contains { $0.y > 0 } && dots.contains { $0.y < height }
  }
}

/// The upright box around a tile, in dots.
private struct DotBox {
  var minX = Double.infinity
  var minY = Double.infinity
  var maxX = -Double.infinity
  var maxY = -Double.infinity

  init(_ transform: DotTransform, column: Int, row: Int, tilesAcross: Double) {
    for (x, y) in [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)] {
      let dot = transform.dot(WorldPoint(x: Double(x) / tilesAcross, y: Double(y) / tilesAcross))
      minX = min(minX, dot.x)
      minY = min(minY, dot.y)
      maxX = max(maxX, dot.x)
      maxY = max(maxY, dot.y)
    }
  }
}
