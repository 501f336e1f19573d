import Glibc

/// The line discipline: found, changed, put back.
final class TerminalModes {
  private let descriptor: Int32
  private var original: termios

  /// Nil when it is no terminal.
  init?(_ descriptor: Int32) {
    self.descriptor = descriptor
    original = termios()
    guard tcgetattr(descriptor, &original) == 0 else { return nil }
  }

  /// Keys come at once, unechoed and as they are, except that Ctrl-C, Ctrl-\ and Ctrl-Z still send
  /// signals (cbreak). What is written passes unchanged.
  func takeOver() {
    var modes = original
    modes.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | ISTRIP | PARMRK)
    modes.c_oflag &= ~tcflag_t(OPOST)
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    modes.c_lflag |= tcflag_t(ISIG)
    withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    set(&modes)
  }

  func giveBack() { set(&original) }

  /// Goes on with output that the user stopped with Ctrl-S: what is written to leave must arrive.
  /// - Parameter discardingWhatWaits: Whether to throw away what the terminal has not taken yet.
  func restartOutput(discardingWhatWaits: Bool) {
    if discardingWhatWaits { tcflush(descriptor, TCOFLUSH) }
    // TCOON alone only undoes TCOOFF.
    tcflow(descriptor, TCOOFF)
    tcflow(descriptor, TCOON)
  }

  /// What is set now is what is to be put back: the shell may have changed it meanwhile.
  func rememberOriginal() {
    var modes = termios()
    if tcgetattr(descriptor, &modes) == 0 { original = modes }
  }

  func withOriginal(_ body: (UnsafePointer<termios>) -> Void) {
    withUnsafePointer(to: original, body)
  }

  /// In the background this stops the process (SIGTTOU) until it is in the foreground; then the
  /// call is to be made again.
  private func set(_ modes: inout termios) {
    while tcsetattr(descriptor, TCSANOW, &modes) != 0 && errno == EINTR {}
  }
}
