import Geodesy
import Tiles

@testable import Cartography

/// A town that does not exist, with one of everything a street map has, as tiles of the OpenMapTiles
/// schema: what views of streets are judged by where no real tiles are at hand.
///
/// Places are metres east and south of the middle of the town.
struct Town {
  static let center = Coordinate(latitude: 47, longitude: 9)
  static let zooms = 0...14

  private struct Feature {
    var layer: String
    var geometry: VectorFeature.Geometry
    var parts: [[(Double, Double)]]
    var tags: [String: TileValue]
    var zoom: Int
  }

  private var features: [Feature] = []

  init() {
    addGround()
    addWater()
    addRoads()
    addStreets()
    addBuildings()
    addNames()
  }

  private mutating func add(
    _ layer: String, _ geometry: VectorFeature.Geometry, from zoom: Int,
    _ parts: [[(Double, Double)]], _ tags: [String: TileValue]
  ) {
    features.append(
      Feature(layer: layer, geometry: geometry, parts: parts, tags: tags, zoom: zoom))
  }

  private typealias Part = [(Double, Double)]

  private static func box(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> [(Double, Double)]
  {
    [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
  }

  private mutating func addGround() {
    func ground(_ layer: String, _ kind: String, _ zoom: Int, _ part: [(Double, Double)]) {
      add(layer, .polygon, from: zoom, [part], ["class": .string(kind)])
    }
    ground("landcover", "wood", 7, [(1500, -4000), (6000, -4500), (6000, 4000), (2300, 3000)])
    ground("landcover", "grass", 9, Self.box(-5000, 1800, 3000, 1500))
    ground("landcover", "farmland", 10, Self.box(-6000, -3500, 2500, 3000))
    ground(
      "landuse", "residential", 10, [(-1400, -1000), (1300, -1100), (1200, 900), (-1200, 1000)])
    ground("landuse", "industrial", 11, Self.box(-3000, -600, 1200, 800))
    ground("landuse", "cemetery", 12, Self.box(900, 400, 250, 200))
    add(
      "park", .polygon, from: 12, [Self.box(-300, -500, 420, 280)],
      ["class": .string("public_park"), "name": .string("Stadtpark")])
  }

  private mutating func addWater() {
    // A lake with an island, and a river out of it.
    add(
      "water", .polygon, from: 6,
      [
        [(-900, 1500), (800, 1450), (1400, 2600), (200, 3400), (-1200, 2700)],
        [(0, 2100), (-60, 2350), (260, 2400), (300, 2150)],
      ], ["class": .string("lake")])
    add(
      "waterway", .line, from: 9,
      [[(-100, 1500), (-160, 900), (-420, 300), (-380, -400), (-900, -1400), (-1200, -4000)]],
      ["class": .string("river"), "name": .string("Mühlach")])
    add(
      "waterway", .line, from: 13, [[(2400, -2500), (1300, -1500), (-500, -1100)]],
      ["class": .string("stream"), "name": .string("Tobelbach")])
  }

  private mutating func addRoads() {
    func road(
      _ kind: String, _ zoom: Int, _ part: [(Double, Double)], _ tags: [String: TileValue] = [:],
      name: String? = nil, ref: String? = nil
    ) {
      add(
        "transportation", .line, from: zoom, [part], ["class": .string(kind)].merging(tags) { $1 })
      guard name != nil || ref != nil else { return }
      var names: [String: TileValue] = ["class": .string(kind)]
      if let name { names["name"] = .string(name) }
      if let ref {
        names["ref"] = .string(ref)
        names["ref_length"] = .integer(Int64(ref.utf8.count))
      }
      add("transportation_name", .line, from: max(zoom, 8), [part], names)
    }
    for lane in [0.0, 22] {
      road(
        "motorway", 4,
        [(-6000, -1900 + lane), (-2500, -1700 + lane), (1200, -1900 + lane), (6000, -2600 + lane)],
        ["oneway": .integer(1)], ref: "A1")
    }
    road("trunk", 5, [(-2500, -1700), (-2300, 600), (-3000, 4000)], ref: "T7")
    road(
      "primary", 7, [(-6000, 200), (-1400, 60), (-380, 0), (900, -40), (2000, 500), (6000, 800)],
      name: "Hauptstrasse", ref: "16")
    road(
      "primary", 7, [(-430, -10), (-330, 2)], ["brunnel": .string("bridge")])
    road(
      "secondary", 9, [(200, -4000), (150, -1100), (40, -10), (260, 900), (900, 1450)],
      name: "Seestrasse", ref: "403")
    road("secondary", 9, [(900, 1450), (2300, 1900)], ["brunnel": .string("tunnel")])
    road(
      "tertiary", 11, [(-1200, -900), (1200, -980), (1150, 850), (-1100, 930), (-1200, -900)],
      name: "Ringstrasse")
    add(
      "transportation", .line, from: 8, [[(-6000, 420), (-1500, 330), (1100, 380), (6000, 1500)]],
      ["class": .string("rail"), "subclass": .string("rail")])
    for track in [30.0, 60] {
      add(
        "transportation", .line, from: 13, [[(-600, 330 + track), (500, 350 + track)]],
        ["class": .string("rail"), "subclass": .string("rail"), "service": .string("yard")])
    }
    add(
      "transportation", .line, from: 13, [[(-1100, 70), (-380, 12), (900, -28)]],
      ["class": .string("transit"), "subclass": .string("tram")])
    add(
      "transportation", .line, from: 11, [[(0, 1520), (100, 3300)]],
      ["class": .string("ferry")])
    add(
      "boundary", .line, from: 3, [[(3500, -6000), (3200, -800), (3900, 6000)]],
      ["admin_level": .integer(2)])
    add(
      "boundary", .line, from: 11,
      [[(-6000, -1200), (-1700, -1250), (1800, -1300), (3000, -1700)]],
      ["admin_level": .integer(8)])
    add(
      "aeroway", .line, from: 10, [[(-5600, -2900), (-4000, -2500)]], ["class": .string("runway")])
  }

  /// A grid of streets, some with a name, and lanes between the blocks.
  private mutating func addStreets() {
    for index in -5...5 {
      let at = Double(index) * 190
      let names = ["Gartenweg", "Lindenstrasse", "Bahnhofstrasse", "Schulgasse", "Marktgasse"]
      let name = names[(index + 5) % names.count]
      addStreet([(at, -880), (at + 25, 860)], "\(name) \(index + 6)")
      addStreet([(-1050, at * 0.8), (1050, at * 0.8 - 30)], name)
      add(
        "transportation", .line, from: 14, [[(at + 95, -300), (at + 95, -230), (at + 130, -230)]],
        ["class": .string("service")])
    }
    add(
      "transportation", .line, from: 13, [[(1200, -600), (2600, -300), (3400, 900)]],
      ["class": .string("track")])
    add(
      "transportation", .line, from: 13,
      [[(-280, -480), (-90, -360), (100, -240)], [(-90, -360), (90, -480)]],
      ["class": .string("path"), "subclass": .string("footway")])
  }

  private mutating func addStreet(_ part: Part, _ name: String) {
    add(
      "transportation", .line, from: 13, [part],
      ["class": .string("minor"), "subclass": .string("residential")])
    add(
      "transportation_name", .line, from: 13, [part],
      ["class": .string("minor"), "name": .string(name)])
  }

  private mutating func addBuildings() {
    for column in -5..<5 {
      for row in -4..<4 {
        let x = Double(column) * 190 + 30
        let y = Double(row) * 152 + 24
        add(
          "building", .polygon, from: 13,
          [
            Self.box(x, y, 60, 34), Self.box(x + 80, y, 40, 90),
            [
              (x, y + 60), (x + 50, y + 60), (x + 50, y + 80), (x + 25, y + 80), (x + 25, y + 110),
              (x, y + 110),
            ],
          ], ["render_height": .integer(9)])
      }
    }
  }

  private mutating func addNames() {
    func place(_ name: String, _ kind: String, _ zoom: Int, _ rank: Int, _ x: Double, _ y: Double) {
      add(
        "place", .point, from: zoom, [[(x, y)]],
        ["class": .string(kind), "name": .string(name), "rank": .integer(Int64(rank))])
    }
    place("Seewil", "town", 6, 9, 0, 0)
    place("Oberdorf", "village", 10, 11, 1900, 900)
    place("Altstadt", "suburb", 12, 12, -150, 150)
    place("Im Moos", "hamlet", 13, 14, -3800, 2400)
    func point(
      _ layer: String, _ kind: String, _ zoom: Int, _ name: String, _ x: Double, _ y: Double,
      _ tags: [String: TileValue] = [:]
    ) {
      add(
        layer, .point, from: zoom, [[(x, y)]],
        ["class": .string(kind), "name": .string(name)].merging(tags) { $1 })
    }
    point("water_name", "lake", 9, "Blausee", 100, 2700)
    point("mountain_peak", "peak", 11, "Hochwart", 4600, -800, ["ele": .integer(1843)])
    point(
      "poi", "railway", 12, "Seewil", 60, 345,
      ["subclass": .string("station"), "rank": .integer(1)])
    let stops = [
      ("Rathaus", -200.0, 0.0), ("Rathaus", -180, 14), ("Brücke", -400, 14), ("Post", 420, -10),
    ]
    for (index, stop) in stops.enumerated() {
      point(
        "poi", "bus", 14, stop.0, stop.1, stop.2,
        ["subclass": .string("bus_stop"), "rank": .integer(Int64(20 + index))])
    }
    let kinds = [
      ("hospital", "Spital"), ("fuel", "Tankstelle"), ("restaurant", "Zum Löwen"),
      ("shop", "Laden"),
      ("school", "Schule"), ("parking", "Parkhaus"), ("campsite", "Camping See"),
      ("pharmacy", "Apotheke"),
    ]
    for (index, kind) in kinds.enumerated() {
      point(
        "poi", kind.0, 14, kind.1, Double(index) * 230 - 800, Double(index % 3) * 260 - 300,
        ["subclass": .string(kind.0), "rank": .integer(Int64(index + 2))])
    }
    for number in 1...6 {
      add(
        "housenumber", .point, from: 14, [[(Double(number) * 30 - 90, 30)]],
        ["housenumber": .string("\(number)")])
    }
  }
}

extension Town {
  /// The tile of an address; nil where the town has nothing.
  func tile(_ id: TileID) -> VectorTile? {
    let world = Double(1 << id.z)
    let middle = WebMercator.project(Self.center)
    let metersPerWorld = 40_075_016.686 * cosineOfCenter
    var maker = TileMaker()
    var isEmpty = true
    for feature in features where feature.zoom <= id.z {
      let parts = feature.parts.map { part in
        part.map { x, y in
          (
            Int((((middle.x + x / metersPerWorld) * world - Double(id.x)) * 4096).rounded()),
            Int((((middle.y + y / metersPerWorld) * world - Double(id.y)) * 4096).rounded())
          )
        }
      }
      // As writers of tiles do: what lies outside the tile and its buffer is not in it.
      let points = parts.joined()
      guard points.contains(where: { $0.0 > -64 }), points.contains(where: { $0.0 < 4160 }),
        points.contains(where: { $0.1 > -64 }), points.contains(where: { $0.1 < 4160 })
      else { continue }
      isEmpty = false
      maker.add(feature.layer, feature.geometry, parts, feature.tags)
    }
    return isEmpty ? nil : maker.tile
  }

  private var cosineOfCenter: Double { 0.681_998_360_062_498_5 }

  /// All tiles of the town, at hand at once. Beside it is nothing.
  static func shelf() -> TileShelf {
    let town = Town()
    let shelf = TileShelf(.vector, zooms: zooms)
    let middle = WebMercator.project(center)
    for z in zooms {
      let side = Double(1 << z)
      // 8 km around.
      let reach = 8000 / (40_075_016.686 * 0.682) * side
      let columns = Int(middle.x * side - reach)...Int(middle.x * side + reach)
      let rows = Int(middle.y * side - reach)...Int(middle.y * side + reach)
      for x in columns {
        for y in rows {
          let id = TileID(z: z, x: x, y: y)
          if let tile = town.tile(id) { shelf.tiles[id] = .ready(.vector(tile)) }
        }
      }
    }
    return shelf
  }
}
