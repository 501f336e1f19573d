import TestSupport
import Testing

@testable import CellGrid

@Suite struct ANSIEncoderTests {
  let grid: CellGrid = {
    var grid = CellGrid(columns: 6, rows: 2)
    let sea = Color(0x13263B)
    grid.draw(
      SafeText("ab"), column: 0, row: 0, foreground: Color(0xFF0000), background: sea,
      attributes: .bold)
    grid.draw(SafeText("京"), column: 2, row: 0, foreground: Color(0xFF0001), background: sea)
    return grid
  }()

  func escaped(_ depth: ColorDepth) -> String {
    ANSIEncoder(depth: depth).encode(grid).split(
      separator: "\u{1B}", omittingEmptySubsequences: false
    )
    .joined(separator: "^")
  }

  @Test func trueColor() {
    #expect(
      escaped(.trueColor)
        == "^[1;38;2;255;0;0;48;2;19;38;59mab^[0;38;2;255;0;1;48;2;19;38;59m京^[39;49m  \n      \n")
  }

  @Test func indexedColors() {
    #expect(
      escaped(.indexed256) == "^[1;38;5;196;48;5;17mab^[0;38;5;196;48;5;17m京^[39;49m  \n      \n")
  }

  @Test func ansiColors() {
    #expect(escaped(.ansi16) == "^[1;91;44mab^[0;91;44m京^[39;49m  \n      \n")
  }

  @Test func monochromeKeepsAttributes() {
    #expect(escaped(.monochrome) == "^[1mab^[0m京  \n      \n")
  }

  @Test func plainTextHasNoSequences() {
    #expect(ANSIEncoder.plainText(grid) == "ab京  \n      \n")
  }

  @Test func colorsThatBecomeOneAreNotSetTwice() {
    var grid = CellGrid(columns: 3, rows: 1)
    for column in 0..<3 {
      grid[column, 0] = Cell(
        glyph: 0x78, foreground: Color(0xFF0000 + UInt32(column)), attributes: .underline)
    }
    let text = ANSIEncoder(depth: .indexed256).encode(grid)
    #expect(text == "\u{1B}[4;38;5;196mxxx\u{1B}[0m\n")
  }

  @Test func aSnapshotTellsTextAndStyles() {
    #expect(
      GridSnapshot.text(of: grid) == """
        6x2
        |ab京  |
        |      |
        0: a2 b2 c2
        1: c6
        a #ff0000 on #13263b bold
        b #ff0001 on #13263b
        c default on default

        """)
    let blank = CellGrid(columns: 2, rows: 3, fill: Cell(attributes: [.dim, .reverse]))
    #expect(
      GridSnapshot.text(of: blank)
        == "2x3\n|  |\n|  |\n|  |\n0-2: a2\na default on default dim reverse\n")
  }

  @Test func styleNamesGoOnAfterZ() {
    var grid = CellGrid(columns: 30, rows: 1)
    for column in 0..<30 { grid[column, 0].foreground = Color(UInt32(column)) }
    let text = GridSnapshot.text(of: grid)
    #expect(text.contains("y1 z1 aa1 ab1 ac1 ad1\n"))
    #expect(text.contains("\nad #00001d on default\n"))
  }
}
