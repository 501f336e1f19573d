import Tiles

/// Which layers and tags of a tile mean what: the OpenMapTiles schema, of which the atlas is a part.
/// A new kind of tile or feature is a new entry here.
extension SceneCompiler {
  mutating func add(_ layer: VectorLayer) {
    switch layer.name {
    case "water": addWater(layer)
    case "landcover": addLandcover(layer)
    case "coastline": addCoastline(layer)
    case "waterway": addWaterways(layer)
    case "boundary": addBoundaries(layer)
    default: break
    }
    addNames(layer)
  }

  /// Tiles that have shores as lines need none from the edges of their water.
  private mutating func addWater(_ layer: VectorLayer) {
    let tags = TagReader(layer, language: language)
    let classKey = layer.keyIndex("class")
    let rankKey = layer.keyIndex("rank")
    for feature in layer.features {
      if tags.string(feature, classKey) == "ocean" {
        addArea(layer, feature, .sea, outline: hasShores ? nil : .shore, rank: 0)
      } else {
        let rank = tags.rank(feature, rankKey)
        addArea(layer, feature, .lake, outline: hasShores ? nil : .lakeShore, rank: rank)
      }
    }
  }

  private mutating func addLandcover(_ layer: VectorLayer) {
    let tags = TagReader(layer, language: language)
    let classKey = layer.keyIndex("class")
    for feature in layer.features where tags.string(feature, classKey) == "ice" {
      addArea(layer, feature, .ice, outline: nil, rank: 0)
    }
  }

  private mutating func addCoastline(_ layer: VectorLayer) {
    let tags = TagReader(layer, language: language)
    let classKey = layer.keyIndex("class")
    for feature in layer.features {
      let isLake = tags.string(feature, classKey) == "lake"
      addLines(layer, feature, isLake ? .lakeShore : .shore, rank: 0, isOutline: true)
    }
  }

  private mutating func addWaterways(_ layer: VectorLayer) {
    let tags = TagReader(layer, language: language)
    let classKey = layer.keyIndex("class")
    let rankKey = layer.keyIndex("rank")
    for feature in layer.features {
      let isRiver = tags.string(feature, classKey) == "river"
      addLines(
        layer, feature, isRiver ? .river : .stream, rank: tags.rank(feature, rankKey),
        isOutline: false)
    }
  }

  private mutating func addBoundaries(_ layer: VectorLayer) {
    let tags = TagReader(layer, language: language)
    let levelKey = layer.keyIndex("admin_level")
    let disputedKey = layer.keyIndex("disputed")
    let maritimeKey = layer.keyIndex("maritime")
    let rankKey = layer.keyIndex("rank") ?? layer.keyIndex("min_zoom")
    for feature in layer.features {
      if tags.integer(feature, maritimeKey) == 1 { continue }
      let lineClass: LineClass =
        switch tags.integer(feature, levelKey) ?? 0 {
        case ...2: tags.integer(feature, disputedKey) == 1 ? .disputedBorder : .countryBorder
        case 3, 4: .stateBorder
        default: .localBorder
        }
      addLines(layer, feature, lineClass, rank: tags.rank(feature, rankKey), isOutline: false)
    }
  }
}

/// Reads the tags of a layer's features.
struct TagReader {
  private let layer: VectorLayer
  /// Keys of names, the most wanted first.
  private let nameKeys: [UInt32]

  init(_ layer: VectorLayer, language: String?) {
    self.layer = layer
    let wanted = language.map { ["name:\($0)", "name_\($0)"] } ?? []
    nameKeys = (wanted + ["name", "name:latin", "name_en", "name:en"])
      .compactMap { layer.keyIndex($0) }
  }

  func string(_ feature: VectorFeature, _ key: UInt32?) -> String? {
    key.flatMap { layer.value(feature, key: $0)?.string }
  }

  func integer(_ feature: VectorFeature, _ key: UInt32?) -> Int? {
    key.flatMap { layer.value(feature, key: $0)?.integer }
  }

  func number(_ feature: VectorFeature, _ key: UInt32?) -> Double {
    guard let value = key.flatMap({ layer.value(feature, key: $0) }) else { return 0 }
    if case .real(let number) = value { return number.isFinite ? number : 0 }
    return Double(value.integer ?? 0)
  }

  /// The rank; 0, the most important, where the tile gives none.
  func rank(_ feature: VectorFeature, _ key: UInt32?) -> UInt8 {
    UInt8(clamping: integer(feature, key) ?? 0)
  }

  func name(_ feature: VectorFeature) -> String? {
    for key in nameKeys {
      if let name = layer.value(feature, key: key)?.string, !name.isEmpty { return name }
    }
    return nil
  }
}
