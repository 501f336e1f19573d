import CellGrid
import Geodesy

extension GroundLayer {
  /// Backgrounds from the areas: a cell is what at least half of its dots are.
  func composeAreas(_ canvas: MapCanvas, into grid: inout CellGrid) {
    let style = canvas.style
    let isMonochrome = canvas.options.depth == .monochrome
    let world = WorldEdge(canvas.viewport)
    let waves = WavePattern(canvas.viewport)
    for row in 0..<canvas.viewport.rows {
      for column in 0..<canvas.viewport.columns {
        var cell = Cell(foreground: style.ground, background: style.ground)
        if world.isBeyond(column: column, row: row) {
          cell.background = style.void
        } else {
          for area in usedAreas where isCovered(area, column: column, row: row) {
            cell.background = style[area].fill
            if isMonochrome {
              let isWave = style[area].monochrome == .waves
              cell.glyph = isWave && waves.hasCrest(column: column, row: row) ? 0x7e : 0x20
              cell.foreground = style[.shore].color
            }
          }
        }
        grid[canvas.column + column, canvas.row + row] = cell
      }
    }
  }

  /// Half blocks; where there is no Unicode one colour a cell, where there is no colour grey by
  /// characters.
  func composeImagery(
    _ imagery: ImageryCanvas, _ canvas: MapCanvas, into grid: inout CellGrid
  ) {
    let void = canvas.style.void.packed
    let isMonochrome = canvas.options.depth == .monochrome
    let isASCII = canvas.options.charset == .ascii
    let lines = lines
    for row in 0..<canvas.viewport.rows {
      for column in 0..<canvas.viewport.columns {
        let index = row * 2 * imagery.width + column
        var upper = imagery.pixels[index]
        var lower = imagery.pixels[index + imagery.width]
        if upper == ImageryCanvas.empty { upper = void }
        if lower == ImageryCanvas.empty { lower = void }
        let mean = Color.mean(upper, lower)
        var cell = Cell(foreground: Color(upper), background: Color(lower))
        if isMonochrome {
          cell.glyph = Self.ramp(mean.lightness, isASCII: isASCII)
          cell.background = mean
        } else if lines.lineClass(column: column, row: row) != nil {
          cell.background = mean.dimmed(toLightness: canvas.style.lightnessBehindLines)
        } else if isASCII {
          cell.background = mean
        } else if upper != lower {
          cell.glyph = 0x2580
        }
        grid[canvas.column + column, canvas.row + row] = cell
      }
    }
  }

  private static let asciiRamp = Array(" .:-=+*#%@".unicodeScalars).map(\.value)
  private static let blockRamp = Array(" ░▒▓█".unicodeScalars).map(\.value)

  /// A character as light as that.
  private static func ramp(_ lightness: Int, isASCII: Bool) -> UInt32 {
    let ramp = isASCII ? asciiRamp : blockRamp
    return ramp[min(max(lightness, 0), 255) * ramp.count / 256]
  }
}

/// Where the square of the projected world ends, in cells.
struct WorldEdge {
  private let first: Double
  private let across: Double
  private let down: Double
  private let isInView: Bool

  init(_ viewport: MapViewport) {
    let transform = viewport.transform
    let halfX = MapViewport.dotsPerColumn / 2
    let halfY = MapViewport.dotsPerRow / 2
    let origin = transform.worldPoint(x: halfX, y: halfY).y
    first = origin
    across = transform.worldPoint(x: halfX * 3, y: halfY).y - origin
    down = transform.worldPoint(x: halfX, y: halfY * 3).y - origin
    let far = (Double(viewport.columns) * across, Double(viewport.rows) * down)
    let corners = [origin, origin + far.0, origin + far.1, origin + far.0 + far.1]
    isInView = corners.contains { $0 < 0 || $0 > 1 }
  }

  /// Whether the middle of a cell lies north or south of the world.
  func isBeyond(column: Int, row: Int) -> Bool {
    guard isInView else { return false }
    let y = first + Double(column) * across + Double(row) * down
    return y < 0 || y > 1
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
