/// Finds where along a line a name can stand: its straight stretches.
///
/// The lines of one name come in pieces; those that meet end to end are joined first.
struct LineStretches {
  /// A straight piece of a line, in scene units.
  struct Stretch {
    var start: PlanePoint
    var end: PlanePoint

    var length: Double {
      let delta = end - start
      return (delta.x * delta.x + delta.y * delta.y).squareRoot()
    }
  }

  /// How far a stretch may leave the straight line, in scene units: three dots at twice the size.
  private static let tolerance = 96.0
  /// Shorter stretches carry no name, in scene units.
  private static let minimumLength = 384.0
  /// More pieces than these are not joined; a bound for absurd tiles.
  private static let joinLimit = 64

  /// The longest stretches of all lines together, clipped to the square of the tile; at most `limit`.
  static func longest(_ lines: [[PlanePoint]], limit: Int) -> [Stretch] {
    var found: [Stretch] = []
    for line in joined(lines) { collect(line, &found) }
    found.sort { $0.length > $1.length }
    // What lies right beside a longer one is the other side of the same road.
    var kept: [Stretch] = []
    for stretch in found where kept.count < limit {
      let middle = (stretch.start + stretch.end) / 2
      let isBeside = kept.contains { distance(middle, $0.start, $0.end) < 4 * tolerance }
      if !isBeside { kept.append(stretch) }
    }
    return kept
  }

  /// Lines that share an end point as one.
  private static func joined(_ lines: [[PlanePoint]]) -> [[PlanePoint]] {
    guard lines.count > 1, lines.count <= joinLimit else { return lines }
    var rest = lines
    var result: [[PlanePoint]] = []
    while var line = rest.popLast() {
      var index = 0
      while index < rest.count {
        guard let other = meeting(line, rest[index]) else {
          index += 1
          continue
        }
        line = other
        rest.swapAt(index, rest.count - 1)
        rest.removeLast()
        index = 0
      }
      result.append(line)
    }
    return result
  }

  private static func meeting(_ a: [PlanePoint], _ b: [PlanePoint]) -> [PlanePoint]? {
    guard let aStart = a.first, let aEnd = a.last, let bStart = b.first, let bEnd = b.last
    else { return nil }
    if aEnd == bStart { return a + b.dropFirst() }
    if aEnd == bEnd { return a + b.reversed().dropFirst() }
    if aStart == bEnd { return b + a.dropFirst() }
    if aStart == bStart { return a.reversed() + b.dropFirst() }
    return nil
  }

  /// Cuts a line where it bends away, the longest first stretch from each start on.
  private static func collect(_ line: [PlanePoint], _ found: inout [Stretch]) {
    var start = 0
    while start + 1 < line.count {
      var end = start + 1
      while end + 1 < line.count, isStraight(line, start, end + 1) { end += 1 }
      if let (from, to) = SquareClipper.clip(line[start], line[end]) {
        let stretch = Stretch(start: from, end: to)
        if stretch.length >= minimumLength { found.append(stretch) }
      }
      start = end
    }
  }

  private static func isStraight(_ line: [PlanePoint], _ start: Int, _ end: Int) -> Bool {
    // Long runs of points are looked at in places: a curve shows in these too.
    let step = max((end - start) / 16, 1)
    var index = start + 1
    while index < end {
      if distance(line[index], line[start], line[end]) > tolerance { return false }
      index += step
    }
    return true
  }

  /// From a point to a segment.
  private static func distance(_ point: PlanePoint, _ a: PlanePoint, _ b: PlanePoint) -> Double {
    let along = b - a
    let square = along.x * along.x + along.y * along.y
    let toPoint = point - a
    let share =
      square > 0 ? min(max((toPoint.x * along.x + toPoint.y * along.y) / square, 0), 1) : 0
    let away = toPoint - along * share
    return (away.x * away.x + away.y * away.y).squareRoot()
  }
}
