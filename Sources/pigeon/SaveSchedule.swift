import Terminal

/// When the view state is to be written, and tried again when that failed. A value without a clock.
struct SaveSchedule {
  /// Seconds from the last change to the save, and at the latest from the first that is not written
  /// yet: a kill a second later finds it there.
  static let idle = 0.4
  static let longestUnsaved = 0.8
  /// Seconds between tries to save what could not be saved.
  static let timeBetweenTries = 3.0

  private var firstChange: MonotonicTime?
  private var lastChange: MonotonicTime?
  /// When to try again to save what could not be saved.
  private var retry: MonotonicTime?

  /// When to save; nil while nothing is to be saved.
  var deadline: MonotonicTime? {
    guard let firstChange, let lastChange else { return retry }
    return min(
      lastChange.advanced(bySeconds: Self.idle),
      firstChange.advanced(bySeconds: Self.longestUnsaved))
  }

  mutating func noteChange(at time: MonotonicTime) {
    lastChange = time
    if firstChange == nil { firstChange = time }
  }

  mutating func noteTry(hasFailed: Bool, at time: MonotonicTime) {
    retry = hasFailed ? time.advanced(bySeconds: Self.timeBetweenTries) : nil
  }
}
