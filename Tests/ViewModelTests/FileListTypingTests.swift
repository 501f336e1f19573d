import Preferences
import Testing

@testable import ViewModel

/// A path being typed on the page of the tile sources, and what comes back at the next launch.
@Suite struct FileListTypingTests {
  static let typed: [(typed: String, stored: [String])] = [
    ("/maps/ch.pmtiles", ["/a", "/maps/ch.pmtiles"]),
    ("~/ch.pmtiles", ["/a", "~/ch.pmtiles"]),
    ("maps/ch.pmtiles", ["/a", "/home/me/maps/ch.pmtiles"]),
    ("  /maps/with blanks.pmtiles ", ["/a", "/maps/with blanks.pmtiles"]),
    ("   ", ["/a"]), ("/a", ["/a"]),
  ]

  @Test(arguments: typed)
  func aPathIsAdded(typed: String, stored: [String]) {
    var session = FileListTests.open(["/a"])
    session.press("a")
    session.type(typed)
    #expect(session.effects == [])
    session.press(Key(.enter))
    #expect(session.state.settings.tileSources == stored)
    #expect(session.effects.isEmpty == (stored == ["/a"]))
    if stored.count == 2 {
      #expect(FileListTests.titles(session)[1] == FileListTests.selected(session))
    }
  }

  @Test func aPathIsEditedInItsPlace() {
    var session = FileListTests.open(["/a", "/b", "/c"])
    session.press("j")
    session.press("e")
    #expect(
      SettingsTests.selected(session)?.value
        == .field("/b", LineEditor(text: "/b", limit: LineEditor.pathLimit)))
    session.type("x")
    session.press(Key(.escape))
    #expect(session.effects == [])
    session.press("e")
    session.type("2")
    #expect(session.press(Key(.enter)) == FileListTests.storing(["/a", "/b2", "/c"]))
    #expect(session.press("u") == FileListTests.storing(["/a", "/b", "/c"]))
  }

  @Test func tabAsksForNamesAndTakesWhatTheyShare() {
    var session = FileListTests.open([])
    session.press(Key(.enter))
    session.type("~/maps/l")
    #expect(
      session.press(Key(.tab)) == [
        .completePath(
          PathCompletion(
            typed: "~/maps/l", folder: "/home/me/maps/", prefix: "l", fileTypes: ["pmtiles"]))
      ])
    session.send(
      .pathCompletions(
        typed: "~/maps/l", names: ["li\u{1B}.pmtiles", "liechtenstein.pmtiles", "lieve/"]))
    #expect(
      SettingsTests.selected(session)?.value
        == .field("", LineEditor(text: "~/maps/lie", limit: LineEditor.pathLimit)))
    #expect(FileListTests.page(session)?.groups.last == [.footer("liechtenstein.pmtiles  lieve/")])
    session.type("v")
    #expect(FileListTests.page(session)?.groups.last != [.footer("liechtenstein.pmtiles  lieve/")])
    session.press(Key(.tab))
    // An answer to what was asked before comes too late.
    session.send(.pathCompletions(typed: "~/maps/l", names: ["london.pmtiles"]))
    session.send(.pathCompletions(typed: "~/maps/liev", names: ["lieve/"]))
    #expect(
      SettingsTests.selected(session)?.value
        == .field("", LineEditor(text: "~/maps/lieve/", limit: LineEditor.pathLimit)))
    session.press(Key(.tab))
    session.send(.pathCompletions(typed: "~/maps/lieve/", names: []))
    #expect(session.state.notice?.text == "Nothing there begins so")
    #expect(session.effects.count == 3)
  }

  /// Of more names than are looked at nothing is said to be common to all.
  @Test func namesThatAreNotAllAreNotCompleted() {
    var session = FileListTests.open([])
    session.press("a")
    session.type("/d/")
    session.press(Key(.tab))
    session.send(
      .pathCompletions(typed: "/d/", names: ["f1.pmtiles", "f2.pmtiles"], isWhole: false))
    #expect(
      SettingsTests.selected(session)?.value
        == .field("", LineEditor(text: "/d/", limit: LineEditor.pathLimit)))
    #expect(session.state.notice?.text.contains("more names") == true)
    #expect(FileListTests.page(session)?.groups.last == [.footer("f1.pmtiles  f2.pmtiles")])
  }

  /// A path may be as long as Linux has them; what is longer is told.
  @Test func longPathsAreKeptWhole() {
    var session = FileListTests.open([])
    session.press("a")
    let path = "/" + String(repeating: "x", count: 4000)
    session.send(.input(.paste(path)))
    #expect(
      SettingsTests.selected(session)?.value
        == .field("", LineEditor(text: path, limit: LineEditor.pathLimit)))
    #expect(session.state.notice == nil)
    session.send(.input(.paste(path)))
    #expect(session.state.notice?.text == "A field holds 4095 characters")
  }

  @Test(arguments: [
    ("", "/home/me", ""), ("x", "/home/me", "x"), ("m/x", "/home/me/m/", "x"), ("/", "/", ""),
    ("/x", "/", "x"), ("~/", "/home/me/", ""),
  ])
  func foldersToRead(typed: String, folder: String, prefix: String) {
    var session = FileListTests.open([])
    session.press("a")
    session.type(typed)
    #expect(
      session.press(Key(.tab)) == [
        .completePath(
          PathCompletion(typed: typed, folder: folder, prefix: prefix, fileTypes: ["pmtiles"]))
      ])
  }

  // MARK: Restoration

  @Test func thePageAndTheHalfTypedPathComeBack() {
    func restored(_ session: Session) -> State {
      var next = FileListTests.session()
      next.send(.preferences(session.state.preferences.mapValues { .some($0) }))
      next.state.decodeRestorableState(session.state.encodeRestorableState())
      return next.state
    }
    var session = FileListTests.open(["/a", "/b"])
    session.press("j")
    #expect(restored(session).screen == session.state.screen)
    session.press("e")
    session.type("/half")
    session.press(Key(.left))
    #expect(restored(session).screen == session.state.screen)
    session.press(Key(.enter))
    session.press("a")
    session.type("new")
    #expect(restored(session).screen.field == session.state.screen.field)
    session.press(Key(.escape))
    session.press("g")
    session.press(Key(.enter))
    #expect(restored(session).screen.current == session.state.screen.current)
    // A file that is no longer in the list leads to the list.
    session.send(.preferences(["HPTileSources": ["/b/half"]]))
    #expect(
      restored(session).screen.current == SettingsScreen.Level(.files(key: "HPTileSources")))
  }
}

extension State.Screen {
  fileprivate var settings: SettingsScreen? {
    if case .settings(let its) = self { its } else { nil }
  }
  fileprivate var field: SettingsScreen.Field? { settings?.field }
  fileprivate var current: SettingsScreen.Level? { settings?.current }
}
