/// The growing arrays of the layer being decoded, kept from one layer to the next so that they
/// seldom grow and the layer's own arrays are allocated once, at their exact sizes.
struct MVTStorage: Sendable {
  private(set) var coordinates = GrowingBuffer<Int32>()
  private(set) var partEnds = GrowingBuffer<Int32>()
  private(set) var tags = GrowingBuffer<UInt32>()

  /// Bytes of the elements.
  var byteCount: Int {
    VectorLayer.byteCount(
      numbers: coordinates.count + partEnds.count + tags.count)
  }

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
  ///   - budget: for all features of the layer.
  /// - Returns: nil when the feature is of unknown geometry, empty, or not what the specification
  ///   demands; then nothing is stored.
  /// - Throws: `TileDamage` when a number is cut off or too long, or the feature could take more
  ///   than the budget.
  mutating func append(
    _ feature: FeatureOutline, keys: Int, values: Int, within budget: TileBudget
  ) throws(TileDamage) -> VectorFeature? {
    guard feature.type <= 3,
      let geometry = VectorFeature.Geometry(rawValue: UInt8(feature.type)), geometry != .unknown,
      let commands = feature.geometry
    else { return nil }
    // As if every number was a byte, and every two a part.
    let numbers = commands.bytesLeft * 3 / 2 + (feature.tags?.bytesLeft ?? 0)
    try budget.check(byteCount + VectorLayer.byteCount(numbers: numbers))
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

  /// Returns false when the commands are not valid.
  private mutating func appendParts(
    _ commands: WireReader, of geometry: VectorFeature.Geometry
  ) throws(TileDamage) -> Bool {
    // Every number takes a byte at least, and a part has two, so this room is enough for all.
    coordinates.reserve(commands.bytesLeft)
    partEnds.reserve(commands.bytesLeft / 2)
    return try coordinates.withRoom { (points, pointCount) throws(TileDamage) in
      try partEnds.withRoom { (ends, endCount) throws(TileDamage) in
        var writer = GeometryWriter(
          geometry: geometry, coordinates: points, count: pointCount, partEnds: ends,
          partCount: endCount)
        let isValid = try writer.run(commands)
        pointCount = writer.count
        endCount = writer.partCount
        return isValid
      }
    }
  }
}
