import Foundation
import Testing

/// Whatever ends the program, the next launch shows what was there.
@Suite(.serialized) struct MemoryTests {
  /// Drops a pin, changes type and mode, moves; returns the screen that is to come back.
  private func leaveTraces(in session: TmuxSession, _ home: Home) throws -> ScreenLook {
    try session.send(keys: "d")
    try session.wait(forText: "Title:", seconds: patience)
    try session.send(text: "Home ♥ 日本")
    try session.send(keys: "Enter")
    try session.wait(forText: "◆ Home ♥ 日本", seconds: patience)
    try session.send(keys: "3", "t", "Right", "Right", "Down", "+", "L", "a")
    try home.waitForView("the last zoom") { $0.zoom == 7 }
    return try session.waitForStill("hybrid map, second mode") {
      $0.last?.contains("hybrid  follow with heading (no position)") ?? false
        && $0.last?.contains("z7") ?? false
    }
  }

  private func reopen(_ home: Home, andExpect screen: ScreenLook) throws {
    let session = try home.openInTmux()
    try session.wait(forLook: screen)
  }

  @Test func afterQuitting() throws {
    let home = try Home()
    home.environment["COLORTERM"] = "truecolor"
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6")
    #expect(try session.rows().last?.contains("46.9500, 7.4500  z6 ") == true)
    let screen = try leaveTraces(in: session, home)
    try session.send(keys: "q")
    #expect(try session.waitForEnd() == "0")
    try reopen(home, andExpect: screen)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func afterASignal(_ signal: Int32) throws {
    let home = try Home()
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6")
    let screen = try leaveTraces(in: session, home)
    kill(try session.processID, signal)
    #expect(try session.waitForEnd() == "signal \(signal)")
    try reopen(home, andExpect: screen)
  }

  @Test func afterBeingKilled() throws {
    let home = try Home()
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6")
    let screen = try leaveTraces(in: session, home)
    kill(try session.processID, SIGKILL)
    try session.waitForEnd()
    try reopen(home, andExpect: screen)
  }

  /// A place from the command line is where the map was left, though no key was pressed.
  @Test func thePlaceOfTheCommandLine() throws {
    let home = try Home()
    let quitted = try home.open("46.95,7.45", "--zoom", "6")
    try quitted.quit()
    let view = try #require(try home.view())
    #expect(view.isNear(46.95, 7.45))
    #expect(view.zoom == 6)
    let killed = try home.open("-33,151", "--zoom", "5")
    try home.waitForView("the other place") { $0.isNear(-33, 151) && $0.zoom == 5 }
    killed.send(signal: SIGKILL)
  }

  @Test func theViewIsSavedSoonAfterTheLastKey() throws {
    let home = try Home()
    let terminal = try home.open("10,20", "--zoom", "5")
    try terminal.type("l")
    let start = ContinuousClock.now
    try home.waitForView("another longitude") { $0.latitude != 10 || $0.longitude > 20.1 }
    // 0.4 s by design; a busy machine may take longer, but not much.
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  /// Without a pause a save is due all the same.
  @Test func theViewIsSavedWhileKeysComeWithoutAPause() throws {
    let home = try Home()
    let terminal = try home.open("0,0", "--zoom", "6")
    let start = Date()
    try waitUntil("a view saved between keys") {
      try terminal.type("l")
      usleep(30_000)
      return (try home.view()?.longitude ?? 0) > 0.1
    }
    #expect(Date().timeIntervalSince(start) < 5)
  }

  @Test func theHalfTypedTitleAndItsCursor() throws {
    let home = try Home()
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6")
    try session.send(keys: "d")
    try session.wait(forText: "Title:", seconds: patience)
    try session.send(text: "Bundes日haus")
    try session.send(keys: "Left", "Left", "Left", "Left")
    try home.waitForView("title and cursor") { $0.title == "Bundes日haus" && $0.cursor == 7 }
    let cursor = try session.value("#{cursor_x},#{cursor_y},#{cursor_flag}")
    let screen = try session.waitForStill("the title") {
      $0.last?.contains("Bundes日haus") ?? false
    }
    kill(try session.processID, SIGKILL)
    try session.waitForEnd()

    let next = try home.openInTmux()
    try next.wait(forLook: screen)
    try waitUntil("the cursor where it was") {
      try next.value("#{cursor_x},#{cursor_y},#{cursor_flag}") == cursor
    }
    // It goes on where it was: before "haus".
    try next.send(text: "-")
    try next.send(keys: "Enter")
    try waitUntil("the pin") { try home.preferences()?["HPLocation"] != nil }
    let location = try #require(home.preferences()?["HPLocation"] as? [String: Any])
    #expect(location["title"] as? String == "Bundes日-haus")
    #expect(location["lat"] as? Double == 46.95)
    #expect(location["long"] as? Double == 7.45)
  }

  @Test func theHistoryOfUndo() throws {
    let home = try Home()
    let first = try home.open("46.95,7.45", "--zoom", "6")
    try first.type("done\rdtwo\rdthree\r")
    try home.waitForView("three steps") { $0.undoSteps == 3 }
    first.send(signal: SIGKILL)
    _ = try first.waitForExit(seconds: patience)

    let second = try home.open()
    func title() throws -> String? {
      (try home.preferences()?["HPLocation"] as? [String: Any])?["title"] as? String
    }
    #expect(try title() == "three")
    try second.type("u")
    try waitUntil("the second pin") { try title() == "two" }
    try second.quit()

    let third = try home.open()
    try third.type("u")
    try waitUntil("the first pin") { try title() == "one" }
    try third.type("UU")
    try waitUntil("the third pin again") { try title() == "three" }
    try third.type("uuu")
    try waitUntil("no pin") { try title() == nil }
    try third.quit()
    #expect(try home.preferences()?["HPLocation"] == nil)
  }

  @Test func helpComesBack() throws {
    let home = try Home()
    let terminal = try home.open()
    try terminal.type("?jj")
    try home.waitForView("help") { $0.screens.contains("map/help") }
    terminal.send(signal: SIGKILL)
    _ = try terminal.waitForExit(seconds: patience)
    let next = try home.launch()
    try next.wait(forText: "Esc: back", seconds: patience)
    try next.type("?q")
    #expect(try next.waitForExit(seconds: patience) == .exited(0))
  }

  @Test func freshForgetsTheViewAndKeepsTheRest() throws {
    let home = try Home()
    let first = try home.open("46.95,7.45", "--zoom", "6")
    try first.type("3dhere\r")
    try home.waitForView("one step") { $0.undoSteps == 1 }
    try first.quit()
    let second = try home.open("--fresh")
    try second.type("t")
    try waitUntil("the mode") { try home.preferences()?["HPFollowHeading"] as? Int == 2 }
    try second.quit()
    let view = try #require(try home.view())
    #expect(view.zoom < 0)
    #expect(view.undoSteps == 0)
    let preferences = try #require(try home.preferences())
    #expect(preferences["HPMapType"] as? Int == 2)
    #expect((preferences["HPLocation"] as? [String: Any])?["title"] as? String == "here")
  }
}
