import CellGrid
import Geodesy

#if canImport(Glibc)
  import Glibc
#endif

/// What stands at the frame of the map: the way to the user's things outside, the arrow to the
/// north, and credits.
struct FrameLayer {
  private(set) var texts: [FrameText] = []
  private let viewport: MapViewport
  private let charset: Charset

  /// A title longer than that is cut: the frame is no place to read.
  private static let titleColumns = 20

  init(_ viewport: MapViewport, charset: Charset) {
    self.viewport = viewport
    self.charset = charset
  }

  /// `N` and an arrow at the top right, unless north is up.
  mutating func addNorth(_ color: Color) {
    let angle = viewport.heading * .pi / 180
    guard angle.isFinite else { return }
    let (x, y) = (-sin(angle), -cos(angle))
    guard abs(x) > 1e-9 || y > 0 else { return }
    let eighth = OffscreenArrow.eighth(x: x, y: y)
    // A slash alone would point two ways.
    let pairs = ["^", "^>", ">", "v>", "v", "<v", "<", "<^"]
    let arrow =
      charset == .ascii
      ? pairs[eighth] : String(OffscreenArrow.glyph(eighth, charset: charset))
    let text = SafeText("N\(arrow)", charset: charset)
    add(
      FrameText(
        text: text, column: viewport.columns - text.columns - 1, row: 0, color: color,
        attributes: .bold))
  }

  /// Credits at the bottom right, as far down as no strip reaches.
  mutating func addCredits(_ credits: [String], _ color: Color, clearOf strips: [MapOverlay.Strip])
  {
    guard viewport.rows > 1, !credits.isEmpty else { return }
    let lines = CreditLines(
      credits, columns: viewport.columns, rows: viewport.rows, charset: charset
    ).lines
    var first = viewport.rows - lines.count
    func texts() -> [FrameText] {
      lines.enumerated().map { index, line in
        FrameText(
          text: line, column: viewport.columns - line.columns, row: first + index, color: color)
      }
    }
    while first > 0,
      texts().contains(where: { text in
        strips.contains { text.touches(column: 0, row: $0.row, columns: $0.columns) }
      })
    { first -= 1 }
    for text in texts() { add(text) }
  }

  /// An arrow with title and distance where a place outside lies; nothing for a place in view.
  ///
  /// Where others stand it moves a little along the edge; the text is shortened, and at last left
  /// out.
  mutating func addArrow(
    to coordinate: Coordinate, title: String, units: UnitSystem, _ color: Color,
    avoiding isTaken: (_ column: Int, _ row: Int, _ columns: Int) -> Bool
  ) {
    guard let arrow = OffscreenArrow(to: coordinate, viewport) else { return }
    let way = Geodesic.inverse(from: viewport.center, to: coordinate)
    let distance = DistanceFormat.string(way.distance, units: units)
    let name = SafeText(title, charset: charset).truncated(to: Self.titleColumns, charset: charset)
    let glyph = SafeText(
      String(OffscreenArrow.glyph(arrow.direction, charset: charset)), charset: charset)
    var captions = [SafeText(distance, charset: charset), .empty]
    if name.columns > 0 { captions.insert(name + .blanks(1) + captions[0], at: 0) }
    for caption in captions where caption.columns <= viewport.columns / 3 {
      for shift in shifts(arrow) {
        let column = arrow.column + shift.columns
        let text = Self.text(
          glyph, caption, column: column, row: arrow.row + shift.rows, color,
          isOnRight: column > viewport.columns / 2)
        let touches = texts.contains {
          $0.touches(column: text.column, row: text.row, columns: text.text.columns)
        }
        if text.isInside(columns: viewport.columns, rows: viewport.rows), !touches,
          !isTaken(text.column, text.row, text.text.columns)
        {
          return texts.append(text)
        }
      }
    }
  }

  /// Where an arrow may stand, the true place first: along the edge, and above or below the map also
  /// a little inwards, since texts lie along these edges.
  private func shifts(_ arrow: OffscreenArrow) -> [(columns: Int, rows: Int)] {
    if arrow.isAtSide { return [0, -1, 1, -2, 2, -3, 3, -4, 4].map { (0, $0) } }
    let inwards = arrow.row == 0 ? 1 : -1
    return [0, -1, 1].map { ($0 * 2, 0) } + [1, 2, 3, 4].map { (0, $0 * inwards) }
  }

  private static func text(
    _ glyph: SafeText, _ caption: SafeText, column: Int, row: Int, _ color: Color, isOnRight: Bool
  ) -> FrameText {
    if caption.columns == 0 {
      return FrameText(text: glyph, column: column, row: row, color: color, attributes: .bold)
    }
    let text = isOnRight ? caption + .blanks(1) + glyph : glyph + .blanks(1) + caption
    return FrameText(
      text: text, column: isOnRight ? column + 1 - text.columns : column, row: row, color: color,
      attributes: .bold)
  }

  private mutating func add(_ text: FrameText) {
    if text.isInside(columns: viewport.columns, rows: viewport.rows) { texts.append(text) }
  }
}
