/// A decoded vector tile: flat arrays, so that drawing it walks memory in order and a tile costs a
/// handful of allocations a layer whatever it holds.
public struct VectorTile: Sendable {
  public var layers: [VectorLayer]

  public init(layers: [VectorLayer]) { self.layers = layers }

  /// The layer of that name, if the tile has it.
  public func layer(_ name: String) -> VectorLayer? {
    layers.first { $0.name == name }
  }
}

/// One layer of a vector tile.
public struct VectorLayer: Sendable {
  public var name: String
  /// Tile units per side, usually 4096. Coordinates may lie outside 0…extent by the tile's buffer.
  public var extent: Int
  public var features: [VectorFeature]
  /// x, y pairs in tile units, y down: point n is at 2n and 2n + 1. Decoded ones are within ±2^30,
  /// so that differences of two do not overflow.
  public var coordinates: [Int32]
  /// For every part (a point set, line or ring) the index of the point after its last. A part
  /// starts where the one before ended. Rings do not repeat their first point.
  public var partEnds: [Int32]
  /// Pairs of indices into `keys` and `values`.
  public var tags: [UInt32]
  public var keys: [String]
  public var values: [TileValue]

  public init(name: String, extent: Int = 4096) {
    self.name = name
    self.extent = extent
    features = []
    coordinates = []
    partEnds = []
    tags = []
    keys = []
    values = []
  }

  /// The index of a key for `value(_:key:)`; nil when no feature of the layer has it.
  public func keyIndex(_ key: String) -> UInt32? {
    keys.firstIndex(of: key).map { UInt32($0) }
  }

  /// A feature's value for a key. O(tags of the feature).
  public func value(_ feature: VectorFeature, key: UInt32) -> TileValue? {
    var index = Int(feature.tags.lowerBound)
    while index + 1 < Int(feature.tags.upperBound) {
      if tags[index] == key { return values[Int(tags[index + 1])] }
      index += 2
    }
    return nil
  }

  /// The points of a part, as a range of point numbers.
  public func points(ofPart part: Int) -> Range<Int> {
    (part == 0 ? 0 : Int(partEnds[part - 1]))..<Int(partEnds[part])
  }
}

/// One feature: which parts and which tags of its layer belong to it.
public struct VectorFeature: Sendable {
  public enum Geometry: UInt8, Sendable { case unknown, point, line, polygon }

  public var id: UInt64
  public var geometry: Geometry
  /// Indices into `VectorLayer.partEnds`.
  public var parts: Range<Int32>
  /// Indices into `VectorLayer.tags`.
  public var tags: Range<Int32>

  public init(id: UInt64 = 0, geometry: Geometry, parts: Range<Int32>, tags: Range<Int32>) {
    self.id = id
    self.geometry = geometry
    self.parts = parts
    self.tags = tags
  }
}

/// A value of a vector tile's tag.
public enum TileValue: Hashable, Sendable {
  case string(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)

  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// As `integer`, also of a number written as text, as some schemas have them.
  public var writtenInteger: Int? { integer ?? string.flatMap { Int($0) } }

  /// The number, whatever its type; whole numbers only. Reals are truncated, out of range is nil.
  public var integer: Int? {
    switch self {
    case .integer(let value): Int(exactly: value)
    case .real(let value): value.isFinite && abs(value) < 9e15 ? Int(value) : nil
    case .boolean(let value): value ? 1 : 0
    case .string: nil
    }
  }
}
