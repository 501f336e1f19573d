/// What kind of thing a point of interest is, and the sign it has on the map: one column wide, and
/// in the fonts terminals use.
enum PointOfInterest: UInt8, CaseIterable, Sendable {
  case none
  case hospital, alpineHut, shelter, harbour, lighthouse, castle, attraction
  case campsite, fuel, museum, townHall, police, fire, viewpoint, monument
  case school, library, worship, lodging, pharmacy, post, water, toilets, parking, theatre
  case sports, market, bank, restaurant, cafe, bar, shop, other
  case railwayStation, ferryTerminal, undergroundStation, tramStop, busStop

  var glyph: Unicode.Scalar {
    switch self {
    case .none, .other: "·"
    case .hospital: "✚"
    case .alpineHut: "⌂"
    case .shelter: "∩"
    case .harbour, .ferryTerminal: "♆"
    case .lighthouse: "☼"
    case .castle: "♜"
    case .attraction: "★"
    case .campsite: "△"
    case .fuel: "F"
    case .museum: "∏"
    case .townHall: "⚑"
    case .police, .fire: "!"
    case .viewpoint: "◎"
    case .monument: "♟"
    case .school: "⌘"
    case .library: "≡"
    case .worship: "†"
    case .lodging: "⊞"
    case .pharmacy: "⊕"
    case .post: "✉"
    case .water: "≈"
    case .toilets: "t"
    case .parking: "P"
    case .theatre: "♪"
    case .sports: "○"
    case .market, .shop: "▫"
    case .bank: "¤"
    case .restaurant: "Ψ"
    case .cafe: "c"
    case .bar: "Y"
    case .railwayStation, .undergroundStation: "▣"
    case .tramStop, .busStop: "◦"
    }
  }

  var asciiGlyph: Unicode.Scalar {
    switch self {
    case .hospital, .pharmacy: "H"
    case .alpineHut, .shelter: "n"
    case .harbour, .ferryTerminal: "J"
    case .lighthouse, .attraction, .viewpoint: "*"
    case .castle, .museum, .townHall, .monument: "M"
    case .campsite: "A"
    case .fuel: "F"
    case .police, .fire: "!"
    case .worship: "t"
    case .lodging: "L"
    case .post: "@"
    case .water: "w"
    case .toilets: "T"
    case .parking: "P"
    case .bank, .shop, .market: "$"
    case .restaurant, .cafe, .bar: "Y"
    case .railwayStation, .undergroundStation: "#"
    case .tramStop, .busStop: "o"
    case .none, .other, .school, .library, .theatre, .sports: "."
    }
  }

  /// Smaller is more wanted: 0 is what someone outdoors looks for, or sees from afar.
  var rank: UInt8 {
    switch self {
    case .railwayStation, .ferryTerminal: 0
    case .undergroundStation: 1
    case .tramStop: 2
    case .busStop: 3
    case .hospital, .alpineHut, .harbour, .lighthouse, .castle: 0
    case .attraction, .campsite, .fuel, .museum, .townHall, .shelter, .theatre: 1
    case .police, .fire, .viewpoint, .library, .worship, .lodging, .pharmacy, .post, .market: 2
    case .school, .water, .parking, .monument, .restaurant, .cafe, .bar, .sports: 3
    case .bank, .toilets, .shop: 4
    case .none, .other: 5
    }
  }

  var isStation: Bool { rawValue >= Self.railwayStation.rawValue }

  /// Whether the sign says something without a name.
  var needsNoName: Bool {
    switch self {
    case .hospital, .alpineHut, .shelter, .harbour, .lighthouse, .campsite, .fuel, .viewpoint,
      .pharmacy, .water, .toilets, .parking, .post:
      true
    default: false
    }
  }

  /// The kind that the tags of OpenMapTiles or Protomaps tell; the more exact first.
  init(subclass: String?, class poiClass: String?) {
    self = subclass.flatMap { Self.kinds[$0] } ?? poiClass.flatMap { Self.kinds[$0] } ?? .other
  }

  /// OpenStreetMap's values as they come in `subclass`, `class` or `kind`.
  private static let kinds: [String: PointOfInterest] = {
    let names: [(PointOfInterest, String)] = [
      (.hospital, "hospital clinic"), (.alpineHut, "alpine_hut wilderness_hut"),
      (.shelter, "shelter"), (.harbour, "harbor harbour marina"),
      (.ferryTerminal, "ferry_terminal"), (.lighthouse, "lighthouse"), (.castle, "castle fort"),
      (.attraction, "attraction theme_park zoo aquarium"),
      (.campsite, "campsite camp_site caravan_site"), (.fuel, "fuel charging_station"),
      (.museum, "museum gallery art_gallery"), (.townHall, "town_hall townhall courthouse embassy"),
      (.police, "police"), (.fire, "fire_station"), (.viewpoint, "viewpoint"),
      (.monument, "monument memorial ruins archaeological_site artwork"),
      (.school, "school college university kindergarten"), (.library, "library"),
      (.worship, "place_of_worship"), (.lodging, "lodging hotel hostel motel guest_house"),
      (.pharmacy, "pharmacy"), (.post, "post_office"), (.water, "drinking_water spring"),
      (.toilets, "toilets"), (.parking, "parking"), (.theatre, "theatre cinema arts_centre music"),
      (.sports, "stadium sports_centre golf ice_rink swimming swimming_pool swimming_area"),
      (.market, "marketplace grocery supermarket mall department_store"), (.bank, "bank"),
      (.restaurant, "restaurant fast_food"), (.cafe, "cafe ice_cream bakery"),
      (.bar, "bar pub beer biergarten nightclub"),
      (.shop, "shop clothing_store alcohol_shop books convenience clothes"),
      (.railwayStation, "station halt railway train_station"),
      (.undergroundStation, "subway"), (.tramStop, "tram_stop"),
      (.busStop, "bus bus_stop bus_station"),
    ]
    return names.reduce(into: [:]) { table, entry in
      for name in entry.1.split(separator: " ") { table[String(name)] = entry.0 }
    }
  }()
}
