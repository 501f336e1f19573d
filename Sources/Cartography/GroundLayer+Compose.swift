import CellGrid
import Geodesy

extension GroundLayer {
  /// Backgrounds from the areas: a cell is what at least half of its dots are.
  func composeAreas(_ canvas: MapCanvas, into grid: inout CellGrid) {
    let (columns, rows) = (canvas.viewport.columns, canvas.viewport.rows)
    let ground = canvas.style.ground
    let world = WorldEdge(canvas.viewport)
    for row in 0..<rows {
      for column in 0..<columns {
        let isBeyond = world.isBeyond(column: column, row: row)
        grid[canvas.column + column, canvas.row + row] = Cell(
          foreground: ground, background: isBeyond ? canvas.style.void : ground)
      }
    }
    let isMonochrome = canvas.options.depth == .monochrome
    let waves = WavePattern(canvas.viewport)
    for area in usedAreas {
      let style = canvas.style[area]
      let mask = mask(area)
      for row in 0..<rows {
        for column in 0..<columns where mask.count(column: column, row: row) >= 4 {
          let index = (canvas.row + row) * grid.columns + canvas.column + column
          grid.cells[index].background = style.fill
          guard isMonochrome else { continue }
          let isCrest = style.monochrome == .waves && waves.hasCrest(column: column, row: row)
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
