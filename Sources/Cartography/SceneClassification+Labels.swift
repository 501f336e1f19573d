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
    for feature in layer.features {
      guard let placeClass = tags.string(feature, classKey), let name = tags.name(feature),
        let labelClass = Self.placeClass(placeClass, capital: tags.integer(feature, capitalKey))
      else { continue }
      let rank = UInt8(clamping: tags.integer(feature, rankKey) ?? Self.defaultRank(labelClass))
      var label = SceneLabel(labelClass, name: name, rank: rank)
      label.area = Float(tags.number(feature, sizeKey) * 100)
      label.weigh(population: tags.integer(feature, populationKey) ?? 0)
      addLabel(label, layer, feature)
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

  private mutating func addWaterwayNames(_ layer: VectorLayer) {
    let tags = NameReader(layer, language: language)
    let classKey = layer.keyIndex("class")
    var lines = NamedLines()
    for feature in layer.features where feature.geometry == .line {
      guard let name = tags.name(feature) else { continue }
      let rank: UInt8 =
        switch tags.string(feature, classKey) {
        case "river": 0
        case "canal": 1
        case "stream": 2
        default: 3
        }
      addParts(of: feature, layer, SceneLabel(.waterway, name: name, rank: rank), to: &lines)
    }
    addStretches(lines)
  }

  /// Names of streets, and numbers of roads.
  private mutating func addStreetNames(_ layer: VectorLayer, kinds: [String]) {
    let tags = NameReader(layer, language: language)
    let kindKeys = kinds.map { layer.keyIndex($0) }
    let refKey = layer.keyIndex("ref") ?? layer.keyIndex("shield_text")
    var lines = NamedLines()
    for feature in layer.features where feature.geometry == .line {
      let name = tags.name(feature)
      let ref = tags.string(feature, refKey).flatMap(Self.shield)
      guard name != nil || ref != nil,
        let rank = kindKeys.lazy.compactMap({ key in
          tags.string(feature, key).flatMap { Self.streetRanks[$0] }
        }).first
      else { continue }
      if let name {
        addParts(of: feature, layer, SceneLabel(.street, name: name, rank: rank), to: &lines)
      }
      if let ref, rank <= 4 {
        addParts(of: feature, layer, SceneLabel(.shield, name: ref, rank: rank), to: &lines)
      }
    }
    addStretches(lines)
  }

  /// The first number, if it is short enough for a shield.
  private static func shield(_ ref: String) -> String? {
    guard let first = ref.split(whereSeparator: { $0 == ";" || $0 == "/" }).first else {
      return nil
    }
    let text = first.filter { $0 != " " }
    return text.isEmpty || text.count > 6 ? nil : text
  }

  /// How minor a street is. Railways and what is planned have no name on the map.
  private static let streetRanks: [String: UInt8] = [
    "motorway": 0, "highway": 0, "trunk": 1, "primary": 2, "major_road": 2, "secondary": 3,
    "medium_road": 3, "tertiary": 4, "minor": 5, "minor_road": 5, "residential": 5,
    "unclassified": 5, "street": 5, "living_street": 6, "pedestrian": 6, "service": 7,
    "track": 8, "ferry": 7, "path": 9, "footway": 9, "cycleway": 9, "steps": 9, "bridleway": 9,
  ]

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

/// Lines gathered by the name they have.
struct NamedLines {
  fileprivate var labels: [SceneLabel] = []
  fileprivate var lines: [[[PlanePoint]]] = []
  private var numbers: [UInt64: Int] = [:]

  /// Adds a line; of all lines of a name the most important gives the rank.
  mutating func add(_ line: [PlanePoint], _ label: SceneLabel) {
    if let number = numbers[label.nameHash] {
      labels[number].rank = min(labels[number].rank, label.rank)
      lines[number].append(line)
    } else {
      numbers[label.nameHash] = labels.count
      labels.append(label)
      lines.append([line])
    }
  }
}

extension SceneCompiler {
  /// Straight stretches kept of each name in a tile.
  private static let stretchesPerName = 3

  private mutating func addParts(
    of feature: VectorFeature, _ layer: VectorLayer, _ label: SceneLabel, to lines: inout NamedLines
  ) {
    for part in feature.parts {
      load(layer, part: Int(part))
      if plane.count > 1 { lines.add(plane, label) }
    }
  }

  private mutating func addStretches(_ lines: NamedLines) {
    for (label, parts) in zip(lines.labels, lines.lines) {
      for stretch in LineStretches.longest(parts, limit: Self.stretchesPerName) {
        var label = label
        let middle = (stretch.start + stretch.end) / 2
        guard middle.x < SquareClipper.limit, middle.y < SquareClipper.limit else { continue }
        label.point = ScenePoint(x: Int16(middle.x), y: Int16(middle.y))
        let reach = (stretch.end - stretch.start) / 2
        label.reach = ScenePoint(x: Int16(reach.x), y: Int16(reach.y))
        // The longer first, within a rank.
        label.weight =
          Float(label.rank) + 0.9 - 0.9 * Float(min(stretch.length / SquareClipper.limit, 1))
        labels.append(label)
      }
    }
  }

  /// Adds a name at the middle point of a feature's first part; a name just outside belongs to the
  /// next tile.
  private mutating func addLabel(
    _ label: SceneLabel, _ layer: VectorLayer, _ feature: VectorFeature
  ) {
    guard let part = feature.parts.first else { return }
    load(layer, part: Int(part))
    let limit = SquareClipper.limit
    guard !plane.isEmpty else { return }
    let point = plane[feature.geometry == .point ? 0 : plane.count / 2]
    guard point.x >= 0, point.y >= 0, point.x < limit, point.y < limit else { return }
    var label = label
    label.point = ScenePoint(x: Int16(point.x), y: Int16(point.y))
    labels.append(label)
  }
}
