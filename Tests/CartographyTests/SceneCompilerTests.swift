import Testing
import Tiles

@testable import Cartography

@Suite struct SceneCompilerTests {
  @Test func areasAreClippedToTheTilesSquare() {
    var maker = TileMaker()
    maker.add("water", .polygon, [square(-64, 2048)], ["class": .string("ocean")])
    let scene = maker.scene()
    #expect(scene.areas.map(\.areaClass) == [.sea])
    #expect(scene.areas.first?.bounds.minX == 0)
    #expect(scene.areas.first?.bounds.maxX == 8192)
    #expect(scene.points.allSatisfy { (0...16384).contains($0.x) && (0...16384).contains($0.y) })
  }

  @Test func slantingSidesAreCutWhereTheyCrossTheEdge() {
    var maker = TileMaker()
    maker.add(
      "water", .polygon, [[(2048, 2048), (5120, 2048), (2048, 5120)]], ["class": .string("ocean")])
    let points = maker.scene().points.map { [Int($0.x), Int($0.y)] }
    // The slanting side is x + y = 7168, in scene units four times that.
    let corners = [
      [8192, 8192], [16384, 8192], [16384, 12288], [12288, 16384], [8192, 16384],
    ]
    #expect(Set(points) == Set(corners))
  }

  @Test func outlinesLeaveOutTheSidesOfTheTile() {
    var maker = TileMaker()
    // A lake cut off at the tile's right side, with no buffer, and one cut off in the buffer.
    maker.add(
      "water", .polygon, [[(3000, 1000), (4096, 1000), (4096, 2000), (3000, 2000)]],
      ["class": .string("lake")])
    maker.add(
      "water", .polygon, [[(-64, 3000), (500, 3000), (500, 3500), (-64, 3500)]],
      ["class": .string("lake")])
    let scene = maker.scene()
    #expect(scene.areas.count == 2)
    var length = 0
    for line in scene.lines {
      #expect(line.lineClass == .lakeShore)
      let points = line.points.map { scene.points[Int($0)] }
      for (a, b) in zip(points, points.dropFirst()) {
        #expect(!(a.x == b.x && (a.x == 0 || a.x == 16384)))
        length += abs(Int(a.x) - Int(b.x)) + abs(Int(a.y) - Int(b.y))
      }
    }
    // Three sides of each: 1096 + 1000 + 1096 and 500 + 500 + 500, times four.
    #expect(length == 4 * (1096 + 1000 + 1096 + 500 + 500 + 500))
  }

  @Test func aTileWithShoresAsLinesTakesNoneFromItsWater() {
    var maker = TileMaker()
    maker.add("water", .polygon, [square(100, 900)], ["class": .string("ocean")])
    maker.add("coastline", .line, [[(100, 100), (900, 100)]], ["class": .string("ocean")])
    maker.add("coastline", .line, [[(100, 200), (900, 200)]], ["class": .string("lake")])
    #expect(maker.scene().lines.map(\.lineClass) == [.shore, .lakeShore])
  }

  @Test func linesAreCutWhereTheyLeaveTheSquare() {
    var maker = TileMaker()
    // In, out through the right side, and back in.
    maker.add(
      "boundary", .line, [[(4000, 100), (4200, 100), (4200, 300), (4000, 300)]],
      ["admin_level": .integer(2)])
    let scene = maker.scene()
    #expect(scene.lines.count == 2)
    #expect(
      scene.lines.map { $0.points.map { scene.points[Int($0)] } } == [
        [ScenePoint(x: 16000, y: 400), ScenePoint(x: 16384, y: 400)],
        [ScenePoint(x: 16384, y: 1200), ScenePoint(x: 16000, y: 1200)],
      ])
  }

  @Test(arguments: [
    (["admin_level": TileValue.integer(2)], LineClass.countryBorder),
    (["admin_level": .integer(2), "disputed": .integer(1)], .disputedBorder),
    (["admin_level": .integer(4)], .stateBorder),
    (["admin_level": .integer(8)], .localBorder),
    (["admin_level": .string("2"), "maritime": .boolean(false)], .countryBorder),
  ])
  func bordersAreToldApart(tags: [String: TileValue], lineClass: LineClass) {
    var maker = TileMaker()
    maker.add("boundary", .line, [[(0, 0), (100, 100)]], tags)
    #expect(maker.scene().lines.map(\.lineClass) == [lineClass])
  }

  @Test func bordersAtSeaAreLeftOut() {
    var maker = TileMaker()
    maker.add(
      "boundary", .line, [[(0, 0), (100, 100)]],
      ["admin_level": .integer(2), "maritime": .integer(1)])
    #expect(maker.scene().lines.isEmpty)
  }

  @Test func aNameBelongsToOneTileOnly() {
    var maker = TileMaker()
    maker.addPlace("Inside", x: 4095, y: 0)
    maker.addPlace("Next tile", x: 4096, y: 0)
    maker.addPlace("Tile before", x: -1, y: 0)
    #expect(maker.scene().labels.map(\.name) == ["Inside"])
  }

  @Test func namesComeInTheLanguageAskedFor() {
    var maker = TileMaker()
    maker.add(
      "place", .point, [[(1, 1)]],
      ["class": .string("city"), "name": .string("Vienna"), "name:de": .string("Wien")])
    maker.add(
      "place", .point, [[(1, 1)]], ["class": .string("city"), "name:latin": .string("Athina")])
    let id = TileID(z: 0, x: 0, y: 0)
    func names(_ language: String?) -> [String] {
      SceneCompiler.compile(maker.tile, source: id, target: id, language: language)
        .labels.map(\.name)
    }
    #expect(names(nil) == ["Vienna", "Athina"])
    #expect(names("de") == ["Wien", "Athina"])
    #expect(names("xx") == ["Vienna", "Athina"])
  }

  @Test func anAncestorStandsInForTheTileBelow() {
    var maker = TileMaker()
    // In the south-eastern quarter of the tile, from its middle on.
    maker.add("coastline", .line, [[(1024, 3072), (3072, 3072)]])
    maker.addPlace("Quarter", x: 3072, y: 3072)
    let source = TileID(z: 4, x: 8, y: 5)
    let scene = maker.scene(source: source, target: TileID(z: 5, x: 17, y: 11))
    #expect(
      scene.lines.map { $0.points.map { scene.points[Int($0)] } } == [
        [ScenePoint(x: 0, y: 8192), ScenePoint(x: 8192, y: 8192)]
      ])
    #expect(scene.labels.map(\.point) == [ScenePoint(x: 8192, y: 8192)])
    #expect(maker.scene(source: source, target: TileID(z: 5, x: 16, y: 10)).lines.isEmpty)
  }

  @Test func thicknessIsThatOfTheWholeFeature() {
    var maker = TileMaker()
    // 2000 × 100 units: twice the area over the perimeter is 95.2, in scene units four times that.
    maker.add(
      "water", .polygon, [[(0, 0), (2000, 0), (2000, 100), (0, 100)]], ["class": .string("lake")])
    let thickness = maker.scene().areas.first?.thickness ?? 0
    #expect(abs(thickness - 4 * 2 * 200_000 / 4200) < 0.01)
  }
}
