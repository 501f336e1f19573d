/// Fills polygons into a dot mask by the even-odd rule, all rings together.
///
/// A dot is inside when its middle is. Where an edge crosses the middle line of a row of dots, the
/// first dot whose middle is not left of the crossing is marked; from each mark on, inside and
/// outside change places to the end of the row, 64 dots at a time. Nothing is sorted and nothing
/// allocated, and rings that share an edge leave neither gap nor overlap. (Edge flag algorithm:
/// Ackland and Weste, 1981.)
///
/// Costs O(1) for each edge and each row of dots an edge spans within the height.
public struct EvenOddFill: Sendable {
  /// Dots across.
  public private(set) var width = 0
  /// Dots down.
  public private(set) var height = 0

  /// Rows of dots that edges crossed since the last `reset`.
  public private(set) var work = 0

  private var wordsPerRow = 0
  private var marks: [UInt64] = []
  /// The rows that have marks.
  private var firstRow = Int.max
  private var lastRow = -1
  /// From the leftmost to the rightmost point of the edges in those rows.
  private var left = Double.infinity
  private var right = -Double.infinity
  private var start = Point()
  private var pen = Point()

  /// A point of a ring.
  private struct Point: Equatable {
    var x = 0.0
    var y = 0.0
    /// The first row whose middle is not above it.
    var row = 0

    init() {}

    init(_ x: Double, _ y: Double) {
      (self.x, self.y) = (bounded(x), bounded(y))
      row = firstMiddle(notBefore: self.y)
    }
  }

  public init(width: Int = 0, height: Int = 0) { reset(width: width, height: height) }

  /// Forgets all rings and sets the size of the masks to fill, keeping storage where possible.
  public mutating func reset(width: Int, height: Int) {
    self.width = max(width, 0)
    self.height = max(height, 0)
    wordsPerRow = (self.width + 63) / 64
    marks.removeAll(keepingCapacity: true)
    marks.append(contentsOf: repeatElement(0, count: wordsPerRow * self.height))
    forgetExtent()
    work = 0
    start = Point()
    pen = start
  }

  private mutating func forgetExtent() {
    firstRow = .max
    lastRow = -1
    left = .infinity
    right = -.infinity
  }

  /// Closes the ring so far and begins another. In dots from the top left corner; any finite
  /// coordinate will do, but those beyond a thousand million count as that.
  public mutating func move(x: Double, y: Double) {
    closeRing()
    start = Point(x, y)
    pen = start
  }

  /// Adds an edge from the last point.
  @inline(__always)
  public mutating func line(x: Double, y: Double) {
    let next = Point(x, y)
    // Most edges of a map lie between the middles of two rows.
    if next.row != pen.row { addEdge(pen, next) }
    pen = next
  }

  /// Sets the dots inside of the rings since the last fill, and forgets the rings.
  ///
  /// - Parameters:
  ///   - mask: of this fill's size; dots set before stay.
  ///   - ground: the dots to stay inside of, if any; of this fill's size.
  public mutating func fill(
    into mask: inout DotMask, within ground: DotMask? = nil
  ) {
    precondition(mask.width == width && mask.height == height)
    precondition(ground.map { $0.width == width && $0.height == height } ?? true)
    closeRing()
    start = Point()
    pen = start
    guard lastRow >= firstRow else { return }
    let wordsPerRow = wordsPerRow
    let marked = firstRow...lastRow
    // Nothing changes left of the leftmost crossing or right of the rightmost.
    let limit = Double(width)
    // The dots of a row's last word.
    let tail = UInt64.max >> UInt64(wordsPerRow * 64 - width)
    let firstWord = Int(min(max(left - 1, 0), limit)) >> 6
    let lastWord = min(Int(min(max(right + 1, 0), limit)) >> 6, wordsPerRow - 1)
    defer { forgetExtent() }
    guard firstWord <= lastWord else { return }
    marks.withUnsafeMutableBufferPointer { marks in
      mask.words.withUnsafeMutableBufferPointer { words in
        for row in marked {
          var carry: UInt64 = 0
          for word in firstWord...lastWord {
            let index = row * wordsPerRow + word
            let inside = Self.prefixParity(marks[index]) ^ carry
            marks[index] = 0
            // All ones when the last dot is inside, else zero.
            carry = 0 &- (inside >> 63)
            let allowed = ground.map { $0.words[index] } ?? (word == wordsPerRow - 1 ? tail : .max)
            words[index] |= inside & allowed
          }
        }
      }
    }
  }

  private mutating func closeRing() {
    if pen != start { addEdge(pen, start) }
  }

  private mutating func addEdge(_ a: Point, _ b: Point) {
    // The same edge gives the same crossings from either end.
    let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
    let first = top.row
    let end = min(bottom.row, height)
    guard first < end else { return }
    work += end - first
    left = min(left, top.x, bottom.x)
    right = max(right, top.x, bottom.x)
    guard top.x < Double(width) || bottom.x < Double(width) else { return }
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    firstRow = min(firstRow, first)
    lastRow = max(lastRow, end - 1)
    let width = width
    let limit = Double(width)
    let wordsPerRow = wordsPerRow
    marks.withUnsafeMutableBufferPointer { marks in
      for row in first..<end {
        // A hair to the left, so that a crossing in the very middle of a dot, which slanting edges
        // at whole zooms have, does not come out on either side as the view pans.
        let crossing = top.x + (Double(row) + 0.5 - top.y) * slope - 1e-7
        guard crossing < limit else { continue }
        let x = firstMiddle(notBefore: crossing)
        guard x < width else { continue }
        marks[row * wordsPerRow + x >> 6] ^= 1 << UInt64(x & 63)
      }
    }
  }

  /// Each bit is the parity of the bits up to it.
  @inline(__always)
  private static func prefixParity(_ marks: UInt64) -> UInt64 {
    var bits = marks
    bits ^= bits << 1
    bits ^= bits << 2
    bits ^= bits << 4
    bits ^= bits << 8
    bits ^= bits << 16
    bits ^= bits << 32
    return bits
  }
}

/// The first dot, at least 0, whose middle is not before a place that is below 2^53.
@inline(__always)
private func firstMiddle(notBefore place: Double) -> Int {
  // Converting rounds towards zero; a call of ceil would cost more than all else here.
  guard place > 0.5 else { return 0 }
  let dot = Int(place - 0.5)
  return Double(dot) < place - 0.5 ? dot + 1 : dot
}

@inline(__always)
private func bounded(_ value: Double) -> Double {
  // Not a number becomes the lower bound.
  value > -1e9 ? min(value, 1e9) : -1e9
}
