#if canImport(Glibc)
  import Glibc
#endif

/// What part of the world a rectangle of terminal cells shows.
///
/// A cell is 2 × 4 dots, and at zoom z the world is 256 · 2^z dots wide, as everywhere on the web.
/// Dots are counted from the top left corner of the rectangle. The crosshair, where `center` is
/// drawn, is the middle of the cell (`columns / 2`, `rows / 2`), so that a pin dropped there lies
/// in the very cell the crosshair marks.
public struct MapViewport: Equatable, Sendable {
  public static let dotsPerColumn = 2.0
  public static let dotsPerRow = 4.0
  /// The deepest zoom. (The shallowest depends on the window: see `wholeWorldZoom`.)
  public static let maximumZoom = 18.0
  /// Where a window of one cell shows the whole world; no window goes further out.
  public static let minimumZoom = -7.0

  /// The coordinate under the crosshair.
  public var center: Coordinate
  /// Web map zoom; may be fractional.
  public var zoom: Double
  /// The direction that points up, in degrees true.
  public var heading: Double
  /// Cells across.
  public var columns: Int
  /// Cells down.
  public var rows: Int

  public init(center: Coordinate, zoom: Double, heading: Double = 0, columns: Int, rows: Int) {
    self.center = center
    self.zoom = zoom
    self.heading = heading
    self.columns = columns
    self.rows = rows
  }

  /// The width and height of the world in dots.
  public var worldSize: Double { 256 * exp2(zoom) }

  public var crosshairColumn: Int { columns / 2 }
  public var crosshairRow: Int { rows / 2 }

  /// Where `center` lies, in dots.
  public var anchor: (x: Double, y: Double) {
    (
      (Double(crosshairColumn) + 0.5) * Self.dotsPerColumn,
      (Double(crosshairRow) + 0.5) * Self.dotsPerRow
    )
  }

  /// The zoom at which the world is as wide as the rectangle, or in a flat one half as high again:
  /// there once and as large as it may be with all inhabited land in view.
  public var wholeWorldZoom: Double {
    let width = max(Double(columns), 1) * Self.dotsPerColumn
    let height = max(Double(rows), 1) * Self.dotsPerRow
    return log2(min(width, height / Self.inhabitedShare) / 256)
  }

  /// How much of the height of the projected world lies between 72° N and 56° S.
  private static let inhabitedShare = 0.49

  /// The rectangle with the whole world, north up: its equator in the middle where all of it has
  /// room, else the inhabited part, as far as no emptiness shows beyond the ends of the world.
  public var wholeWorld: MapViewport {
    var result = self
    result.zoom = wholeWorldZoom
    result.heading = 0
    let size = result.worldSize
    // How much of the world there is room for above the anchor and below it.
    let above = anchor.y / size
    let below = (Double(rows) * Self.dotsPerRow - anchor.y) / size
    let middle = WebMercator.project(Self.inhabitedMiddle)
    let y =
      above + below < 1 ? min(max(middle.y, above), 1 - below) : 0.5 + (above - below) / 2
    result.center =
      y == middle.y
      ? Self.inhabitedMiddle : WebMercator.unproject(WorldPoint(x: middle.x, y: y))
    return result
  }

  /// Between the poles' emptiness and with all inhabited land around it.
  private static let inhabitedMiddle = Coordinate(latitude: 20, longitude: 0)

  /// The map from world points to dots as a matrix, valid for any copy of the world.
  public var transform: DotTransform { DotTransform(self) }

  /// The dot at which a coordinate lies; of all copies of the world, the one nearest the crosshair.
  public func dot(for coordinate: Coordinate) -> (x: Double, y: Double) {
    var point = WebMercator.project(coordinate)
    let middle = WebMercator.project(center)
    point.x -= (point.x - middle.x).rounded()
    return transform.dot(point)
  }

  /// The cell that contains a coordinate, or nil when it is outside the rectangle.
  public func cell(for coordinate: Coordinate) -> (column: Int, row: Int)? {
    let dot = dot(for: coordinate)
    let column = (dot.x / Self.dotsPerColumn).rounded(.down)
    let row = (dot.y / Self.dotsPerRow).rounded(.down)
    guard column >= 0, row >= 0, column < Double(columns), row < Double(rows) else { return nil }
    return (Int(column), Int(row))
  }

  /// The coordinate at a dot.
  public func coordinate(dotX: Double, dotY: Double) -> Coordinate {
    WebMercator.unproject(transform.worldPoint(x: dotX, y: dotY))
  }

  /// The coordinate at the middle of a cell.
  public func coordinate(column: Int, row: Int) -> Coordinate {
    coordinate(
      dotX: (Double(column) + 0.5) * Self.dotsPerColumn,
      dotY: (Double(row) + 0.5) * Self.dotsPerRow)
  }

  /// The viewport moved by whole cells, so that what is drawn moves without changing shape.
  public func panned(columns: Int, rows: Int) -> MapViewport {
    var result = self
    let x = anchor.x + Double(columns) * Self.dotsPerColumn
    let y = anchor.y + Double(rows) * Self.dotsPerRow
    result.center = coordinate(dotX: x, dotY: y)
    return result
  }

  /// The viewport at another zoom, with the middle of the given cell staying where it is.
  public func zoomed(to zoom: Double, column: Int, row: Int) -> MapViewport {
    var result = self
    result.zoom = zoom
    guard column != crosshairColumn || row != crosshairRow else { return result }
    let fixed = transform.worldPoint(
      x: (Double(column) + 0.5) * Self.dotsPerColumn, y: (Double(row) + 0.5) * Self.dotsPerRow)
    let moved = result.transform.worldPoint(
      x: (Double(column) + 0.5) * Self.dotsPerColumn, y: (Double(row) + 0.5) * Self.dotsPerRow)
    let middle = WebMercator.project(center)
    result.center = WebMercator.unproject(
      WorldPoint(x: middle.x + fixed.x - moved.x, y: middle.y + fixed.y - moved.y))
    return result
  }

  /// Metres on the ground that one dot covers at the crosshair's latitude (spherical Mercator scale
  /// on the WGS84 equatorial radius). Beyond the edge of the projected world that of the edge.
  public var metersPerDot: Double {
    let latitude = min(abs(center.latitude), WebMercator.maximumLatitude)
    return 2 * .pi * Ellipsoid.a * cos(latitude * .pi / 180) / worldSize
  }
}

/// World points to dots: turn by the heading, scale by the zoom, shift to the crosshair.
public struct DotTransform: Equatable, Sendable {
  /// Dots per world width, times the cosine and sine of the heading.
  public var scaleCosine: Double
  public var scaleSine: Double
  /// The world point at the anchor.
  public var origin: WorldPoint
  /// The anchor in dots.
  public var anchorX: Double
  public var anchorY: Double

  init(_ viewport: MapViewport) {
    let angle = viewport.heading * .pi / 180
    scaleCosine = viewport.worldSize * cos(angle)
    scaleSine = viewport.worldSize * sin(angle)
    origin = WebMercator.project(viewport.center)
    (anchorX, anchorY) = viewport.anchor
  }

  public func dot(_ point: WorldPoint) -> (x: Double, y: Double) {
    let dx = point.x - origin.x
    let dy = point.y - origin.y
    return (
      anchorX + dx * scaleCosine + dy * scaleSine,
      anchorY - dx * scaleSine + dy * scaleCosine
    )
  }

  public func worldPoint(x: Double, y: Double) -> WorldPoint {
    let dx = x - anchorX
    let dy = y - anchorY
    let square = scaleCosine * scaleCosine + scaleSine * scaleSine
    return WorldPoint(
      x: origin.x + (dx * scaleCosine - dy * scaleSine) / square,
      y: origin.y + (dx * scaleSine + dy * scaleCosine) / square)
  }
}
