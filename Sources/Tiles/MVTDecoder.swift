/// Decodes Mapbox Vector Tiles 2.1 (and 1.0, whose layers are laid out alike) into flat arrays.
///
/// What breaks the wire format, or a layer as a whole, makes the tile damaged. A feature whose
/// commands or tags break the specification is left out, as are features of unknown geometry and
/// layers of unknown versions; so are rings of fewer than three points and lines of fewer than
/// two, once repeated points are dropped. A tile that would take more than `maximumSize` is refused
/// before memory is taken for it.
///
/// Format: https://github.com/mapbox/vector-tile-spec/tree/master/2.1
public struct MVTDecoder: Sendable {
  /// The layers to decode, by name; the others are passed over. nil is all.
  public var layers: Set<String>?

  /// Bytes of a decoded tile, as `TileContent.byteCount` has them: many times what tiles for maps
  /// hold.
  public static let maximumSize = 16 << 20

  public init(layers: Set<String>? = nil) { self.layers = layers }

  /// Decodes an uncompressed tile. O(bytes).
  /// - Parameters:
  ///   - file: for the error.
  ///   - part: which part of the file the tile is, for the error.
  /// - Throws: `.damaged`; `.unsupported` when the tile is larger than `maximumSize`.
  public func decode(
    _ bytes: [UInt8], file: String, part: String = "the tile"
  ) throws(TileError) -> VectorTile {
    var storage = MVTStorage()
    do throws(TileDamage) {
      return try bytes.withUnsafeBufferPointer { (bytes) throws(TileDamage) in
        try decode(UnsafeRawBufferPointer(bytes), storage: &storage)
      }
    } catch {
      throw error.error(file: file, part: part)
    }
  }

  func decode(
    _ bytes: UnsafeRawBufferPointer, storage: inout MVTStorage
  ) throws(TileDamage) -> VectorTile {
    var tile = VectorTile(layers: [])
    guard var reader = WireReader(bytes) else { return tile }
    var budget = TileBudget(bytes: Self.maximumSize)
    while !reader.isAtEnd {
      let field = try reader.field()
      guard field == (3, .message) else {
        try reader.skip(field.type)
        continue
      }
      let message = try reader.message()
      let outline = try LayerOutline(message)
      guard layers?.contains(outline.name) ?? true, 1...2 ~= outline.version else { continue }
      tile.layers.append(try Self.layer(message, outline: outline, storage: &storage, &budget))
    }
    return tile
  }

  private static func layer(
    _ message: WireReader, outline: LayerOutline, storage: inout MVTStorage,
    _ budget: inout TileBudget
  ) throws(TileDamage) -> VectorLayer {
    var layer = VectorLayer(name: outline.name, extent: outline.extent)
    try budget.spend(
      VectorLayer.byteCount(
        features: outline.features, texts: outline.keys + outline.values))
    layer.features.reserveCapacity(outline.features)
    layer.keys.reserveCapacity(outline.keys)
    layer.values.reserveCapacity(outline.values)
    storage.removeAll()
    var reader = message
    while !reader.isAtEnd {
      let field = try reader.field()
      switch field {
      case (2, .message):
        let feature = try FeatureOutline(reader.message())
        let appended = try storage.append(
          feature, keys: outline.keys, values: outline.values, within: budget)
        if let appended { layer.features.append(appended) }
      case (3, .message): layer.keys.append(try reader.message().text)
      case (4, .message): layer.values.append(try value(reader.message()))
      default: try reader.skip(field.type)
      }
    }
    try budget.spend(storage.byteCount)
    layer.coordinates = storage.coordinates.elements
    layer.partEnds = storage.partEnds.elements
    layer.tags = storage.tags.elements
    return layer
  }

  /// A value has one field; of several the last counts, as everywhere in Protocol Buffers. One
  /// without any known field is empty text, since its number in the list must stay taken.
  private static func value(_ message: WireReader) throws(TileDamage) -> TileValue {
    var reader = message
    var value = TileValue.string("")
    while !reader.isAtEnd {
      let field = try reader.field()
      switch field {
      case (1, .message): value = .string(try reader.message().text)
      case (2, .fixed32): value = .real(Double(Float(bitPattern: try reader.fixed32())))
      case (3, .fixed64): value = .real(Double(bitPattern: try reader.fixed64()))
      case (4, .varint): value = .integer(Int64(bitPattern: try reader.varint()))
      case (5, .varint):
        let number = try reader.varint()
        value = Int64(exactly: number).map(TileValue.integer) ?? .real(Double(number))
      case (6, .varint):
        let number = try reader.varint()
        value = .integer(Int64(bitPattern: (number >> 1) ^ (0 &- (number & 1))))
      case (7, .varint): value = .boolean(try reader.varint() != 0)
      default: try reader.skip(field.type)
      }
    }
    return value
  }
}

/// What a tile may still take when it is decoded.
struct TileBudget {
  private(set) var bytes: Int

  /// - Throws: `TileDamage` when that is more than what is left.
  mutating func spend(_ count: Int) throws(TileDamage) {
    guard count <= bytes else {
      throw TileDamage("is too large when decoded", kind: .unsupported)
    }
    bytes -= count
  }

  /// Makes sure that so much is left.
  func check(_ count: Int) throws(TileDamage) {
    var trial = self
    try trial.spend(count)
  }
}

/// What must be known of a layer before its features can be decoded, wherever it stands in it.
private struct LayerOutline {
  var name = ""
  var version: UInt64 = 1
  var extent = 4096
  var features = 0
  var keys = 0
  var values = 0

  init(_ message: WireReader) throws(TileDamage) {
    var reader = message
    var hasName = false
    while !reader.isAtEnd {
      let field = try reader.field()
      switch field {
      case (1, .message):
        name = try reader.message().text
        hasName = true
      case (2, .message):
        features += 1
        _ = try reader.message()
      case (3, .message):
        keys += 1
        _ = try reader.message()
      case (4, .message):
        values += 1
        _ = try reader.message()
      case (5, .varint):
        guard let extent = Int32(exactly: try reader.varint()), extent > 0 else {
          throw TileDamage("has a layer of an impossible extent")
        }
        self.extent = Int(extent)
      case (15, .varint): version = try reader.varint()
      default: try reader.skip(field.type)
      }
    }
    guard hasName else { throw TileDamage("has a layer without a name") }
  }
}

/// The fields of a feature, not yet decoded.
struct FeatureOutline {
  var id: UInt64 = 0
  var type: UInt64 = 0
  var tags: WireReader?
  var geometry: WireReader?

  init(_ message: WireReader) throws(TileDamage) {
    var reader = message
    while !reader.isAtEnd {
      let field = try reader.field()
      switch field {
      case (1, .varint): id = try reader.varint()
      case (2, .message): tags = try reader.message()
      case (3, .varint): type = try reader.varint()
      case (4, .message): geometry = try reader.message()
      default: try reader.skip(field.type)
      }
    }
  }
}
