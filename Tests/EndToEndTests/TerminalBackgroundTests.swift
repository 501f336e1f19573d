import Foundation
import Testing

/// The theme `auto` is that of the terminal, as far as it tells.
@Suite struct TerminalBackgroundTests {
  /// The bars' background in each theme, as SGR parameters.
  static let dark = "48;2;43;53;64"
  static let light = "48;2;211;217;221"
  static let lightAnswer = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;22c"

  private func home() throws -> Home {
    let home = try Home()
    home.environment["COLORTERM"] = "truecolor"
    return home
  }

  @Test func aLightTerminalGetsALightMap() throws {
    let home = try home()
    let terminal = try home.launch(["46.95,7.45"], answer: Self.lightAnswer)
    try terminal.wait(forText: Self.light, seconds: patience)
    try terminal.quit()
    // Asked once, before anything is drawn, and only because nobody chose.
    #expect(terminal.text.components(separatedBy: "\u{1B}]11;?\u{1B}\\\u{1B}[c").count == 2)
  }

  @Test func whatTheUserChoseCounts() throws {
    let home = try home()
    let terminal = try home.launch(
      ["46.95,7.45", "--theme", "dark"], answer: Self.lightAnswer)
    try terminal.waitForFrame()
    try terminal.type("2")
    try waitUntil("the type") { try home.preferences()?["HPMapType"] as? Int == 1 }
    try terminal.quit()
    #expect(terminal.text.contains(Self.dark) && !terminal.text.contains(Self.light))
    // For this launch only.
    #expect(try home.preferences()?["HPTheme"] == nil)
  }

  @Test func aFlagBeatsADarkTerminal() throws {
    let home = try home()
    let terminal = try home.launch(["46.95,7.45", "--theme", "light"])
    try terminal.wait(forText: Self.light, seconds: patience)
    try terminal.quit()
  }

  /// A late answer, in pieces, amid a title: the frame turns light, and no byte becomes text.
  @Test func aLateAnswerIsNotTyped() throws {
    let home = try home()
    let terminal = try home.launch(["46.95,7.45"], answer: "")
    try terminal.waitForFrame()
    #expect(!terminal.text.contains(Self.light))
    try terminal.type("dab")
    try home.waitForView("title") { $0.title == "ab" }
    let answer = Array(Self.lightAnswer.utf8)
    for cut in [0..<1, 1..<2, 2..<9, 9..<26, 26..<answer.count] {
      try terminal.type(Array(answer[cut]))
    }
    try terminal.type("c")
    try terminal.wait(forText: Self.light, seconds: patience)
    try home.waitForView("title") { $0.title == "abc" }
    try terminal.type("\r")
    try waitUntil("the pin") {
      (try home.preferences()?["HPLocation"] as? [String: Any])?["title"] as? String == "abc"
    }
    try terminal.quit()
  }

  /// Mode 2031: the user changes the terminal while the map is open.
  @Test func theTerminalMayChange() throws {
    let home = try home()
    let terminal = try home.open("46.95,7.45")
    let first = terminal.output.count
    try terminal.type("\u{1B}[?997;2n")
    try terminal.wait(forText: Self.light, from: first, seconds: patience)
    let second = terminal.output.count
    try terminal.type("\u{1B}[?997;1n")
    try terminal.wait(forText: Self.dark, from: second, seconds: patience)
    try terminal.quit()
    #expect(terminal.text.contains("\u{1B}[?2031l"))
  }

  /// What the terminal answers after the program was left at once is not the shell's input.
  @Test func anAnswerDoesNotReachTheShell() throws {
    let home = try home()
    let script = "\"$@\"; IFS= read -r line; printf 'got<%s>' \"$line\" | od -c | head -1"
    let terminal = try PseudoTerminal(
      "bash", ["-c", script, "bash", home.program, "46.95,7.45"], environment: home.environment,
      answer: "")
    try terminal.waitForFrame()
    try terminal.type("q")
    try terminal.wait(forText: "\u{1B}[?2004l", seconds: patience)
    try terminal.type(Self.lightAnswer)
    try terminal.wait(forText: "\u{1B}[?1049l", seconds: patience)
    // The drained answer ends the wait; only then does the shell read.
    try waitUntil("the shell's modes") { terminal.isCooked }
    try terminal.type("x\n")
    _ = try terminal.waitForExit(seconds: patience)
    #expect(terminal.text.contains("g   o   t   <   x   >"))
  }

  /// Output stopped with Ctrl-S, and then the end: the terminal is put back all the same.
  @Test func stoppedOutputDoesNotKeepTheModes() throws {
    let home = try home()
    let terminal = try home.open("46.95,7.45")
    try terminal.type("\u{13}")
    // The next frame is stuck.
    try terminal.type("2")
    try waitUntil("the type") { try home.preferences()?["HPMapType"] as? Int == 1 }
    terminal.send(signal: SIGTERM)
    #expect(try terminal.waitForExit(seconds: patience) == .killed(signal: SIGTERM))
    try terminal.wait(forText: "\u{1B}[?1049l", seconds: patience)
    #expect(terminal.text.contains("\u{1B}[?1002l"))
    #expect(terminal.isCooked)
  }
}
