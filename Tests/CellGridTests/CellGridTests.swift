import Testing

@testable import CellGrid

@Suite struct CellGridTests {
  @Test func aGlyphOfSeveralScalarsIsStoredOnce() {
    var grid = CellGrid(columns: 2, rows: 1)
    let first = grid.glyph(for: "e\u{301}")
    #expect(first >= Cell.clusterBase)
    #expect(grid.glyph(for: "e\u{301}") == first)
    #expect(grid.glyph(for: "o\u{301}") == first + 1)
    #expect(grid.glyph(for: "é") == 0xE9)
    grid[0, 0].glyph = first
    #expect(grid.text == "e\u{301} ")
  }
}
