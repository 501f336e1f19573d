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

  /// Goes on in a straight line, in dots from the canvas's top left corner. O(dots inside).
  public mutating func add(x0: Double, y0: Double, x1: Double, y1: Double) {
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
    // The dot where two stretches meet belongs to both.
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
    let (width, height) = (width, height)
    var previous = trace.dots.dropFirst().first
    for dot in trace.dots {
      let x = Int(dot.x) - margin
      let y = Int(dot.y) - margin
      let isOn = dash?.isOn(Int(dot.step)) ?? true
      let isFlat = previous.map { abs($0.x - dot.x) >= abs($0.y - dot.y) } ?? true
      previous = dot
      guard isOn, x >= 0, y >= 0, x < width, y < height else { continue }
      if let hidden, hidden.contains(x: x, y: y) { continue }
      if let covered, covered.contains(x: x, y: y) { continue }
      if let ground, !ground.contains(x: x, y: y) { continue }
      plot(x: x, y: y, lineClass: lineClass)
      if lineWidth > 1 {
        plot(x: isFlat ? x : x + 1, y: isFlat ? y + 1 : y, lineClass: lineClass)
      }
      if lineWidth > 2 {
        plot(x: isFlat ? x : x - 1, y: isFlat ? y - 1 : y, lineClass: lineClass)
      }
    }
  }
}
