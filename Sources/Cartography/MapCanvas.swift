import CellGrid
import Geodesy

/// The rectangle of the grid a frame is drawn into, and how.
struct MapCanvas {
  /// What marks water where there are no colours: `~`.
  static let wave: UInt32 = 0x7e

  var viewport: MapViewport
  var options: MapOptions
  var style: MapStyle
  /// The grid's cell at the top left of the map.
  var column: Int
  var row: Int
  var hasImagery: Bool
  var graticule: Graticule?

  /// Prepares cells for text: no lines, no waves or quarters beside it, and imagery as one darkened colour.
  func shade(
    _ grid: inout CellGrid, column: Int, row: Int, columns: Int, imagery: ImageryCanvas
  ) {
    guard row >= 0, row < grid.rows else { return }
    for x in [column - 1, column + columns] where grid.contains(column: x, row: row) {
      let glyph = grid[x, row].glyph
      let isWave = glyph == Self.wave && options.depth == .monochrome
      // Quarters of a cell, but not imagery's halves.
      let isEdge = !hasImagery && (0x2580...0x259f).contains(glyph)
      if isWave || isEdge { grid[x, row].glyph = 0x20 }
    }
    for x in max(column, 0)..<max(min(column + columns, grid.columns), max(column, 0)) {
      grid[x, row].glyph = 0x20
      grid[x, row].attributes = []
      guard hasImagery else { continue }
      let mean = imagery.mean(column: x - self.column, row: row - self.row) ?? style.void
      grid[x, row].background = mean.dimmed(to: style.imageryBehindLabels)
        .dimmed(toLightness: style.lightnessBehindLabels)
    }
  }
}

extension Color {
  /// The colour with a share of its light.
  func dimmed(to share: Double) -> Color {
    let factor = UInt32(min(max(share, 0), 1) * 256)
    return Color(
      red: UInt8(truncatingIfNeeded: (UInt32(red) * factor) >> 8),
      green: UInt8(truncatingIfNeeded: (UInt32(green) * factor) >> 8),
      blue: UInt8(truncatingIfNeeded: (UInt32(blue) * factor) >> 8))
  }

  /// The colour, dimmed where it is lighter than that.
  func dimmed(toLightness limit: Int) -> Color {
    let lightness = lightness
    return lightness > limit ? dimmed(to: Double(limit) / Double(lightness)) : self
  }

  /// The colour so far on the way to another, 0…1.
  func blended(with other: Color, share: Double) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(clamping: Int((Double(a) + (Double(b) - Double(a)) * share).rounded()))
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// The colour between two.
  static func mean(_ a: UInt32, _ b: UInt32) -> Color {
    Color((a & b) &+ ((a ^ b) & 0xfe_fefe) >> 1)
  }

  /// How light it is, 0…255 (Rec. 709 weights on the encoded values).
  var lightness: Int {
    (Int(red) * 54 + Int(green) * 183 + Int(blue) * 19) >> 8
  }
}

extension ImageryCanvas {
  /// The colour of a cell's two pixels together; nil where there is no image.
  func mean(column: Int, row: Int) -> Color? {
    guard column >= 0, row >= 0, column < width, row * 2 + 1 < height else { return nil }
    let upper = pixels[row * 2 * width + column]
    let lower = pixels[(row * 2 + 1) * width + column]
    if upper == Self.empty { return lower == Self.empty ? nil : Color(lower) }
    return lower == Self.empty ? Color(upper) : .mean(upper, lower)
  }
}
