import CellGrid
import Foundation
import Testing

@testable import Terminal

extension ProcessWideTests {
  /// Whatever the frames and however they follow each other, the terminal shows the last one.
  @Suite struct ScreenUpdateTests {
    @Test(arguments: [
      (TerminalEnvironment(term: "xterm-256color", colorTerm: "truecolor"), true),
      (TerminalEnvironment(term: "tmux-256color", colorTerm: "truecolor"), false),
      (TerminalEnvironment(term: "xterm-256color"), true),
      (TerminalEnvironment(term: "tmux-256color"), false),
      (TerminalEnvironment(term: "xterm"), true),
      (TerminalEnvironment(term: "vt100"), false),
    ])
    func theTerminalShowsTheLastFrame(environment: TerminalEnvironment, bce: Bool) throws {
      var random = SplitMix64(state: 42)
      let bench = try ScreenTests.Bench(
        environment, columns: 60, rows: 20, erasesWithBackground: bce)
      var map = MapLike(seed: 3)
      for step in 0..<60 {
        map.step(&random)
        let grid = map.frame(columns: 60, rows: 20, status: "step \(step)")
        bench.screen.draw(grid)
        try bench.read()
        try check(bench, shows: grid)
      }
      #expect(bench.emulator.unknown.isEmpty)
    }

    /// The colours are compared with a terminal that was drawn on anew, which shows that no trace
    /// of an earlier frame is left.
    private func check(_ bench: ScreenTests.Bench, shows grid: CellGrid) throws {
      for row in 0..<grid.rows {
        try #require(
          bench.emulator.text(row: row)
            == grid.text(row: row).replacingOccurrences(of: "\u{2800}", with: " "))
      }
      guard bench.screen.colorDepth == .trueColor else { return }
      for row in 0..<grid.rows {
        for column in 0..<grid.columns {
          let cell = grid[column, row]
          let pen = bench.emulator[column, row].pen
          try #require(pen.background == sgr(48, cell.background))
          if bench.emulator[column, row].text != " " {
            try #require(pen.foreground == sgr(38, cell.foreground))
            try #require(pen.attributes.contains(1) == cell.attributes.contains(.bold))
          }
        }
      }
    }

    private func sgr(_ base: Int, _ color: Color) -> String {
      color.isTerminalDefault ? "" : "\(base);2;\(color.red);\(color.green);\(color.blue)"
    }

    /// However many pairs there are, and however many of them the frames before took: also where they run
    /// out in the middle of a frame, what is shown is right when it is drawn.
    @Test(arguments: [2_500, 5_000, 1 << 19])
    func moreColoursThanPairsStillShowTheRightOnes(limit: Int) throws {
      let bench = try ScreenTests.Bench(
        TerminalEnvironment(term: "xterm-256color", colorTerm: "truecolor"), columns: 80, rows: 30)
      bench.screen.encoder.pairs = PairTable(limit: limit, passesNumbers: true)
      bench.screen.output.filter = RenditionFilter(
        canSwitchOff: true, pairs: bench.screen.encoder.pairs.colors)
      var random = SplitMix64(state: 1)
      var grid = CellGrid(columns: 80, rows: 30)
      for share in [100, 60, 100, 100, 30, 30, 30, 30, 100, 100, 10, 100] as [UInt64] {
        for index in grid.cells.indices where random.next() % 100 < share {
          let value = random.next()
          grid.cells[index] = Cell(
            glyph: 0x2580, foreground: Color(UInt32(truncatingIfNeeded: value)),
            background: Color(UInt32(truncatingIfNeeded: value >> 32)))
        }
        bench.screen.draw(grid)
        try bench.read()
        try check(bench, shows: grid)
      }
    }

    /// What stays on the screen keeps its colours however many others come and go beside it, and is not
    /// drawn again for their sake.
    @Test(arguments: [true, false]) func coloursComeAndGoBesideWhatStays(bce: Bool) throws {
      let bench = try ScreenTests.Bench(
        TerminalEnvironment(
          term: bce ? "xterm-256color" : "tmux-256color", colorTerm: "truecolor"),
        columns: 100, rows: 30, erasesWithBackground: bce)
      var random = SplitMix64(state: 5)
      var grid = CellGrid(columns: 100, rows: 30)
      func change(_ index: Int) {
        let value = random.next()
        grid.cells[index] = Cell(
          glyph: value >> 63 == 0 ? 0x20 : 0x2580,
          foreground: Color(UInt32(truncatingIfNeeded: value)),
          background: Color(UInt32(truncatingIfNeeded: value >> 24)))
      }
      for index in grid.cells.indices { change(index) }
      bench.screen.draw(grid)
      for frame in 0..<60 {
        // Three columns of ten.
        for index in grid.cells.indices where index % 10 < 3 { change(index) }
        let before = bench.screen.byteCount
        bench.screen.draw(grid)
        #expect(bench.screen.byteCount - before < 900 * 60, "frame \(frame)")
        try bench.read()
        if frame % 8 == 7 { try check(bench, shows: grid) }
      }
    }

    /// Numbers below 8 mean the ANSI colours to a terminal with direct colours.
    @Test func nearlyBlackIsNearlyBlack() throws {
      let bench = try ScreenTests.Bench(
        TerminalEnvironment(term: "xterm-256color", colorTerm: "truecolor"), columns: 16, rows: 2)
      var grid = CellGrid(columns: 16, rows: 2)
      for value in 0..<16 {
        grid[value, 0] = Cell(
          glyph: 0x78, foreground: Color(UInt32(15 - value)), background: Color(UInt32(value)))
      }
      bench.screen.draw(grid)
      try bench.read()
      for value in 0..<16 {
        let pen = bench.emulator[value, 0].pen
        #expect(pen.background == "48;2;0;0;\(max(value, 8))")
        #expect(pen.foreground == "38;2;0;0;\(max(15 - value, 8))")
      }
    }

    @Test func aPanOfAMapIsCheap() throws {
      let bench = try ScreenTests.Bench(
        TerminalEnvironment(term: "xterm-256color", colorTerm: "truecolor"), columns: 200, rows: 60)
      var map = MapLike(seed: 9)
      bench.screen.draw(map.frame(columns: 200, rows: 60, status: "start"))
      for (dx, dy) in [(4, 0), (-4, 0), (0, 2), (0, -2), (4, 2)] {
        let before = bench.screen.byteCount
        map.x += dx
        map.y += dy
        let grid = map.frame(columns: 200, rows: 60, status: "pan \(dx) \(dy)")
        bench.screen.draw(grid)
        let bytes = bench.screen.byteCount - before
        try bench.read()
        try check(bench, shows: grid)
        if dx == 0 || dy == 0 { #expect(bytes <= 4096) }
      }
    }
  }
}

/// Frames that look like a map to the code under test: land and sea, shores in Braille, names,
/// bars that stay while the rest moves.
struct MapLike {
  var x = 0
  var y = 0
  var scale = 1.0
  let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  mutating func step(_ random: inout SplitMix64) {
    switch random.next() % 8 {
    case 0, 1, 2: x += Int(random.next() % 9) - 4
    case 3, 4: y += Int(random.next() % 5) - 2
    case 5: scale *= random.next() % 2 == 0 ? 1.5 : 1 / 1.5
    case 6:
      x += 30
      y -= 1
    default: break
    }
  }

  private func height(_ column: Double, _ row: Double) -> Double {
    let u = column * 0.08 / scale
    let v = row * 0.17 / scale
    return sin(u + Double(seed)) + sin(v * 1.3) + 0.7 * sin(u * 2.1 + v * 1.7)
      + 0.4 * sin(u * 4.3 - v * 3.1) + 0.25 * sin(u * 9.1 + v * 7.7)
  }

  func frame(columns: Int, rows: Int, status: String) -> CellGrid {
    var grid = CellGrid(columns: columns, rows: rows)
    for row in 1..<rows - 1 {
      for column in 0..<columns {
        let here = height(Double(column + x), Double(row + y))
        let isLand = here > 0.2
        var cell = Cell(
          glyph: 0x20, foreground: Color(0x5F87AF), background: Color(isLand ? 0x1C2A1E : 0x0B1526))
        var dots: UInt32 = 0
        for bit in 0..<8 {
          let dotX = Double(column + x) + Double(bit & 1) / 2
          let dotY = Double(row + y) + Double(bit >> 1) / 4
          if (height(dotX, dotY) > 0.2) != isLand { dots |= 1 << UInt32(bit) }
        }
        if dots != 0 { cell.glyph = 0x2800 + dots }
        if dots == 0, isLand, (column + x) % 17 == 0, (row + y) % 3 == 0 {
          cell = Cell(
            glyph: 0x2812, foreground: Color(0x8A6D3B), background: cell.background)
        }
        grid[column, row] = cell
      }
    }
    for index in 0..<24 {
      write("•Name\(index)", at: (index * 37 % 190) - x, (index * 13 % 58) + 1 - y, on: &grid)
    }
    grid[columns / 2, rows / 2].glyph = 0x2B
    for column in 0..<columns {
      grid[column, 0] = Cell(glyph: 0x20, foreground: Color(0xFFFFFF), background: Color(0x303030))
      grid[column, rows - 1] = grid[column, 0]
    }
    for (column, character) in status.enumerated() where column < columns {
      grid[column, rows - 1].glyph = grid.glyph(for: character)
    }
    return grid
  }

  private func write(_ text: String, at column: Int, _ row: Int, on grid: inout CellGrid) {
    for (offset, character) in text.enumerated()
    where grid.contains(column: column + offset, row: row) && row > 0 && row < grid.rows - 1 {
      grid[column + offset, row].glyph = grid.glyph(for: character)
      grid[column + offset, row].foreground = Color(0xE0E0C0)
      grid[column + offset, row].attributes = offset > 0 ? .bold : []
    }
  }
}
