import CellGrid
import Testing

@testable import Cartography

/// Credits are read whole where there is room for them in any way.
@Suite struct CreditLinesTests {
  private static let usual =
    "<a href=\"https://www.openmaptiles.org/\">&copy; OpenMapTiles</a> "
    + "<a href=\"https://www.openstreetmap.org/copyright\">&copy; OpenStreetMap contributors</a>"

  private static func lines(
    _ attributions: [String] = [usual], columns: Int, rows: Int = 22, charset: Charset = .braille
  ) -> [String] {
    CreditLines(attributions, columns: columns, rows: rows, charset: charset).lines.map(\.text)
  }

  @Test(arguments: [
    (80, ["© OpenMapTiles © OpenStreetMap contributors"]),
    (43, ["© OpenMapTiles © OpenStreetMap contributors"]),
    (42, ["© OpenMapTiles © OpenStreetMap", "contributors"]),
    (29, ["© OpenMapTiles", "© OpenStreetMap contributors"]),
    (20, ["© OpenMapTiles", "© OpenStreetMap", "contributors"]),
    (14, ["© OpenMapTiles", "…"]),
  ])
  func theUsualCredit(columns: Int, lines: [String]) {
    #expect(Self.lines(columns: columns) == lines)
  }

  @Test func fewRowsAreLeftToTheMap() {
    #expect(Self.lines(columns: 42, rows: 7) == ["© OpenMapTiles …"])
    #expect(Self.lines(columns: 8, rows: 7) == ["© OpenM…"])
    #expect(Self.lines(columns: 1, rows: 7).count <= 1)
    #expect(Self.lines(columns: 0, rows: 0) == [])
    #expect(Self.lines([], columns: 80) == [])
  }

  @Test func everyoneIsCreditedOnce() {
    #expect(
      Self.lines(
        [Self.usual, "© OpenStreetMap contributors", "© A, © B | © OpenMapTiles"], columns: 80)
        == ["© OpenMapTiles © OpenStreetMap contributors, © A, © B"])
  }

  /// Of many credits the first are whole, whatever the width; only an ellipsis stands for others.
  @Test func creditsAreLeftOutWhole() {
    let all = (0..<12).map { "© Maker \($0)" }
    for columns in 12...140 {
      let text = Self.lines(all, columns: columns).joined(separator: " ")
      let shown = all.prefix(text.split(separator: "©").count).joined(separator: ", ")
      #expect(text == shown || text == shown + " …", "\(columns)")
      #expect(Self.lines(all, columns: columns).allSatisfy { SafeText($0).columns <= columns })
    }
  }

  @Test func asciiIsAscii() {
    #expect(
      Self.lines(columns: 20, rows: 4, charset: .ascii).joined().utf8.allSatisfy { $0 < 128 })
  }
}
