import Foundation
import Testing

/// Ctrl-Z and `fg` in a shell with job control; stopping and continuing by others.
@Suite(.serialized) struct SuspendTests {
  /// A shell whose prompt can not be mistaken, in tmux, with the map opened in it.
  private func openShell(_ home: Home, _ arguments: String...) throws -> TmuxSession {
    home.environment["PS1"] = "shell> "
    let session = try TmuxSession(
      "exec " + home.shellCommand(["bash", "--norc", "-i"]), columns: 100, rows: 30)
    try session.wait(forText: "shell>", seconds: patience)
    try session.type(line: "stty -a > '\(home.folder)/before'")
    let words = ([home.program] + arguments).map { "'\($0)'" }.joined(separator: " ")
    try session.type(line: words)
    try session.waitForFrame()
    #expect(try session.value("#{alternate_on}") == "1")
    return session
  }

  /// Waits for the shell; the normal screen with the modes of before must be back.
  private func expectShell(_ home: Home, _ session: TmuxSession) throws {
    try session.wait(forText: "Stopped", seconds: patience)
    #expect(try session.value("#{alternate_on}") == "0")
    #expect(try session.value("#{cursor_flag}#{mouse_any_flag}#{keypad_cursor_flag}") == "100")
    try session.type(line: "stty -a > '\(home.folder)/after' && echo com''pared")
    try session.wait(forText: "compared", seconds: patience)
    let before = FileManager.default.contents(atPath: home.folder + "/before")
    let after = FileManager.default.contents(atPath: home.folder + "/after")
    #expect(try #require(before).count > 100)
    #expect(before == after)
  }

  @Test func changesMadeMeanwhileShow() throws {
    let home = try Home()
    let session = try openShell(home, "46.95,7.45", "--zoom", "6")
    try session.send(keys: "Right", "Right")
    let view = try home.waitForView("two steps") { $0.longitude > 7.97 }
    let screen = try session.waitForStill("standard map") { $0.last?.contains("standard") ?? false }
    try session.send(keys: "C-z")
    try expectShell(home, session)
    try session.type(line: "'\(home.program)' defaults write HPMapType -int 1")
    try waitUntil("the change") { try home.preferences()?["HPMapType"] as? Int == 1 }
    try session.type(line: "fg")
    try session.waitForFrame()
    try session.wait(forText: "satellite", seconds: patience)
    #expect(try session.value("#{alternate_on}") == "1")
    #expect(try home.view()?.isNear(view.latitude, view.longitude) == true)
    // But for the type all is as it was.
    try session.send(keys: "1")
    try session.wait(forLook: screen)
    // Once more, and away.
    try session.send(keys: "C-z")
    try session.wait(seconds: patience, for: "second stop") { rows in
      rows.count { $0.contains("Stopped") } == 2
    }
    try session.type(line: "fg")
    try session.wait(forLook: screen)
    try session.send(keys: "q")
    try session.wait(seconds: patience, for: "shell") { $0.last { !$0.isEmpty } == "shell>" }
  }

  @Test func theWindowIsResizedMeanwhile() throws {
    let home = try Home()
    let session = try openShell(home, "46.95,7.45", "--zoom", "6")
    try session.send(keys: "C-z")
    try expectShell(home, session)
    try session.resize(columns: 70, rows: 20)
    try session.type(line: "fg")
    try session.wait(seconds: patience, for: "frame of the new size") { rows in
      rows.count == 20 && rows[19].contains("standard") && rows[0].hasSuffix("? help")
        && rows[19].contains("46.9500, 7.4500")
    }
    #expect(try session.rows()[0].count == 69)
  }

  @Test func theHalfTypedTitleStays() throws {
    let home = try Home()
    let session = try openShell(home, "46.95,7.45", "--zoom", "6")
    try session.send(keys: "d")
    try session.wait(forText: "Title:", seconds: patience)
    try session.send(text: "Bundeshaus")
    try session.send(keys: "Left", "Left")
    let screen = try session.waitForStill("title") { $0.last?.contains("Bundeshaus") ?? false }
    try home.waitForView("cursor") { $0.cursor == 8 }
    let cursor = try session.value("#{cursor_x},#{cursor_y},#{cursor_flag}")
    try session.send(keys: "C-z")
    try expectShell(home, session)
    try session.type(line: "fg")
    try session.wait(forLook: screen)
    try waitUntil("cursor") {
      try session.value("#{cursor_x},#{cursor_y},#{cursor_flag}") == cursor
    }
    try session.send(text: "X")
    try session.wait(forText: "BundeshaXus", seconds: patience)
  }

  @Test func stoppedWithoutBeingAsked() throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    terminal.send(signal: SIGSTOP)
    try waitUntil("stop") { terminal.processState == "T" }
    #expect(try home.run("defaults", "write", "HPMapType", "-int", "2").status == .exited(0))
    let offset = terminal.output.count
    terminal.send(signal: SIGCONT)
    try terminal.wait(forText: "hybrid", from: offset, seconds: patience)
    // All of the screen is drawn again, on the alternate screen.
    try terminal.wait(forText: "? help", from: offset, seconds: patience)
    try terminal.quit()
  }

  /// The program's own change is made on top of one of another process that it did not see yet:
  /// both are in the file, and both must be on the screen.
  @Test func aChangeUnseenWhileSavingAnotherShows() throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.type("dhere")
    try terminal.wait(forText: "here", seconds: patience)
    terminal.send(signal: SIGSTOP)
    try waitUntil("stop") { terminal.processState == "T" }
    #expect(try home.run("defaults", "write", "HPMapType", "-int", "2").status == .exited(0))
    try terminal.type("\r")
    let offset = terminal.output.count
    terminal.send(signal: SIGCONT)
    try terminal.wait(forText: "hybrid", from: offset, seconds: patience)
    try waitUntil("the pin") { try home.preferences()?["HPLocation"] != nil }
    #expect(try home.preferences()?["HPMapType"] as? Int == 2)
  }
}

extension TmuxSession {
  /// Types a line at a shell's prompt.
  func type(line: String) throws {
    try send(text: line)
    try send(keys: "Enter")
  }
}
