import CellGrid
import Geodesy

/// Meridians and parallels at round degrees, three to eight of each in view while north is up.
struct Graticule {
  /// The lines of one kind.
  private struct Family {
    /// Units between two lines.
    var step: Int
    /// Multiples of the step in view.
    var numbers: ClosedRange<Int>
  }

  private let viewport: MapViewport
  private let notation: CoordinateNotation
  private let charset: Charset
  private let meridians: Family?
  private let parallels: Family?
  /// World points around the view.
  private let x: ClosedRange<Double>

  /// More lines than that no window needs; a bound for absurd ones.
  private static let limit = 100
  /// Distances in units: ten-thousandths of a degree, or seconds.
  private static let decimalSteps = [
    900_000, 600_000, 300_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500,
    200, 100, 50, 20, 10, 5, 2, 1,
  ]
  private static let sexagesimalSteps = [
    324_000, 216_000, 108_000, 72_000, 36_000, 18_000, 7200, 3600, 1800, 1200, 600, 300, 120, 60,
    30, 20, 10, 5, 2, 1,
  ]

  private static func unitsPerDegree(_ notation: CoordinateNotation) -> Int {
    notation == .decimal ? 10_000 : 3600
  }

  /// - Parameter notation: how degrees are written, and which of them are round.
  init(_ viewport: MapViewport, notation: CoordinateNotation, charset: Charset) {
    self.viewport = viewport
    self.notation = notation
    self.charset = charset
    let transform = viewport.transform
    let right = Double(viewport.columns) * MapViewport.dotsPerColumn
    let bottom = Double(viewport.rows) * MapViewport.dotsPerRow
    let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)].map {
      transform.worldPoint(x: $0.0, y: $0.1)
    }
    let xs = corners.map(\.x)
    let ys = corners.map { min(max($0.y, 0), 1) }
    x = (xs.min() ?? 0)...(xs.max() ?? 0)
    let north = WebMercator.unproject(WorldPoint(x: 0.5, y: ys.min() ?? 0)).latitude
    let south = WebMercator.unproject(WorldPoint(x: 0.5, y: ys.max() ?? 1)).latitude
    let across = Self.across(corners, transform.worldPoint(x: right / 2, y: bottom / 2).y)
    meridians = Self.family(
      (x.lowerBound - 0.5) * 360, (x.upperBound - 0.5) * 360, across.longitude, notation)
    parallels = Self.family(south, north, across.latitude, notation)
  }

  /// Degrees from one edge of the map to the other, through its middle: what the distance of lines
  /// depends on. When north is not up, far more of them lie between the corners.
  /// - Parameters:
  ///   - corners: top left, top right, bottom left, bottom right.
  ///   - middle: of the map, down from the north end of the world.
  private static func across(
    _ corners: [WorldPoint], _ middle: Double
  ) -> (longitude: Double, latitude: Double) {
    func side(_ end: WorldPoint) -> (length: Double, x: Double, y: Double) {
      let (x, y) = (end.x - corners[0].x, end.y - corners[0].y)
      let length = (x * x + y * y).squareRoot()
      return (length, abs(x) / length, abs(y) / length)
    }
    let (width, height) = (side(corners[1]), side(corners[2]))
    let eastward = min(width.length / width.x, height.length / height.x)
    let half = min(width.length / width.y, height.length / height.y) / 2
    func latitude(_ y: Double) -> Double {
      WebMercator.unproject(WorldPoint(x: 0.5, y: min(max(y, 0), 1))).latitude
    }
    return (eastward * 360, latitude(middle - half) - latitude(middle + half))
  }

  private static func family(
    _ low: Double, _ high: Double, _ across: Double, _ notation: CoordinateNotation
  ) -> Family? {
    let units = Double(unitsPerDegree(notation))
    let steps = notation == .decimal ? decimalSteps : sexagesimalSteps
    let extent = min(high - low, across) * units
    guard extent.isFinite, extent > 0,
      let step = steps.first(where: { extent / Double($0) >= 3 }) ?? steps.last
    else { return nil }
    let first = Int((low * units / Double(step)).rounded(.up))
    let last = Int((high * units / Double(step)).rounded(.down))
    return first <= last && last - first < limit ? Family(step: step, numbers: first...last) : nil
  }

  /// Draws the lines, dotted, as one class.
  func draw(into canvas: inout BrailleCanvas, lineClass: UInt8) {
    let transform = viewport.transform
    forEachLine { start, end, _ in
      let (from, to) = (transform.dot(start), transform.dot(end))
      // Dots are counted along the longer side: on a slant they would be further apart.
      let (dx, dy) = (abs(to.x - from.x), abs(to.y - from.y))
      let isSlanted = 4 * min(dx, dy) > max(dx, dy)
      // From the line's own start on, so that dots stay with the ground.
      var dash = Dash(on: 1, off: isSlanted ? 2 : 3)
      canvas.line(
        x0: from.x, y0: from.y, x1: to.x, y1: to.y, lineClass: lineClass, dash: &dash)
    }
  }

  /// The degrees of each line where it meets the frame, where there is room: below or above for
  /// meridians, left or right for parallels while north is up.
  func degrees(
    _ color: Color, avoiding isTaken: (_ column: Int, _ row: Int, _ columns: Int) -> Bool
  ) -> [FrameText] {
    let transform = viewport.transform
    var texts: [FrameText] = []
    forEachLine { start, end, label in
      guard let ends = cellsAtFrame(transform.dot(start), transform.dot(end)) else { return }
      let text = SafeText(label.text, charset: charset)
      let isSwapped =
        label.isMeridian ? ends.0.row < ends.1.row : ends.0.column > ends.1.column
      for cell in isSwapped ? [ends.1, ends.0] : [ends.0, ends.1] {
        let column = min(max(cell.column - text.columns / 2, 0), viewport.columns - text.columns)
        guard column >= 0, !isTaken(column, cell.row, text.columns),
          !texts.contains(where: {
            $0.touches(column: column, row: cell.row, columns: text.columns)
          })
        else { continue }
        texts.append(FrameText(text: text, column: column, row: cell.row, color: color))
        return
      }
    }
    return texts
  }
}

extension Graticule {
  /// All lines in view from end to end of the world, with what is written at them.
  private func forEachLine(
    _ body: (
      _ start: WorldPoint, _ end: WorldPoint, _ label: (text: String, isMeridian: Bool)
    ) -> Void
  ) {
    let perDegree = Self.unitsPerDegree(notation)
    if let meridians {
      for number in meridians.numbers {
        let units = number * meridians.step
        let place = Double(units) / Double(perDegree * 360) + 0.5
        let turn = 360 * perDegree
        let east = (units % turn + turn) % turn
        let wrapped = east > turn / 2 ? east - turn : east
        body(
          WorldPoint(x: place, y: 0), WorldPoint(x: place, y: 1),
          (text(wrapped, meridians.step, ("E", "W")), true))
      }
    }
    if let parallels {
      for number in parallels.numbers {
        let units = number * parallels.step
        let latitude = Double(units) / Double(perDegree)
        guard abs(latitude) < WebMercator.maximumLatitude else { continue }
        let place = WebMercator.project(Coordinate(latitude: latitude, longitude: 0)).y
        body(
          WorldPoint(x: x.lowerBound.rounded(.down), y: place),
          WorldPoint(x: x.upperBound.rounded(.up), y: place),
          (text(units, parallels.step, ("N", "S")), false))
      }
    }
  }

  /// Degrees in the notation, as fine as the step, and their side of the world: on a map that is
  /// turned 16° alone may be either way.
  private func text(
    _ units: Int, _ step: Int, _ letters: (positive: String, negative: String)
  ) -> String {
    let degree = charset == .ascii ? "" : "°"
    let perDegree = Self.unitsPerDegree(notation)
    let hasSide = units != 0 && abs(units) != 180 * perDegree
    let side = hasSide ? (units > 0 ? letters.positive : letters.negative) : ""
    if notation == .decimal {
      var decimals = 0
      var power = perDegree
      while step % power != 0 {
        decimals += 1
        power /= 10
      }
      let size = Double(abs(units)) / Double(perDegree)
      return FixedPoint.string(size, decimals: decimals) + degree + side
    }
    let size = abs(units)
    var text = "\(size / 3600)" + (charset == .ascii && step % 3600 != 0 ? " " : degree)
    func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if step % 3600 != 0 { text += pad(size / 60 % 60) + "'" }
    if step % 60 != 0 { text += pad(size % 60) + "\"" }
    return text + side
  }

  /// The cells where a line enters and leaves the map; nil when it passes by.
  private func cellsAtFrame(
    _ from: (x: Double, y: Double), _ to: (x: Double, y: Double)
  ) -> ((column: Int, row: Int), (column: Int, row: Int))? {
    let width = Double(viewport.columns) * MapViewport.dotsPerColumn
    let height = Double(viewport.rows) * MapViewport.dotsPerRow
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    // Liang and Barsky's clipping.
    var (low, high) = (0.0, 1.0)
    for (way, room) in [
      (-dx, from.x), (dx, width - from.x), (-dy, from.y), (dy, height - from.y),
    ] {
      if way == 0 {
        if room < 0 { return nil }
      } else if way < 0 {
        low = max(low, room / way)
      } else {
        high = min(high, room / way)
      }
    }
    guard low < high else { return nil }
    func cell(_ share: Double) -> (column: Int, row: Int) {
      let column = (from.x + dx * share) / MapViewport.dotsPerColumn
      let row = (from.y + dy * share) / MapViewport.dotsPerRow
      return (
        min(max(Int(column.rounded(.down)), 0), viewport.columns - 1),
        min(max(Int(row.rounded(.down)), 0), viewport.rows - 1)
      )
    }
    return (cell(low), cell(high))
  }
}
