import CTerminal
import Glibc
import ViewModel

/// A signal that concerns the terminal or the life of the program.
public enum TerminalSignal: Hashable, Sendable {
  /// The window has another size: call `Screen.resize()`.
  case resize
  /// Ctrl-Z or SIGTSTP: save, then call `Screen.suspend()`.
  case suspend
  /// The process was stopped by other means than `Screen.suspend()` and goes on: reload, then call
  /// `Screen.resume()`.
  case resume
  /// SIGTERM or SIGINT, by number: save and leave.
  case terminate(Int32)
  /// SIGHUP, or the terminal is gone: save and leave. There is nobody to show anything to.
  case hangup
}

/// Everything that was there to be read when the loop woke.
public struct LoopEvent: Equatable, Sendable {
  /// In the order in which they were made; a fast burst of keys arrives in one piece, whole.
  public var inputs: [InputEvent] = []
  /// What the terminal told about itself, in order.
  public var replies: [TerminalReply] = []
  /// In the order of arrival, each at most once.
  public var signals: [TerminalSignal] = []
  /// Those of the caller's files that can be read, or whose other end is gone. Read them: while
  /// something is left in them the loop does not wait.
  public var readable: [Int32] = []
  public var isMailboxPosted = false
  public var isDeadlineReached = false

  public init() {}

  var isEmpty: Bool { self == LoopEvent() }
}

/// Waits, in one place, for all that can happen: keys, signals, workers, files, time. One `poll()`
/// at a time, on the thread that calls; while nothing happens nothing runs.
public final class EventLoop {
  /// Rung by workers of other threads.
  public let mailbox: Mailbox
  /// Further files to wait for (inotify, sockets). Remove one before closing it.
  public var files: [Int32] = []

  private let input: Int32
  private let signals: Int32
  private let query: TerminalQuery
  private var decoder: InputDecoder
  /// When bytes that wait for more are given up.
  private var decoderDeadline: MonotonicTime?
  private var isHungUp = false
  private var buffer = [UInt8](repeating: 0, count: 4096)
  private var requests: [pollfd] = []

  public convenience init(screen: Screen, mailbox: Mailbox = Mailbox()) {
    self.init(
      input: screen.descriptor, signals: screen.signalDescriptor, extraKeys: screen.extraKeys,
      query: screen.query, mailbox: mailbox)
  }

  /// - Parameters:
  ///   - input: a terminal, non-blocking.
  ///   - signals: where numbers of signals come, a byte each, non-blocking.
  ///   - query: what was asked of the terminal.
  init(
    input: Int32, signals: Int32, extraKeys: [[UInt8]: Key] = [:],
    query: TerminalQuery = TerminalQuery(), mailbox: Mailbox
  ) {
    self.input = input
    self.signals = signals
    self.query = query
    self.mailbox = mailbox
    decoder = InputDecoder(extraKeys: extraKeys)
  }

  /// Waits until something happens or the deadline is reached, and reads all that is there.
  public func next(deadline: MonotonicTime? = nil) -> LoopEvent {
    var event = LoopEvent()
    while event.isEmpty {
      let now = MonotonicTime.now
      if let deadline, deadline <= now {
        // A last look: what has happened is told together with the time.
        event.isDeadlineReached = true
        wait(milliseconds: 0)
      } else {
        wait(milliseconds: Self.milliseconds(from: now, to: deadline, decoderDeadline))
      }
      collect(into: &event)
      expireDecoder(into: &event)
      if let deadline, deadline <= MonotonicTime.now { event.isDeadlineReached = true }
    }
    return event
  }

  /// Rounded up, so that the loop does not wake just before its time.
  private static func milliseconds(
    from now: MonotonicTime, to deadlines: MonotonicTime?...
  ) -> Int32 {
    guard let first = deadlines.compactMap({ $0 }).min() else { return -1 }
    let nanoseconds = max(first.nanoseconds - now.nanoseconds, 0)
    return Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
  }

  private func wait(milliseconds: Int32) {
    requests.removeAll(keepingCapacity: true)
    let readable = Int16(POLLIN)
    // poll() skips negative files: a terminal that is gone would wake it forever.
    requests.append(pollfd(fd: isHungUp ? -1 : input, events: readable, revents: 0))
    requests.append(pollfd(fd: signals, events: readable, revents: 0))
    requests.append(pollfd(fd: mailbox.descriptor, events: readable, revents: 0))
    for file in files { requests.append(pollfd(fd: file, events: readable, revents: 0)) }
    // EINTR: the signal is in its pipe, and the caller looks there.
    if poll(&requests, nfds_t(requests.count), milliseconds) < 0 {
      for index in requests.indices { requests[index].revents = 0 }
      requests[1].revents = readable
    }
  }

  private func collect(into event: inout LoopEvent) {
    if requests[1].revents != 0 { readSignals(into: &event) }
    if requests[0].revents != 0 { readInput(into: &event) }
    if requests[2].revents != 0 {
      mailbox.drain()
      event.isMailboxPosted = true
    }
    for request in requests.dropFirst(3) where request.revents != 0 {
      event.readable.append(request.fd)
    }
  }

  // MARK: Signals

  private func readSignals(into event: inout LoopEvent) {
    while true {
      let count = read(signals, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return }
      for byte in buffer[..<count] {
        guard let signal = Self.signal(Int32(byte)), !event.signals.contains(signal) else {
          continue
        }
        event.signals.append(signal)
      }
    }
  }

  private static func signal(_ number: Int32) -> TerminalSignal? {
    switch number {
    case SIGWINCH: .resize
    case SIGTSTP: .suspend
    case SIGCONT: .resume
    case SIGTERM, SIGINT: .terminate(number)
    case SIGHUP: .hangup
    default: nil
    }
  }

  // MARK: Input

  /// Bytes read at once at most, so that a terminal that never stops can not hold up the rest.
  private static let batchLimit = 1 << 18

  private func readInput(into event: inout LoopEvent) {
    var total = 0
    let wasInString = decoder.isInString
    while total < Self.batchLimit {
      let count = read(input, &buffer, buffer.count)
      if count > 0 {
        total += count
        event.inputs += decoder.decode(buffer[..<count])
        continue
      }
      if count < 0 && errno == EINTR { continue }
      if count == 0 || errno != EAGAIN { hangUp(&event) }
      break
    }
    guard total > 0 else { return }
    for reply in decoder.takeReplies() {
      query.take(reply)
      if reply != .deviceAttributes { event.replies.append(reply) }
    }
    decoder.expectsReplies = query.isOutstanding
    let deadline = decoder.timeoutMilliseconds.map {
      MonotonicTime.now.advanced(bySeconds: Double($0) / 1000)
    }
    let isSameString = wasInString && decoder.isInString
    decoderDeadline =
      isSameString ? [decoderDeadline, deadline].compactMap(\.self).min() : deadline
  }

  private func hangUp(_ event: inout LoopEvent) {
    isHungUp = true
    if !event.signals.contains(.hangup) { event.signals.append(.hangup) }
  }

  private func expireDecoder(into event: inout LoopEvent) {
    guard let deadline = decoderDeadline, deadline <= MonotonicTime.now else { return }
    decoderDeadline = nil
    event.inputs += decoder.timeout()
  }
}
