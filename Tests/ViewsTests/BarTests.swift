import CellGrid
import Testing

@testable import Views

@Suite struct BarTests {
  static func segment(_ text: String, _ priority: Int, minimum: Int? = nil) -> Bar.Segment {
    Bar.Segment(
      text: SafeText(text), color: Color(0xFFFFFF), priority: priority, minimumColumns: minimum)
  }

  static let bar = Bar(
    leading: [segment("standard", 1), segment("follow", 3), segment("48.0, 10.0", 0)],
    trailing: [segment("|---| 500 km", 4)])

  /// What a bar of so many columns shows.
  static func text(_ columns: Int, _ bar: Bar = bar) -> String {
    var grid = CellGrid(columns: columns, rows: 1)
    bar.draw(into: &grid, row: 0, background: Color(0), attributes: [])
    return grid.text(row: 0)
  }

  @Test func everythingShowsWhereThereIsRoom() {
    #expect(Self.text(46) == " standard  follow  48.0, 10.0    |---| 500 km ")
  }

  @Test func theLeastImportantGiveWayFirst() {
    #expect(Self.text(40) == " standard  follow  48.0, 10.0           ")
    #expect(Self.text(28) == " standard  48.0, 10.0       ")
    #expect(Self.text(15) == " 48.0, 10.0    ")
    #expect(Self.text(5) == "     ")
    #expect(Self.text(0) == "")
  }

  @Test func aTitleIsCutBeforeItIsDropped() {
    let bar = Bar(leading: [
      Self.segment("◆ A very long title of a pin", 0, minimum: 4), Self.segment("612 km", 1),
    ])
    #expect(Self.text(40, bar) == " ◆ A very long title of a pin  612 km   ")
    let cut = Self.text(20, bar)
    #expect(cut.hasPrefix(" ◆ A very long ti"))
    #expect(!cut.contains("612"))
  }

  @Test func longFormsGiveWayBeforeAnythingIsDropped() {
    var bar = Self.bar
    bar.leading[1].text = SafeText("follow (no position)")
    bar.leading[1].shorter = [SafeText("no position")]
    bar.trailing[0].shorter = [SafeText("|-| 200 km"), SafeText("|| 50 km")]
    bar.trailing.insert(Self.segment("detail to z5", 5), at: 0)
    #expect(
      Self.text(80, bar)
        == " standard  follow (no position)  48.0, 10.0          detail to z5  |---| 500 km ")
    // All in short form take 59 columns; without the least there is room for long forms.
    #expect(
      Self.text(59, bar) == " standard  no position  48.0, 10.0  detail to z5  || 50 km ")
    #expect(Self.text(58, bar) == " standard  follow (no position)  48.0, 10.0  |---| 500 km ")
    #expect(Self.text(49, bar) == " standard  no position  48.0, 10.0  |---| 500 km ")
    #expect(Self.text(47, bar) == " standard  no position  48.0, 10.0  |-| 200 km ")
  }

  @Test func anotherRowStaysUntouched() {
    var grid = CellGrid(columns: 10, rows: 2, fill: Cell(glyph: 0x78))
    Self.bar.draw(into: &grid, row: 5, background: Color(0), attributes: [])
    Self.bar.draw(into: &grid, row: 0, background: Color(0), attributes: [])
    #expect(grid.text(row: 1) == "xxxxxxxxxx")
  }
}
