import CTerminal
import CellGrid
import Foundation
import Testing

@testable import Terminal

extension ProcessWideTests {
  /// A process that ends in the middle of a screen, seen from the other side of its terminal.
  @Suite struct CrashTests {
    /// Runs in the process that is to end: its standard error becomes the terminal.
    static func openScreen(on path: String) throws -> Screen {
      let descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
      dup2(descriptor, STDERR_FILENO)
      setenv("LC_ALL", "C.UTF-8", 1)
      let screen = try Screen(
        descriptor: descriptor, environment: TerminalEnvironment(term: "xterm-256color"),
        options: Screen.Options())
      screen.draw(CellGrid(columns: 40, rows: 12, fill: Cell(glyph: 0x78)), cursor: (1, 1))
      return screen
    }

    private func expectOrder(
      _ terminal: TestPseudoTerminal, _ before: [UInt32], message: String
    ) throws {
      #expect(terminal.modes() == before)
      let bytes = try terminal.received(containing: message)
      var emulator = TerminalEmulator(columns: 40, rows: 12) { _ in 1 }
      emulator.feed(bytes)
      #expect(emulator.privateModes.isDisjoint(with: [1, 1000, 1002, 1003, 1006, 1049, 2004]))
      #expect(emulator.privateModes.contains(25))
      #expect(emulator.pen == TerminalEmulator.Pen())
      // The message comes after the alternate screen is gone, where it can be read.
      let text = String(decoding: bytes, as: UTF8.self)
      let left = try #require(text.range(of: "\u{1B}[?1049l", options: .backwards))
      let said = try #require(text.range(of: message))
      #expect(left.upperBound <= said.lowerBound)
    }

    @Test func aTrapLeavesTheTerminalInOrder() async throws {
      let terminal = try TestPseudoTerminal(columns: 40, rows: 12)
      let before = terminal.modes()
      let path = try terminal.path
      let start = MonotonicTime.now
      await #expect(processExitsWith: .failure) { [path = path as String] in
        let screen = try CrashTests.openScreen(on: path)
        withExtendedLifetime(screen) { fatalError("the pigeon is lost") }
      }
      #expect(MonotonicTime.now.seconds(since: start) < 15)
      try expectOrder(terminal, before, message: "the pigeon is lost")
    }

    @Test func exitLeavesTheTerminalInOrder() async throws {
      let terminal = try TestPseudoTerminal(columns: 40, rows: 12)
      let before = terminal.modes()
      let path = try terminal.path
      await #expect(processExitsWith: .exitCode(3)) { [path = path as String] in
        let screen = try CrashTests.openScreen(on: path)
        write(STDERR_FILENO, "a last word", 11)
        withExtendedLifetime(screen) { exit(3) }
      }
      try expectOrder(terminal, before, message: "a last word")
    }
  }
}
