import Preferences
import Testing

@testable import ViewModel

/// The page of the tile sources, and what the preference means.
@Suite struct FileListTests {
  static let schema = SettingsSchema(pages: [
    "Root": SettingsPage(groups: [
      SettingsGroup(rows: [
        SettingsRow(
          .fileList(SettingsFileTraits(fileTypes: ["pmtiles"], footer: "Your own maps.")),
          title: "Tiles", key: "HPTileSources", defaultValue: []),
        SettingsRow(.toggle(on: true, off: false), title: "Mouse", key: "HPMouse"),
      ])
    ])
  ])

  /// A session with a list, on its page.
  static func open(_ paths: [String], launch: [String] = []) -> Session {
    var session = session(launch: launch)
    session.send(.preferences(["HPTileSources": list(paths)]))
    session.press("s")
    session.press(Key(.enter))
    session.effects = []
    return session
  }

  static func session(launch: [String] = []) -> Session {
    var session = Session {
      $0.settingsSchema = schema
      $0.homeFolder = "/home/me"
      $0.workingFolder = "/home/me"
      $0.launchTileSources = launch
    }
    session.send(.preferences(schema.registeredDefaults.mapValues { .some($0) }))
    return session
  }

  static func list(_ paths: [String]) -> PropertyListValue { .array(paths.map { .string($0) }) }

  /// The effects of storing a list.
  static func storing(_ paths: [String], using: [String]? = nil) -> [Effect] {
    [
      .setPreference(key: "HPTileSources", value: list(paths)), .useTileSources(using ?? paths),
    ]
  }

  static func page(_ session: Session) -> SettingsPresentation? {
    guard case .settings(let settings) = session.state.screen else { return nil }
    return session.state.present(settings)
  }

  static func titles(_ session: Session) -> [String] {
    SettingsTests.rows(session).map(\.title)
  }

  static func selected(_ session: Session) -> String? { SettingsTests.selected(session)?.title }

  static func summary(_ name: String) -> TileSourceStatus {
    .open(
      TileSourceSummary(
        coverage: "vector z0–14", name: name,
        details: [TileSourceSummary.Detail("size", "5 bytes")],
        layers: [TileSourceSummary.Detail("water", "z0–14")]))
  }

  // MARK: The preference

  @Test func thePreferenceSaysWhichFilesAreUsed() {
    var session = Self.session(launch: ["/given", "/maps/b"])
    #expect(session.effects == [.useTileSources(["/given", "/maps/b"])])
    // Relative paths mean nothing, and what is there twice is used once, where it is first.
    let stored: PropertyListValue = ["~/a", "/maps/b", "rel/c", "/home/me/a", "", "/d"]
    #expect(
      session.send(.preferences(["HPTileSources": stored]))
        == [.useTileSources(["/given", "/maps/b", "/home/me/a", "/d"])])
    #expect(
      session.state.notices.map(\.text) == [
        "HPTileSources: rel/c is not a full path; the map goes on without it"
      ])
    #expect(session.state.unusableTileSources == ["rel/c"])
    // The same again, in other words, is no change.
    #expect(
      session.send(.preferences(["HPTileSources": ["/home/me/a", "/d"]])) == [])
    #expect(
      session.send(.preferences(["HPTileSources": nil]))
        == [.useTileSources(["/given", "/maps/b"])])
  }

  @Test(arguments: [
    PropertyListValue.string("/maps/a"), .array(["/maps/a", 5]), .dictionary([:]), .integer(1),
  ])
  func whatIsNoListIsNamedAndIgnored(_ value: PropertyListValue) {
    var session = Self.session()
    #expect(session.send(.preferences(["HPTileSources": value])) == [])
    #expect(
      session.state.notices.map(\.text) == [
        "HPTileSources in the preferences is ignored: it is not an array of strings"
      ])
  }

  @Test func tooManyAreCut() {
    var session = Self.session()
    session.send(.preferences(["HPTileSources": Self.list((0..<40).map { "/maps/\($0)" })]))
    #expect(session.state.tileSources.count == 32)
    #expect(session.state.notice?.text == "Of 40 tile sources the first 32 are used")
  }

  /// Only files that are wanted count, each once, however it is written.
  @Test func whatIsNotWantedCountsForNothing() {
    var session = Self.session(launch: ["/maps/0"])
    let good = (0..<31).map { "/maps/\($0)" }
    session.send(
      .preferences(["HPTileSources": Self.list(good + ["a", "b", "/home/me/x", "~/x"])]))
    #expect(session.state.tileSources == good + ["/home/me/x"])
    #expect(
      session.state.notices.map(\.text)
        == ["a", "b"].map {
          "HPTileSources: \($0) is not a full path; the map goes on without it"
        })
  }

  @Test func whatCanNotBeUsedIsKnownAsLongAsItIsWanted() {
    var session = Self.session(launch: ["/a", "/b", "/c"])
    session.send(.tileSources(["/a": Self.summary("A"), "/b": .failed("torn"), "/c": .opening]))
    session.press("0")
    #expect(session.state.unusableTileSources == ["/b"])
    session.send(.tileSources(["/a": .failed("torn"), "/b": Self.summary("B")]))
    #expect(session.state.unusableTileSources == ["/a"])
  }

  @Test(arguments: [
    ([], [], "none"), (["/a"], [], "1 file"), ([], ["/x"], "1 from the command line"),
    (["/a", "/b"], ["/x", "/y"], "2 files, 2 from the command line"),
  ])
  func theRowTellsWhatIsInUse(_ stored: [String], _ launch: [String], _ text: String) {
    var session = Self.session(launch: launch)
    session.send(.preferences(["HPTileSources": Self.list(stored)]))
    session.press("s")
    #expect(SettingsTests.selected(session)?.value == .page(text))
  }

  @Test func aFailureIsToldOnce() {
    var session = Self.session(launch: ["/a", "/b"])
    session.send(.tileSources(["/a": .opening, "/b": .opening]))
    #expect(session.state.notices == [])
    let gone: [String: TileSourceStatus] = ["/a": .failed("it is torn"), "/b": Self.summary("B")]
    session.send(.tileSources(gone))
    session.send(.tileSources(gone))
    #expect(
      session.state.notices == [Notice("/a: it is torn; the map goes on without it", .warning)])
    session.press("0")
    session.send(.tileSources(gone))
    #expect(session.state.notices == [])
    // Once it was well, it is told anew.
    session.send(.tileSources(["/a": Self.summary("A"), "/b": Self.summary("B")]))
    session.send(.tileSources(gone))
    #expect(session.state.notices.count == 1)
    // What is said of files nobody asked for is nothing.
    session.send(.tileSources(["/c": .failed("it is torn")]))
    #expect(session.state.notices.count == 1)
    #expect(session.state.tileSourceStatus == [:])
  }

  // MARK: The page

  @Test func thePageShowsWhatBecameOfEachFile() {
    var session = Self.session(launch: ["/given.pmtiles"])
    session.send(
      .preferences(["HPTileSources": ["/m/one.pmtiles", "~/two.pmtiles", "three", "/m/4.pmtiles"]]))
    session.press("s")
    #expect(
      SettingsTests.selected(session)?.value == .page("4 files, 1 from the command line"))
    #expect(session.press(Key(.enter)) == [.checkTileSources])
    session.send(
      .tileSources([
        "/given.pmtiles": Self.summary("Given"), "/m/one.pmtiles": Self.summary(""),
        "/home/me/two.pmtiles": .failed("it is torn"), "/m/4.pmtiles": .opening,
      ]))
    #expect(Self.page(session)?.titles == ["Settings", "Tiles"])
    #expect(
      Self.titles(session) == [
        "given.pmtiles", "one.pmtiles", "two.pmtiles", "three", "4.pmtiles", "Add a file",
      ])
    #expect(
      SettingsTests.rows(session).map(\.value) == [
        .status("vector z0–14  Given", isWarning: false),
        .status("vector z0–14", isWarning: false), .status("it is torn", isWarning: true),
        .status("not a full path", isWarning: true), .status("opening", isWarning: false), .none,
      ])
    #expect(Self.page(session)?.groups.first?.first == .heading("From the command line"))
    #expect(Self.page(session)?.groups.last?.last == .footer("Your own maps."))
  }

  @Test func enterTellsWhatAFileHolds() {
    var session = Self.open(["/m/one.pmtiles", "/m/two.pmtiles"])
    session.send(
      .tileSources([
        "/m/one.pmtiles": Self.summary("One"), "/m/two.pmtiles": .failed("it is torn"),
      ]))
    session.press(Key(.enter))
    #expect(Self.page(session)?.titles == ["Settings", "Tiles", "one.pmtiles"])
    #expect(Self.page(session)?.groups.first == [.footer("/m/one.pmtiles")])
    #expect(Self.titles(session) == ["size", "water"])
    #expect(SettingsTests.rows(session).map(\.value) == [.text("5 bytes"), .text("z0–14")])
    session.press(Key(.escape))
    #expect(Self.selected(session) == "one.pmtiles")
    session.press("j")
    session.press(Key(.right))
    #expect(
      Self.page(session)?.groups == [[.footer("/m/two.pmtiles")], [.footer("it is torn")]])
    #expect(session.effects == [])
  }

  @Test func filesAreMovedRemovedAndBroughtBack() {
    var session = Self.open(["/a", "/b", "/c"], launch: ["/given"])
    session.press("j")
    #expect(
      session.press("J") == Self.storing(["/b", "/a", "/c"], using: ["/given", "/b", "/a", "/c"]))
    #expect(Self.selected(session) == "a")
    session.press(Key(.down, modifiers: .shift))
    // At its end it stays.
    #expect(session.press("J") == [])
    #expect(session.state.settings.tileSources == ["/b", "/c", "/a"])
    session.press(Key(.up, modifiers: .shift))
    session.press("K")
    #expect(session.press("K") == [])
    #expect(session.state.settings.tileSources == ["/a", "/b", "/c"])
    #expect(
      session.press("x") == Self.storing(["/b", "/c"], using: ["/given", "/b", "/c"]))
    #expect(session.state.notice?.text == "a is removed; u brings it back")
    #expect(Self.selected(session) == "b")
    session.press(Key(.delete))
    session.press("x")
    #expect(session.state.settings.tileSources == [])
    #expect(Self.titles(session) == ["given", "Add a file"])
    for _ in 0..<3 { session.press("u") }
    #expect(session.state.settings.tileSources == ["/a", "/b", "/c"])
    #expect(Self.selected(session) == "a")
    for _ in 0..<4 { session.press("u") }
    session.press("u")
    #expect(session.state.notice?.text == "Nothing to undo")
    #expect(session.state.settings.tileSources == ["/a", "/b", "/c"])
    // What the command line gave stays.
    session.press("g")
    session.effects = []
    for key in ["x", "J", "e"] as [Character] { session.press(key) }
    #expect(session.effects == [])
    #expect(session.state.notice?.text.contains("command line") == true)
  }

  @Test func undoEndsWithThePageAndWithChangesOfOthers() {
    var session = Self.open(["/a", "/b"])
    session.press("x")
    session.send(.preferences(["HPTileSources": ["/b", "/new"]]))
    #expect(session.press("u") == [])
    #expect(session.state.settings.tileSources == ["/b", "/new"])
    #expect(session.state.notice?.text.contains("changed elsewhere") == true)
    session.press("x")
    // A look at a file is not the end of the page.
    session.press(Key(.enter))
    session.press(Key(.escape))
    session.press(Key(.escape))
    session.press(Key(.enter))
    session.effects = []
    #expect(session.press("u") == [])
  }

  @Test func deleteOnTheFirstPageLeavesTheListAlone() {
    var session = Self.open(["/a"])
    session.press(Key(.escape))
    #expect(session.press(Key(.delete)) == [])
    #expect(session.state.settings.tileSources == ["/a"])
    #expect(session.state.notice != nil)
  }

  @Test func theSelectionFollowsItsPath() {
    var session = Self.open(["/a", "/b"])
    session.press("j")
    session.send(.preferences(["HPTileSources": ["/x", "/y", "/b"]]))
    #expect(Self.selected(session) == "b")
    session.press("a")
    session.type("/typed")
    session.send(.preferences(["HPTileSources": ["/x", "/y", "/b", "/z"]]))
    #expect(Self.selected(session) == "Add a file")
    session.press(Key(.enter))
    #expect(session.state.settings.tileSources == ["/x", "/y", "/b", "/z", "/typed"])
  }
}
