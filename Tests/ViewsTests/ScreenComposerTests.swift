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

/// Screens without tiles: what is around the map.
@Suite struct ScreenComposerTests {
  static func compose(
    _ state: State, charset: Charset = .braille, depth: ColorDepth = .trueColor,
    credits: [String] = []
  ) -> (grid: CellGrid, result: ScreenComposer.Result) {
    let composer = ScreenComposer(
      renderer: MapRenderer(), sources: MapSources(),
      styles: .shipped,
      options: DisplayOptions(charset: charset, depth: depth), credits: credits)
    var grid = CellGrid(columns: 0, rows: 0)
    let result = composer.compose(state, into: &grid)
    return (grid, result)
  }

  static func state(_ columns: Int = 80, _ rows: Int = 24) -> State {
    var state = State(columns: columns, rows: rows)
    state.viewport.zoom = 4
    state.viewport.center = Coordinate(latitude: 48, longitude: 10)
    return state
  }

  static let lake = PointAnnotation(
    coordinate: Coordinate(latitude: 46.69, longitude: 7.68), title: "Car by the lake")

  @Test func theBottomBarTellsTypeModePlaceZoomAndScale() {
    var state = Self.state()
    state.mapType = .hybrid
    state.trackingMode = .follow
    let bottom = Self.compose(state).grid.text(row: 23)
    #expect(bottom.hasPrefix(" hybrid  follow (no position)  48."))
    #expect(bottom.contains("  z4 "))
    #expect(bottom.contains("km"))
  }

  @Test func theWholeWorldIsNoNegativeZoom() {
    for (columns, rows) in [(80, 24), (40, 12), (200, 60)] {
      var state = State(columns: columns, rows: rows)
      func bottom() -> [String] {
        BarContents(
          state: state, style: ChromeStyle(), symbols: Symbols(.braille), charset: .braille
        ).bottom(scales: [], report: MapFrameReport()).leading.map(\.text.text)
      }
      #expect(bottom().last == "world")
      state.viewport.zoom = 0
      #expect(bottom().last == "z0")
    }
  }

  @Test func theTopBarTellsTheWayBack() {
    var state = Self.state()
    #expect(Self.compose(state).grid.text(row: 0).hasPrefix(" Nothing remembered"))
    state.setAnnotation(Self.lake)
    #expect(Self.compose(state).grid.text(row: 0).hasPrefix(" ◆ Car by the lake  46.6900, 7.6800"))
    // GeodSolve: 35 972.2 m at 53.907° from there.
    state.fix = Fix(coordinate: Coordinate(latitude: 46.5, longitude: 7.3))
    #expect(Self.compose(state).grid.text(row: 0).hasPrefix(" ◆ Car by the lake  36.0 km  ↗ 054°"))
    let ascii = Self.compose(state, charset: .ascii).grid.text(row: 0)
    #expect(ascii.hasPrefix(" @ Car by the lake  36.0 km  NE 054"))
    state.fix = Fix(coordinate: Self.lake.coordinate)
    #expect(Self.compose(state).grid.text(row: 0).contains("here"))
  }

  /// A pin without a title is called by its coordinate, which is not told again beside it.
  @Test(arguments: CoordinateNotation.allCases)
  func aCoordinateIsToldOnce(notation: CoordinateNotation) {
    var state = Self.state()
    let title = CoordinateFormat.string(Self.lake.coordinate, notation: notation)
    state.setAnnotation(PointAnnotation(coordinate: Self.lake.coordinate, title: title))
    let top = Self.compose(state).grid.text(row: 0)
    #expect(top.hasPrefix(" ◆ \(title)   ") && top.components(separatedBy: "46").count == 2)
  }

  @Test func trackingTellsWhyItDoesNotFollow() {
    var state = Self.state()
    state.trackingMode = .follow
    state.hasPositionSource = true
    #expect(Self.compose(state).grid.text(row: 23).contains("follow (no fix)"))
    state.fix = Fix(coordinate: Self.lake.coordinate)
    #expect(Self.compose(state).grid.text(row: 23).contains("follow  "))
    state.isFollowingPaused = true
    #expect(Self.compose(state).grid.text(row: 23).contains("follow (paused)"))
  }

  @Test func thePromptShowsTextHintAndCursor() {
    var state = Self.state()
    state.screen = .titlePrompt(
      TitlePrompt(coordinate: Self.lake.coordinate, editor: LineEditor(text: "日本 hut", cursor: 2)))
    let (grid, result) = Self.compose(state)
    #expect(grid.text(row: 23).hasPrefix(" Title: 日本 hut "))
    #expect(grid.text(row: 23).contains("Esc cancels"))
    #expect(result.cursor?.row == 23)
    // " Title: " is 8 columns, and each of the two characters takes two.
    #expect(result.cursor?.column == 12)
  }

  @Test func aLongTitleScrollsWithTheCursor() {
    var state = Self.state(30, 10)
    let text = String(repeating: "abcdefghij", count: 6)
    for cursor in [0, 15, 60] {
      state.screen = .titlePrompt(
        TitlePrompt(
          coordinate: Self.lake.coordinate, editor: LineEditor(text: text, cursor: cursor)))
      let (grid, result) = Self.compose(state)
      let column = result.cursor?.column ?? -1
      #expect((8..<30).contains(column))
      if cursor < 60, column >= 0 {
        #expect(grid.text(of: grid[column, 9]) == String(Array(text)[cursor]))
      }
    }
  }

  @Test func thePlaceholderIsTheSuggestion() {
    var state = Self.state()
    state.screen = .titlePrompt(
      TitlePrompt(coordinate: Self.lake.coordinate, suggestion: "Thun"))
    #expect(Self.compose(state).grid.text(row: 23).hasPrefix(" Title: Thun "))
    #expect(Self.compose(state).result.cursor?.column == 8)
  }

  @Test func titlesWithEscapesAreHarmless() {
    var state = Self.state()
    state.setAnnotation(
      PointAnnotation(coordinate: Self.lake.coordinate, title: "a\u{1B}[31mb\u{202E}c\u{7}"))
    state.screen = .titlePrompt(
      TitlePrompt(coordinate: Self.lake.coordinate, suggestion: "\u{1B}]0;x\u{7}"))
    state.tell(Notice("\u{9B}2J"))
    let text = Self.compose(state).grid.text
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control)
      #expect(!(0x202A...0x202E).contains(scalar.value))
    }
  }

  @Test func helpTellsEveryKeyAndTheCredits() {
    var state = Self.state(100, 60)
    state.screen = .help(scroll: 0)
    let text = Self.compose(state, credits: ["Map data: Natural Earth"]).grid.text
    for binding in KeyBinding.all {
      guard let label = binding.label else { continue }
      #expect(text.contains(label))
      #expect(text.contains(binding.help))
    }
    for row in KeyBinding.mouseHelp + SettingsScreen.fileListHelp {
      #expect(text.contains(row.label) && text.contains(row.help))
    }
    #expect(text.contains("Natural Earth"))
  }

  @Test func helpScrollsToItsEndAndNoFurther() {
    var state = Self.state(80, 12)
    state.screen = .help(scroll: 1000)
    let text = Self.compose(state, credits: ["the very last line"]).grid.text
    #expect(text.contains("the very last line"))
  }

  @Test func aNoticeLiesAboveTheBottomBar() {
    var state = Self.state()
    state.tell(Notice("Nothing to undo"))
    #expect(Self.compose(state).grid.text(row: 22).hasPrefix(" Nothing to undo "))
    state.saveFailure = "disk full"
    #expect(Self.compose(state).grid.text(row: 22).hasPrefix(" Not saved: disk full "))
  }

  /// Warnings that come together are told together, the first on top, and what lasts at the bottom.
  @Test func severalNoticesLieAboveOneAnother() {
    var state = Self.state()
    for name in ["a", "b", "c"] { state.tell(Notice("/\(name): it is torn", .warning)) }
    let rows = { (20..<23).map { Self.compose(state).grid.text(row: $0) } }
    #expect(rows()[1].hasPrefix(" /a: it is torn ") && rows()[2].hasPrefix(" /b: it is torn "))
    #expect(!rows()[0].contains("torn"))
    state.saveFailure = "disk full"
    #expect(rows()[0].hasPrefix(" /a: ") && rows()[2].hasPrefix(" Not saved: disk full "))
  }

  /// A path is told whole, whatever the width, and words are cut only where a line is full.
  @Test func aLongNoticeTakesMoreRows() {
    var state = Self.state(40, 20)
    let path = "/home/somebody/.config/pigeon/preferences.plist"
    let notice = "\(path) was damaged; it is kept as \(path).damaged-1"
    state.tell(Notice(notice, .warning))
    let grid = Self.compose(state).grid
    let text = (15..<19).map { grid.text(row: $0) }.joined()
    #expect(text.filter { $0 != " " } == notice.filter { $0 != " " })
    #expect(text.contains(" was damaged; it is kept as "))
    #expect(!grid.text(row: 19).contains("damaged"))
  }

  @Test func overZoomedViewsSaySo() {
    let state = Self.state(100, 24)
    let contents = BarContents(
      state: state, style: ChromeStyle(), symbols: Symbols(.braille), charset: .braille)
    func bottom(_ report: MapFrameReport) -> [String] {
      contents.bottom(scales: [], report: report).leading.map(\.text.text)
    }
    var report = MapFrameReport()
    #expect(!bottom(report).contains { $0.contains("detail") || $0.contains("drawn") })
    report.detailZoom = 5
    #expect(bottom(report).contains("detail to z5"))
    report.isCutShort = true
    #expect(bottom(report).contains("not all is drawn"))
  }

  /// A file that is out is told as long as it is wanted, whatever the notice does.
  @Test func filesThatCanNotBeUsedAreToldInTheBottomBar() {
    var state = Self.state(100, 24)
    state.launchTileSources = ["/maps/ch.pmtiles", "/maps/li.pmtiles", "/maps/at.pmtiles"]
    _ = update(&state, .preferences([:]), time: 0)
    func bottom() -> String { Self.compose(state).grid.text(row: 23) }
    #expect(!bottom().contains("!"))
    _ = update(&state, .tileSources(["/maps/li.pmtiles": .failed("torn")]), time: 0)
    #expect(bottom().contains("  ! li.pmtiles  "))
    _ = update(&state, .input(.key(Key(.character("l")))), time: 0)
    #expect(state.notices.isEmpty && bottom().contains("  ! li.pmtiles  "))
    _ = update(
      &state,
      .tileSources(["/maps/li.pmtiles": .failed("torn"), "/maps/ch.pmtiles": .failed("torn")]),
      time: 0)
    #expect(bottom().contains("  ! ch.pmtiles +1  "))
    _ = update(&state, .tileSources([:]), time: 0)
    #expect(!bottom().contains("!"))
  }

  @Test func asciiIsAscii() {
    var state = Self.state()
    state.setAnnotation(Self.lake)
    state.fix = Fix(coordinate: Coordinate(latitude: 46.5, longitude: 7))
    for screen in [State.Screen.map, .help(scroll: 0)] {
      state.screen = screen
      let text = Self.compose(state, charset: .ascii, depth: .ansi16).grid.text
      #expect(text.utf8.allSatisfy { $0 < 128 })
    }
  }

  @Test func barsStandOutWithoutColours() {
    let grid = Self.compose(Self.state(), depth: .monochrome).grid
    #expect(grid[0, 0].attributes.contains(.reverse))
    #expect(grid[0, 23].attributes.contains(.reverse))
  }

  @Test(arguments: [(1, 1), (2, 3), (5, 4), (8, 5), (20, 5), (500, 2), (3, 300)])
  func anySizeDrawsAnyScreen(columns: Int, rows: Int) {
    var state = Self.state(columns, rows)
    state.setAnnotation(Self.lake)
    state.fix = Fix(coordinate: Self.lake.coordinate)
    state.tell(Notice("something long enough to be cut"))
    let prompt = TitlePrompt(
      coordinate: Self.lake.coordinate, editor: LineEditor(text: "日本語のタイトル"))
    for screen in [State.Screen.map, .help(scroll: 3), .titlePrompt(prompt)] {
      state.screen = screen
      let (grid, result) = Self.compose(state)
      #expect(grid.columns == columns)
      #expect(grid.rows == rows)
      if let cursor = result.cursor {
        #expect(grid.contains(column: cursor.column, row: cursor.row))
      }
    }
  }
}
