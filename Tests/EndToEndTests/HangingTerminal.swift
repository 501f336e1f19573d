import CTerminal
import Foundation

/// A program on a pseudo terminal that nobody but the program and this object holds, so that
/// closing it is what closing a terminal's window is.
final class HangingTerminal {
  let processID: pid_t
  private var master: Int32 = -1
  private var received: [UInt8] = []
  private var isReaped = false

  init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    var slave: Int32 = -1
    guard ct_pty_open(&master, &slave, 80, 24) == 0 else {
      throw PseudoTerminal.Failure(description: "no pseudo terminal")
    }
    defer { close(slave) }
    let words = CStringList([program] + arguments)
    let variables = CStringList(environment.map { "\($0.key)=\($0.value)" })
    let child = ct_pty_spawn(slave, program, words.pointers, variables.pointers, nil)
    guard child > 0 else {
      close(master)
      throw PseudoTerminal.Failure(description: "\(program): \(String(cString: strerror(errno)))")
    }
    processID = child
  }

  deinit {
    hangUp()
    guard !isReaped else { return }
    kill(processID, SIGKILL)
    var code: Int32 = 0
    waitpid(processID, &code, 0)
  }

  func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  /// Reads until the text has come.
  func wait(forText text: String) throws {
    var buffer = [UInt8](repeating: 0, count: 65536)
    try waitUntil("\"\(text)\"") {
      var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, 100) > 0 {
        let count = read(master, &buffer, buffer.count)
        if count > 0 { received += buffer[..<count] }
      }
      return String(decoding: received, as: UTF8.self).contains(text)
    }
  }

  /// Closes the terminal.
  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  func waitForExit() throws -> PseudoTerminal.ExitStatus {
    var code: Int32 = 0
    try waitUntil("end") { waitpid(processID, &code, WNOHANG) == processID }
    isReaped = true
    return code & 0x7F == 0 ? .exited(code >> 8 & 0xFF) : .killed(signal: code & 0x7F)
  }
}
