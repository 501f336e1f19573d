/// The dots of a straight line that lie inside a rectangle at the origin.
///
/// One dot for each step of the longer axis, at the line's place on the middle of that step. So the
/// dots do not depend on where the line is clipped, and a pan by whole dots moves them unchanged.
struct DotRun {
  private var isSteep: Bool
  /// First and last step on the longer axis, and on which step the unclipped line starts.
  private var first: Int
  private var last: Int
  private var origin: Double
  /// Whether the line runs towards smaller numbers.
  private(set) var isBackward: Bool
  /// The shorter axis at step s is `intercept + s * slope`, but not beyond the ends of the line, and
  /// in `0..<limit`.
  private var intercept: Double
  private var slope: Double
  private var ends: ClosedRange<Double>
  private var limit: Double

  /// Nil when no dot is inside or a coordinate is not finite.
  init?(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, width: Int, height: Int) {
    let dx = x1 - x0
    let dy = y1 - y0
    guard dx.isFinite, dy.isFinite else { return nil }
    let (right, bottom) = (Double(width), Double(height))
    // Most lines of a map are short and quite outside.
    guard x0 >= 0 || x1 >= 0, y0 >= 0 || y1 >= 0, x0 < right || x1 < right,
      y0 < bottom || y1 < bottom
    else { return nil }
    let start = (x: Self.floor(x0), y: Self.floor(y0))
    let end = (x: Self.floor(x1), y: Self.floor(y1))
    isSteep = abs(end.y - start.y) > abs(end.x - start.x)
    let (from, to) = isSteep ? (start.y, end.y) : (start.x, end.x)
    let (length, limit) = isSteep ? (height, width) : (width, height)
    let low = max(min(from, to), 0)
    let high = min(max(from, to), Double(length - 1))
    guard low <= high else { return nil }
    origin = from
    isBackward = to < from
    if from == to {
      slope = 0
      intercept = isSteep ? start.x : start.y
    } else {
      slope = isSteep ? dx / dy : dy / dx
      intercept = isSteep ? x0 + (0.5 - y0) * slope : y0 + (0.5 - x0) * slope
    }
    // A hair, so that a line through the very corner of a dot, which lines at whole zooms have, takes
    // the same dot wherever the view is.
    intercept += 1e-7
    ends = isSteep ? min(x0, x1)...max(x0, x1) : min(y0, y1)...max(y0, y1)
    self.limit = Double(limit)
    guard
      let inside = Self.clip(
        low: low, high: high, intercept: intercept, slope: slope, limit: self.limit)
    else { return nil }
    (first, last) = inside
  }

  /// The steps between `low` and `high` at which the shorter axis is inside. They may be one too
  /// many at either end, where `forEachDot` looks again.
  private static func clip(
    low: Double, high: Double, intercept: Double, slope: Double, limit: Double
  ) -> (Int, Int)? {
    var low = low
    var high = high
    if slope == 0 {
      guard intercept >= 0, intercept < limit else { return nil }
    } else {
      let a = -intercept / slope
      let b = (limit - intercept) / slope
      low = max(low, (min(a, b) - 1).rounded(.down))
      high = min(high, (max(a, b) + 1).rounded(.up))
    }
    guard low <= high else { return nil }
    return (Int(low), Int(high))
  }

  /// Steps from the first dot of a line to its last; 0 when a coordinate is not finite.
  static func length(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Int {
    let steps = max(abs(floor(x1) - floor(x0)), abs(floor(y1) - floor(y0)))
    return steps < 1e9 ? Int(steps) : 0
  }

  /// The next whole number below. Without SSE 4.1 the standard library's is a function call.
  @inline(__always)
  private static func floor(_ value: Double) -> Double {
    guard abs(value) < 1e15 else { return value }
    let whole = Double(Int(value))
    return whole > value ? whole - 1 : whole
  }

  /// Calls `body` with a dot and its number of steps from the start of the unclipped line.
  @inline(__always)
  func forEachDot(_ body: (_ x: Int, _ y: Int, _ step: Int) -> Void) {
    // A line from very far away starts at a step that no longer matters.
    let start = Int(min(max(origin, -1e15), 1e15))
    for step in first...last {
      let across = min(max(intercept + Double(step) * slope, ends.lowerBound), ends.upperBound)
      guard across >= 0, across < limit else { continue }
      let number = isBackward ? start - step : step - start
      if isSteep { body(Int(across), step, number) } else { body(step, Int(across), number) }
    }
  }
}
