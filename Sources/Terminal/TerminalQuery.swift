import Glibc

/// The question for the terminal's background, and whether its answer is still to come. Shared by
/// the screen, which asks and leaves, and the loop, which reads.
final class TerminalQuery {
  /// The background (OSC 11), and then what every terminal knows (DA1), which ends the wait for
  /// those that do not tell the background.
  static let sequence = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
  /// Seconds after which an answer is no longer expected.
  private static let patience = 5.0
  /// Seconds after the question in which leaving waits for the answer: those of a slow line. A
  /// terminal that was silent for so long is one that does not answer.
  private static let roundTrip = 1.0
  /// Seconds that leaving waits for an answer at most.
  private static let leavingWait = 0.5

  private var asked: MonotonicTime?
  private var count = 0
  /// Whether a question was left unanswered until its time was over, and none was answered since.
  private var isMute = false

  /// Whether an answer may still come.
  var isOutstanding: Bool {
    guard count > 0, let asked else { return false }
    return MonotonicTime.now.seconds(since: asked) < Self.patience
  }

  /// The question was sent.
  func ask(at time: MonotonicTime = .now) {
    if count > 0, let asked, time.seconds(since: asked) >= Self.roundTrip { isMute = true }
    count += 1
    asked = time
  }

  func take(_ reply: TerminalReply) {
    isMute = false
    if reply == .deviceAttributes { count = max(count - 1, 0) }
  }

  /// Reads an answer that is on its way, so that it does not become input of the shell. Waits only
  /// when the program is left within a moment of its start, and for no terminal that is known not to
  /// answer; what is typed meanwhile is lost.
  func drain(_ descriptor: Int32) {
    guard isOutstanding, !isMute, let asked else { return }
    let end = min(
      MonotonicTime.now.advanced(bySeconds: Self.leavingWait),
      asked.advanced(bySeconds: Self.roundTrip))
    var decoder = InputDecoder()
    var buffer = [UInt8](repeating: 0, count: 1024)
    var isLastLook = false
    while count > 0, !isLastLook {
      let milliseconds = max(end.seconds(since: .now) * 1000, 0)
      isLastLook = milliseconds == 0
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, Int32(milliseconds.rounded(.up))) < 0, errno == EINTR { continue }
      if request.revents == 0 { return }
      let length = read(descriptor, &buffer, buffer.count)
      if length < 0, errno == EINTR || errno == EAGAIN { continue }
      // Nobody is there any more.
      guard length > 0 else { return }
      _ = decoder.decode(buffer[..<length])
      for reply in decoder.takeReplies() { take(reply) }
    }
  }
}
