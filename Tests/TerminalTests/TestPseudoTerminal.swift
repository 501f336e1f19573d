import CTerminal
import CellGrid
import Foundation
import Testing

@testable import Terminal

/// A pseudo terminal within the test: the screen on one side, a thread that reads on the other.
final class TestPseudoTerminal: @unchecked Sendable {
  let master: Int32
  let slave: Int32
  private let state = Received()
  private let thread: Thread

  /// What has arrived, with a condition to wait for more.
  private final class Received: @unchecked Sendable {
    let condition = NSCondition()
    var bytes: [UInt8] = []
  }

  /// - Parameter answer: What the terminal sends when it is asked for its device attributes.
  init(columns: Int, rows: Int, answer: String = "\u{1B}[?62;22c") throws {
    var master: Int32 = -1
    var slave: Int32 = -1
    try #require(ct_pty_open(&master, &slave, Int32(columns), Int32(rows)) == 0)
    _ = fcntl(slave, F_SETFL, fcntl(slave, F_GETFL) | O_NONBLOCK)
    self.master = master
    self.slave = slave
    let state = self.state
    let source = dup(master)
    thread = Thread {
      var buffer = [UInt8](repeating: 0, count: 65536)
      while true {
        let count = read(source, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { break }
        // The question comes in one piece with others.
        if String(decoding: buffer[..<count], as: UTF8.self).contains("\u{1B}[c") {
          _ = Array(answer.utf8).withUnsafeBytes { write(source, $0.baseAddress, $0.count) }
        }
        state.condition.lock()
        state.bytes += buffer[..<count]
        state.condition.broadcast()
        state.condition.unlock()
      }
      close(source)
    }
    thread.start()
  }

  /// The slave's name in the file system.
  var path: String {
    get throws {
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(slave)")
    }
  }

  deinit {
    // The reader ends with EIO when the last slave is closed.
    close(slave)
    close(master)
  }

  /// Everything that was written, once that many bytes have come; fails after ten seconds.
  func received(count: Int) throws -> [UInt8] {
    let limit = Date(timeIntervalSinceNow: 10)
    state.condition.lock()
    defer { state.condition.unlock() }
    while state.bytes.count < count {
      try #require(state.condition.wait(until: limit), "the terminal got too few bytes")
    }
    return state.bytes
  }

  /// Everything that was written, once a text has come; fails after ten seconds.
  func received(containing text: String) throws -> [UInt8] {
    let limit = Date(timeIntervalSinceNow: 10)
    state.condition.lock()
    defer { state.condition.unlock() }
    while !String(decoding: state.bytes, as: UTF8.self).contains(text) {
      try #require(state.condition.wait(until: limit), "the terminal did not get \(text)")
    }
    return state.bytes
  }

  func modes() -> [UInt32] {
    var modes = termios()
    tcgetattr(slave, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
      + withUnsafeBytes(of: modes.c_cc) { $0.map(UInt32.init) }
  }

  func type(_ bytes: [UInt8]) { _ = write(master, bytes, bytes.count) }

  /// A screen on this terminal.
  func screen(
    _ environment: TerminalEnvironment = TerminalEnvironment(term: "xterm-256color"),
    depth: ColorDepth? = nil
  ) throws -> Screen {
    setenv("LC_ALL", "C.UTF-8", 1)
    var options = Screen.Options(terminfoDirectory: TestPseudoTerminal.terminfoDirectory)
    options.colorDepth = depth
    return try Screen(descriptor: slave, environment: environment, options: options)
  }

  /// The entries in the repository.
  static let terminfoDirectory =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Resources/terminfo").path
}
