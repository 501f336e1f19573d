/// Lines as dots, 2 × 4 a cell, each dot drawn for a line class.
///
/// A class is a number, 0…254; a smaller one is more important. A cell belongs to the most
/// important class that drew in it, and shows only the dots of classes at most `tolerance` steps
/// below that, whatever the order of drawing. Lines may leave the canvas by any distance.
public struct BrailleCanvas: Sendable {
  public private(set) var columns = 0
  public private(set) var rows = 0
  /// How many steps below a cell's owner a class still shows, 0…6.
  public let tolerance: Int

  /// A word a cell. The top byte is 255 minus the owner's class, 0 for no owner; byte k below, of
  /// seven, has the dots of the class k steps below the owner.
  var words: [UInt64] = []

  public init(columns: Int = 0, rows: Int = 0, tolerance: Int = 1) {
    self.tolerance = min(max(tolerance, 0), 6)
    reset(columns: columns, rows: rows)
  }

  /// Dots across.
  public var width: Int { columns * 2 }
  /// Dots down.
  public var height: Int { rows * 4 }

  /// Clears the canvas and gives it a size, keeping its storage where possible.
  public mutating func reset(columns: Int, rows: Int) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    let count = self.columns * self.rows
    if words.count == count {
      words.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    } else {
      words.removeAll(keepingCapacity: true)
      words.append(contentsOf: repeatElement(0, count: count))
    }
  }

  /// The dots a cell shows, as the low byte of a Braille pattern. Precondition: inside the canvas.
  @inline(__always)
  public func dots(column: Int, row: Int) -> UInt8 {
    var word = words[row * columns + column]
    // Dots of `tolerance` + 1 classes, folded onto one another.
    word &= 0xFF_FFFF_FFFF_FFFF >> UInt64(8 * (6 - tolerance))
    word |= word >> 32
    word |= word >> 16
    return UInt8(truncatingIfNeeded: word | word >> 8)
  }

  /// The class a cell belongs to; nil where nothing was drawn. Precondition: inside the canvas.
  @inline(__always)
  public func lineClass(column: Int, row: Int) -> UInt8? {
    let rank = words[row * columns + column] >> 56
    return rank == 0 ? nil : UInt8(255 - rank)
  }

  /// Clears one cell; nothing outside the canvas.
  public mutating func erase(column: Int, row: Int) {
    guard column >= 0, row >= 0, column < columns, row < rows else { return }
    words[row * columns + column] = 0
  }

  /// Sets one dot; nothing outside the canvas. Class 255 counts as 254.
  public mutating func plot(x: Int, y: Int, lineClass: UInt8) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    let rank = Self.rank(lineClass)
    words.withUnsafeMutableBufferPointer { words in
      Self.set(x, y, rank, in: words, columns: columns)
    }
  }

  /// Draws a solid line between two points, in dots from the top left corner.
  ///
  /// A point lies in the dot of its whole parts. O(dots inside the canvas). Nothing is drawn when
  /// a coordinate is not finite.
  public mutating func line(
    x0: Double, y0: Double, x1: Double, y1: Double, lineClass: UInt8
  ) {
    guard let run = DotRun(x0, y0, x1, y1, width: width, height: height) else { return }
    let rank = Self.rank(lineClass)
    let columns = columns
    words.withUnsafeMutableBufferPointer { words in
      run.forEachDot { x, y, _ in Self.set(x, y, rank, in: words, columns: columns) }
    }
  }

  /// Draws a dashed line, and moves the dash on by the line's whole length, drawn or not, so that
  /// the segments of a polyline share one pattern.
  public mutating func line(
    x0: Double, y0: Double, x1: Double, y1: Double, lineClass: UInt8, dash: inout Dash
  ) {
    let start = dash
    dash.advance(x0, y0, x1, y1)
    guard let run = DotRun(x0, y0, x1, y1, width: width, height: height) else { return }
    let rank = Self.rank(lineClass)
    let columns = columns
    words.withUnsafeMutableBufferPointer { words in
      run.forEachDot { x, y, step in
        if start.isOn(step) { Self.set(x, y, rank, in: words, columns: columns) }
      }
    }
  }

  static func rank(_ lineClass: UInt8) -> UInt64 { UInt64(max(255 - lineClass, 1)) }

  /// Adds a dot to a cell's word. Precondition: the dot lies inside the canvas.
  @inline(__always)
  static func set(
    _ x: Int, _ y: Int, _ rank: UInt64, in words: UnsafeMutableBufferPointer<UInt64>, columns: Int
  ) {
    let index = (y >> 2) * columns + x >> 1
    let bit = UInt64(BrailleDots.bit(x: x & 1, y: y & 3))
    let word = words[index]
    let owner = word >> 56
    if rank == owner {
      words[index] = word | bit
    } else if rank < owner {
      let steps = owner - rank
      if steps < 7 { words[index] = word | bit << (8 * steps) }
    } else {
      let steps = rank - owner
      let kept = owner == 0 || steps >= 7 ? 0 : word << (8 * steps) & 0xFF_FFFF_FFFF_FFFF
      words[index] = rank << 56 | kept | bit
    }
  }
}
