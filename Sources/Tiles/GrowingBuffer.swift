import Glibc

/// An array whose room is reserved in one step, so that appending to it only writes.
struct GrowingBuffer<Element: FixedWidthInteger & Sendable>: Sendable {
  private var room: [Element] = []
  /// How many elements there are; lowering it drops the last ones.
  var count = 0

  /// Elements that `trim` keeps room for.
  private static var keptCapacity: Int { 1 << 16 }

  /// The elements, in an array of their exact size.
  var elements: [Element] { Array(room[..<count]) }

  /// Makes room for that many more elements.
  mutating func reserve(_ more: Int) {
    guard count + more > room.count else { return }
    room.grow(to: max(count + more, 2 * room.count), keeping: count)
  }

  /// - Precondition: there is room.
  @inline(__always)
  mutating func append(_ element: Element) {
    room[count] = element
    count += 1
  }

  /// Passes on the elements with the room behind them, and the count to raise.
  mutating func withRoom<Result>(
    _ body: (UnsafeMutableBufferPointer<Element>, inout Int) throws(TileDamage) -> Result
  ) throws(TileDamage) -> Result {
    try room.withUnsafeMutableBufferPointer { (room) throws(TileDamage) in
      try body(room, &count)
    }
  }

  mutating func trim() {
    if room.count > Self.keptCapacity { room = [] }
  }
}

extension Array where Element: FixedWidthInteger {
  /// Makes the array that long if it is shorter, with zeros behind the first `kept` elements. In
  /// plain memory operations, which unlike the generic ones are fast without optimisation too.
  mutating func grow(to size: Int, keeping kept: Int) {
    guard size > count else { return }
    let stride = MemoryLayout<Element>.stride
    self = Array(unsafeUninitializedCapacity: size) { room, count in
      guard let start = room.baseAddress else { return }
      withUnsafeBytes { old in
        if let old = old.baseAddress { memcpy(start, old, kept * stride) }
      }
      memset(start + kept, 0, (size - kept) * stride)
      count = size
    }
  }
}
