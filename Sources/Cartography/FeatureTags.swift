import Tiles

/// Reads a few tags of a layer's features as numbers: each value that occurs is looked up once for
/// the whole layer, however many features have it.
struct FeatureTags {
  /// What the layer's values mean, by their index; `unseen` until one is met.
  private struct Column {
    var key: UInt32
    var meaning: (TileValue) -> UInt8
    var codes: [UInt8]
  }

  private static let unseen: UInt8 = 255

  private let layer: VectorLayer
  private var columns: [Column] = []
  /// Of the feature last read, a number for each column; 0 for a tag it does not have.
  private(set) var codes: [UInt8] = []

  init(_ layer: VectorLayer) { self.layer = layer }

  /// Adds a tag, by the first of these keys that the layer has.
  /// - Parameter meaning: a number for a value, 0…254.
  /// - Returns: where in `codes` it will be.
  mutating func add(_ keys: [String], _ meaning: @escaping (TileValue) -> UInt8) -> Int {
    let layer = layer
    let key = keys.lazy.compactMap { layer.keyIndex($0) }.first ?? .max
    columns.append(
      Column(
        key: key, meaning: meaning,
        codes: Array(repeating: Self.unseen, count: key == .max ? 0 : layer.values.count)))
    codes.append(0)
    return columns.count - 1
  }

  /// O(tags of the feature).
  mutating func read(_ feature: VectorFeature) {
    for column in columns.indices { codes[column] = 0 }
    var index = Int(feature.tags.lowerBound)
    while index + 1 < Int(feature.tags.upperBound) {
      let key = layer.tags[index]
      for column in columns.indices where columns[column].key == key {
        codes[column] = code(column, Int(layer.tags[index + 1]))
      }
      index += 2
    }
  }

  private mutating func code(_ column: Int, _ value: Int) -> UInt8 {
    guard columns[column].codes.indices.contains(value) else { return 0 }
    let known = columns[column].codes[value]
    if known != Self.unseen { return known }
    let code = min(columns[column].meaning(layer.values[value]), Self.unseen - 1)
    columns[column].codes[value] = code
    return code
  }
}
