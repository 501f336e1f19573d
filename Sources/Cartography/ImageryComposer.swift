import CellGrid
import Geodesy

/// Makes cells of imagery: half blocks; where there is no Unicode one colour a cell; patterns of the
/// palette where colours are few, and characters as light as the ground where there are none.
struct ImageryComposer {
  /// The tables of patterns, made when first needed.
  private var mixer: (depth: ColorDepth, table: PaletteMixer)?

  /// - Parameter hasLines: whether lines are drawn in a cell, which then is of one colour.
  mutating func compose(
    _ imagery: ImageryCanvas, _ canvas: MapCanvas, into grid: inout CellGrid,
    hasLines: (_ column: Int, _ row: Int) -> Bool
  ) {
    let depth = canvas.options.depth
    if depth == .indexed256 || depth == .ansi16, mixer?.depth != depth {
      mixer = (depth, PaletteMixer(depth: depth))
    }
    let painter = CellPainter(canvas, table: depth < .trueColor ? mixer?.table : nil)
    let (columns, stride) = (canvas.viewport.columns, grid.columns)
    let rows = canvas.viewport.rows
    imagery.pixels.withUnsafeBufferPointer { pixels in
      grid.cells.withUnsafeMutableBufferPointer { cells in
        // Each row is a work of its own.
        func compose(_ rows: Range<Int>) {
          for row in rows {
            var last: Cell?
            for column in 0..<columns {
              let index = row * 2 * columns + column
              let cell = painter.cell(
                upper: pixels[index], lower: pixels[index + columns], column: column, row: row,
                isPlain: hasLines(column, row),
                after: painter.isAnchor(column: column) ? nil : last)
              cells[(canvas.row + row) * stride + canvas.column + column] = cell
              last = cell
            }
          }
        }
        if painter.isForOneThread {
          compose(0..<rows)
        } else {
          concurrently(rows: rows, compose)
        }
      }
    }
  }
}

/// One cell of imagery from its two pixels.
private struct CellPainter {
  private let void: UInt32
  private let depth: ColorDepth
  private let isASCII: Bool
  private let table: PaletteMixer?
  private let pattern: DitherPattern
  private let tone = ToneCurve()
  /// Characters from dark to light.
  private let ramp: [UInt32]

  init(_ canvas: MapCanvas, table: PaletteMixer?) {
    void = canvas.style.void.packed
    depth = canvas.options.depth
    isASCII = canvas.options.charset == .ascii
    self.table = table
    pattern = DitherPattern(canvas.viewport)
    ramp = (isASCII ? " .:-=+*#%@" : " ░▒▓█").unicodeScalars.map(\.value)
  }

  /// Whether only one thread may use it: the table remembers what it found.
  var isForOneThread: Bool { table != nil }

  @inline(__always)
  func cell(
    upper: UInt32, lower: UInt32, column: Int, row: Int, isPlain: Bool, after last: Cell?
  ) -> Cell {
    let upper = upper == ImageryCanvas.empty ? void : upper
    let lower = lower == ImageryCanvas.empty ? void : lower
    if depth == .monochrome { return shade(upper, lower, column, row) }
    if isPlain || isASCII {
      let mean = Color.mean(upper, lower)
      return Cell(
        foreground: Color(upper), background: kept(last?.background, for: mean))
    }
    guard let table else {
      return halves(upper: Color(upper), lower: Color(lower), after: last)
    }
    return halves(
      upper: color(upper, column, row * 2, table), lower: color(lower, column, row * 2 + 1, table),
      after: last)
  }

  /// Whether a cell's colours do not depend on those of the cell before: often enough for a pan to
  /// change few of them, at places that stay with the ground.
  @inline(__always)
  func isAnchor(column: Int) -> Bool { pattern.isAnchor(column: column) }

  /// The half block, or blank, in which most colours of the cell before go on: of the 30 bytes that a
  /// cell of two new colours takes half are saved, and where a pattern of the palette goes on all.
  @inline(__always)
  private func halves(upper: Color, lower: Color, after last: Cell?) -> Cell {
    guard let last else {
      return Cell(glyph: upper == lower ? 0x20 : 0x2580, foreground: upper, background: lower)
    }
    let ahead = (kept(last.foreground, for: upper), kept(last.background, for: lower))
    if upper == lower {
      return ahead.0 == last.foreground && ahead.1 != last.background
        ? Cell(glyph: 0x2588, foreground: ahead.0, background: last.background)
        : Cell(foreground: last.foreground, background: ahead.1)
    }
    let turned = (kept(last.foreground, for: lower), kept(last.background, for: upper))
    let count = (ahead.0 == last.foreground ? 1 : 0) + (ahead.1 == last.background ? 1 : 0)
    let countTurned =
      (turned.0 == last.foreground ? 1 : 0) + (turned.1 == last.background ? 1 : 0)
    return countTurned > count
      ? Cell(glyph: 0x2584, foreground: turned.0, background: turned.1)
      : Cell(glyph: 0x2580, foreground: ahead.0, background: ahead.1)
  }

  /// How far from one another two colours may be, in the steps of red, green and blue, to pass for the
  /// same where there are 24 bits of them.
  static let likeness = (red: 6, green: 5, blue: 7)

  /// A colour in use, where it is as good as another.
  @inline(__always)
  private func kept(_ color: Color?, for other: Color) -> Color {
    guard table == nil, let color, !color.isTerminalDefault,
      abs(Int(color.red) - Int(other.red)) <= Self.likeness.red,
      abs(Int(color.green) - Int(other.green)) <= Self.likeness.green,
      abs(Int(color.blue) - Int(other.blue)) <= Self.likeness.blue
    else { return other }
    return color
  }

  private func color(_ rgb: UInt32, _ x: Int, _ y: Int, _ table: PaletteMixer) -> Color {
    let mix = table.mix(for: rgb)
    return Palette.rgb(
      index: Int(mix.share) > pattern.threshold(x: x, y: y) ? mix.second : mix.first)
  }

  private func shade(_ upper: UInt32, _ lower: UInt32, _ column: Int, _ row: Int) -> Cell {
    let mean = Color.mean(upper, lower)
    let steps = (ramp.count - 1) * 64
    let level = tone.value(of: mean) * steps / 255
    let number = (level + pattern.cellThreshold(column: column, row: row)) / 64
    return Cell(
      glyph: ramp[min(number, ramp.count - 1)], foreground: Color(upper), background: mean)
  }
}

/// Thresholds of ordered dithering that stay with the ground when the view pans by whole cells.
private struct DitherPattern {
  private let x: Int
  private let y: Int
  private let row: Int
  private let column: Int

  /// Cells between two that are coloured on their own.
  private static let anchors = 16

  init(_ viewport: MapViewport) {
    // A hair, since a whole number of dots may come out just below it.
    let origin = viewport.transform.dot(WorldPoint(x: 0, y: 0))
    func step(_ dot: Double, _ dots: Double) -> Int {
      Int(((dot + 1e-4) / dots).rounded(.down)) & 7
    }
    x = step(origin.x, ImageryCanvas.dotsPerPixel)
    y = step(origin.y, ImageryCanvas.dotsPerPixel)
    row = step(origin.y, MapViewport.dotsPerRow)
    let columns = ((origin.x + 1e-4) / MapViewport.dotsPerColumn).rounded(.down)
    column = Int(columns) & (Self.anchors - 1)
  }

  @inline(__always)
  func isAnchor(column: Int) -> Bool { (column &- self.column) & (Self.anchors - 1) == 0 }

  /// As `threshold`, where a cell is one place.
  @inline(__always)
  func cellThreshold(column: Int, row: Int) -> Int {
    threshold(x: column, y: row &- self.row &+ y)
  }

  /// 0…63 (Bayer's matrix of 8 × 8).
  @inline(__always)
  func threshold(x: Int, y: Int) -> Int {
    let (x, y) = (x &- self.x, y &- self.y)
    let mixed = x ^ y
    // The bits of x ^ y and y, lowest first, from the top down.
    return (mixed & 1) << 5 | (y & 1) << 4 | (mixed >> 1 & 1) << 3 | (y >> 1 & 1) << 2
      | (mixed >> 2 & 1) << 1 | y >> 2 & 1
  }
}

/// Light for characters: seen through a red filter, since water and forest are alike in grey, and
/// drawn apart where most land lies.
private struct ToneCurve {
  private static let stops: [(light: Double, value: Double)] = [
    (0, 0), (30, 0), (46, 0.14), (75, 0.4), (120, 0.6), (180, 0.76), (215, 0.9), (240, 1),
    (256, 1),
  ]

  private static let values: [Int] = (0..<256).map { light in
    let above = stops.firstIndex { $0.light > Double(light) } ?? stops.count - 1
    let (low, high) = (stops[above - 1], stops[above])
    let share = (Double(light) - low.light) / (high.light - low.light)
    return Int((low.value + share * (high.value - low.value)) * 255)
  }

  private let table = Self.values

  /// 0…255.
  @inline(__always)
  func value(of color: Color) -> Int {
    table[(Int(color.red) * 11 + Int(color.green) * 5) >> 4]
  }
}
