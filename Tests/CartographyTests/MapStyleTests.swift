import CellGrid
import Foundation
import TestSupport
import Testing

@testable import Cartography

@Suite struct MapStyleTests {
  private func style(
    _ files: [String: String], depth: ColorDepth = .trueColor
  ) throws -> MapStyle {
    try MapStyleFile { files[$0].map { Array($0.utf8) } }.style("top", depth: depth)
  }

  /// The dark style's file with changes, as text.
  private func dark(_ change: (inout [String: Any]) -> Void) throws -> String {
    let data = try Data(contentsOf: ShippedStyles.folder.appendingPathComponent("dark.json"))
    var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    change(&object)
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  @Test(arguments: Theme.allCases) func everyThemeIsWhole(theme: Theme) throws {
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

  /// A colour and its entries are one value: who gives another colour does not inherit the entries.
  @Test func aColourHasAnEntryForEachDepth() throws {
    let files = [
      "top":
        ##"{"extends": "dark", "void": "#010203", "areas": {"ice": {"fill": ["#040506", 200, null]}}}"##,
      "dark": try dark { $0["void"] = ["#000000", 100, 9] },
    ]
    for depth in ColorDepth.allCases {
      let style = try style(files, depth: depth)
      #expect(style.void == Color(0x010203))
      #expect(
        style[.ice].fill == (depth == .indexed256 ? Palette.rgb(index: 200) : Color(0x040506)))
    }
    let below = ["top": files["dark"] ?? ""]
    #expect(try style(below, depth: .indexed256).void == Palette.rgb(index: 100))
    #expect(try style(below, depth: .ansi16).void == Palette.rgb(index: 9))
    #expect(try style(below, depth: .monochrome).void == Color(0))
    #expect(try style(below).void == Color(0))
  }

  @Test(arguments: [
    (##"{"lines": {"shore": {"color": "blue"}}}"##, "lines.shore.color", "is not a colour"),
    (##"{"lines": {"shore": {"color": "#+10203"}}}"##, "lines.shore.color", "is not a colour"),
    (##"{"areas": {"sea": {"fill": ["#010203", 15, 4]}}}"##, "areas.sea.fill", "16 to 255"),
    (##"{"areas": {"sea": {"fill": ["#010203", 256, 4]}}}"##, "areas.sea.fill", "16 to 255"),
    (##"{"areas": {"sea": {"fill": ["#010203", 17.5, 4]}}}"##, "areas.sea.fill", "16 to 255"),
    (##"{"areas": {"sea": {"fill": ["#010203", "17", 4]}}}"##, "areas.sea.fill", "16 to 255"),
    (##"{"areas": {"sea": {"fill": ["#010203", 17, 16]}}}"##, "areas.sea.fill", "0 to 15"),
    (##"{"areas": {"sea": {"fill": ["#010203", 17, -1]}}}"##, "areas.sea.fill", "0 to 15"),
    (##"{"areas": {"sea": {"fill": ["#010203", 17]}}}"##, "areas.sea.fill", "is not [colour"),
    (##"{"areas": {"sea": {"fill": ["blue", 17, 4]}}}"##, "areas.sea.fill", "is not [colour"),
    (##"{"void": ["#010203", 17, 4, 0]}"##, "void", "is not [colour"),
    (##"{"lines": {"shore": {"colour": "#010203"}}}"##, "lines.shore.colour", "is not known"),
    (##"{"lines": {"shoer": {"color": "#010203"}}}"##, "lines.shoer", "is not known"),
    (##"{"lines": []}"##, "lines", "is not an object"),
    (##"{"lines": {"river": {"ranks": [[3, 1], [2, 1]]}}}"##, "lines.river.ranks", "in order"),
    (##"{"lines": {"river": {"width": [[3, 1e19]]}}}"##, "lines.river.width", "from 0.0 to 16.0"),
    (##"{"lines": {"river": {"length": 1e19}}}"##, "lines.river.length", "from 0.0 to 1000.0"),
    (##"{"labels": {"city": {"cells": [[3, -1]]}}}"##, "labels.city.cells", "from 0.0 to 10000.0"),
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

  /// What is wrong with an entry is told at every depth, not only at its own.
  @Test(arguments: ColorDepth.allCases) func everyEntryIsChecked(depth: ColorDepth) throws {
    let text = try dark { $0["void"] = ["#010203", 300, 4] }
    let error = #expect(throws: MapStyleError.self) {
      try MapStyleFile { _ in Array(text.utf8) }.style("top", depth: depth)
    }
    #expect(error?.key == "void")
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
