import CellGrid
import Preferences
import Testing

@testable import ViewModel
@testable import Views

/// Pages of the settings that are longer than the window.
@Suite struct ScrolledPageTests {
  /// What is known of a file with so many layers, with a row selected.
  private static func text(
    layers: Int, selection: Int, rows: Int = 24, charset: Charset = .braille
  ) -> [String] {
    var state = ScreenComposerTests.state(60, rows)
    state.settingsSchema = SettingsSchema(pages: [
      "Root": SettingsPage(groups: [
        SettingsGroup(rows: [
          SettingsRow(
            .fileList(SettingsFileTraits(footer: nil)), title: "Tiles", key: "HPTileSources",
            defaultValue: [])
        ])
      ])
    ])
    _ = update(&state, .preferences(["HPTileSources": ["/a.pmtiles"]]), time: 0)
    let summary = TileSourceSummary(
      coverage: "", name: "", layers: (0..<layers).map { .init("layer \($0)", "z0–14") })
    _ = update(&state, .tileSources(["/a.pmtiles": .open(summary)]), time: 0)
    state.screen = .settings(
      SettingsScreen(current: SettingsScreen.Level(.file(path: "/a.pmtiles"), selection: selection))
    )
    let grid = ScreenComposerTests.compose(state, charset: charset).grid
    return (0..<rows).map { grid.text(row: $0) }
  }

  /// In 24 rows a page shows 20 lines; path, blank and heading are 3.
  @Test func sayHowMuchLiesBelow() {
    let top = Self.text(layers: 50, selection: 0)
    #expect(top.contains { $0.contains(" j: 33 more lines, Esc: back ") })
    #expect(top.filter { $0.contains("↓") }.count == 1 && !top.contains { $0.contains("↑") })
    let middle = Self.text(layers: 50, selection: 25)
    #expect(middle.contains { $0.contains("↓") } && middle.contains { $0.contains("↑") })
    let end = Self.text(layers: 50, selection: 49)
    #expect(
      end.contains { $0.contains("─ Esc: back ─") } && end.contains { $0.contains("layer 49") })
    #expect(!end.contains { $0.contains("↓") } && end.contains { $0.contains("↑") })
    let short = Self.text(layers: 5, selection: 0)
    #expect(!short.contains { $0.contains("more") || $0.contains("↓") || $0.contains("↑") })
    let ascii = Self.text(layers: 18, selection: 0, charset: .ascii)
    #expect(ascii.contains { $0.contains(" j: 1 more line, Esc: back ") })
    #expect(ascii.contains { $0.trimmed.hasSuffix("v") })
  }
}

extension String {
  fileprivate var trimmed: Substring {
    self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
  }
}
