import CellGrid

/// The border and the ground of a panel over the map.
struct PanelFrame {
  var style: ChromeStyle
  var symbols: Symbols
  var options: DisplayOptions

  func draw(into grid: inout CellGrid, left: Int, top: Int, width: Int, height: Int) {
    let inner = max(width - 2, 0)
    let rows =
      [symbols.topLeft + String(repeating: symbols.horizontal, count: inner) + symbols.topRight]
      + Array(
        repeating: symbols.vertical + String(repeating: " ", count: inner) + symbols.vertical,
        count: max(height - 2, 0))
      + [
        symbols.bottomLeft + String(repeating: symbols.horizontal, count: inner)
          + symbols.bottomRight
      ]
    for (index, text) in rows.enumerated() {
      grid.draw(
        SafeText(text, charset: options.charset), column: left, row: top + index,
        foreground: style.panelBorder, background: style.panelBackground, attributes: [],
        maximumColumns: width)
    }
  }

  /// A sign in the border.
  func mark(_ sign: String, into grid: inout CellGrid, column: Int, row: Int) {
    grid.draw(
      SafeText(sign, charset: options.charset), column: column, row: row,
      foreground: style.dim, background: style.panelBackground)
  }

  /// Text in the lower or upper border, cut to its width.
  func draw(
    _ text: String, into grid: inout CellGrid, left: Int, row: Int, width: Int, color: Color,
    attributes: CellAttributes = []
  ) {
    let text = SafeText(" \(text) ", charset: options.charset)
      .truncated(to: width - 4, charset: options.charset)
    grid.draw(
      text, column: left + 2, row: row, foreground: color, background: style.panelBackground,
      attributes: options.barAttributes.union(attributes), maximumColumns: width - 4)
  }
}
