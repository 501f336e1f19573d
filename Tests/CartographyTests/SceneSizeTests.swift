import Testing
import Tiles

@testable import Cartography

/// Tiles that ask for more than is kept of one are refused by name; what is compiled stays small.
@Suite struct SceneSizeTests {
  /// A source of one tile.
  private struct OneTile: TileSource {
    var tile: VectorTile
    var description: TileSourceDescription {
      TileSourceDescription(name: "/maps/one", kind: .vector, minimumZoom: 0, maximumZoom: 14)
    }
    func load(_ id: TileID) throws(TileError) -> TileContent? { .vector(tile) }
  }

  /// A layer of one feature for each list of parts, all with the same tags.
  private func makeTile(
    _ name: String, _ geometry: VectorFeature.Geometry, features: Int, points: [Int32],
    _ tags: [String: String]
  ) -> VectorTile {
    var layer = VectorLayer(name: name)
    layer.keys = tags.keys.sorted()
    layer.values = layer.keys.map { .string(tags[$0] ?? "") }
    layer.tags = (0..<UInt32(tags.count)).flatMap { [$0, $0] }
    for index in 0..<Int32(features) {
      layer.coordinates += points
      layer.partEnds.append(Int32(layer.coordinates.count / 2))
      layer.features.append(
        VectorFeature(
          geometry: geometry, parts: index..<index + 1, tags: 0..<Int32(layer.tags.count)))
    }
    return VectorTile(layers: [layer])
  }

  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var layer: String
    var geometry: VectorFeature.Geometry
    /// So many that some, or all, are too much.
    var some: Int
    var all: Int
    var points: [Int32]
    var tags: [String: String]
    var testDescription: String { name }
  }

  static let kinds = [
    Kind(
      name: "lines", layer: "transportation", geometry: .line, some: 10_000, all: 200_000,
      points: [10, 10, 13, 13], tags: ["class": "path"]),
    Kind(
      name: "areas", layer: "building", geometry: .polygon, some: 10_000, all: 150_000,
      points: [10, 10, 13, 10, 13, 13], tags: [:]),
    Kind(
      name: "names", layer: "place", geometry: .point, some: 10_000, all: 80_000,
      points: [10, 10], tags: ["class": "city", "name": "A town of a long name indeed"]),
    // Cut at the tile's side again and again.
    Kind(
      name: "a line in and out", layer: "transportation", geometry: .line, some: 1, all: 1,
      points: (0..<400_000).flatMap { [$0 % 2 == 0 ? 4000 : 5000, $0 * 10 % 4096] },
      tags: ["class": "path"]),
    Kind(
      name: "a ring of many points", layer: "water", geometry: .polygon, some: 1, all: 1,
      points: (0..<1_200_000).flatMap { [$0 % 2 == 0 ? 1000 : 3000, $0 / 300] },
      tags: ["class": "lake"]),
  ]

  /// Each frame looks at all names of the tiles in view: of too many the least important are left out.
  @Test func ofTooManyNamesTheImportantOnesStay() {
    var maker = TileMaker()
    for number in 0..<9000 {
      maker.addPlace(
        "City \(number)", x: number % 90 * 40, y: number / 90 * 40, capital: nil,
        rank: number % 10)
    }
    let labels = maker.scene().labels
    #expect(labels.count == SceneCompiler.maximumLabels)
    #expect(labels.filter { $0.rank < 9 }.count == 8100)
    #expect(
      labels.map(\.name)
        == labels.sorted { Int($0.name.dropFirst(5))! < Int($1.name.dropFirst(5))! }.map(\.name))
  }

  @Test(arguments: kinds) func aTileOfTooMuchIsRefused(_ kind: Kind) throws {
    let id = TileID(z: 14, x: 1, y: 2)
    func load(_ features: Int) throws(TileError) -> TileContent? {
      let tile = makeTile(
        kind.layer, kind.geometry, features: features, points: kind.points, kind.tags)
      return try SceneSource(OneTile(tile: tile), language: SceneLanguage()).load(id)
    }
    if kind.some < kind.all {
      let content = try #require(try load(kind.some))
      #expect(content.byteCount <= SceneCompiler.maximumSize)
    }
    #expect(
      throws: TileError(
        .unsupported, file: "/maps/one", reason: "tile 14/1/2 holds more than can be drawn")
    ) { try load(kind.all) }
    let tile = makeTile(
      kind.layer, kind.geometry, features: kind.all, points: kind.points, kind.tags)
    let scene = SceneCompiler.compile(tile, source: id, target: id, language: nil)
    #expect(!scene.isWhole)
    // Texts come on top.
    #expect(scene.byteCount <= 3 * SceneCompiler.maximumSize)
  }

  /// Thousands of lines that begin where others end are joined as quickly as any.
  @Test(.timeLimit(.minutes(1))) func linesToAndFro() {
    let id = TileID(z: 14, x: 1, y: 2)
    var layer = VectorLayer(name: "transportation")
    (layer.keys, layer.values, layer.tags) = (["class"], [.string("path")], [0, 0])
    for index in 0..<Int32(100_000) {
      layer.coordinates += index < 50_000 ? [10, 10, 900, 900] : [900, 900, 10, 10]
      layer.partEnds.append(2 * (index + 1))
    }
    layer.features = [VectorFeature(geometry: .line, parts: 0..<100_000, tags: 0..<2)]
    let scene = SceneCompiler.compile(
      VectorTile(layers: [layer]), source: id, target: id, language: nil)
    #expect(scene.isWhole)
    #expect(scene.points.count >= 100_000)
  }
}
