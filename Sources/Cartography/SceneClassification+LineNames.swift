import Tiles

/// Names along lines: streets, the numbers of roads, and waters.
extension SceneCompiler {
  mutating func addWaterwayNames(_ layer: VectorLayer) {
    let tags = NameReader(layer, language: language)
    let classKey = layer.keyIndex("class")
    let brunnelKey = layer.keyIndex("brunnel")
    var lines = NamedLines()
    for feature in layer.features where feature.geometry == .line {
      // What runs under the ground is not drawn.
      guard tags.string(feature, brunnelKey) != "tunnel", let name = tags.name(feature) else {
        continue
      }
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
  mutating func addStreetNames(_ layer: VectorLayer, kinds: [String]) {
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
        add(label)
      }
    }
  }
}
