/// The dots of one line in order, to look at before they are drawn.
///
/// Takes in dots up to `margin` outside the canvas too, so that what is decided about a line does not
/// depend on where the canvas cuts it, and a pan does not change it.
public struct LineTrace: Sendable {
  /// How far outside the canvas dots are kept.
  public let margin: Int
  /// Of the canvas.
  public private(set) var width = 0
  public private(set) var height = 0

  struct Dot {
    /// From the top left corner of the margin.
    var x: Int16
    var y: Int16
    /// Steps from the start of the line.
    var step: Int32
  }

  private(set) var dots: [Dot] = []
  /// How many dots the line has.
  public var count: Int { dots.count }
  /// Which dots are near to others, as `markNear` found.
  private var isNear: [Bool] = []
  private var steps = 0

  public init(margin: Int = 0) { self.margin = margin }

  /// The size of the masks for `markNear` and `surround`.
  public var maskWidth: Int { width + 2 * margin }
  public var maskHeight: Int { height + 2 * margin }

  /// Sets the size of the canvas, at most 32,000 dots with the margin.
  public mutating func reset(width: Int, height: Int) {
    self.width = min(max(width, 0), 32_000 - 2 * margin)
    self.height = min(max(height, 0), 32_000 - 2 * margin)
    begin()
  }

  /// Begins a line.
  public mutating func begin() {
    dots.removeAll(keepingCapacity: true)
    steps = 0
  }

  /// Goes on in a straight line between two points in fixed-point dots from the canvas's top left
  /// corner: so many bits are fraction. O(dots inside).
  @inline(__always)
  public mutating func add(
    from: (x: Int, y: Int), to: (x: Int, y: Int), fractionBits bits: Int
  ) {
    let start = (x: from.x >> bits, y: from.y >> bits)
    let end = (x: to.x >> bits, y: to.y >> bits)
    if start.x == end.x || start.y == end.y {
      addStraight(from: start, to: end)
    } else {
      let fraction = 1 / Double(1 << bits)
      addSlanting(
        x0: Double(from.x) * fraction, y0: Double(from.y) * fraction,
        x1: Double(to.x) * fraction, y1: Double(to.y) * fraction)
    }
  }

  /// Goes on within a row or a column of dots. Most stretches of a map are one dot long.
  private mutating func addStraight(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
    let first = steps
    let length = abs(end.x - start.x) + abs(end.y - start.y)
    steps = (steps &+ length) & 0x3fff_ffff
    // From the corner of the margin, and only what is inside.
    let (x0, y0) = (start.x + margin, start.y + margin)
    let (x1, y1) = (end.x + margin, end.y + margin)
    let (right, bottom) = (maskWidth, maskHeight)
    guard min(x0, x1) < right, max(x0, x1) >= 0, min(y0, y1) < bottom, max(y0, y1) >= 0 else {
      return
    }
    let (stepX, stepY) = ((x1 - x0).signum(), (y1 - y0).signum())
    var low = 0
    var high = length
    if stepX > 0 { (low, high) = (max(low, -x0), min(high, right - 1 - x0)) }
    if stepX < 0 { (low, high) = (max(low, x0 - right + 1), min(high, x0)) }
    if stepY > 0 { (low, high) = (max(low, -y0), min(high, bottom - 1 - y0)) }
    if stepY < 0 { (low, high) = (max(low, y0 - bottom + 1), min(high, y0)) }
    guard low <= high else { return }
    // The dot where two stretches meet belongs to both.
    if let last = dots.last, Int(last.x) == x0 + low * stepX, Int(last.y) == y0 + low * stepY {
      low += 1
      if low > high { return }
    }
    for step in low...high {
      dots.append(
        Dot(
          x: Int16(truncatingIfNeeded: x0 + step * stepX),
          y: Int16(truncatingIfNeeded: y0 + step * stepY),
          step: Int32(truncatingIfNeeded: first &+ step)))
    }
  }

  private mutating func addSlanting(x0: Double, y0: Double, x1: Double, y1: Double) {
    let shift = Double(margin)
    let length = DotRun.length(x0, y0, x1, y1)
    let first = steps
    steps = (steps &+ length) & 0x3fff_ffff
    guard
      let run = DotRun(
        x0 + shift, y0 + shift, x1 + shift, y1 + shift, width: maskWidth, height: maskHeight)
    else { return }
    let isBackward = run.isBackward
    let start = dots.count
    run.forEachDot { x, y, step in
      dots.append(Dot(x: Int16(x), y: Int16(y), step: Int32(truncatingIfNeeded: first &+ step)))
    }
    // A run gives its dots from left to right or from the top down.
    if isBackward, dots.count - start > 1 { dots[start...].reverse() }
    if start > 0, start < dots.count, dots[start].x == dots[start - 1].x,
      dots[start].y == dots[start - 1].y
    {
      dots.remove(at: start)
    }
  }

  /// So many times their reach the surroundings of a line are long for one that meets it, or
  /// crosses it, at a slope of one in three.
  private static let meeting = 3
  private static let crossing = 6

  /// Takes out what runs along something else: stretches of dots in `mask` that are longer than a
  /// crossing. Near its ends such a stretch is kept, so that lines which meet do meet.
  ///
  /// - Parameters:
  ///   - mask: the surroundings of other lines.
  ///   - reach: how far around them it goes, in dots.
  public mutating func removeStretches(along mask: DotMask, reach: Int) {
    guard dots.count > 2 else { return }
    isNear.removeAll(keepingCapacity: true)
    var nearCount = 0
    for dot in dots {
      let near = mask.contains(x: Int(dot.x), y: Int(dot.y))
      isNear.append(near)
      if near { nearCount += 1 }
    }
    guard nearCount > Self.meeting * reach + 3 else { return }
    var kept = 0
    var index = 0
    while index < dots.count {
      var end = index
      while end < dots.count, isNear[end] == isNear[index] { end += 1 }
      var removed = index..<index
      let hasEnd = index == 0 || end == dots.count
      if isNear[index], end - index > (hasEnd ? Self.meeting : Self.crossing) * reach + 3 {
        // Where the line begins or ends in the stretch, nothing leads out of it.
        let low = index == 0 ? 0 : index + reach
        let high = end == dots.count ? end : end - reach
        removed = low..<max(low, high)
      }
      for position in index..<end where !removed.contains(position) {
        dots[kept] = dots[position]
        kept += 1
      }
      index = end
    }
    dots.removeLast(dots.count - kept)
  }

  /// Adds the surroundings of the line to a mask.
  public func surround(in mask: inout DotMask, reach: Int) {
    for dot in dots { mask.insert(around: Int(dot.x), y: Int(dot.y), reach: reach) }
  }
}

extension BrailleCanvas {
  /// Draws a traced line.
  ///
  /// - Parameters:
  ///   - width: dots across, 1…3.
  ///   - hidden: where nothing is drawn, of the canvas's size.
  ///   - covered: where nothing is drawn either.
  ///   - ground: outside of which nothing is drawn.
  public mutating func draw(
    _ trace: LineTrace, lineClass: UInt8, dash: Dash? = nil, width lineWidth: Int = 1,
    hiddenBy hidden: DotMask? = nil, coveredBy covered: DotMask? = nil,
    within ground: DotMask? = nil
  ) {
    let margin = trace.margin
    let (width, height, columns) = (width, height, columns)
    let rank = Self.rank(lineClass)
    var previous = trace.dots.dropFirst().first
    words.withUnsafeMutableBufferPointer { words in
      func plot(_ x: Int, _ y: Int) {
        guard x >= 0, y >= 0, x < width, y < height else { return }
        Self.set(x, y, rank, in: words, columns: columns)
      }
      for dot in trace.dots {
        let x = Int(dot.x) - margin
        let y = Int(dot.y) - margin
        let isFlat = previous.map { abs($0.x - dot.x) >= abs($0.y - dot.y) } ?? true
        previous = dot
        guard x >= 0, y >= 0, x < width, y < height else { continue }
        if let dash, !dash.isOn(Int(dot.step)) { continue }
        if let hidden, hidden.contains(x: x, y: y) { continue }
        if let covered, covered.contains(x: x, y: y) { continue }
        if let ground, !ground.contains(x: x, y: y) { continue }
        Self.set(x, y, rank, in: words, columns: columns)
        if lineWidth > 1 { plot(isFlat ? x : x + 1, isFlat ? y + 1 : y) }
        if lineWidth > 2 { plot(isFlat ? x : x - 1, isFlat ? y - 1 : y) }
      }
    }
  }
}
