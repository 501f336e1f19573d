import Foundation
import Testing

/// Terminals that are missing, unknown, or can do little.
@Suite struct TerminalKindsTests {
  /// A sequence that sets a colour.
  private var color: Regex<(Substring, Substring)> {
    /\u{1B}\[(?:\d+;)*(3[0-7]|38;[25];[\d;]*|4[0-7]|48;[25];[\d;]*)(?:;[\d;]*)?m/
  }

  /// What came of the program on a terminal of that kind, when it could not start.
  private func expectRefusal(
    _ variables: [String: String?], saying message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let home = try Home()
    for (name, value) in variables { home.environment[name] = value }
    let fresh = try PseudoTerminal("true", environment: home.environment).modes
    let terminal = try home.launch()
    #expect(
      try terminal.waitForExit(seconds: patience) == .exited(69), sourceLocation: sourceLocation)
    try terminal.wait(forText: message, seconds: patience)
    // The message is all: nothing was sent to a terminal that is not understood.
    #expect(terminal.text.hasPrefix("pigeon: "), sourceLocation: sourceLocation)
    #expect(!terminal.output.contains(0x1B), sourceLocation: sourceLocation)
    #expect(terminal.modes == fresh, sourceLocation: sourceLocation)
  }

  @Test func anUnknownKindIsNamed() throws {
    try expectRefusal(["TERM": "nonsense"], saying: "'nonsense'")
    try expectRefusal(["TERM": "../../etc/passwd"], saying: "'../../etc/passwd'")
  }

  @Test func aKindWithoutACursor() throws { try expectRefusal(["TERM": "dumb"], saying: "'dumb'") }

  @Test func noKind() throws {
    try expectRefusal(["TERM": nil], saying: "TERM is not set")
    try expectRefusal(["TERM": ""], saying: "TERM is not set")
  }

  @Test func theNameOfAKindIsMadeSafe() throws {
    try expectRefusal(["TERM": "a\u{1B}[31mb"], saying: "[31mb")
  }

  @Test(arguments: ["vt100", "linux", "screen-256color", "xterm", "tmux-256color"])
  func usualKinds(_ kind: String) throws {
    let home = try Home()
    home.environment["TERM"] = kind
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.type("2")
    try waitUntil("the type") { try home.preferences()?["HPMapType"] as? Int == 1 }
    try terminal.quit()
    let colored = terminal.text.contains(color)
    #expect(colored == (kind != "vt100"))
    if kind == "vt100" {
      #expect(!terminal.text.contains("[?1002h"))
      // Delays of terminfo are no text.
      #expect(!terminal.text.contains("$<"))
    }
  }

  /// Keys come from the controlling terminal, whatever standard input is.
  @Test func standardInputIsNotATerminal() throws {
    let home = try Home()
    let terminal = try PseudoTerminal(
      "sh", ["-c", "echo junkq | \"$0\" 46.95,7.45", home.program], environment: home.environment)
    try terminal.waitForFrame()
    try terminal.type("2")
    try waitUntil("the type") { try home.preferences()?["HPMapType"] as? Int == 1 }
    try terminal.type("q")
    #expect(try terminal.waitForExit(seconds: patience) == .exited(0))
  }

  @Test func standardOutputIsNotATerminal() throws {
    let home = try Home()
    let terminal = try PseudoTerminal(
      "sh", ["-c", "\"$0\" 46.95,7.45 > '\(home.folder)/output'", home.program],
      environment: home.environment)
    #expect(try terminal.waitForExit(seconds: patience) == .exited(69))
    try terminal.wait(forText: "standard output is not a terminal", seconds: patience)
    #expect(FileManager.default.contents(atPath: home.folder + "/output")?.isEmpty == true)
  }

  @Test(arguments: ["C", "POSIX"]) func withoutUnicodeTheMapIsASCII(_ locale: String) throws {
    let home = try Home()
    home.environment["LC_ALL"] = locale
    let terminal = try home.open("46.95,7.45", "--zoom", "6", "--charset", "braille")
    try terminal.type("dx")
    try terminal.wait(forText: "Title:", seconds: patience)
    try home.waitForView("title") { $0.title == "x" }
    // What follows Escape at once would be a key with Alt.
    try terminal.type("\u{1B}")
    try home.waitForView("the map") { $0.title == nil }
    try terminal.type("?")
    try terminal.wait(forText: "Esc: back", seconds: patience)
    try terminal.type("?q")
    #expect(try terminal.waitForExit(seconds: patience) == .exited(0))
    #expect(terminal.output.allSatisfy { $0 < 0x80 })
    #expect(terminal.text.contains("Zurich") || terminal.text.contains("SWITZERLAND"))
  }

  /// A locale that is not installed, as SSH brings it, still says what the terminal shows.
  @Test func aMissingLocaleOfUTF8() throws {
    let home = try Home()
    home.environment["LC_ALL"] = "xx_YY.UTF-8"
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.quit()
    #expect(terminal.text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
  }

  @Test func noColor() throws {
    let home = try Home()
    home.environment["NO_COLOR"] = "1"
    home.environment["COLORTERM"] = "truecolor"
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.quit()
    #expect(!terminal.text.contains(color))
  }
}
