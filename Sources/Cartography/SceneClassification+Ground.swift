import Tiles

/// Areas and lines.
extension SceneCompiler {
  /// Tiles that have shores as lines need none from the edges of their water. Some have rivers as
  /// lines among the water.
  mutating func addWater(_ layer: VectorLayer) {
    var tags = FeatureTags(layer)
    let sea = tags.add(["class", "kind"]) { $0.string == "ocean" ? 1 : 0 }
    let rank = tags.add(["rank"], Self.number)
    let hidden = tags.add(["brunnel"], Self.isTunnel)
    let isMixed = layer.features.contains { $0.geometry == .line }
    for feature in layer.features {
      tags.read(feature)
      if tags.codes[hidden] != 0 { continue }
      if tags.codes[sea] != 0 {
        addArea(layer, feature, .sea, outline: hasShores ? nil : .shore, rank: 0)
      } else {
        addArea(
          layer, feature, .lake, outline: hasShores ? nil : .lakeShore, rank: tags.codes[rank])
      }
    }
    if isMixed { addWaterways(layer) }
  }

  mutating func addLand(_ layer: VectorLayer) {
    var tags = FeatureTags(layer)
    let subclass = tags.add(["subclass"], Self.land)
    let ground = tags.add(["class", "kind"], Self.land)
    for feature in layer.features where feature.geometry == .polygon {
      tags.read(feature)
      let code = tags.codes[subclass] != 0 ? tags.codes[subclass] : tags.codes[ground]
      guard code > 0, let areaClass = AreaClass(rawValue: code - 1) else { continue }
      addArea(layer, feature, areaClass, outline: nil, rank: 0)
    }
  }

  mutating func addBuildings(_ layer: VectorLayer) {
    for feature in layer.features {
      addArea(layer, feature, .building, outline: nil, rank: 0)
    }
  }

  mutating func addCoastline(_ layer: VectorLayer) {
    var tags = FeatureTags(layer)
    let lake = tags.add(["class"]) { $0.string == "lake" ? 1 : 0 }
    for feature in layer.features {
      tags.read(feature)
      let lineClass: LineClass = tags.codes[lake] != 0 ? .lakeShore : .shore
      addLines(layer, feature, SceneLine.Kind(lineClass: lineClass), isOutline: true)
    }
  }

  mutating func addWaterways(_ layer: VectorLayer) {
    var tags = FeatureTags(layer)
    let kinds = KindList.waterways
    let kind = tags.add(["class", "kind"], kinds.code)
    let rank = tags.add(["rank"], Self.number)
    let hidden = tags.add(["brunnel"], Self.isTunnel)
    let dry = tags.add(["intermittent"], Self.number)
    for feature in layer.features where feature.geometry == .line {
      tags.read(feature)
      guard tags.codes[hidden] == 0, var kind = kinds[tags.codes[kind]] else { continue }
      // Waters that fall dry are a little less.
      kind.rank = max(kind.rank, tags.codes[rank]) + (tags.codes[dry] != 0 ? 1 : 0)
      addLines(layer, feature, kind)
    }
  }

  mutating func addBoundaries(_ layer: VectorLayer) {
    var tags = FeatureTags(layer)
    let level = tags.add(["admin_level", "kind_detail"], Self.number)
    let disputed = tags.add(["disputed"], Self.number)
    let maritime = tags.add(["maritime"], Self.number)
    // The atlas ranks its borders.
    let rank = tags.add(layer.name == "boundary" ? ["rank", "min_zoom"] : [], Self.number)
    for feature in layer.features {
      tags.read(feature)
      if tags.codes[maritime] != 0 { continue }
      var kind: SceneLine.Kind
      switch tags.codes[level] {
      case ...2:
        kind = .init(lineClass: tags.codes[disputed] != 0 ? .disputedBorder : .countryBorder)
      case 3, 4: kind = .init(lineClass: .stateBorder)
      // Counties, then municipalities, then their parts.
      case let level: kind = .init(lineClass: .localBorder, rank: min(level - 5, 9))
      }
      kind.rank = max(kind.rank, tags.codes[rank])
      addLines(layer, feature, kind)
    }
  }

  mutating func addRoads(_ layer: VectorLayer) {
    var tags = FeatureTags(layer)
    let kinds = KindList.roads
    let detail = tags.add(["subclass", "kind_detail"], kinds.code)
    let general = tags.add(["class", "kind"], kinds.code)
    let hidden = tags.add(["brunnel"], Self.isTunnel)
    let tunnel = tags.add(["is_tunnel"], Self.number)
    let ramp = tags.add(["ramp", "is_link"], Self.number)
    let siding = tags.add(["service"]) { $0.string?.isEmpty == false ? 1 : 0 }
    let usesDetail = layer.name == "roads"
    for feature in layer.features {
      tags.read(feature)
      // OpenMapTiles' subclass tells kinds of paths and rails apart, and other things for roads.
      let base = kinds[tags.codes[general]]
      let isRefined = usesDetail || base?.lineClass == .path || base?.lineClass == .lightRail
      guard var kind = isRefined ? kinds[tags.codes[detail]] ?? base : base else { continue }
      if feature.geometry == .polygon {
        addArea(layer, feature, .plaza, outline: nil, rank: 0)
        continue
      }
      let isForFeet =
        kind.lineClass == .path || kind.lineClass == .service || kind == GroundClasses.pedestrian
      kind.isTunnel = tags.codes[hidden] != 0 || tags.codes[tunnel] != 0
      if kind.isTunnel, isForFeet { continue }
      if kind.isTunnel, kind.lineClass == .lightRail { kind.rank += 6 }
      if tags.codes[ramp] != 0 { kind.lineClass = GroundClasses.ramp(kind.lineClass) }
      if tags.codes[siding] != 0 { kind.rank += 5 }
      addLines(layer, feature, kind)
    }
  }

  mutating func addAeroways(_ layer: VectorLayer) {
    var tags = FeatureTags(layer)
    let kinds = KindList.runways
    let kind = tags.add(["class", "kind"], kinds.code)
    for feature in layer.features {
      tags.read(feature)
      if feature.geometry == .polygon {
        addArea(layer, feature, .aerodrome, outline: nil, rank: 0)
      } else if let kind = kinds[tags.codes[kind]] {
        addLines(layer, feature, kind)
      }
    }
  }

  private static func land(_ value: TileValue) -> UInt8 {
    value.string.flatMap { GroundClasses.land[$0] }.map { $0.rawValue + 1 } ?? 0
  }

  private static func isTunnel(_ value: TileValue) -> UInt8 { value.string == "tunnel" ? 1 : 0 }

  /// A small number; also one written as text, or truth as 1.
  private static func number(_ value: TileValue) -> UInt8 {
    UInt8(clamping: min(value.writtenInteger ?? 0, 200))
  }
}

/// The kinds of a table by number, 0 for none.
private struct KindList {
  static let roads = KindList(GroundClasses.roads)
  static let waterways = KindList(GroundClasses.waterways)
  static let runways = KindList(GroundClasses.runways)

  private let kinds: [SceneLine.Kind]
  private let numbers: [String: UInt8]

  init(_ table: [String: SceneLine.Kind]) {
    let names = table.keys.sorted()
    kinds = names.compactMap { table[$0] }
    numbers = Dictionary(
      uniqueKeysWithValues: names.enumerated().map { ($1, UInt8($0 + 1)) })
  }

  func code(_ value: TileValue) -> UInt8 { value.string.flatMap { numbers[$0] } ?? 0 }

  subscript(_ code: UInt8) -> SceneLine.Kind? { code == 0 ? nil : kinds[Int(code) - 1] }
}
