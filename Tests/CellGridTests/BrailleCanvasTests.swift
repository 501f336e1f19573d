import Testing

@testable import CellGrid

@Suite struct BrailleCanvasTests {
  /// The canvas as text, dots as they show.
  func text(_ canvas: BrailleCanvas) -> String {
    (0..<canvas.rows).map { row in
      (0..<canvas.columns).map { column in
        let dots = canvas.dots(column: column, row: row)
        return Unicode.Scalar(0x2800 + UInt32(dots)).map { String(Character($0)) } ?? "?"
      }.joined()
    }.joined(separator: "\n")
  }

  /// Every dot that shows, row by row.
  func dots(_ canvas: BrailleCanvas) -> Set<[Int]> {
    var result: Set<[Int]> = []
    for y in 0..<canvas.height {
      for x in 0..<canvas.width
      where canvas.dots(column: x / 2, row: y / 4) & BrailleDots.bit(x: x % 2, y: y % 4) != 0 {
        result.insert([x, y])
      }
    }
    return result
  }

  @Test func bitsAreThoseOfBraillePatterns() {
    // Dot numbers 1 2 3 7 go down on the left, 4 5 6 8 on the right; dot n is bit n - 1.
    let numbers = [[1, 4], [2, 5], [3, 6], [7, 8]]
    for y in 0..<4 {
      for x in 0..<2 { #expect(BrailleDots.bit(x: x, y: y) == 1 << UInt8(numbers[y][x] - 1)) }
    }
  }

  @Test func linesInAllDirections() {
    var canvas = BrailleCanvas(columns: 4, rows: 2)
    canvas.line(x0: 0, y0: 0, x1: 7, y1: 7, lineClass: 3)
    #expect(text(canvas) == "⠑⢄⠀⠀\n⠀⠀⠑⢄")
    canvas.reset(columns: 4, rows: 2)
    canvas.line(x0: 7.5, y0: 2.5, x1: 0.5, y1: 2.5, lineClass: 3)
    canvas.line(x0: 3.5, y0: 7.5, x1: 3.5, y1: 4.5, lineClass: 3)
    #expect(text(canvas) == "⠤⠤⠤⠤\n⠀⢸⠀⠀")
    canvas.reset(columns: 2, rows: 1)
    canvas.line(x0: 1.2, y0: 1.2, x1: 1.9, y1: 1.8, lineClass: 3)
    #expect(text(canvas) == "⠐⠀")
  }

  /// A clipped line has just the dots that the whole line has there, and no others.
  @Test func clippingDoesNotMoveDots() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let p = (0..<4).map { _ in Double.random(in: -100...140, using: &random) }
      var large = BrailleCanvas(columns: 150, rows: 75)
      large.line(
        x0: p[0] + 120, y0: p[1] + 120, x1: p[2] + 120, y1: p[3] + 120, lineClass: 1)
      var small = BrailleCanvas(columns: 20, rows: 10)
      small.line(x0: p[0], y0: p[1], x1: p[2], y1: p[3], lineClass: 1)
      let wanted = dots(large).map { [$0[0] - 120, $0[1] - 120] }.filter {
        (0..<40).contains($0[0]) && (0..<40).contains($0[1])
      }
      #expect(dots(small) == Set(wanted), "\(p)")
    }
  }

  /// Each dot is near the line, its ends included, and each step of the longer axis has one.
  @Test func dotsFollowTheLine() {
    var random = SystemRandomNumberGenerator()
    for round in 0..<600 {
      let reach = round % 2 == 0 ? 1.5 : 38
      var p = (0..<2).map { _ in Double.random(in: 2...37, using: &random) }
      p += p.map { min(max($0 + Double.random(in: -reach...reach, using: &random), 1), 38) }
      var canvas = BrailleCanvas(columns: 20, rows: 10)
      canvas.line(x0: p[0], y0: p[1], x1: p[2], y1: p[3], lineClass: 1)
      let (dx, dy) = (p[2] - p[0], p[3] - p[1])
      let found = dots(canvas)
      for dot in found {
        let (x, y) = (Double(dot[0]) + 0.5, Double(dot[1]) + 0.5)
        let along = ((x - p[0]) * dx + (y - p[1]) * dy) / (dx * dx + dy * dy)
        let t = min(max(along, 0), 1)
        let (ox, oy) = (p[0] + t * dx - x, p[1] + t * dy - y)
        #expect((ox * ox + oy * oy).squareRoot() <= 0.72, "\(p) \(dot)")
      }
      let steps = max(abs(Int(p[2]) - Int(p[0])), abs(Int(p[3]) - Int(p[1]))) + 1
      #expect(found.count == steps, "\(p)")
    }
  }

  @Test func hugeCoordinatesCostNothingAndDoNotOverflow() {
    var canvas = BrailleCanvas(columns: 4, rows: 2)
    for far in [1e6, 1e12, 1e18, 1e300] {
      canvas.reset(columns: 4, rows: 2)
      canvas.line(x0: -far, y0: 2.5, x1: far, y1: 2.5, lineClass: 0)
      #expect(text(canvas) == "⠤⠤⠤⠤\n⠀⠀⠀⠀")
      canvas.line(x0: 2.5, y0: far, x1: 2.5, y1: -far, lineClass: 0)
      #expect(text(canvas) == "⠤⡧⠤⠤\n⠀⡇⠀⠀")
    }
    canvas.reset(columns: 4, rows: 2)
    for bad in [Double.nan, .infinity, -.infinity] {
      canvas.line(x0: bad, y0: 0, x1: 5, y1: 5, lineClass: 0)
      canvas.line(x0: 0, y0: 0, x1: 5, y1: bad, lineClass: 0)
    }
    canvas.line(
      x0: -.greatestFiniteMagnitude, y0: 0, x1: .greatestFiniteMagnitude, y1: 9,
      lineClass: 0)
    canvas.plot(x: .max, y: .min, lineClass: 0)
    #expect(dots(canvas).isEmpty)
  }

  /// Whatever the order, a cell shows what a set of dots for each class would give.
  @Test(arguments: [0, 1, 3, 6]) func cellsBelongToTheirMostImportantClass(tolerance: Int) {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      var canvas = BrailleCanvas(columns: 1, rows: 1, tolerance: tolerance)
      var model: [UInt8: UInt8] = [:]
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let (x, y) = (Int.random(in: 0...1, using: &random), Int.random(in: 0...3, using: &random))
        let base: UInt8 = Bool.random(using: &random) ? 0 : 240
        let lineClass = base + UInt8.random(in: 0...14, using: &random)
        canvas.plot(x: x, y: y, lineClass: lineClass)
        model[lineClass, default: 0] |= BrailleDots.bit(x: x, y: y)
      }
      let owner = model.keys.min() ?? 255
      let wanted = model.filter { Int($0.key) <= Int(owner) + tolerance }
      #expect(canvas.lineClass(column: 0, row: 0) == owner)
      #expect(canvas.dots(column: 0, row: 0) == wanted.values.reduce(0, |))
    }
  }

  @Test func emptyCellsBelongToNobody() {
    var canvas = BrailleCanvas(columns: 2, rows: 1)
    canvas.plot(x: 0, y: 0, lineClass: 255)
    #expect(canvas.lineClass(column: 0, row: 0) == 254)
    #expect(canvas.lineClass(column: 1, row: 0) == nil)
    canvas.erase(column: 0, row: 0)
    #expect(canvas.lineClass(column: 0, row: 0) == nil)
  }

  @Test func dashesGoOnAcrossSegments() {
    var canvas = BrailleCanvas(columns: 8, rows: 1)
    var dash = Dash(on: 3, off: 2)
    canvas.line(x0: -7, y0: 0, x1: 4, y1: 0, lineClass: 0, dash: &dash)
    canvas.line(x0: 4, y0: 0, x1: 15, y1: 0, lineClass: 0, dash: &dash)
    // Step 7 of the pattern is at x 0.
    let wanted = (0..<16).filter { ($0 + 7) % 5 < 3 }
    #expect(dots(canvas) == Set(wanted.map { [$0, 0] }))
    dash = Dash(on: 3, off: 2)
    canvas.reset(columns: 8, rows: 1)
    canvas.line(x0: 15, y0: 3, x1: 0, y1: 3, lineClass: 0, dash: &dash)
    #expect(dots(canvas) == Set((0..<16).filter { (15 - $0) % 5 < 3 }.map { [$0, 3] }))
  }

  @Test func otherCharsets() {
    #expect(BrailleDots.glyph(0, charset: .ascii) == 0x20)
    func shown(_ rows: [String], _ charset: Charset) -> String {
      var dots: UInt8 = 0
      for (y, line) in rows.enumerated() {
        for (x, mark) in line.enumerated() where mark == "#" { dots |= BrailleDots.bit(x: x, y: y) }
      }
      return String(Unicode.Scalar(BrailleDots.glyph(dots, charset: charset)).map(Character.init)!)
    }
    #expect(shown(["##", "..", "..", ".."], .block) == "▀")
    #expect(shown(["..", "#.", "#.", ".."], .block) == "▌")
    #expect(shown([".#", "#.", "#.", ".."], .block) == "▛")
    #expect(shown([".#", ".#", "#.", "#."], .block) == "▞")
    #expect(shown(["..", "..", "..", ".#"], .block) == "▗")
    #expect(shown([".#", ".#", "#.", "#."], .ascii) == "/")
    #expect(shown(["#.", "#.", ".#", ".#"], .ascii) == "\\")
    #expect(shown(["..", "##", "..", ".."], .ascii) == "-")
    #expect(shown(["..", "..", "..", "##"], .ascii) == "-")
    #expect(shown(["#.", "#.", "#.", "#."], .ascii) == "|")
    #expect(shown([".#", ".#", ".#", ".#"], .ascii) == "|")
    #expect(shown(["..", "..", "..", "#."], .ascii) == ".")
    #expect(shown(["#.", "..", "..", ".."], .ascii) == ".")
    #expect(shown(["#.", "##", "#.", "#."], .ascii) == "|")
    for dots in UInt8(1)...255 {
      let glyph = BrailleDots.glyph(dots, charset: .ascii)
      #expect(glyph > 0x20 && glyph < 0x7F)
    }
  }

  @Test func aCanvasOnTheGridKeepsBackgrounds() {
    let (red, blue) = (Color(0xFF0000), Color(0x0000FF))
    var canvas = BrailleCanvas(columns: 4, rows: 3)
    canvas.line(x0: 0, y0: 5, x1: 7, y1: 5, lineClass: 1)
    var grid = CellGrid(columns: 3, rows: 2, fill: Cell(background: blue))
    grid.draw(canvas, column: -2, row: -1, charset: .braille, colors: [blue, red])
    #expect(grid.text == "⠒⠒ \n   ")
    #expect(grid[0, 0] == Cell(glyph: 0x2812, foreground: red, background: blue))
    grid.draw(canvas, column: 9, row: 9, charset: .ascii, colors: [])
    grid.draw(canvas, column: 2, row: 0, charset: .ascii, colors: [red])
    #expect(grid.text == "⠒⠒ \n  -")
    grid.draw(SafeText("京京"), column: 0, row: 0, foreground: red)
    grid.draw(canvas, column: 1, row: -1, charset: .braille, colors: [red])
    #expect(grid.text == " ⠒⠒\n  -")
  }
}
