import Testing
import Tiles

@testable import Cartography

/// What the tags of street maps mean (openmaptiles.org/schema, docs.protomaps.com/basemaps/layers).
@Suite struct ClassificationTests {
  struct Line: Sendable, CustomTestStringConvertible {
    var layer: String
    var tags: [String: TileValue]
    var expected: String

    init(_ layer: String, _ tags: [String: TileValue], _ expected: String) {
      (self.layer, self.tags, self.expected) = (layer, tags, expected)
    }

    var testDescription: String { expected }
  }

  static let lines = [
    Line("transportation", ["class": .string("motorway")], "motorway 0"),
    Line("transportation", ["class": .string("motorway"), "ramp": .integer(1)], "trunk 0"),
    Line("transportation", ["class": .string("tertiary"), "ramp": .real(1)], "street 0"),
    Line("transportation", ["class": .string("minor")], "street 0"),
    Line("transportation", ["class": .string("minor_construction")], ""),
    Line("transportation", ["class": .string("platform")], ""),
    Line(
      "transportation", ["class": .string("primary"), "brunnel": .string("tunnel")],
      "primary 0 tunnel"),
    Line(
      "transportation", ["class": .string("primary"), "brunnel": .string("bridge")], "primary 0"),
    Line("transportation", ["class": .string("path"), "brunnel": .string("tunnel")], ""),
    Line(
      "transportation", ["class": .string("path"), "subclass": .string("footway")], "path 1"),
    // A subclass of a road is no class: the road stays what it is.
    Line(
      "transportation", ["class": .string("service"), "subclass": .string("track")], "service 0"),
    Line("transportation", ["class": .string("rail"), "service": .string("siding")], "rail 5"),
    Line("transportation", ["class": .string("rail"), "service": .string("")], "rail 0"),
    Line(
      "transportation", ["class": .string("transit"), "subclass": .string("tram")], "lightRail 0"),
    Line("transportation", ["class": .string("ferry")], "ferry 0"),
    Line("transportation", ["class": .string("aerialway")], "cableway 0"),
    Line("aeroway", ["class": .string("runway")], "runway 0"),
    Line("aeroway", ["class": .string("taxiway")], "runway 5"),
    Line("waterway", ["class": .string("river")], "river 0"),
    Line("waterway", ["class": .string("river"), "intermittent": .real(1)], "river 1"),
    Line("waterway", ["class": .string("ditch")], "stream 5"),
    Line("waterway", ["class": .string("stream"), "brunnel": .string("tunnel")], ""),
    Line("boundary", ["admin_level": .real(2)], "countryBorder 0"),
    Line("boundary", ["admin_level": .integer(4)], "stateBorder 0"),
    Line("boundary", ["admin_level": .integer(6)], "localBorder 1"),
    Line("boundary", ["admin_level": .integer(8)], "localBorder 3"),
    Line("boundary", ["admin_level": .integer(2), "min_zoom": .integer(3)], "countryBorder 3"),
    Line(
      "roads", ["kind": .string("major_road"), "kind_detail": .string("primary")], "primary 0"),
    Line(
      "roads",
      ["kind": .string("highway"), "kind_detail": .string("motorway"), "is_link": .boolean(true)],
      "trunk 0"),
    Line("roads", ["kind": .string("path"), "kind_detail": .string("steps")], "path 1"),
    Line("roads", ["kind": .string("rail"), "kind_detail": .string("tram")], "lightRail 0"),
    Line(
      "boundaries", ["kind": .string("country"), "kind_detail": .integer(2)], "countryBorder 0"),
  ]

  @Test(arguments: lines)
  func linesAreToldApart(_ line: Line) {
    var maker = TileMaker()
    // A feature before has all values of the layer in another order.
    maker.add(line.layer, .line, [[(0, 0), (4, 0)]], ["class": .string("unknown")])
    maker.add(line.layer, .line, [[(0, 0), (100, 100)]], line.tags)
    let found = maker.scene().lines.filter { $0.bounds.maxY > 0 }.map {
      "\($0.lineClass) \($0.rank)\($0.kind.isTunnel ? " tunnel" : "")"
    }
    #expect(found == (line.expected.isEmpty ? [] : [line.expected]))
  }

  @Test(arguments: [
    ("landuse", ["class": TileValue.string("residential")], AreaClass.residential),
    ("landuse", ["class": .string("retail")], .industrial),
    ("landuse", ["class": .string("hospital")], .campus),
    ("landcover", ["class": .string("wood"), "subclass": .string("forest")], .wood),
    ("landcover", ["class": .string("grass"), "subclass": .string("park")], .park),
    ("landcover", ["class": .string("grass"), "subclass": .string("unheard of")], .grass),
    ("landcover", ["class": .string("ice"), "subclass": .string("glacier")], .ice),
    ("landuse", ["kind": .string("forest")], .wood),
    ("building", [:], .building),
    ("buildings", ["kind": .string("building")], .building),
    ("water", ["class": .string("ocean")], .sea),
    ("water", ["kind": .string("ocean")], .sea),
    ("water", ["class": .string("river")], .lake),
    ("aeroway", ["class": .string("apron")], .aerodrome),
    ("transportation", ["class": .string("pier")], .plaza),
  ])
  func areasAreToldApart(layer: String, tags: [String: TileValue], expected: AreaClass) {
    var maker = TileMaker()
    maker.add(layer, .polygon, [square(100, 900)], tags)
    #expect(maker.scene().areas.map(\.areaClass) == [expected])
  }

  @Test func piecesOfARoadAreOneLine() {
    var maker = TileMaker()
    for parts in [[(200, 0), (300, 10)], [(0, 0), (100, 0)], [(100, 0), (200, 0)]] {
      maker.add("transportation", .line, [parts], ["class": .string("primary")])
    }
    maker.add("transportation", .line, [[(300, 10), (400, 0)]], ["class": .string("secondary")])
    let scene = maker.scene()
    #expect(scene.lines.map(\.lineClass) == [.primary, .secondary])
    let points = scene.lines[0].points.map { Int(scene.points[Int($0)].x) }
    #expect(points == [0, 400, 800, 1200])
  }

  @Test func aCircleOfPiecesEnds() {
    var maker = TileMaker()
    for parts in [[(0, 0), (100, 0)], [(100, 0), (100, 100)], [(100, 100), (0, 0)]] {
      maker.add("transportation", .line, [parts], ["class": .string("primary")])
    }
    let scene = maker.scene()
    #expect(scene.lines.count == 1)
    #expect(scene.lines.first?.points.count == 4)
  }
}
