import Tiles

/// What the values of `class`, `subclass` and `kind` mean for lines and areas.
/// (openmaptiles.org/schema, docs.protomaps.com/basemaps/layers.)
enum GroundClasses {
  /// A street for those on foot, with a name as others have.
  static let pedestrian = SceneLine.Kind(lineClass: .street, rank: 1)

  /// Roads and railways. What is not here, such as platforms and roads being built, is not drawn.
  static let roads: [String: SceneLine.Kind] = [
    "motorway": .init(lineClass: .motorway), "trunk": .init(lineClass: .trunk),
    "primary": .init(lineClass: .primary), "secondary": .init(lineClass: .secondary),
    "tertiary": .init(lineClass: .tertiary), "minor": .init(lineClass: .street),
    "street": .init(lineClass: .street), "residential": .init(lineClass: .street),
    "unclassified": .init(lineClass: .street), "living_street": .init(lineClass: .street),
    "minor_road": .init(lineClass: .street), "major_road": .init(lineClass: .secondary),
    "highway": .init(lineClass: .motorway), "busway": .init(lineClass: .service),
    "service": .init(lineClass: .service), "raceway": .init(lineClass: .service),
    "track": .init(lineClass: .track), "path": .init(lineClass: .path),
    "pedestrian": pedestrian, "footway": .init(lineClass: .path, rank: 1),
    "cycleway": .init(lineClass: .path, rank: 1), "bridleway": .init(lineClass: .path, rank: 1),
    "steps": .init(lineClass: .path, rank: 1), "pier": .init(lineClass: .path),
    "rail": .init(lineClass: .rail), "narrow_gauge": .init(lineClass: .rail, rank: 1),
    "funicular": .init(lineClass: .lightRail), "transit": .init(lineClass: .lightRail),
    "light_rail": .init(lineClass: .lightRail), "tram": .init(lineClass: .lightRail),
    "monorail": .init(lineClass: .lightRail), "subway": .init(lineClass: .lightRail, rank: 1),
    "ferry": .init(lineClass: .ferry), "aerialway": .init(lineClass: .cableway),
    "cable_car": .init(lineClass: .cableway), "gondola": .init(lineClass: .cableway),
    "chair_lift": .init(lineClass: .cableway),
  ]

  /// The class of a slip road is the one below that of its road.
  static func ramp(_ lineClass: LineClass) -> LineClass {
    switch lineClass {
    case .motorway: .trunk
    case .trunk: .primary
    case .primary: .secondary
    case .secondary: .tertiary
    case .tertiary: .street
    default: lineClass
    }
  }

  static let waterways: [String: SceneLine.Kind] = [
    "river": .init(lineClass: .river), "canal": .init(lineClass: .stream),
    "stream": .init(lineClass: .stream, rank: 2), "drain": .init(lineClass: .stream, rank: 4),
    "ditch": .init(lineClass: .stream, rank: 5),
  ]

  static let runways: [String: SceneLine.Kind] = [
    "runway": .init(lineClass: .runway), "taxiway": .init(lineClass: .runway, rank: 5),
  ]

  /// Landcover and landuse, by subclass first, then by class.
  static let land: [String: AreaClass] = [
    "ice": .ice, "glacier": .ice, "ice_shelf": .ice,
    "wood": .wood, "forest": .wood,
    "grass": .grass, "grassland": .grass, "meadow": .grass, "heath": .grass, "scrub": .grass,
    "farmland": .farmland, "orchard": .farmland, "vineyard": .farmland, "farm": .farmland,
    "wetland": .wetland, "marsh": .wetland, "swamp": .wetland, "bog": .wetland,
    "sand": .sand, "beach": .sand, "dune": .sand,
    "rock": .rock, "bare_rock": .rock, "scree": .rock, "barren": .rock,
    "residential": .residential, "suburb": .residential, "neighbourhood": .residential,
    "quarter": .residential, "urban_area": .residential,
    "industrial": .industrial, "commercial": .industrial, "retail": .industrial,
    "railway": .industrial, "garages": .industrial, "quarry": .industrial,
    "bus_station": .industrial, "military": .industrial,
    "school": .campus, "university": .campus, "college": .campus, "hospital": .campus,
    "kindergarten": .campus, "library": .campus,
    "park": .park, "garden": .park, "village_green": .park, "recreation_ground": .park,
    "golf_course": .park, "cemetery": .park, "pitch": .park, "playground": .park,
    "stadium": .park, "zoo": .park, "theme_park": .park,
    "aerodrome": .aerodrome, "airfield": .aerodrome, "pedestrian": .plaza,
  ]
}
