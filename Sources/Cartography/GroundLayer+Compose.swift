import CellGrid
import Geodesy

extension GroundLayer {
  /// Areas as backgrounds, and along their edges in quarters of cells where no line is drawn.
  mutating func composeAreas(_ canvas: MapCanvas, into grid: inout CellGrid) {
    let (columns, rows) = (canvas.viewport.columns, canvas.viewport.rows)
    let style = canvas.style
    let world = WorldEdge(canvas.viewport)
    let isMonochrome = canvas.options.depth == .monochrome
    for row in 0..<rows {
      composer.begin(columns: columns, ground: style.ground)
      if world.isInView {
        for column in 0..<columns where world.isBeyond(column: column, row: row) {
          composer.set(column, style.void)
        }
      }
      for area in areas.used { composer.add(areas[area], row: row, fill: style[area].fill) }
      let first = (canvas.row + row) * grid.columns + canvas.column
      grid.cells.withUnsafeMutableBufferPointer { cells in
        composer.draw(
          into: UnsafeMutableBufferPointer(rebasing: cells[first..<first + columns]),
          charset: canvas.options.charset
        ) { isMonochrome || lines.lineClass(column: $0, row: row) != nil }
      }
    }
    if isMonochrome { composeWaves(canvas, into: &grid) }
  }

  /// Water where there are no colours.
  private func composeWaves(_ canvas: MapCanvas, into grid: inout CellGrid) {
    let waves = WavePattern(canvas.viewport)
    for area in areas.used {
      let isWater = canvas.style[area].monochrome == .waves
      let mask = areas[area]
      for row in 0..<canvas.viewport.rows {
        for column in 0..<canvas.viewport.columns
        where mask.count(column: column, row: row) >= 4 {
          let index = (canvas.row + row) * grid.columns + canvas.column + column
          let isCrest = isWater && waves.hasCrest(column: column, row: row)
          grid.cells[index].glyph = isCrest ? MapCanvas.wave : 0x20
          grid.cells[index].foreground = canvas.style[.shore].color
        }
      }
    }
  }
}

extension GroundLayer {
  /// Light lines vanish on snow and sand: where dark ones stand out more, they are dark.
  func contrastLines(_ canvas: MapCanvas, in grid: inout CellGrid) {
    let share = canvas.style.lineLightOnLightGround
    for row in 0..<canvas.viewport.rows {
      for column in 0..<canvas.viewport.columns
      where lines.lineClass(column: column, row: row) != nil {
        let index = (canvas.row + row) * grid.columns + canvas.column + column
        let light = grid.cells[index].foreground
        let dark = light.dimmed(to: share)
        let ground = Contrast.luminance(grid.cells[index].background)
        if Contrast.ratio(Contrast.luminance(dark), ground)
          > Contrast.ratio(Contrast.luminance(light), ground)
        {
          grid.cells[index].foreground = dark
        }
      }
    }
  }
}

/// Sparse waves that stay with the water when the view pans.
private struct WavePattern {
  private let column: Int
  private let row: Int

  init(_ viewport: MapViewport) {
    // A hair, since a whole number of dots may come out just below it.
    let origin = viewport.transform.dot(WorldPoint(x: 0, y: 0))
    column = Int(((origin.x + 1e-4) / MapViewport.dotsPerColumn).rounded(.down)) & 7
    row = Int(((origin.y + 1e-4) / MapViewport.dotsPerRow).rounded(.down)) & 7
  }

  func hasCrest(column: Int, row: Int) -> Bool {
    let row = row &- self.row
    return (column &- self.column &+ (row & 1) * 2) & 3 == 0
  }
}
