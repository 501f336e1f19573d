import CellGrid
import Geodesy

/// The user's own things: the pin with its title, the position, the crosshair. Always on top.
struct SymbolLayer {
  private struct Title {
    var text: SafeText
    var column: Int
    var row: Int
  }

  private let overlay: MapOverlay
  private let style: SymbolStyle
  private let charset: Charset
  private let heading: Double
  private let pin: (column: Int, row: Int)?
  private let title: Title?
  private let position: (column: Int, row: Int)?
  let crosshair: (column: Int, row: Int)?

  init(_ overlay: MapOverlay, _ viewport: MapViewport, style: SymbolStyle, charset: Charset) {
    self.overlay = overlay
    self.style = style
    self.charset = charset
    heading = viewport.heading
    pin = overlay.pin.flatMap { viewport.cell(for: $0.coordinate) }
    position = overlay.position.flatMap { viewport.cell(for: $0.coordinate) }
    crosshair =
      overlay.showsCrosshair ? (viewport.crosshairColumn, viewport.crosshairRow) : nil
    title = pin.flatMap { cell in
      let text = SafeText(overlay.pin?.title ?? "", charset: charset)
      return text.columns == 0
        ? nil : Self.title(text, beside: cell, columns: viewport.columns, charset: charset)
    }
  }

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

  /// The stretches of cells that belong to the user's things and stay with the ground when it
  /// moves: all but the crosshair.
  func forEachStretch(_ body: (_ column: Int, _ row: Int, _ columns: Int) -> Void) {
    if let pin { body(pin.column - 1, pin.row, 3) }
    if let title { body(title.column - 1, title.row, title.text.columns + 2) }
    if let position { body(position.column - 1, position.row, 3) }
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

    if let position { put(positionGlyph, position, style.position, &grid) }
    let pinColor = overlay.pin?.isSelected == true ? style.selectedPin : style.pin
    if let title {
      shade(&grid, column + title.column, row + title.row, title.text.columns)
      grid.draw(
        title.text, column: column + title.column, row: row + title.row, foreground: pinColor,
        attributes: .bold)
    }
    let pinGlyph: Unicode.Scalar = charset == .ascii ? "@" : "◆"
    if let pin { put(pinGlyph, pin, pinColor, &grid) }
    guard let crosshair else { return }
    if let pin, pin == crosshair {
      // Both in one cell: the pin's shape in the crosshair's colour.
      put(pinGlyph, pin, style.crosshair, &grid)
      grid[column + pin.column, row + pin.row].attributes.insert(.reverse)
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
