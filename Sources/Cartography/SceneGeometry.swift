/// A point while a tile is compiled.
typealias PlanePoint = SIMD2<Double>

/// Clips outlines and lines to the square of a tile, 0…`TileScene.extent`.
struct SquareClipper {
  static let limit = Double(TileScene.extent)

  private var buffer: [PlanePoint] = []

  /// Sutherland and Hodgman's clipping, one side after the other. Parts that leave the square come
  /// back along its sides; such stretches enclose nothing under the even-odd rule.
  mutating func clip(ring: inout [PlanePoint]) {
    for side in 0..<4 {
      guard let last = ring.last else { return }
      buffer.removeAll(keepingCapacity: true)
      var previous = last
      var wasInside = Self.isInside(previous, side)
      for point in ring {
        let isInside = Self.isInside(point, side)
        if isInside != wasInside { buffer.append(Self.crossing(previous, point, side)) }
        if isInside { buffer.append(point) }
        previous = point
        wasInside = isInside
      }
      swap(&ring, &buffer)
    }
  }

  private static func isInside(_ point: PlanePoint, _ side: Int) -> Bool {
    switch side {
    case 0: point.x >= 0
    case 1: point.x <= limit
    case 2: point.y >= 0
    default: point.y <= limit
    }
  }

  private static func crossing(_ a: PlanePoint, _ b: PlanePoint, _ side: Int) -> PlanePoint {
    let edge = side & 1 == 0 ? 0 : limit
    if side < 2 { return PlanePoint(edge, a.y + (b.y - a.y) * (edge - a.x) / (b.x - a.x)) }
    return PlanePoint(a.x + (b.x - a.x) * (edge - a.y) / (b.y - a.y), edge)
  }

  /// The part of a segment inside the square (Liang and Barsky's clipping); nil when there is none.
  static func clip(_ a: PlanePoint, _ b: PlanePoint) -> (PlanePoint, PlanePoint)? {
    let delta = b - a
    var enter = 0.0
    var leave = 1.0
    for axis in 0..<2 {
      if delta[axis] == 0 {
        if a[axis] < 0 || a[axis] > limit { return nil }
        continue
      }
      let low = -a[axis] / delta[axis]
      let high = (limit - a[axis]) / delta[axis]
      enter = max(enter, min(low, high))
      leave = min(leave, max(low, high))
      if enter > leave { return nil }
    }
    return (enter > 0 ? a + delta * enter : a, leave < 1 ? a + delta * leave : b)
  }
}

/// The size and shape of an outline.
struct RingMeasure {
  /// Signed: holes take away from what surrounds them.
  var area = 0.0
  var perimeter = 0.0
  var low = PlanePoint(repeating: .infinity)
  var high = PlanePoint(repeating: -.infinity)

  mutating func add(_ points: [PlanePoint], isClosed: Bool) {
    guard var previous = isClosed ? points.last : points.first else { return }
    for point in points {
      area += (previous.x * point.y - point.x * previous.y) / 2
      let step = point - previous
      perimeter += (step.x * step.x + step.y * step.y).squareRoot()
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
      previous = point
    }
  }

  /// Twice the area over the perimeter: about the width of a long shape, half that of a round one.
  var thickness: Double { perimeter > 0 ? 2 * abs(area) / perimeter : 0 }

  /// The larger side of the bounding box.
  var size: Double { max(high.x - low.x, high.y - low.y) }

  var isInsideSquare: Bool {
    low.x >= 0 && low.y >= 0 && high.x <= SquareClipper.limit && high.y <= SquareClipper.limit
  }

  var isOutsideSquare: Bool {
    high.x < 0 || high.y < 0 || low.x > SquareClipper.limit || low.y > SquareClipper.limit
  }
}
