import Foundation
import Testing

/// The harness against programs whose behaviour is known.
@Suite struct HarnessTests {
  @Test func theProgramHasTheTerminalAndItsSize() throws {
    let terminal = try PseudoTerminal("stty", ["size"], columns: 93, rows: 31)
    try terminal.wait(forText: "31 93")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func keysGoInAndOutputComesOut() throws {
    let terminal = try PseudoTerminal("cat")
    #expect(terminal.isCooked)
    try terminal.type("homing\n")
    // Once from the echo, once from cat.
    try terminal.wait(for: "two lines") {
      String(decoding: $0, as: UTF8.self) == "homing\r\nhoming\r\n"
    }
    try terminal.type([4])
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func theTerminalIsTheControllingOne() throws {
    let terminal = try PseudoTerminal("cat")
    try terminal.type("\u{3}")
    #expect(try terminal.waitForExit() == .killed(signal: SIGINT))
  }

  @Test func exitStatusAndModesAreSeen() throws {
    let terminal = try PseudoTerminal("sh", ["-c", "stty raw; read x; stty sane; exit 7"])
    let before = terminal.modes
    try terminal.type("\n")
    #expect(try terminal.waitForExit() == .exited(7))
    #expect(terminal.modes.count == before.count)
    let raw = try PseudoTerminal("stty", ["raw"])
    #expect(try raw.waitForExit() == .exited(0))
    #expect(!raw.isCooked)
  }

  @Test func resizingIsNoticed() throws {
    let terminal = try PseudoTerminal(
      "bash", ["-c", "trap 'stty size' WINCH; echo ready; while :; do read -t 1 x; done"])
    try terminal.wait(forText: "ready")
    terminal.resize(columns: 61, rows: 17)
    try terminal.wait(forText: "17 61")
    terminal.send(signal: SIGKILL)
    #expect(try terminal.waitForExit() == .killed(signal: SIGKILL))
  }

  @Test func aWaitEndsWithAMessage() throws {
    let terminal = try PseudoTerminal("echo", ["something else"])
    #expect(throws: PseudoTerminal.Failure.self) {
      try terminal.wait(forText: "homing", seconds: 0.2)
    }
    #expect(throws: PseudoTerminal.Failure.self) { try PseudoTerminal("/no/such/program") }
  }

  @Test func tmuxShowsAScreen() throws {
    let session = try TmuxSession("echo '東 ok'; exec cat", columns: 50, rows: 9)
    try session.wait(forText: "東 ok")
    try session.send(text: "homing")
    try session.send(keys: "Enter")
    let rows = try session.wait(for: "two lines") { $0.count { $0 == "homing" } == 2 }
    #expect(rows.count == 9)
    try session.resize(columns: 40, rows: 7)
    try session.wait(for: "7 rows") { $0.count == 7 }
    #expect(try session.value("#{alternate_on}") == "0")
  }
}
