import Testing

@testable import CellGrid

@Suite struct DrawingTests {
  let red = Color(0xFF0000)
  let blue = Color(0x0000FF)

  func drawn(_ texts: (String, Int)..., columns: Int = 8) -> String {
    var grid = CellGrid(columns: columns, rows: 1, fill: Cell(glyph: 0x2E))
    for (text, column) in texts {
      grid.draw(SafeText(text), column: column, row: 0, foreground: red)
    }
    return grid.text
  }

  @Test func textIsClippedAtBothEdges() {
    #expect(drawn(("abc", -1)) == "bc......")
    #expect(drawn(("abc", 6)) == "......ab")
    #expect(drawn(("abc", 8), ("abc", -3)) == "........")
    #expect(drawn(("東京", -1)) == " 京.....")
    #expect(drawn(("東京", 5)) == ".....東 ")
  }

  @Test func halvesOfWideCharactersBecomeBlanks() {
    #expect(drawn(("東京", 0), ("x", 1)) == " x京....")
    #expect(drawn(("東京", 0), ("x", 2)) == "東x ....")
    #expect(drawn(("東京", 0), ("大", 1)) == " 大 ....")
    var grid = CellGrid(columns: 4, rows: 1)
    grid.draw(SafeText("東京"), column: 0, row: 0, foreground: red)
    grid.fill(columns: 1..<2, rows: -5..<9, with: Cell(glyph: 0x78))
    #expect(grid.text == " x京")
  }

  @Test func clustersTakeOneCell() {
    var grid = CellGrid(columns: 4, rows: 1)
    #expect(grid.draw(SafeText("น้ำe\u{301}"), column: 0, row: 0, foreground: red) == 3)
    #expect(grid.text(of: grid[0, 0]) == "น้")
    #expect(grid.text(of: grid[1, 0]) == "ำ")
    #expect(grid.text(of: grid[2, 0]) == "e\u{301}")
    #expect(grid[1, 0].glyph == 0xE33)
  }

  @Test func theBackgroundStaysUnlessGiven() {
    var grid = CellGrid(columns: 3, rows: 1, fill: Cell(background: blue))
    grid.draw(SafeText("a"), column: 0, row: 0, foreground: red, attributes: .bold)
    grid.draw(SafeText("b"), column: 1, row: 0, foreground: red, background: red)
    #expect(
      grid[0, 0] == Cell(glyph: 0x61, foreground: red, background: blue, attributes: .bold))
    #expect(grid[1, 0].background == red)
    #expect(grid[2, 0] == Cell(background: blue))
  }

  @Test func theAdvanceCountsWhatIsClippedAndStopsAtTheLimit() {
    var grid = CellGrid(columns: 4, rows: 1)
    #expect(grid.draw(SafeText("abcdef"), column: -2, row: 0, foreground: red) == 6)
    #expect(
      grid.draw(SafeText("東京"), column: 0, row: 0, foreground: red, maximumColumns: 3) == 2)
    #expect(grid.text == "東ef")
    #expect(grid.draw(SafeText("abc"), column: 0, row: 7, foreground: red) == 3)
  }
}
