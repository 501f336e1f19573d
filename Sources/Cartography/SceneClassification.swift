import Tiles

/// Which layers of a tile mean what: those of the OpenMapTiles schema, of which the atlas is a part,
/// and of Protomaps' basemap, which has some other names and `kind` for `class`. What their tags mean
/// is in `GroundClasses`.
extension SceneCompiler {
  mutating func add(_ layer: VectorLayer) {
    switch layer.name {
    case "water": addWater(layer)
    case "landcover", "landuse": addLand(layer)
    case "coastline": addCoastline(layer)
    case "waterway": addWaterways(layer)
    case "boundary", "boundaries": addBoundaries(layer)
    case "transportation", "roads": addRoads(layer)
    case "aeroway": addAeroways(layer)
    case "building", "buildings": addBuildings(layer)
    case "place": addPlaces(layer)
    default: break
    }
  }

  private mutating func addPlaces(_ layer: VectorLayer) {
    let tags = TagReader(layer, language: language)
    let classKey = layer.keyIndex("class")
    let rankKey = layer.keyIndex("rank")
    let capitalKey = layer.keyIndex("capital")
    // The atlas gives areas in units of 100 km².
    let sizeKey = layer.keyIndex("size")
    let populationKey = layer.keyIndex("population")
    for feature in layer.features {
      guard let placeClass = tags.string(feature, classKey), let name = tags.name(feature) else {
        continue
      }
      let labelClass: LabelClass
      switch placeClass {
      case "country": labelClass = .country
      case "state", "province": labelClass = .state
      case "sea", "ocean": labelClass = .sea
      case "lake": labelClass = .lake
      case "city", "town":
        switch tags.integer(feature, capitalKey) {
        case 2: labelClass = .capital
        case 3, 4: labelClass = .stateCapital
        default: labelClass = .city
        }
      default: continue
      }
      addLabel(
        layer, feature, labelClass, rank: tags.rank(feature, rankKey),
        area: tags.number(feature, sizeKey) * 100,
        population: tags.integer(feature, populationKey) ?? 0, name: name)
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
