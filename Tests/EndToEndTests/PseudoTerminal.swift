import CTerminal
import Foundation
import Testing

/// A program on a pseudo terminal of its own, as its session's leader: keys go in, what it writes
/// comes out. Nothing here sleeps; every wait is for a condition and fails after its limit.
final class PseudoTerminal {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  enum ExitStatus: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// What the threads that read and wait share with the object.
  private final class State: @unchecked Sendable {
    let condition = NSCondition()
    var received: [UInt8] = []
    var isClosed = false
    var status: ExitStatus?
  }

  /// The process started.
  let processID: pid_t
  private let master: Int32
  /// Held open, so that the terminal and what was written to it outlive the program.
  private let slave: Int32
  private let state = State()
  private var hasCollectedRest = false

  /// Starts a program.
  /// - Parameters:
  ///   - program: a path, or a name to look for in PATH.
  ///   - answer: what the terminal sends when it is asked for its device attributes.
  ///   - environment: all of it; nil passes on this process's own with TERM=xterm-256color.
  init(
    _ program: String, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
    environment: [String: String]? = nil, directory: String? = nil,
    answer: String = "\u{1B}[?62;22c"
  ) throws {
    var master: Int32 = -1
    var slave: Int32 = -1
    guard ct_pty_open(&master, &slave, Int32(columns), Int32(rows)) == 0 else {
      throw Failure(description: "no pseudo terminal: \(String(cString: strerror(errno)))")
    }
    var variables = environment ?? ProcessInfo.processInfo.environment
    if environment == nil { variables["TERM"] = "xterm-256color" }
    let argumentList = CStringList([program] + arguments)
    let environmentList = CStringList(variables.map { "\($0.key)=\($0.value)" })
    let child = ct_pty_spawn(
      slave, program, argumentList.pointers, environmentList.pointers, directory)
    guard child > 0 else {
      let reason = String(cString: strerror(errno))
      close(slave)
      close(master)
      throw Failure(description: "\(program): \(reason)")
    }
    // Only now is there an object: `deinit` never sees a process that was not started.
    processID = child
    self.master = master
    self.slave = slave
    startReading(answer: Array(answer.utf8))
    startWaiting()
  }

  deinit {
    // The threads end when the program has ended and nobody holds the terminal.
    send(signal: SIGKILL)
    close(slave)
    close(master)
  }

  private func startReading(answer: [UInt8]) {
    let source = dup(master)
    let state = self.state
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 65536)
      while true {
        let count = read(source, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        // The question comes in one piece with others.
        if count > 0, String(decoding: buffer[..<count], as: UTF8.self).contains("\u{1B}[c") {
          _ = answer.withUnsafeBytes { write(source, $0.baseAddress, $0.count) }
        }
        state.condition.withLock {
          if count > 0 { state.received += buffer[..<count] } else { state.isClosed = true }
          state.condition.broadcast()
        }
        if count <= 0 { break }
      }
      close(source)
    }
  }

  /// Tells the condition's waiters when the program has ended.
  private func startWaiting() {
    let (state, processID) = (self.state, self.processID)
    Thread.detachNewThread {
      // It stays a zombie, and its number its own, until nobody can send it signals any more.
      var info = siginfo_t()
      while waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
      state.condition.withLock {
        var code: Int32 = 0
        waitpid(processID, &code, 0)
        state.status =
          code & 0x7F == 0 ? .exited(code >> 8 & 0xFF) : .killed(signal: code & 0x7F)
        state.condition.broadcast()
      }
    }
  }

  // MARK: In

  /// Types text or key sequences.
  func type(_ text: String) throws { try type(Array(text.utf8)) }

  func type(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        throw Failure(description: "typing: \(String(cString: strerror(errno)))")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Gives the window another size; the foreground process group gets SIGWINCH.
  func resize(columns: Int, rows: Int) { ct_pty_resize(master, Int32(columns), Int32(rows)) }

  /// Sends a signal to the program if it still runs. Never to another process: a number below 1
  /// would stand for whole groups, and that of a process that has ended may be taken again.
  func send(signal: Int32) {
    state.condition.withLock {
      guard state.status == nil, processID > 1 else { return }
      kill(processID, signal)
    }
  }

  // MARK: Out

  /// Everything written so far.
  var output: [UInt8] { state.condition.withLock { state.received } }

  var text: String { String(decoding: output, as: UTF8.self) }

  /// Waits until what was written (from `offset` bytes on) satisfies the condition; returns it.
  @discardableResult
  func wait(
    from offset: Int = 0, seconds: Double = 10, for what: String = "output",
    until isEnough: ([UInt8]) -> Bool
  ) throws -> [UInt8] {
    let limit = Date(timeIntervalSinceNow: seconds)
    state.condition.lock()
    defer { state.condition.unlock() }
    while true {
      let new = Array(state.received.dropFirst(offset))
      if isEnough(new) { return new }
      guard !state.isClosed, state.condition.wait(until: limit) else {
        let tail = String(decoding: new.suffix(2000), as: UTF8.self)
        throw Failure(description: "no \(what) within \(seconds) s; got \(tail.debugDescription)")
      }
    }
  }

  /// Waits until the text appears in what was written from `offset` bytes on.
  @discardableResult
  func wait(forText text: String, from offset: Int = 0, seconds: Double = 10) throws -> [UInt8] {
    try wait(from: offset, seconds: seconds, for: text.debugDescription) {
      String(decoding: $0, as: UTF8.self).contains(text)
    }
  }

  // MARK: State

  /// How the program ended; waits for it, and for all that it wrote.
  func waitForExit(seconds: Double = 10) throws -> ExitStatus {
    let limit = Date(timeIntervalSinceNow: seconds)
    state.condition.lock()
    defer { state.condition.unlock() }
    while state.status == nil {
      guard state.condition.wait(until: limit) else {
        throw Failure(description: "it did not end in \(seconds) s")
      }
    }
    collectRest(until: limit)
    guard let status = state.status else { throw Failure(description: "no status") }
    return status
  }

  /// Waits until the reading thread has all that the program wrote: a mark of our own comes after
  /// it. Called with the lock.
  private func collectRest(until limit: Date) {
    guard !state.isClosed, !hasCollectedRest else { return }
    hasCollectedRest = true
    let mark = Array("\u{1}end of output\u{1}".utf8)
    // The program has ended: nobody is left to be disturbed by this.
    _ = fcntl(slave, F_SETFL, fcntl(slave, F_GETFL) | O_NONBLOCK)
    guard mark.withUnsafeBytes({ write(slave, $0.baseAddress, $0.count) }) == mark.count else {
      return
    }
    while !state.received.suffix(mark.count).elementsEqual(mark) {
      guard !state.isClosed, state.condition.wait(until: limit) else { return }
    }
    state.received.removeLast(mark.count)
  }

  /// The process's state as the kernel tells it: `T` is stopped, `S` sleeping.
  var processState: Character? {
    guard let stat = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
      let end = stat.lastIndex(of: ")")
    else { return nil }
    return stat[end...].dropFirst(2).first
  }

  /// Whether the terminal is in canonical mode with echo, as a shell's user expects it.
  var isCooked: Bool {
    var modes = termios()
    tcgetattr(slave, &modes)
    return modes.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == tcflag_t(ICANON | ECHO | ISIG)
  }

  /// The line discipline's settings, to compare before and after.
  var modes: [UInt32] {
    var modes = termios()
    tcgetattr(slave, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
      + withUnsafeBytes(of: modes.c_cc) { $0.map(UInt32.init) }
  }
}

/// A null-terminated list of C strings that lives as long as it.
final class CStringList {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() {
      (pointers + index).initialize(to: strdup(string))
    }
    (pointers + strings.count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
