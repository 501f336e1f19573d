import CellGrid
import Geodesy

/// The user's own things: pins with their titles, the position, the crosshair, and at the frame
/// what tells of things outside. Always on top.
struct SymbolLayer {
  private struct Title {
    var text: SafeText
    var column: Int
    var row: Int
  }

  private struct PlacedPin {
    var column: Int
    var row: Int
    var title: Title?
    var color: Color
  }

  private let overlay: MapOverlay
  private let style: SymbolStyle
  private let charset: Charset
  private let heading: Double
  /// Those in view, the most important first.
  private var pins: [PlacedPin] = []
  private let position: (column: Int, row: Int)?
  private var frame: FrameLayer
  let crosshair: (column: Int, row: Int)?

  /// - Parameter credits: Of the tiles in use, to be shown: text from outside.
  init(_ overlay: MapOverlay, _ canvas: MapCanvas, credits: [String] = []) {
    let viewport = canvas.viewport
    self.overlay = overlay
    style = canvas.style.symbols
    charset = canvas.options.charset
    heading = viewport.heading
    position = overlay.position.flatMap { viewport.cell(for: $0.coordinate) }
    crosshair =
      overlay.showsCrosshair ? (viewport.crosshairColumn, viewport.crosshairRow) : nil
    frame = FrameLayer(viewport, charset: charset)
    for pin in overlay.pins { place(pin, viewport) }
    if overlay.showsNorth { frame.addNorth(canvas.style.frame.north) }
    frame.addCredits(
      credits, canvas.hasImagery ? canvas.style.frame.imageryText : canvas.style.frame.text,
      clearOf: overlay.strips)
    addArrows(canvas.options.units)
  }

  private mutating func place(_ pin: MapOverlay.Pin, _ viewport: MapViewport) {
    guard let cell = viewport.cell(for: pin.coordinate) else { return }
    let text = SafeText(pin.title, charset: charset)
      .truncated(to: max(Self.titleColumns, viewport.columns / 4), charset: charset)
    var title =
      text.columns == 0
      ? nil : Self.title(text, beside: cell, columns: viewport.columns, charset: charset)
    if let place = title, touches(column: place.column, row: place.row, columns: place.text.columns)
    {
      title = nil
    }
    pins.append(
      PlacedPin(
        column: cell.column, row: cell.row, title: title,
        color: pin.isSelected ? style.selectedPin : style.pin))
  }

  /// The way to what lies outside the view.
  private mutating func addArrows(_ units: UnitSystem) {
    // The frame is asked by itself; the rest does not change meanwhile.
    let others = self
    func isTaken(_ column: Int, _ row: Int, _ columns: Int) -> Bool {
      others.touches(column: column, row: row, columns: columns)
    }
    for pin in overlay.pins {
      frame.addArrow(
        to: pin.coordinate, title: pin.title, units: units,
        pin.isSelected ? style.selectedPin : style.pin, avoiding: isTaken)
    }
    if let position = overlay.position {
      frame.addArrow(
        to: position.coordinate, title: "you", units: units, style.position, avoiding: isTaken)
    }
  }

  /// Whether a stretch of cells touches anything of the user's or at the frame.
  func touches(column: Int, row: Int, columns: Int) -> Bool {
    var isTouching = false
    forEachStretch { start, line, count in
      if line == row, column < start + count, column + columns > start { isTouching = true }
    }
    guard let crosshair else { return isTouching }
    return isTouching
      || crosshair.row == row && (column - 1...column + columns).contains(crosshair.column)
  }

  /// Columns of a title, at least, where there is room; in wide windows a quarter of the map. The top
  /// line has the whole of it.
  private static let titleColumns = 32

  /// To the right of the pin where it fits, else to the left, else cut on the roomier side.
  private static func title(
    _ text: SafeText, beside cell: (column: Int, row: Int), columns: Int, charset: Charset
  ) -> Title? {
    let right = columns - cell.column - 2
    let left = cell.column - 1
    if text.columns <= right || (text.columns > left && right >= left) {
      guard right > 1 else { return nil }
      return Title(
        text: text.truncated(to: right, charset: charset), column: cell.column + 2, row: cell.row)
    }
    guard left > 1 else { return nil }
    let short = text.truncated(to: left, charset: charset)
    return Title(text: short, column: cell.column - 1 - short.columns, row: cell.row)
  }

  /// The stretches of cells that names keep free, with the air beside them: all but the crosshair.
  func forEachStretch(_ body: (_ column: Int, _ row: Int, _ columns: Int) -> Void) {
    for pin in pins {
      body(pin.column - 1, pin.row, 3)
      if let title = pin.title { body(title.column - 1, title.row, title.text.columns + 2) }
    }
    if let position { body(position.column - 1, position.row, 3) }
    for text in frame.texts { body(text.column - 1, text.row, text.text.columns + 2) }
    for strip in overlay.strips { body(-1, strip.row, strip.columns + 2) }
  }

  /// Draws everything into the map's rectangle of the grid. `shade` prepares the ground of a cell.
  func draw(
    into grid: inout CellGrid, column: Int, row: Int,
    shade: (inout CellGrid, _ column: Int, _ row: Int, _ columns: Int) -> Void
  ) {
    func put(
      _ glyph: Unicode.Scalar, _ cell: (column: Int, row: Int), _ color: Color,
      _ grid: inout CellGrid
    ) {
      shade(&grid, column + cell.column, row + cell.row, 1)
      let background = grid[column + cell.column, row + cell.row].background
      grid[column + cell.column, row + cell.row] = Cell(
        glyph: glyph.value, foreground: color, background: background, attributes: .bold)
    }

    for text in frame.texts {
      shade(&grid, column + text.column, row + text.row, text.text.columns)
      grid.draw(
        text.text, column: column + text.column, row: row + text.row, foreground: text.color,
        attributes: text.attributes)
    }
    if let position { put(positionGlyph, position, style.position, &grid) }
    let pinGlyph: Unicode.Scalar = charset == .ascii ? "@" : "◆"
    for pin in pins.reversed() {
      if let title = pin.title {
        shade(&grid, column + title.column, row + title.row, title.text.columns)
        grid.draw(
          title.text, column: column + title.column, row: row + title.row, foreground: pin.color,
          attributes: .bold)
      }
      put(pinGlyph, (pin.column, pin.row), pin.color, &grid)
    }
    guard let crosshair else { return }
    if pins.contains(where: { ($0.column, $0.row) == crosshair }) {
      // Both in one cell: the pin's shape in the crosshair's colour.
      put(pinGlyph, crosshair, style.crosshair, &grid)
      grid[column + crosshair.column, row + crosshair.row].attributes.insert(.reverse)
    } else {
      put("+", crosshair, style.crosshair, &grid)
    }
  }

  /// An arrow along the course as it lies on the screen, or a dot.
  private var positionGlyph: Unicode.Scalar {
    guard let course = overlay.position?.course, course.isFinite else {
      return charset == .ascii ? "O" : "●"
    }
    let arrows: [Unicode.Scalar] =
      charset == .ascii ? ["^", ">", "v", "<"] : ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]
    let turn = ((course - heading) / 360).truncatingRemainder(dividingBy: 1)
    let sector = Int((turn * Double(arrows.count)).rounded())
    return arrows[(sector + arrows.count) % arrows.count]
  }
}
