/// The growing arrays of the layer being decoded, kept from one layer to the next so that they
/// seldom grow and the layer's own arrays are allocated once, at their exact sizes.
struct MVTStorage: Sendable {
  private(set) var coordinates = GrowingBuffer<Int32>()
  private(set) var partEnds = GrowingBuffer<Int32>()
  private(set) var tags = GrowingBuffer<UInt32>()

  /// Coordinates are within ± this.
  private static let maximumCoordinate = 1 << 30

  mutating func removeAll() {
    coordinates.count = 0
    partEnds.count = 0
    tags.count = 0
  }

  /// Gives unusually large buffers back.
  mutating func trim() {
    coordinates.trim()
    partEnds.trim()
    tags.trim()
  }

  /// Decodes a feature behind those before.
  /// - Parameters:
  ///   - keys: how many keys the layer has.
  ///   - values: how many values the layer has.
  /// - Returns: nil when the feature is of unknown geometry, empty, or not what the specification
  ///   demands; then nothing is stored.
  /// - Throws: `TileDamage` when a number is cut off or too long.
  mutating func append(
    _ feature: FeatureOutline, keys: Int, values: Int
  ) throws(TileDamage) -> VectorFeature? {
    guard feature.type <= 3,
      let geometry = VectorFeature.Geometry(rawValue: UInt8(feature.type)), geometry != .unknown,
      let commands = feature.geometry
    else { return nil }
    let before = (coordinates.count, partEnds.count, tags.count)
    guard try appendTags(feature.tags, keys: UInt64(keys), values: UInt64(values)),
      try appendParts(commands, of: geometry), partEnds.count > before.1
    else {
      (coordinates.count, partEnds.count, tags.count) = before
      return nil
    }
    return VectorFeature(
      id: feature.id, geometry: geometry,
      parts: Int32(before.1)..<Int32(partEnds.count), tags: Int32(before.2)..<Int32(tags.count))
  }

  /// Returns false when an index is out of range or without its partner.
  private mutating func appendTags(
    _ message: WireReader?, keys: UInt64, values: UInt64
  ) throws(TileDamage) -> Bool {
    guard var reader = message else { return true }
    tags.reserve(reader.bytesLeft)
    while !reader.isAtEnd {
      let key = try reader.varint()
      guard key < keys, !reader.isAtEnd else { return false }
      let value = try reader.varint()
      guard value < values else { return false }
      tags.append(UInt32(key))
      tags.append(UInt32(value))
    }
    return true
  }

  /// Runs the commands of a geometry (specification, 4.3). Returns false when they are not valid.
  ///
  /// A ring that lacks its ClosePath is taken as closed, and the count of a ClosePath is ignored:
  /// early writers got these wrong, and nothing is lost.
  private mutating func appendParts(
    _ commands: WireReader, of geometry: VectorFeature.Geometry
  ) throws(TileDamage) -> Bool {
    var reader = commands
    // Every number takes a byte at least, so this room is enough for all of them.
    coordinates.reserve(reader.bytesLeft)
    partEnds.reserve(reader.bytesLeft)
    var start = coordinates.count
    var x = 0
    var y = 0
    var isOpen = false
    while !reader.isAtEnd {
      let command = UInt32(truncatingIfNeeded: try reader.varint())
      let count = Int(command >> 3)
      switch command & 7 {
      case 1, 2:
        let isMove = command & 7 == 1
        guard count > 0, count <= reader.bytesLeft / 2, isMove || isOpen else { return false }
        guard isMove || geometry != .point else { return false }
        for _ in 0..<count {
          let dx = Self.parameter(try reader.varint())
          let dy = Self.parameter(try reader.varint())
          x &+= dx
          y &+= dy
          guard abs(x) <= Self.maximumCoordinate, abs(y) <= Self.maximumCoordinate else {
            return false
          }
          if isMove {
            if geometry != .point { finishPart(&start, of: geometry) }
          } else if dx | dy == 0 {
            continue
          }
          coordinates.append(Int32(truncatingIfNeeded: x))
          coordinates.append(Int32(truncatingIfNeeded: y))
        }
        isOpen = true
      case 7:
        guard geometry == .polygon, isOpen else { return false }
        finishPart(&start, of: geometry)
        isOpen = false
      default:
        return false
      }
    }
    finishPart(&start, of: geometry)
    return true
  }

  /// Ends the part that starts at the coordinate `start`, or takes it back if it is degenerate.
  @inline(__always)
  private mutating func finishPart(_ start: inout Int, of geometry: VectorFeature.Geometry) {
    var end = coordinates.count
    var minimum = 2
    switch geometry {
    case .line: minimum = 4
    case .polygon:
      minimum = 6
      while end - start > 2, coordinates[end - 2] == coordinates[start],
        coordinates[end - 1] == coordinates[start + 1]
      { end -= 2 }
    default: break
    }
    if end - start >= minimum {
      partEnds.append(Int32(end / 2))
    } else {
      end = start
    }
    coordinates.count = end
    start = end
  }

  /// A zigzag number of 32 bits.
  @inline(__always)
  private static func parameter(_ number: UInt64) -> Int {
    let low = UInt32(truncatingIfNeeded: number)
    return Int(Int32(bitPattern: (low >> 1) ^ (0 &- (low & 1))))
  }
}

/// An array whose room is reserved in one step, so that appending to it only writes.
struct GrowingBuffer<Element: FixedWidthInteger & Sendable>: Sendable {
  private var room: [Element] = []
  /// How many elements there are; lowering it drops the last ones.
  var count = 0

  /// Elements that `trim` keeps room for.
  private static var keptCapacity: Int { 1 << 18 }

  /// The elements, in an array of their exact size.
  var elements: [Element] { Array(room[..<count]) }

  subscript(index: Int) -> Element { room[index] }

  /// Makes room for that many more elements.
  mutating func reserve(_ more: Int) {
    let missing = count + more - room.count
    guard missing > 0 else { return }
    room.append(contentsOf: repeatElement(0, count: max(missing, room.count)))
  }

  /// - Precondition: there is room.
  @inline(__always)
  mutating func append(_ element: Element) {
    room[count] = element
    count += 1
  }

  mutating func trim() {
    if room.count > Self.keptCapacity { room = [] }
  }
}
