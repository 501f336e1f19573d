/// The pattern of a dashed line and how far along it drawing is, both in dots.
///
/// Length along a line counts steps of its longer axis, as its dots do.
public struct Dash: Sendable, Equatable {
  /// Dots drawn, then dots left out; at least 1 each.
  public let on: Int
  public let off: Int
  private var phase = 0

  public init(on: Int, off: Int) {
    self.on = max(on, 1)
    self.off = max(off, 1)
  }

  @inline(__always)
  func isOn(_ step: Int) -> Bool { (phase + step) % (on + off) < on }

  mutating func advance(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
    let steps = max(
      abs(x1.rounded(.down) - x0.rounded(.down)), abs(y1.rounded(.down) - y0.rounded(.down)))
    guard steps.isFinite else { return }
    let period = Double(on + off)
    phase = (phase + Int(steps.truncatingRemainder(dividingBy: period))) % (on + off)
  }
}
