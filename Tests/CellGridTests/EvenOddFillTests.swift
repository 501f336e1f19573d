import Testing

@testable import CellGrid

@Suite struct EvenOddFillTests {
  typealias Point = (x: Double, y: Double)

  /// Even-odd by crossings of the ray to the left, one dot at a time, without division; nil when
  /// an edge goes through the middle of the dot to rounding, where either answer is right.
  func isInside(_ rings: [[Point]], x: Int, y: Int) -> Bool? {
    let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
    var inside = false
    for ring in rings {
      for (index, from) in ring.enumerated() {
        let to = ring[(index + 1) % ring.count]
        let (a, b) = from.y < to.y ? (from, to) : (to, from)
        guard (a.y <= py) != (b.y <= py) else { continue }
        let side = (px - a.x) * (b.y - a.y) - (py - a.y) * (b.x - a.x)
        if abs(side) < 1e-9 { return nil }
        if side > 0 { inside.toggle() }
      }
    }
    return inside
  }

  func filled(_ rings: [[Point]], width: Int, height: Int, within ground: DotMask? = nil) -> DotMask
  {
    var fill = EvenOddFill(width: width, height: height)
    var mask = DotMask(width: width, height: height)
    add(rings, to: &fill)
    fill.fill(into: &mask, within: ground)
    return mask
  }

  func add(_ rings: [[Point]], to fill: inout EvenOddFill) {
    for ring in rings {
      for (index, point) in ring.enumerated() {
        if index == 0 {
          fill.move(x: point.x, y: point.y)
        } else {
          fill.line(x: point.x, y: point.y)
        }
      }
    }
  }

  @Test func randomRingsAreFilledDotByDot() {
    var random = SystemRandomNumberGenerator()
    for round in 0..<30 {
      let (width, height) = (Int.random(in: 1...150, using: &random), 33)
      let rings: [[Point]] = (0..<3).map { _ in
        (0..<Int.random(in: 1...9, using: &random)).map { _ in
          let point = (
            x: Double.random(in: -90...240, using: &random),
            y: Double.random(in: -40...70, using: &random)
          )
          // Corners on the middles of dots try the half-open rules.
          return round % 2 == 0
            ? point : (point.x.rounded(.down) + 0.5, point.y.rounded(.down) + 0.5)
        }
      }
      let mask = filled(rings, width: width, height: height)
      var wrong = 0
      for y in 0..<height {
        for x in 0..<width {
          guard let wanted = isInside(rings, x: x, y: y) else { continue }
          if mask.contains(x: x, y: y) != wanted { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(rings)")
      let beyond = mask.wordsPerRow * 64 - width
      let last = mask.words[mask.wordsPerRow - 1]
      #expect(beyond == 0 || last >> UInt64(64 - beyond) == 0)
    }
  }

  @Test func neighboursNeitherOverlapNorLeaveAGap() {
    var random = SystemRandomNumberGenerator()
    let corners: [Point] = [(-5, -5), (105, -5), (105, 55), (-5, 55)]
    for _ in 0..<10 {
      let middle: Point = (
        Double.random(in: 0...100, using: &random), Double.random(in: 0...50, using: &random)
      )
      var total = [Int](repeating: 0, count: 5000)
      for side in 0..<4 {
        let ring = [corners[side], middle, corners[(side + 1) % 4]]
        let mask = filled([ring], width: 100, height: 50)
        for y in 0..<50 {
          for x in 0..<100 where mask.contains(x: x, y: y) { total[y * 100 + x] += 1 }
        }
      }
      #expect(total.allSatisfy { $0 == 1 })
    }
  }

  @Test func hugeAndBadCoordinatesAreSafe() {
    for far in [1e8, 1e12, 1e300, Double.infinity] {
      let ring: [Point] = [(-far, -far), (far, -far), (far, far), (-far, far)]
      let mask = filled([ring], width: 70, height: 9)
      #expect(mask.words.reduce(0) { $0 + $1.nonzeroBitCount } == 630)
    }
    _ = filled([[(.nan, 3), (5, .nan), (9, 9)]], width: 70, height: 9)
    #expect(
      filled([[(1, 1)], [(2, 2), (5, 5)], []], width: 9, height: 9) == DotMask(width: 9, height: 9))
    #expect(filled([[(0, 0), (9, 0), (9, 9)]], width: 0, height: 0).words.isEmpty)
  }

  @Test func aHoleStaysEmptyAndGroundIsKept() {
    let rings: [[Point]] = [
      [(0, 0), (100, 0), (100, 40), (0, 40)], [(10, 10), (90, 10), (90, 30), (10, 30)],
    ]
    let ground = filled([[(5, -3), (95, -3), (95, 12), (5, 12)]], width: 100, height: 40)
    let mask = filled(rings, width: 100, height: 40, within: ground)
    for y in 0..<40 {
      for x in 0..<100 {
        let wanted = x >= 5 && x < 95 && y < 12 && !(x >= 10 && x < 90 && y >= 10)
        #expect(mask.contains(x: x, y: y) == wanted)
      }
    }
  }

  /// Only the words that the rings span are looked at; what is beside must not matter.
  @Test func ringsBesideTheMaskFillToItsEdge() {
    for (low, high) in [(10.0, 500.0), (-500, 130), (-9, 900), (64, 128), (140, 200), (-80, -70)] {
      let mask = filled(
        [[(low, 1), (high, 1), (high, 3), (low, 3)]], width: 150, height: 5)
      for y in 0..<5 {
        for x in 0..<150 {
          let isInside = (1..<3).contains(y) && Double(x) + 0.5 >= low && Double(x) + 0.5 < high
          #expect(mask.contains(x: x, y: y) == isInside, "\(low)…\(high): \(x), \(y)")
        }
      }
      #expect((0..<5).allSatisfy { mask.words[$0 * 3 + 2] >> 22 == 0 }, "beyond the width")
    }
  }

  @Test func aFillForgetsItsRingsAndKeepsTheMask() {
    var fill = EvenOddFill(width: 10, height: 4)
    var mask = DotMask(width: 10, height: 4)
    mask.insert(x: 9, y: 3)
    add([[(0, 0), (3, 0), (3, 4), (0, 4)]], to: &fill)
    fill.fill(into: &mask)
    let once = mask
    fill.fill(into: &mask)
    #expect(mask == once)
    #expect(mask.dots(column: 0, row: 0) == 0xFF)
    #expect(mask.dots(column: 1, row: 0) == 0x47)
    #expect(mask.count(column: 4, row: 0) == 1)
    #expect(mask.count(column: 5, row: 0) == 0)
    #expect(mask.dots(column: 0, row: 1) == 0)
    var union = DotMask(width: 10, height: 4)
    union.insert(x: 4, y: 0)
    union.formUnion(mask)
    #expect(union.count(column: 2, row: 0) == 1)
    #expect(union.count(column: 0, row: 0) == 8)
  }

  @Test func dotsOfACellFollowTheBrailleOrder() {
    var mask = DotMask(width: 70, height: 10)
    for (x, y) in [(66, 4), (67, 7), (68, 5), (0, 9)] { mask.insert(x: x, y: y) }
    #expect(mask.dots(column: 33, row: 1) == 0x81)
    #expect(mask.dots(column: 34, row: 1) == 0x02)
    #expect(mask.dots(column: 0, row: 2) == 0x02)
    #expect(mask.dots(column: 35, row: 0) == 0)
    #expect(mask.dots(column: -1, row: 0) == 0)
  }
}
