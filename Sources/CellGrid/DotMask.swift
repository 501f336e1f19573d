/// A set of dots: what an area covers.
public struct DotMask: Equatable, Sendable {
  /// Dots across.
  public private(set) var width = 0
  /// Dots down.
  public private(set) var height = 0
  public private(set) var wordsPerRow = 0
  /// Row by row; the lowest bit of a word is its leftmost dot. Bits beyond the width are 0.
  public internal(set) var words: [UInt64] = []

  public init(width: Int = 0, height: Int = 0) { reset(width: width, height: height) }

  /// Clears the mask and gives it a size, keeping its storage where possible.
  public mutating func reset(width: Int, height: Int) {
    self.width = max(width, 0)
    self.height = max(height, 0)
    wordsPerRow = (self.width + 63) / 64
    let count = wordsPerRow * self.height
    if words.count == count {
      words.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    } else {
      words.removeAll(keepingCapacity: true)
      words.append(contentsOf: repeatElement(0, count: count))
    }
  }

  /// Whether a dot is set; false outside.
  public func contains(x: Int, y: Int) -> Bool {
    guard x >= 0, y >= 0, x < width, y < height else { return false }
    return words[y * wordsPerRow + x >> 6] >> UInt64(x & 63) & 1 != 0
  }

  /// Sets a dot; nothing outside.
  public mutating func insert(x: Int, y: Int) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    words[y * wordsPerRow + x >> 6] |= 1 << UInt64(x & 63)
  }

  /// The set dots of a cell of 2 × 4, as the low byte of a Braille pattern; none outside.
  @inline(__always)
  public func dots(column: Int, row: Int) -> UInt8 {
    guard column >= 0, row >= 0, column * 2 < width, row * 4 < height else { return 0 }
    let shift = UInt64(column * 2 & 63)
    var index = row * 4 * wordsPerRow + column >> 5
    var pairs: UInt64 = 0  // row by row, two bits each
    for line in 0..<min(4, height - row * 4) {
      pairs |= (words[index] >> shift & 3) << UInt64(2 * line)
      index += wordsPerRow
    }
    return Self.brailleOfPairs[Int(pairs)]
  }

  /// How many of the eight dots of a cell are set.
  @inline(__always)
  public func count(column: Int, row: Int) -> Int { dots(column: column, row: row).nonzeroBitCount }

  /// Adds the dots of another mask of the same size.
  public mutating func formUnion(_ other: DotMask) {
    precondition(width == other.width && height == other.height)
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Takes away the dots of another mask of the same size.
  public mutating func subtract(_ other: DotMask) {
    precondition(width == other.width && height == other.height)
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// Sets the dots of a square of 2 · `reach` + 1 around a dot, as far as they lie inside.
  /// - Precondition: `reach` is at most 31.
  public mutating func insert(around x: Int, y: Int, reach: Int) {
    let low = max(x - reach, 0)
    let high = min(x + reach, width - 1)
    let firstRow = max(y - reach, 0)
    let lastRow = min(y + reach, height - 1)
    guard low <= high, firstRow <= lastRow else { return }
    let firstWord = low >> 6
    let lastWord = high >> 6
    let head = UInt64.max << UInt64(low & 63)
    let tail = UInt64.max >> UInt64(63 - high & 63)
    for row in firstRow...lastRow {
      let index = row * wordsPerRow
      if firstWord == lastWord {
        words[index + firstWord] |= head & tail
      } else {
        words[index + firstWord] |= head
        words[index + lastWord] |= tail
      }
    }
  }

  private static let brailleOfPairs: [UInt8] = (0..<256).map { pairs in
    (0..<8).reduce(0) { dots, bit in
      pairs >> bit & 1 == 0 ? dots : dots | BrailleDots.bit(x: bit & 1, y: bit >> 1)
    }
  }
}

/// A rectangle of dots.
public struct DotRectangle: Equatable, Sendable {
  public var x: Range<Int>
  public var y: Range<Int>

  public init(x: Range<Int>, y: Range<Int>) {
    self.x = x
    self.y = y
  }
}
