import CellGrid
import Foundation
import TestSupport
import Testing

@testable import Cartography

@Suite struct MapStyleTests {
  private func style(_ files: [String: String]) throws -> MapStyle {
    try MapStyleFile { files[$0].map { Array($0.utf8) } }.style("top")
  }

  /// The dark style's file with changes, as text.
  private func dark(_ change: (inout [String: Any]) -> Void) throws -> String {
    let data = try Data(contentsOf: ShippedStyles.folder.appendingPathComponent("dark.json"))
    var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    change(&object)
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  @Test(arguments: MapTheme.allCases) func everyThemeIsWhole(theme: MapTheme) throws {
    let library = MapStyleLibrary(ShippedStyles.file)
    let style = library.style(theme)
    #expect(library.problems == [])
    #expect(style.areas.count == AreaClass.allCases.count)
    #expect(style.lines.count == LineClass.allCases.count)
    #expect(style.labels.count == LabelClass.allCases.count)
  }

  @Test func valuesAreWhatTheFileSays() throws {
    let style = MapStyle.dark
    #expect(style[.sea].fill == Color(0x13263b))
    #expect(style[.shore].color == Color(0x6fa3c7))
    #expect(style[.shore].imageryColor == Color(0xa9d3ee))
    #expect(style[.river].fadedColor == Color(0x3a6486))
    #expect(style[.river].rankLimit.value(at: 3.5) == 4)
    #expect(style[.shore].rankLimit.value(at: 3.5) == 99)
    #expect(style[.disputedBorder].dash == Dash(on: 2, off: 2))
    #expect(style[.capital].attributes == .bold)
    #expect(style[.capital].marker?.glyph == "•")
    #expect(style[.country].isUppercase && style[.country].isSpaced)
    #expect(style.symbols.pin == Color(0xffd75f))
  }

  @Test func aThemeHoldsOnlyWhatDiffers() throws {
    let style = try style([
      "top": ##"{"extends": "dark", "lines": {"shore": {"color": "#010203"}}}"##,
      "dark": try dark { _ in },
    ])
    #expect(style[.shore].color == Color(0x010203))
    #expect(style[.shore].imageryColor == MapStyle.dark[.shore].imageryColor)
    #expect(style[.river].color == MapStyle.dark[.river].color)
    #expect(style.ground == MapStyle.dark.ground)
  }

  @Test(arguments: [
    (##"{"lines": {"shore": {"color": "blue"}}}"##, "lines.shore.color", "is not a colour"),
    (##"{"lines": {"shore": {"colour": "#010203"}}}"##, "lines.shore.colour", "is not known"),
    (##"{"lines": {"shoer": {"color": "#010203"}}}"##, "lines.shoer", "is not known"),
    (##"{"lines": []}"##, "lines", "is not an object"),
    (##"{"lines": {"river": {"ranks": [[3, 1], [2, 1]]}}}"##, "lines.river.ranks", "in order"),
    (##"{"lines": {"river": {"width": [[3, 1e19]]}}}"##, "lines.river.width", "from 0.0 to 16.0"),
    (##"{"lines": {"river": {"spacing": -1e19}}}"##, "lines.river.spacing", "from 0.0 to 16.0"),
    (##"{"lines": {"river": {"dash": [0, 1]}}}"##, "lines.river.dash", "is not a pair"),
    (##"{"lines": {"river": {"priority": 6}}}"##, "lines.river.priority", "the number of shore"),
    (##"{"labels": {"city": {"marker": "世"}}}"##, "labels.city.marker", "one column"),
    (##"{"labels": {"city": {"bold": 1}}}"##, "labels.city.bold", "true or false"),
    (##"{"cellsPerLabel": 0}"##, "cellsPerLabel", "is not a number from"),
    (##"{"ground": null}"##, "ground", "is not a colour"),
  ])
  func namesTheKeyAtFault(text: String, key: String, reason: String) throws {
    let dark = try dark { _ in }
    let error = #expect(throws: MapStyleError.self) {
      try MapStyleFile {
        $0 == "top"
          ? Array(
            text.replacingOccurrences(of: "{", with: ##"{"extends": "dark", "##, options: .anchored)
              .utf8)
          : Array(dark.utf8)
      }.style("top")
    }
    #expect(error?.file == "top.json")
    #expect(error?.key == key)
    #expect(error?.reason.contains(reason) == true)
  }

  @Test func everythingMustBeSaid() throws {
    let text = try dark { $0["void"] = nil }
    let error = #expect(throws: MapStyleError.self) { try style(["top": text]) }
    #expect(error.map { "\($0)" } == "top.json: void: is missing")
  }

  @Test func aDamagedFileLeavesAPlainMap() {
    for bytes in [nil, [], Array("{".utf8), Array("[]".utf8)] as [[UInt8]?] {
      let library = MapStyleLibrary(MapStyleFile { _ in bytes })
      #expect(library.style(.dark).ground == MapStyle.plain.ground)
      #expect(library.problems.map(\.file) == ["dark.json"])
    }
  }

  /// The themes that extend one another in a ring end.
  @Test func aRingOfThemesEnds() {
    let error = #expect(throws: MapStyleError.self) {
      try style(["top": ##"{"extends": "other"}"##, "other": ##"{"extends": "top"}"##])
    }
    #expect(error?.reason == "is missing")
  }
}
