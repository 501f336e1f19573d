import Cartography
import CellGrid
import Geodesy
import Places
import Positioning
import Preferences
import TestSupport
import Testing

@testable import ViewModel
@testable import Views

/// The settings as text, and what each setting does to the screen.
@Suite struct SettingsPanelTests {
  static let schema: SettingsSchema = {
    let types = [SettingsChoice(0, title: "standard"), SettingsChoice(1, title: "satellite")]
    return SettingsSchema(pages: [
      "Root": SettingsPage(groups: [
        SettingsGroup(
          title: "Map",
          footer: "A footer that is long enough to need another line of the panel, or so.",
          rows: [
            SettingsRow(.multiValue(types), title: "Map type", key: "T", defaultValue: 0),
            SettingsRow(
              .toggle(on: true, off: false), title: "Mouse", key: "M", defaultValue: true),
            SettingsRow(
              .textField(SettingsTextTraits()), title: "Source", key: "X", defaultValue: "none"),
            SettingsRow(.childPane("Gone"), title: "Gone", disabledReason: "it is not there"),
          ]),
        SettingsGroup(
          title: "Density", rows: [SettingsRow(.slider(0...4), key: "D", defaultValue: 1.0)]),
        SettingsGroup(rows: [
          SettingsRow(
            .radio("a", among: [SettingsChoice("a", title: "Ay")]), title: "Ay", key: "R",
            defaultValue: "a")
        ]),
      ])
    ])
  }()

  static func state(_ columns: Int, _ rows: Int, selection: Int = 0) -> State {
    var state = ScreenComposerTests.state(columns, rows)
    state.settingsSchema = schema
    state.screen = .settings(
      SettingsScreen(current: SettingsScreen.Level(.pane("Root"), selection: selection)))
    return state
  }

  /// The rows of the panel, without what is left and right of it.
  static func panel(_ grid: CellGrid) -> [String] {
    (0..<grid.rows).map(grid.text(row:)).compactMap { row in
      guard let start = row.firstIndex(where: { "┌│└+|".contains($0) }),
        let end = row.lastIndex(where: { "┐│┘+|".contains($0) }), start < end
      else { return nil }
      return String(row[start...end])
    }
  }

  @Test func thePageAsText() {
    let grid = ScreenComposerTests.compose(Self.state(60, 24)).grid
    #expect(
      Self.panel(grid).prefix(16) == [
        "┌─ Settings ─────────────────────────────────────────────┐",
        "│ Map                                                    │",
        "│ Map type                                    standard › │",
        "│ Mouse                                             ● on │",
        "│ Source                                            none │",
        "│ Gone                                                   │",
        "│   it is not there                                      │",
        "│ A footer that is long enough to need another line of   │",
        "│ the panel, or so.                                      │",
        "│                                                        │",
        "│ Density                                                │",
        "│ ━━━━━━━━━━━━●────────────────────────────────────    1 │",
        "│                                                        │",
        "│ Ay                                                   ✓ │",
        "└─ Enter: open, Esc: back ───────────────────────────────┘",
      ])
  }

  @Test func thePageInASCII() {
    let (grid, _) = ScreenComposerTests.compose(
      Self.state(60, 24), charset: .ascii, depth: .monochrome)
    #expect(grid.text.utf8.allSatisfy { $0 < 128 })
    let text = grid.text
    #expect(text.contains("| Map type                                    standard > |"))
    #expect(text.contains("| Mouse                                              [x] |"))
    #expect(text.contains("| ============o------------------------------------    1 |"))
    #expect(text.contains("| Ay                                                   * |"))
  }

  @Test func theSelectedRowStandsOut() {
    for (depth, charset) in [(ColorDepth.trueColor, Charset.braille), (.monochrome, .ascii)] {
      let grid = ScreenComposerTests.compose(Self.state(60, 24), charset: charset, depth: depth)
        .grid
      let row = (0..<24).first { grid.text(row: $0).contains("Map type") } ?? 0
      let selected = grid[10, row]
      let other = grid[10, row + 1]
      #expect(
        selected.background != other.background || selected.attributes != other.attributes)
    }
  }

  @Test func aTypedTextHasTheCursor() {
    var state = Self.state(60, 24, selection: 2)
    if case .settings(var settings) = state.screen {
      settings.field = SettingsScreen.Field(
        key: "X", editor: LineEditor(text: "fixed:日本", cursor: 7))
      state.screen = .settings(settings)
    }
    let (grid, result) = ScreenComposerTests.compose(state)
    let row = (0..<24).first { grid.text(row: $0).contains("Source fixed:日本") }
    #expect(row != nil)
    #expect(result.cursor?.row == row)
    // The panel starts in column 1, its text in column 3: "Source fixed:" is 13 columns, 日 is 2.
    #expect(result.cursor?.column == 18)
  }

  @Test func aListOfFilesTellsWhatBecameOfEach() {
    var state = ScreenComposerTests.state(60, 24)
    state.settingsSchema = SettingsSchema(pages: [
      "Root": SettingsPage(groups: [
        SettingsGroup(rows: [
          SettingsRow(
            .fileList(SettingsFileTraits(footer: "Yours.")), title: "Tiles", key: "HPTileSources",
            defaultValue: [])
        ])
      ])
    ])
    let long = "/" + String(repeating: "long", count: 20) + ".pmtiles"
    _ = update(
      &state, .preferences(["HPTileSources": ["/m/a.pmtiles", "/m/b.pmtiles", .string(long)]]),
      time: 0)
    _ = update(
      &state,
      .tileSources([
        "/m/a.pmtiles": .open(TileSourceSummary(coverage: "vector z0–14", name: "\u{1B}[2J")),
        "/m/b.pmtiles": .failed("No such file or directory"), long: .opening,
      ]), time: 0)
    let root = SettingsScreen.Level(.pane("Root"))
    state.screen = .settings(
      SettingsScreen(outer: [root], current: SettingsScreen.Level(.files(key: "HPTileSources"))))
    _ = update(&state, .input(.key(Key(.escape))), time: 0)
    _ = update(&state, .input(.key(Key(.enter))), time: 0)
    let grid = ScreenComposerTests.compose(state).grid
    #expect(
      Self.panel(grid).prefix(7) == [
        "┌─ Settings › Tiles ─────────────────────────────────────┐",
        "│ a.pmtiles                           vector z0–14  ␛[2J │",
        "│ b.pmtiles                    No such file or directory │",
        "│ longlonglonglonglonglonglonglonglonglonglong…  opening │",
        "│ Add a file                                             │",
        "│ Yours.                                                 │",
        "└─ a add, e edit, x remove, J K move, u undo, Esc: back ─┘",
      ])
    let row = (0..<24).first { grid.text(row: $0).contains("No such file") } ?? 0
    #expect(grid[50, row].foreground == ChromeStyle.dark.warning)
    #expect(grid[50, row - 1].foreground == ChromeStyle.dark.dim)

    // A path that is longer than a line goes on in the next, and is all there.
    for _ in 0..<2 { _ = update(&state, .input(.key(Key(.down))), time: 0) }
    _ = update(&state, .input(.key(Key(.enter))), time: 0)
    let lines = Self.panel(ScreenComposerTests.compose(state).grid)
      .filter { $0.contains("long") && !$0.contains("─") }
    let text = lines.map { $0.filter { !"│ ".contains($0) } }.joined()
    #expect(text == long)
  }

  @Test func theSelectedRowIsAlwaysInView() {
    for rows in [5, 6, 8, 12] {
      for selection in 0..<6 {
        let grid = ScreenComposerTests.compose(Self.state(20, rows, selection: selection)).grid
        let titles = ["Map type", "Mouse", "Source", "Gone", "●─", "Ay"]
        #expect(grid.text.contains(titles[selection]), "\(rows) \(selection)\n\(grid.text)")
      }
    }
  }

  @Test(arguments: [(1, 1), (2, 3), (7, 3), (8, 5), (9, 7), (20, 5), (500, 2), (3, 300)])
  func anySize(columns: Int, rows: Int) {
    for selection in 0..<7 {
      var state = Self.state(columns, rows, selection: selection)
      let grid = ScreenComposerTests.compose(state).grid
      #expect(grid.columns == columns && grid.rows == rows)
      if case .settings(var settings) = state.screen {
        settings.field = SettingsScreen.Field(key: "X", editor: LineEditor(text: "日本語のタイトル"))
        state.screen = .settings(settings)
      }
      let (typed, result) = ScreenComposerTests.compose(state)
      if let cursor = result.cursor {
        #expect(typed.contains(column: cursor.column, row: cursor.row))
      }
    }
  }

  @Test func textsFromOutsideAreHarmless() {
    var state = Self.state(60, 24)
    state.settingsSchema.pages["Root"]?.groups[0].title = "\u{1B}[2J"
    state.settingsSchema.pages["Root"]?.groups[0].footer = "\u{202E}x \u{7}"
    state.settingsSchema.pages["Root"]?.groups[0].rows[3].disabledReason = "\u{9B}31m"
    _ = update(&state, .preferences(["T": "\u{1B}]0;x\u{7}", "X": "\u{1B}[31m"]), time: 0)
    for scalar in ScreenComposerTests.compose(state).grid.text.unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control)
      #expect(!(0x202A...0x202E).contains(scalar.value))
    }
  }

  // MARK: What settings do to the screen

  static func compose(
    _ preferences: [String: PropertyListValue], terminal: DisplayOptions? = nil,
    _ change: (inout State) -> Void = { _ in }
  ) -> CellGrid {
    var state = ScreenComposerTests.state()
    state.setAnnotation(ScreenComposerTests.lake)
    change(&state)
    _ = update(&state, .preferences(preferences.mapValues { .some($0) }), time: 0)
    let composer = ScreenComposer(
      renderer: MapRenderer(), sources: MapSources(),
      styles: .shipped,
      options: terminal ?? DisplayOptions(charset: .braille, depth: .trueColor), credits: [])
    var grid = CellGrid(columns: 0, rows: 0)
    _ = composer.compose(state, into: &grid)
    return grid
  }

  @Test func unitsAndNotation() {
    let there = { (state: inout State) in
      state.fix = Fix(coordinate: Coordinate(latitude: 46.5, longitude: 7.3))
    }
    #expect(Self.compose(["HPUnits": "metric"], there).text(row: 0).contains("  36.0 km  "))
    // GeodSolve: 35 972.2 m.
    #expect(Self.compose(["HPUnits": "imperial"], there).text(row: 0).contains("  22.4 mi  "))
    #expect(Self.compose(["HPUnits": "nautical"], there).text(row: 0).contains("  19.4 NM  "))
    #expect(Self.compose(["HPUnits": "imperial"]).text(row: 23).contains(" mi "))
    let minutes = Self.compose(["HPCoordinateNotation": "degreesMinutes"])
    #expect(minutes.text(row: 0).contains("46°41.400'N 7°40.800'E"))
    #expect(minutes.text(row: 23).contains("48°00.000'N 10°00.000'E"))
    let seconds = Self.compose(["HPCoordinateNotation": "degreesMinutesSeconds"])
    #expect(seconds.text(row: 0).contains(#"46°41'24.0"N 7°40'48.0"E"#))
  }

  @Test func arrival() {
    func top(_ radius: Int, _ latitude: Double) -> String {
      Self.compose(["HPArrivalRadius": .integer(Int64(radius))]) {
        $0.fix = Fix(coordinate: Coordinate(latitude: latitude, longitude: 7.68))
      }.text(row: 0)
    }
    // 0.001 degrees of latitude are 111 m.
    #expect(top(250, 46.689).contains("111 m  here, arrived"))
    #expect(top(100, 46.689).contains("111 m  ↑ 000°"))
    #expect(top(0, 46.69).contains("0 m  here  "))
    #expect(!top(0, 46.69).contains("arrived"))
  }

  @Test func scaleBar() {
    #expect(Self.compose([:]).text(row: 23).contains("├"))
    #expect(!Self.compose(["HPScaleBar": false]).text(row: 23).contains("├"))
  }

  @Test func themes() {
    func lightness(_ grid: CellGrid) -> [Int] {
      [grid[0, 0], grid[40, 12], grid[0, 23]].map {
        (Int($0.background.red) + Int($0.background.green) + Int($0.background.blue)) / 3
      }
    }
    #expect(lightness(Self.compose(["HPTheme": "dark"])).allSatisfy { $0 < 80 })
    #expect(lightness(Self.compose(["HPTheme": "light"])).allSatisfy { $0 > 180 })
    #expect(lightness(Self.compose(["HPTheme": "auto"])).allSatisfy { $0 < 80 })
    #expect(
      lightness(Self.compose(["HPTheme": "auto"]) { $0.isTerminalLight = true })
        .allSatisfy { $0 > 180 })
    #expect(
      lightness(Self.compose(["HPTheme": "dark"]) { $0.isTerminalLight = true })
        .allSatisfy { $0 < 80 })
  }

  @Test func coloursAndCharacters() {
    let full = Self.compose(["HPColorDepth": "24bit"])
    let sixteen = Self.compose(["HPColorDepth": "16"])
    let palette = Set((0..<16).map { Palette.rgb(index: UInt8($0)) })
    #expect(!full.cells.allSatisfy { palette.contains($0.background) })
    #expect(sixteen.cells.allSatisfy { palette.contains($0.background) })
    // What is told is never in the colour of its ground.
    #expect(
      sixteen.cells.prefix(80).allSatisfy { $0.glyph == 0x20 || $0.foreground != $0.background })
    let none = Self.compose(["HPColorDepth": "none"])
    #expect(
      none.cells.allSatisfy { $0.background.isTerminalDefault && $0.foreground.isTerminalDefault })
    #expect(none[0, 0].attributes.contains(.reverse))
    #expect(Self.compose(["HPCharset": "ascii"]).text.utf8.allSatisfy { $0 < 128 })
    // The command line wins, and a terminal never gets more than it has.
    let fixed = DisplayOptions(
      charset: .braille, depth: .trueColor, isCharsetFixed: true, isDepthFixed: true)
    #expect(
      Self.compose(["HPColorDepth": "none", "HPCharset": "ascii"], terminal: fixed).text.contains(
        "◆"))
    #expect(
      !Self.compose(["HPColorDepth": "none"], terminal: fixed)[0, 0].background.isTerminalDefault)
    let poor = DisplayOptions(charset: .ascii, depth: .monochrome)
    let settings = Settings(
      preferences: ["HPColorDepth": "24bit", "HPCharset": "braille"], schema: SettingsSchema())
    #expect(poor.resolved(settings).charset == .ascii)
    #expect(poor.resolved(settings).depth == .monochrome)
  }
}
