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
      composer.begin(columns: columns, ground: style.ground) {
        world.isBeyond(column: $0, row: row) ? style.void : style.ground
      }
      for area in usedAreas { composer.add(mask(area), row: row, fill: style[area].fill) }
      let first = (canvas.row + row) * grid.columns + canvas.column
      for column in 0..<columns {
        let isPlain = isMonochrome || lines.lineClass(column: column, row: row) != nil
        grid.cells[first + column] = composer.cell(
          column, charset: canvas.options.charset, isPlain: isPlain)
      }
    }
    if isMonochrome { composeWaves(canvas, into: &grid) }
  }

  /// Water where there are no colours.
  private func composeWaves(_ canvas: MapCanvas, into grid: inout CellGrid) {
    let waves = WavePattern(canvas.viewport)
    for area in usedAreas {
      let isWater = canvas.style[area].monochrome == .waves
      let mask = mask(area)
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

  /// Half blocks; where there is no Unicode one colour a cell, where there is no colour grey by
  /// characters.
  func composeImagery(
    _ imagery: ImageryCanvas, _ canvas: MapCanvas, into grid: inout CellGrid
  ) {
    let composer = ImageryComposer(canvas)
    let (columns, stride) = (canvas.viewport.columns, grid.columns)
    imagery.pixels.withUnsafeBufferPointer { pixels in
      grid.cells.withUnsafeMutableBufferPointer { cells in
        for row in 0..<canvas.viewport.rows {
          for column in 0..<columns {
            let index = row * 2 * columns + column
            cells[(canvas.row + row) * stride + canvas.column + column] = composer.cell(
              upper: pixels[index], lower: pixels[index + columns],
              hasLines: lines.lineClass(column: column, row: row) != nil)
          }
        }
      }
    }
  }
}

extension GroundLayer {
  /// Light lines vanish on snow and sand: there they are dark.
  func darkenLinesOnLightGround(_ canvas: MapCanvas, in grid: inout CellGrid) {
    let style = canvas.style
    for row in 0..<canvas.viewport.rows {
      for column in 0..<canvas.viewport.columns
      where lines.lineClass(column: column, row: row) != nil {
        let index = (canvas.row + row) * grid.columns + canvas.column + column
        if grid.cells[index].background.lightness >= style.lightGround {
          grid.cells[index].foreground = grid.cells[index].foreground
            .dimmed(to: style.lineLightOnLightGround)
        }
      }
    }
  }
}

/// One cell of imagery from its two pixels.
private struct ImageryComposer {
  private let void: UInt32
  private let isMonochrome: Bool
  private let isASCII: Bool
  /// Characters from dark to light.
  private let ramp: [UInt32]

  init(_ canvas: MapCanvas) {
    void = canvas.style.void.packed
    isMonochrome = canvas.options.depth == .monochrome
    isASCII = canvas.options.charset == .ascii
    ramp = (isASCII ? " .:-=+*#%@" : " ░▒▓█").unicodeScalars.map(\.value)
  }

  @inline(__always)
  func cell(upper: UInt32, lower: UInt32, hasLines: Bool) -> Cell {
    let upper = upper == ImageryCanvas.empty ? void : upper
    let lower = lower == ImageryCanvas.empty ? void : lower
    var cell = Cell(foreground: Color(upper), background: Color(lower))
    if isMonochrome {
      cell.background = .mean(upper, lower)
      cell.glyph = ramp[cell.background.lightness * ramp.count / 256]
    } else if hasLines || isASCII {
      cell.background = .mean(upper, lower)
    } else if upper != lower {
      cell.glyph = 0x2580
    }
    return cell
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
