import Geodesy

#if canImport(Glibc)
  import Glibc
#endif

/// A name and where it belongs.
struct SceneLabel: Sendable {
  var labelClass: LabelClass
  /// Decides from which zoom on it is named.
  var rank: UInt8
  var kind = PointOfInterest.none
  /// The place; of a line the middle of a straight stretch of it.
  var point = ScenePoint(x: 0, y: 0)
  /// From the middle of the stretch to its end; 0, 0 for what is no line.
  var reach = ScenePoint(x: 0, y: 0)
  /// Of a place where a large thing may be named again, how far these stand apart: 2^(-step/2) of the
  /// world's width. -1 for the label itself.
  var step: Int8 = -1
  /// How many live there; 0 when not known.
  var population: UInt32 = 0
  /// Square kilometres; 0 when not known.
  var area: Float = 0
  /// How important it is within its class: smaller is more.
  var weight: Float
  /// Text from outside, as it came; may be empty for points of interest.
  var name: String
  /// The same name of the same group of classes has the same hash in every tile.
  var nameHash: UInt64
  /// The same of a place's English name, which sources that use other languages have too.
  var englishHash: UInt64 = 0

  init(_ labelClass: LabelClass, name: String, rank: UInt8) {
    self.labelClass = labelClass
    self.rank = rank
    self.name = name
    weight = Float(rank)
    nameHash = Self.hash(name, labelClass)
  }

  static func hash(_ name: String, _ labelClass: LabelClass) -> UInt64 {
    let start: UInt64 = 0xcbf2_9ce4_8422_2325 ^ labelClass.group.rawValue
    return name.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// Makes a place count as much by how many live there as by its rank.
  mutating func weigh(population: Int) {
    guard population > 0 else { return }
    self.population = UInt32(clamping: population)
    // Ten million are rank 0, a million rank 3, a hundred thousand rank 6.
    let byPopulation = min(max(3 * (7 - log10(Double(population))), 0), 12)
    weight = (Float(rank) + Float(byPopulation)) / 2
  }
}

extension SceneLabel {
  /// Whether the thing has a label elsewhere, and may be named here where that is far.
  var isRepeat: Bool { step >= 0 }

  /// Whether it is a town of whatever size.
  var isTown: Bool {
    switch labelClass {
    case .capital, .stateCapital, .city, .town, .village: true
    default: false
    }
  }

  var isLine: Bool { reach != ScenePoint(x: 0, y: 0) }

  /// Bytes the name takes outside of the label itself; short ones take none.
  var heapBytes: Int { name.utf8.count > 15 ? name.utf8.count + 33 : 0 }
}

extension LabelClass {
  /// Classes of things that may be one and the same.
  enum Group: UInt64 { case place, water, street, shield, other }

  var group: Group {
    switch self {
    case .capital, .stateCapital, .city, .town, .village, .suburb, .locality, .country, .state:
      .place
    case .sea, .lake, .waterway: .water
    // Stops go by the name of their street.
    case .street, .station: .street
    case .shield: .shield
    case .peak, .airport, .park, .poi: .other
    }
  }

  /// How long the pieces of a line are that are named each, in columns and rows of a window: so that
  /// it holds one of them.
  static func lineLength(in viewport: MapViewport) -> (columns: Int, rows: Int) {
    let columns = min(max(viewport.columns * 5 / 8, 40), 80)
    return (columns, columns * 3 / 8)
  }

  /// Within how many columns and rows of a stretch of a line that is in the same tile and comes
  /// before it another has no name of its own: most of a small screen. All stretches of a tile are at hand
  /// wherever the view is, so that this may be farther than `reach`.
  static let lineReach = (columns: 48, rows: 20)

  /// Within how many columns and rows of a placed name of the same group the same name says nothing
  /// new. Mostly no more than names outside the view take part, or what comes into view would change
  /// what is there.
  func reach(to other: LabelClass) -> (columns: Int, rows: Int) {
    switch self {
    case .street where other == .station: return (24, 8)
    case .station where other == .street: return (24, 8)
    // A province is large, and named after a city that may lie anywhere in it.
    case .state: return (64, 24)
    case .capital, .stateCapital, .city, .town, .village, .country, .peak, .airport:
      return (16, 6)
    case .lake, .park: return (60, 24)
    case .suburb, .locality, .station, .waterway, .street, .shield: return (32, 12)
    case .sea, .poi: return (24, 8)
    }
  }
}
