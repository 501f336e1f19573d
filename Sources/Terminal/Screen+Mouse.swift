extension Screen {
  /// Button and drag reports (1002) in SGR form (1006), on or off.
  var mouseSequence: String {
    guard isXtermLike else { return "" }
    return reportsMouse ? "\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1002l"
  }

  /// Whether the terminal should report the mouse, from now on. Without reports the terminal's own
  /// selection works.
  public func reportMouse(_ isWanted: Bool) {
    guard isWanted != reportsMouse else { return }
    reportsMouse = isWanted
    guard phase == .active else { return }
    output.write(mouseSequence)
    output.flush()
  }
}
