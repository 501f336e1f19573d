import CellGrid

extension MapCanvas {
  /// Draws a name, and the dot of its place.
  func draw(_ label: LabelLayer.Label, imagery: ImageryCanvas, into grid: inout CellGrid) {
    let placement = label.placement
    let labelStyle = style[label.labelClass]
    let color = hasImagery ? labelStyle.imageryColor : labelStyle.color
    var attributes = labelStyle.attributes
    if labelStyle.isBoxed { attributes.insert(.reverse) }
    if placement.textColumns > 0 {
      shade(
        &grid, column: column + placement.textColumn, row: row + placement.textRow,
        columns: placement.textColumns, imagery: imagery)
      grid.draw(
        label.text, column: column + placement.textColumn, row: row + placement.textRow,
        foreground: color, attributes: attributes)
    }
    guard placement.hasMarker, let marker = labelStyle.marker else { return }
    let isASCII = options.charset == .ascii
    let glyph: Unicode.Scalar =
      switch label.label.kind {
      case .none: isASCII ? marker.asciiGlyph : marker.glyph
      case let kind: isASCII ? kind.asciiGlyph : kind.glyph
      }
    let (x, y) = (column + placement.column, row + placement.row)
    shade(&grid, column: x, row: y, columns: 1, imagery: imagery)
    grid[x, y].glyph = glyph.value
    grid[x, y].foreground = color
    grid[x, y].attributes = labelStyle.attributes
  }
}

extension MapFrameReport.PlacedLabel {
  init(_ label: LabelLayer.Label) {
    let placement = label.placement
    self.init(
      labelClass: label.labelClass, name: label.label.name, column: placement.column,
      row: placement.row, textColumn: placement.textColumn, textRow: placement.textRow,
      textColumns: placement.textColumns)
  }
}
