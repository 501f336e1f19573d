import CellGrid
import Testing
import Tiles

@testable import Cartography

@Suite struct LabelClassificationTests {
  typealias Tags = [String: TileValue]

  func labels(
    _ layer: String, _ tags: Tags, along line: [(Int, Int)] = [], language: String? = nil
  ) -> [SceneLabel] {
    var maker = TileMaker()
    if line.isEmpty {
      maker.add(layer, .point, [[(100, 100)]], tags)
    } else {
      maker.add(layer, .line, [line], tags)
    }
    let id = TileID(z: 0, x: 0, y: 0)
    return SceneCompiler.compile(maker.tile, source: id, target: id, language: language).labels
  }

  @Test(arguments: [
    ("place", ["class": "country"], LabelClass.country), ("place", ["class": "province"], .state),
    ("place", ["class": "town"], .town), ("place", ["class": "village"], .village),
    ("place", ["class": "neighbourhood"], .suburb), ("place", ["class": "hamlet"], .locality),
    ("water_name", ["class": "ocean"], .sea), ("water_name", ["class": "bay"], .sea),
    ("water_name", ["class": "lake"], .lake), ("park", ["class": "nature_reserve"], .park),
    ("mountain_peak", ["class": "peak"], .peak), ("aerodrome_label", ["class": "public"], .airport),
    ("poi", ["class": "railway", "subclass": "tram_stop"], .station),
    ("poi", ["class": "bus", "subclass": "bus_stop"], .station),
    ("poi", ["class": "hospital", "subclass": "hospital"], .poi),
    ("places", ["kind": "locality", "kind_detail": "city"], .city),
    ("places", ["kind": "neighbourhood"], .suburb), ("pois", ["kind": "hospital"], .poi),
    ("water", ["kind": "ocean"], .sea),
  ])
  func pointsAreToldApart(layer: String, tags: [String: String], labelClass: LabelClass) {
    let all = tags.mapValues(TileValue.string).merging(["name": .string("Name")]) { $1 }
    #expect(labels(layer, all).map(\.labelClass) == [labelClass])
  }

  @Test func capitalsAreToldApart() {
    func label(_ capital: Int) -> LabelClass? {
      labels(
        "place",
        ["class": .string("city"), "name": .string("A"), "capital": .integer(Int64(capital))]
      ).first?.labelClass
    }
    #expect(label(2) == .capital)
    #expect(label(4) == .stateCapital)
    #expect(label(6) == .city)
  }

  @Test func namesSayMoreWhereItHelps() {
    let peak = labels("mountain_peak", ["name": .string("Falknis"), "ele": .integer(2562)])
    #expect(peak.map(\.name) == ["Falknis 2562"])
    let airport = labels("aerodrome_label", ["name": .string("Zürich"), "iata": .string("ZRH")])
    #expect(airport.map(\.name) == ["Zürich ZRH"])
    let stop = labels(
      "poi", ["class": .string("bus"), "name": .string("Rautatientori, laituri 9")])
    #expect(stop.map(\.name) == ["Rautatientori"])
    let town = labels("poi", ["class": .string("bus"), "name": .string("Vaduz, Lettstrasse")])
    #expect(town.map(\.name) == ["Vaduz, Lettstrasse"])
  }

  @Test func aSignNeedsNoNameWhereItSaysEnough() {
    #expect(labels("poi", ["subclass": .string("drinking_water")]).map(\.kind) == [.water])
    #expect(labels("poi", ["subclass": .string("alpine_hut")]).map(\.kind) == [.alpineHut])
    #expect(labels("poi", ["subclass": .string("restaurant")]).isEmpty)
    #expect(labels("poi", ["subclass": .string("bollard")]).isEmpty)
    #expect(labels("poi", ["class": .string("bus")]).isEmpty)
  }

  @Test(arguments: PointOfInterest.allCases) func signsAreOneColumnWide(kind: PointOfInterest) {
    #expect(SafeText(String(kind.glyph)).columns == 1)
    #expect((0x21...0x7E).contains(kind.asciiGlyph.value))
  }

  @Test func aRoadHasANameAndANumber() {
    let road = labels(
      "transportation_name",
      ["class": .string("motorway"), "name": .string("Ring"), "ref": .string("A 13;E 43")],
      along: [(100, 1000), (3100, 1000)])
    #expect(road.map(\.labelClass) == [.street, .shield])
    #expect(road.map(\.name) == ["Ring", "A13"])
    // The middle, and from there 1500 units to either end; a unit is four of the scene's.
    #expect(road.allSatisfy { $0.point == ScenePoint(x: 6400, y: 4000) })
    #expect(road.allSatisfy { abs($0.reach.x) == 6000 && $0.reach.y == 0 })
    let rail = labels(
      "transportation_name", ["class": .string("rail"), "name": .string("Line 1")],
      along: [(100, 1000), (3100, 1000)])
    #expect(rail.isEmpty)
    let alley = labels(
      "transportation_name", ["class": .string("service"), "ref": .string("12")],
      along: [(100, 1000), (3100, 1000)])
    #expect(alley.isEmpty)
  }

  @Test func piecesOfAStreetAreOne() {
    var maker = TileMaker()
    let pieces = [
      [(1000, 500), (1800, 520)], [(2600, 500), (1800, 520)], [(1000, 500), (200, 510)],
    ]
    for piece in pieces {
      maker.add(
        "transportation_name", .line, [piece],
        ["class": .string("minor"), "name": .string("Long")])
    }
    let found = maker.scene().labels
    #expect(found.count == 1)
    #expect(found.first.map { abs(Int($0.reach.x)) } == 4800)
  }

  @Test func aBentStreetIsItsStraightStretches() {
    var maker = TileMaker()
    maker.add(
      "transportation_name", .line, [[(100, 500), (2100, 500), (2100, 1500)]],
      ["class": .string("minor"), "name": .string("Bent")])
    let reaches = maker.scene().labels.map { [abs(Int($0.reach.x)), abs(Int($0.reach.y))] }
    #expect(reaches == [[4000, 0], [0, 2000]])
  }

  /// The two carriageways of one road are one.
  @Test func carriagewaysAreOne() {
    var maker = TileMaker()
    for y in [500, 520] {
      maker.add(
        "transportation_name", .line, [[(100, y), (2100, y)]],
        ["class": .string("primary"), "name": .string("Wide")])
    }
    #expect(maker.scene().labels.count == 1)
  }

  @Test func waterwaysHaveNames() {
    let river = labels(
      "waterway", ["class": .string("river"), "name": .string("Rhein")],
      along: [(100, 100), (100, 3000)])
    #expect(river.map(\.labelClass) == [.waterway])
    #expect(river.first.map { abs(Int($0.reach.y)) } == 5800)
  }

  /// What is not drawn has no name.
  @Test func waterwaysUnderTheGroundHaveNone() {
    let culvert = labels(
      "waterway",
      ["class": .string("canal"), "name": .string("Canal"), "brunnel": .string("tunnel")],
      along: [(100, 100), (100, 3000)])
    #expect(culvert.isEmpty)
  }

  /// Points where a large thing may be named again say so, and are no labels of their own.
  @Test func repeatsAreToldFromLabels() {
    var maker = TileMaker()
    let tags: Tags = ["class": .string("sea"), "name": .string("Sea"), "rank": .integer(2)]
    maker.add("place", .point, [[(100, 100)]], tags)
    maker.add(
      "place", .point, [[(200, 100), (300, 400)]], tags.merging(["step": .integer(7)]) { $1 })
    let found = maker.scene().labels
    #expect(found.map(\.isRepeat) == [false, true, true])
    #expect(found.map(\.step) == [-1, 7, 7])
    #expect(found.map(\.point.x) == [400, 800, 1200])
  }

  @Test(
    arguments: [
      // language, the name chosen for a Russian city, a Greek one without a Latin name, and a
      // German one with no more than its name
      (nil, ["Москва", "Αθήνα", "München"]), ("de", ["Moskau", "Athens", "München"]),
      ("fr", ["Moskva", "Athens", "München"]), ("en", ["Moscow", "Athens", "München"]),
      ("ru", ["Москва", "Αθήνα", "München"]), ("el", ["Μόσχα", "Αθήνα", "München"]),
      ("de-AT", ["Moskau", "Athens", "München"]), ("el-Latn", ["Moskva", "Athens", "München"]),
      ("und-Latn", ["Moskva", "Athens", "München"]),
    ] as [(String?, [String])])
  func namesComeInTheLanguageWanted(language: String?, names: [String]) {
    let cities: [Tags] = [
      [
        "name": .string("Москва"), "name:latin": .string("Moskva"), "name:de": .string("Moskau"),
        "name:el": .string("Μόσχα"), "name:en": .string("Moscow"),
      ],
      ["name": .string("Αθήνα"), "name_en": .string("Athens")], ["name": .string("München")],
    ]
    let found = cities.flatMap { tags in
      labels(
        "place", tags.merging(["class": .string("city")]) { $1 }, language: language)
    }
    #expect(found.map(\.name) == names)
  }

  @Test func onAScreenOfASCIINamesAreLatin() {
    #expect(MapOptions(charset: .ascii, language: "ja").nameLanguage == "ja-Latn")
    #expect(MapOptions(charset: .ascii).nameLanguage == "und-Latn")
    #expect(MapOptions(charset: .block, language: "ja").nameLanguage == "ja")
  }
}
