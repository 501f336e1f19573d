import Foundation
import Testing

/// However the program ends, the terminal is as it was found.
@Suite struct TerminalRestoredTests {
  /// The modes a terminal is left in by all that was written to it: DEC private modes by number.
  private func privateModes(_ bytes: [UInt8]) -> [String: Bool] {
    var modes: [String: Bool] = [:]
    for part in String(decoding: bytes, as: UTF8.self).components(separatedBy: "\u{1B}[?")
      .dropFirst()
    {
      let numbers = part.prefix { $0.isNumber || $0 == ";" }
      guard let final = part.dropFirst(numbers.count).first, final == "h" || final == "l" else {
        continue
      }
      for number in numbers.split(separator: ";") { modes[String(number)] = final == "h" }
    }
    return modes
  }

  private func expectRestored(
    _ terminal: PseudoTerminal, _ modes: [UInt32],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(terminal.modes == modes, sourceLocation: sourceLocation)
    let left = privateModes(terminal.output)
    // Alternate screen, mouse, SGR mouse, bracketed paste, application cursor keys off; cursor on.
    for mode in ["1049", "1002", "1006", "2004", "1"] {
      #expect(left[mode] == false, "mode \(mode)", sourceLocation: sourceLocation)
    }
    for mode in ["1000", "1003", "1004"] {
      #expect(left[mode] != true, "mode \(mode)", sourceLocation: sourceLocation)
    }
    #expect(left["25"] != false, sourceLocation: sourceLocation)
    let rendition = terminal.text.matches(of: /\u{1B}\[([\d;]*)m/).last?.output.1
    #expect(rendition == "" || rendition == "0", sourceLocation: sourceLocation)
  }

  /// Opens the map and checks that the terminal was taken.
  private func openMap(_ home: Home) throws -> (PseudoTerminal, modes: [UInt32]) {
    // The modes before are those any new terminal has.
    let modes = try PseudoTerminal("true", environment: home.environment).modes
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    let taken = privateModes(terminal.output)
    for mode in ["1049", "1002", "1006", "2004"] { #expect(taken[mode] == true) }
    #expect(!terminal.isCooked)
    return (terminal, modes)
  }

  @Test func afterQuitting() throws {
    let home = try Home()
    let (terminal, modes) = try openMap(home)
    try terminal.quit()
    expectRestored(terminal, modes)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func afterBeingAskedToEnd(_ signal: Int32) throws {
    let home = try Home()
    let (terminal, modes) = try openMap(home)
    try terminal.type("dhalf")
    try terminal.wait(forText: "half", seconds: patience)
    terminal.send(signal: signal)
    #expect(try terminal.waitForExit(seconds: patience) == .killed(signal: signal))
    expectRestored(terminal, modes)
    #expect(try home.view()?.title == "half")
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGTRAP, SIGUSR1, SIGALRM, SIGPROF])
  func afterACrash(_ signal: Int32) throws {
    let home = try Home()
    let (terminal, modes) = try openMap(home)
    let start = ContinuousClock.now
    terminal.send(signal: signal)
    #expect(try terminal.waitForExit(seconds: patience) == .killed(signal: signal))
    #expect(ContinuousClock.now - start < .seconds(5))
    expectRestored(terminal, modes)
  }

  /// Ctrl-\ is the user's own way to a crash.
  @Test func afterControlBackslash() throws {
    let home = try Home()
    let (terminal, modes) = try openMap(home)
    try terminal.type("\u{1C}")
    #expect(try terminal.waitForExit(seconds: patience) == .killed(signal: SIGQUIT))
    expectRestored(terminal, modes)
  }

  /// A shell's odd settings come back as well, not those of a tidy terminal.
  @Test func oddModesComeBack() throws {
    let home = try Home()
    let script = """
      stty -echo erase '#' -ixon intr ^X; stty -g; "$@"; code=$?; stty -g; exit $code
      """
    let terminal = try PseudoTerminal(
      "bash", ["-c", script, "bash", home.program, "46.95,7.45"], environment: home.environment)
    try terminal.waitForFrame()
    try terminal.quit()
    // Control characters are among the numbers: intr is 18 (hexadecimal), Ctrl-X.
    let lines = terminal.text.matches(of: /[0-9a-f]+(:[0-9a-f]+){20,}/).map(\.output.0)
    #expect(lines.count == 2)
    #expect(lines.first == lines.last)
  }

  /// The window of the terminal is closed: nobody reads any more, and what was there is saved.
  @Test func theTerminalGoesAway() throws {
    let home = try Home()
    let terminal = try HangingTerminal(home.program, ["46.95,7.45"], environment: home.environment)
    try terminal.wait(forText: "standard")
    terminal.type("dhalf")
    try terminal.wait(forText: "half")
    terminal.hangUp()
    let status = try terminal.waitForExit()
    #expect(status == .killed(signal: SIGHUP))
    #expect(try home.view()?.title == "half")
    #expect(try home.view()?.isNear(46.95, 7.45) == true)
  }
}
