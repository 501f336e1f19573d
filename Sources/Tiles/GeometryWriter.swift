/// Turns the commands of one geometry into points and parts (MVT specification, 4.3).
struct GeometryWriter {
  let geometry: VectorFeature.Geometry
  /// x, y pairs with room for one number for each byte of the commands.
  let coordinates: UnsafeMutableBufferPointer<Int32>
  var count: Int
  /// Room for one number for every two bytes of the commands: a part has at least one point.
  let partEnds: UnsafeMutableBufferPointer<Int32>
  var partCount: Int

  /// Coordinates are within ± this.
  private static let maximumCoordinate = 1 << 30

  /// Returns false when the commands are not valid; what was written is to be ignored then.
  ///
  /// A ring that lacks its ClosePath is taken as closed, and the count of a ClosePath is ignored:
  /// early writers got these wrong, and nothing is lost.
  /// - Precondition: the buffers have the room they promise.
  mutating func run(_ commands: WireReader) throws(TileDamage) -> Bool {
    var reader = commands
    var start = count
    var x = 0
    var y = 0
    var isOpen = false
    while !reader.isAtEnd {
      let command = UInt32(truncatingIfNeeded: try reader.varint())
      let repeats = Int(command >> 3)
      switch command & 7 {
      case 1:
        guard repeats > 0, repeats <= reader.bytesLeft / 2 else { return false }
        for _ in 0..<repeats {
          guard try Self.move(&x, &y, &reader) else { return false }
          if geometry != .point { finishPart(&start) }
          append(x, y)
        }
        isOpen = true
      case 2:
        guard repeats > 0, repeats <= reader.bytesLeft / 2, isOpen, geometry != .point else {
          return false
        }
        for _ in 0..<repeats {
          let before = (x, y)
          guard try Self.move(&x, &y, &reader) else { return false }
          if before != (x, y) { append(x, y) }
        }
      case 7:
        guard geometry == .polygon, isOpen else { return false }
        finishPart(&start)
        isOpen = false
      default:
        return false
      }
    }
    finishPart(&start)
    return true
  }

  @inline(__always)
  private mutating func append(_ x: Int, _ y: Int) {
    coordinates[count] = Int32(truncatingIfNeeded: x)
    coordinates[count + 1] = Int32(truncatingIfNeeded: y)
    count += 2
  }

  /// Moves by two parameters. Returns false when that leaves the allowed range.
  @inline(__always)
  private static func move(
    _ x: inout Int, _ y: inout Int, _ reader: inout WireReader
  ) throws(TileDamage) -> Bool {
    x &+= parameter(try reader.varint())
    y &+= parameter(try reader.varint())
    return x.magnitude <= maximumCoordinate && y.magnitude <= maximumCoordinate
  }

  /// A zigzag number of 32 bits.
  @inline(__always)
  private static func parameter(_ number: UInt64) -> Int {
    let low = UInt32(truncatingIfNeeded: number)
    return Int(Int32(bitPattern: (low >> 1) ^ (0 &- (low & 1))))
  }

  /// Ends the part that starts at the coordinate `start`, or takes it back if it is degenerate.
  private mutating func finishPart(_ start: inout Int) {
    var minimum = 2
    switch geometry {
    case .line: minimum = 4
    case .polygon:
      minimum = 6
      while count - start > 2, coordinates[count - 2] == coordinates[start],
        coordinates[count - 1] == coordinates[start + 1]
      { count -= 2 }
    default: break
    }
    if count - start >= minimum {
      partEnds[partCount] = Int32(count / 2)
      partCount += 1
    } else {
      count = start
    }
    start = count
  }
}
