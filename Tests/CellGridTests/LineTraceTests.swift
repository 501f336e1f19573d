import Testing

@testable import CellGrid

@Suite struct LineTraceTests {
  private func dots(_ canvas: BrailleCanvas) -> Set<[Int]> {
    var result: Set<[Int]> = []
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let bits = canvas.dots(column: x / 2, row: y / 4)
        if bits & BrailleDots.bit(x: x & 1, y: y & 3) != 0 { result.insert([x, y]) }
      }
    }
    return result
  }

  private func fixed(_ point: (Double, Double)) -> (x: Int, y: Int) {
    (Int((point.0 * 0x1p32).rounded()), Int((point.1 * 0x1p32).rounded()))
  }

  private func trace(_ points: [(Double, Double)], margin: Int = 8) -> LineTrace {
    var trace = LineTrace(margin: margin)
    trace.reset(width: 80, height: 40)
    trace.begin()
    for (a, b) in zip(points, points.dropFirst()) {
      trace.add(from: fixed(a), to: fixed(b), fractionBits: 32)
    }
    return trace
  }

  private func shown(_ trace: LineTrace, width: Int = 1, dash: Dash? = nil) -> Set<[Int]> {
    var canvas = BrailleCanvas(columns: 40, rows: 10)
    canvas.draw(trace, lineClass: 3, dash: dash, width: width)
    return dots(canvas)
  }

  @Test func aTraceIsTheLine() {
    let points = [(70.5, 30.2), (3.1, 8.9), (-20.0, 60.0), (40.0, -7.5), (40.0, 39.9)]
    var canvas = BrailleCanvas(columns: 40, rows: 10)
    for (a, b) in zip(points, points.dropFirst()) {
      canvas.line(x0: a.0, y0: a.1, x1: b.0, y1: b.1, lineClass: 3)
    }
    #expect(shown(trace(points)) == dots(canvas))
  }

  @Test func dashesRunThroughCorners() {
    let points = [(70.5, 30.2), (3.1, 8.9), (40.0, 2.5), (40.0, 39.9)]
    var canvas = BrailleCanvas(columns: 40, rows: 10)
    var dash = Dash(on: 3, off: 2)
    for (a, b) in zip(points, points.dropFirst()) {
      canvas.line(x0: a.0, y0: a.1, x1: b.0, y1: b.1, lineClass: 3, dash: &dash)
    }
    #expect(shown(trace(points), dash: Dash(on: 3, off: 2)) == dots(canvas))
  }

  @Test func widthIsAcrossTheLine() {
    #expect(
      shown(trace([(10, 20), (20, 20)]), width: 3)
        == Set((10...20).flatMap { x in (19...21).map { [x, $0] } }))
    #expect(
      shown(trace([(10, 20), (10, 30)]), width: 2)
        == Set((20...30).flatMap { y in [10, 11].map { [$0, y] } }))
  }

  /// A main line along y = 20 with its surroundings of three dots.
  private var surroundings: DotMask {
    let main = trace([(-50, 20), (120, 20)])
    var mask = DotMask(width: main.maskWidth, height: main.maskHeight)
    main.surround(in: &mask, reach: 3)
    return mask
  }

  @Test func whatRunsAlongIsTakenOut() {
    var line = trace([(-50, 22), (120, 22)])
    line.removeStretches(along: surroundings, reach: 3)
    #expect(shown(line).isEmpty)
  }

  @Test func whatIsFartherStays() {
    var line = trace([(-50, 24), (120, 24)])
    line.removeStretches(along: surroundings, reach: 3)
    #expect(shown(line) == Set((0..<80).map { [$0, 24] }))
  }

  @Test(arguments: [(40.0, 0.0), (43, -3), (50, -10), (30, 10), (55, -15)])
  func whatCrossesIsWhole(x: Double, lean: Double) {
    let points = [(x, 0.0), (x + 2 * lean, 39.9)]
    var line = trace(points)
    line.removeStretches(along: surroundings, reach: 3)
    #expect(shown(line) == shown(trace(points)))
  }

  @Test(arguments: [(0.0, 20.0), (20, 20), (45, 20)])
  func whatEndsOnItMeetsIt(x: Double, y: Double) {
    let points = [(x, y), (x + 12, 33)]
    var line = trace(points)
    line.removeStretches(along: surroundings, reach: 3)
    #expect(shown(line) == shown(trace(points)))
  }

  @Test func whatLeavesItStartsBesideIt() {
    var line = trace([(0, 22), (40, 22), (60, 39)])
    line.removeStretches(along: surroundings, reach: 3)
    let left = shown(line)
    #expect(left.contains([59, 38]))
    // Three dots before it leaves the surroundings it is there already.
    #expect(left.contains([41, 23]))
    #expect(!left.contains { $0[0] < 36 })
  }

  @Test func strokesInPlaceOfDots() {
    var canvas = BrailleCanvas(columns: 6, rows: 5)
    canvas.line(x0: 0, y0: 9, x1: 11, y1: 9, lineClass: 1)
    canvas.line(x0: 5, y0: 0, x1: 5, y1: 19, lineClass: 1)
    var grid = CellGrid(columns: 6, rows: 5)
    grid.draw(canvas, column: 0, row: 0, charset: .ascii, colors: [.terminalDefault])
    #expect(grid.text(row: 2).dropFirst().dropLast() == "-+--")
    #expect(grid.text(row: 1) == "  |   ")
    canvas.reset(columns: 4, rows: 4)
    canvas.line(x0: 0, y0: 0, x1: 7, y1: 15, lineClass: 1)
    grid = CellGrid(columns: 4, rows: 4)
    grid.draw(canvas, column: 0, row: 0, charset: .ascii, colors: [.terminalDefault])
    #expect(Set(grid.text.filter { !$0.isWhitespace }).isSubset(of: ["\\", "|"]))
  }
}
