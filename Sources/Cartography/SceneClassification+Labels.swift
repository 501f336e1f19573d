import Tiles

/// Which layers and tags mean which names: the OpenMapTiles schema, and where they differ
/// Protomaps' names for the same things.
extension SceneCompiler {
  mutating func addNames(_ layer: VectorLayer) {
    switch layer.name {
    case "place": addPlaces(layer)
    case "places": addProtomapsPlaces(layer)
    case "water_name", "water": addWaterNames(layer)
    case "waterway": addWaterwayNames(layer)
    case "transportation_name": addStreetNames(layer, kinds: ["subclass", "class"])
    case "roads": addStreetNames(layer, kinds: ["kind_detail", "kind"])
    case "poi": addPointsOfInterest(layer, kind: "class", detail: "subclass")
    case "pois": addPointsOfInterest(layer, kind: "kind", detail: "kind_detail")
    case "mountain_peak": addPeaks(layer)
    case "park": addParks(layer)
    case "aerodrome_label": addAirports(layer)
    default: break
    }
  }

  private mutating func addPlaces(_ layer: VectorLayer) {
    let tags = NameReader(layer, language: language)
    let classKey = layer.keyIndex("class")
    let rankKey = layer.keyIndex("rank")
    let capitalKey = layer.keyIndex("capital")
    // The atlas gives areas in units of 100 km².
    let sizeKey = layer.keyIndex("size")
    let populationKey = layer.keyIndex("population")
    // The atlas says where else in their own bounds countries and seas may be named.
    let stepKey = layer.keyIndex("step")
    for feature in layer.features {
      guard let placeClass = tags.string(feature, classKey), let name = tags.name(feature),
        let labelClass = Self.placeClass(placeClass, capital: tags.integer(feature, capitalKey))
      else { continue }
      let rank = UInt8(clamping: tags.integer(feature, rankKey) ?? Self.defaultRank(labelClass))
      var label = SceneLabel(labelClass, name: name, rank: rank)
      label.area = Float(tags.number(feature, sizeKey) * 100)
      label.weigh(population: tags.integer(feature, populationKey) ?? 0)
      label.englishHash = tags.english(feature).map { SceneLabel.hash($0, labelClass) } ?? 0
      if let step = tags.integer(feature, stepKey) {
        label.step = Int8(clamping: max(step, 0))
        addRepeats(of: label, layer, feature)
      } else {
        addLabel(label, layer, feature)
      }
    }
  }

  private static func placeClass(_ name: String, capital: Int?) -> LabelClass? {
    switch name {
    case "country": .country
    case "state", "province", "region": .state
    case "sea", "ocean": .sea
    case "lake": .lake
    case "city", "town":
      switch capital {
      case 2: .capital
      case 3, 4: .stateCapital
      default: name == "town" ? .town : .city
      }
    case "village": .village
    case "suburb", "quarter", "neighbourhood", "borough": .suburb
    case "hamlet", "isolated_dwelling", "farm", "locality", "island", "islet": .locality
    default: nil
    }
  }

  /// Of places without a rank: tiles give one to what is known beyond its neighbours.
  private static func defaultRank(_ labelClass: LabelClass) -> Int {
    switch labelClass {
    case .city, .capital, .stateCapital: 4
    case .town: 6
    case .village: 8
    default: 0
    }
  }

  private mutating func addProtomapsPlaces(_ layer: VectorLayer) {
    let tags = NameReader(layer, language: language)
    let kindKey = layer.keyIndex("kind")
    let detailKey = layer.keyIndex("kind_detail")
    let capitalKey = layer.keyIndex("capital")
    let populationKey = layer.keyIndex("population")
    for feature in layer.features {
      guard let kind = tags.string(feature, kindKey), let name = tags.name(feature) else {
        continue
      }
      let detail = kind == "locality" ? tags.string(feature, detailKey) ?? "locality" : kind
      let isCapital = tags.string(feature, capitalKey) == "yes"
      guard let labelClass = Self.placeClass(detail, capital: isCapital ? 2 : nil) else {
        continue
      }
      var label = SceneLabel(
        labelClass, name: name, rank: UInt8(clamping: Self.defaultRank(labelClass)))
      label.weigh(population: tags.integer(feature, populationKey) ?? 0)
      label.englishHash = tags.english(feature).map { SceneLabel.hash($0, labelClass) } ?? 0
      addLabel(label, layer, feature)
    }
  }

  /// Points, and the middle lines of long lakes and bays. Protomaps has such points among the water.
  private mutating func addWaterNames(_ layer: VectorLayer) {
    let tags = NameReader(layer, language: language)
    let classKey = layer.keyIndex("class") ?? layer.keyIndex("kind")
    let rankKey = layer.keyIndex("rank")
    for feature in layer.features where feature.geometry != .polygon {
      guard let name = tags.name(feature) else { continue }
      let waterClass = tags.string(feature, classKey) ?? ""
      switch waterClass {
      case "ocean", "sea", "bay", "strait", "gulf", "fjord":
        let rank = tags.integer(feature, rankKey) ?? (waterClass == "ocean" ? 0 : 4)
        addLabel(
          SceneLabel(.sea, name: name, rank: UInt8(clamping: rank)), layer, feature)
      case "river", "stream", "canal":
        continue
      default:
        addLabel(
          SceneLabel(.lake, name: name, rank: UInt8(clamping: tags.integer(feature, rankKey) ?? 5)),
          layer, feature)
      }
    }
  }

  private mutating func addPointsOfInterest(_ layer: VectorLayer, kind: String, detail: String) {
    let tags = NameReader(layer, language: language)
    let classKey = layer.keyIndex(kind)
    let subclassKey = layer.keyIndex(detail)
    for feature in layer.features where feature.geometry == .point {
      let kind = PointOfInterest(
        subclass: tags.string(feature, subclassKey), class: tags.string(feature, classKey))
      var name = tags.name(feature) ?? ""
      if name.isEmpty && (!kind.needsNoName || kind.isStation) { continue }
      if kind == .other && name.isEmpty { continue }
      if kind.isStation { name = Self.withoutPlatform(name) }
      var label = SceneLabel(kind.isStation ? .station : .poi, name: name, rank: kind.rank)
      label.kind = kind
      addLabel(label, layer, feature)
    }
  }

  /// The platforms of a stop go by its name: without `, platform 9`.
  private static func withoutPlatform(_ name: String) -> String {
    guard let last = name.utf8.last, (0x30...0x39).contains(last),
      let comma = name.lastIndex(of: ","), comma > name.startIndex,
      name[comma...].split(separator: " ").count == 3
    else { return name }
    return String(name[..<comma])
  }

  private mutating func addPeaks(_ layer: VectorLayer) {
    let tags = NameReader(layer, language: language)
    let elevationKey = layer.keyIndex("ele")
    let rankKey = layer.keyIndex("rank")
    for feature in layer.features {
      guard let name = tags.name(feature) else { continue }
      let elevation = tags.integer(feature, elevationKey) ?? 0
      var label = SceneLabel(
        .peak, name: elevation > 0 ? "\(name) \(elevation)" : name,
        rank: UInt8(clamping: tags.integer(feature, rankKey) ?? 1))
      // The higher first, but a nearby hill before a far-off rank.
      label.weight = Float(label.rank) + 1 - Float(min(max(elevation, 0), 9000)) / 9000
      addLabel(label, layer, feature)
    }
  }

  private mutating func addParks(_ layer: VectorLayer) {
    let tags = NameReader(layer, language: language)
    let rankKey = layer.keyIndex("rank")
    // Areas have their name at a point of its own, where the tile has one.
    for feature in layer.features where feature.geometry == .point {
      guard let name = tags.name(feature) else { continue }
      let rank = UInt8(clamping: tags.integer(feature, rankKey) ?? 3)
      addLabel(SceneLabel(.park, name: name, rank: rank), layer, feature)
    }
  }

  private mutating func addAirports(_ layer: VectorLayer) {
    let tags = NameReader(layer, language: language)
    let classKey = layer.keyIndex("class")
    let codeKey = layer.keyIndex("iata")
    for feature in layer.features {
      guard let name = tags.name(feature) else { continue }
      let code = tags.string(feature, codeKey) ?? ""
      let rank: UInt8 =
        switch tags.string(feature, classKey) {
        case "international": 0
        case "public", "regional": code.isEmpty ? 2 : 1
        default: code.isEmpty ? 3 : 2
        }
      addLabel(
        SceneLabel(.airport, name: code.isEmpty ? name : "\(name) \(code)", rank: rank), layer,
        feature)
    }
  }
}

extension SceneCompiler {
  /// Adds a name at each point of a feature.
  private mutating func addRepeats(
    of label: SceneLabel, _ layer: VectorLayer, _ feature: VectorFeature
  ) {
    for part in feature.parts {
      load(layer, part: Int(part))
      for point in plane { addLabel(label, at: point) }
    }
  }

  /// Adds a name at the middle point of a feature's first part; a name just outside belongs to the
  /// next tile.
  private mutating func addLabel(
    _ label: SceneLabel, _ layer: VectorLayer, _ feature: VectorFeature
  ) {
    guard let part = feature.parts.first else { return }
    load(layer, part: Int(part))
    guard !plane.isEmpty else { return }
    addLabel(label, at: plane[feature.geometry == .point ? 0 : plane.count / 2])
  }

  private mutating func addLabel(_ label: SceneLabel, at point: PlanePoint) {
    let limit = SquareClipper.limit
    guard point.x >= 0, point.y >= 0, point.x < limit, point.y < limit else { return }
    var label = label
    label.point = ScenePoint(x: Int16(point.x), y: Int16(point.y))
    add(label)
  }
}
