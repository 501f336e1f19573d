import Testing

@testable import Tiles

@Suite struct MVTDecoderTests {
  private func decode(_ layers: LayerWriter...) throws -> VectorTile {
    try MVTDecoder().decode(LayerWriter.tile(layers), file: "test")
  }

  private func layer(type: UInt64, _ geometries: [UInt32]...) throws -> VectorLayer {
    var writer = LayerWriter()
    writer.features = geometries.map { LayerWriter.feature(type: type, geometry: $0) }
    return try #require(try decode(writer).layers.first)
  }

  /// The parts of a layer's features, as lists of points.
  private func parts(_ layer: VectorLayer) -> [[[[Int32]]]] {
    layer.features.map { feature in
      feature.parts.map { part in
        layer.points(ofPart: Int(part)).map {
          [layer.coordinates[2 * $0], layer.coordinates[2 * $0 + 1]]
        }
      }
    }
  }

  @Test func examplesOfTheSpecification() throws {
    #expect(try parts(layer(type: 1, ExampleGeometry.point)) == [[[[25, 17]]]])
    #expect(try parts(layer(type: 1, ExampleGeometry.multipoint)) == [[[[5, 7], [3, 2]]]])
    #expect(try parts(layer(type: 2, ExampleGeometry.line)) == [[[[2, 2], [2, 10], [10, 10]]]])
    #expect(
      try parts(layer(type: 2, ExampleGeometry.multiline))
        == [[[[2, 2], [2, 10], [10, 10]], [[1, 1], [3, 5]]]])
    #expect(
      try parts(layer(type: 3, ExampleGeometry.polygon)) == [[[[3, 6], [8, 12], [20, 34]]]])
    #expect(
      try parts(layer(type: 3, ExampleGeometry.multipolygon)) == [
        [
          [[0, 0], [10, 0], [10, 10], [0, 10]],
          [[11, 11], [20, 11], [20, 20], [11, 20]],
          [[13, 13], [13, 17], [17, 17], [17, 13]],
        ]
      ])
  }

  @Test func featuresFollowOneAnother() throws {
    let layer = try layer(type: 2, ExampleGeometry.multiline, ExampleGeometry.line)
    #expect(layer.features.map(\.parts) == [0..<2, 2..<3])
    #expect(layer.partEnds == [3, 5, 8])
    #expect(parts(layer)[1] == [[[2, 2], [2, 10], [10, 10]]])
  }

  /// Little bytes can ask for much memory, whatever they are of.
  @Test(
    arguments: [
      ("features", [0x12, 0x00], 1_100_000), ("keys", [0x1A, 0x00], 700_000),
      ("values", [0x22, 0x00], 700_000),
    ] as [(String, [UInt8], Int)])
  func aLayerOfTooMuchIsRefused(what: String, field: [UInt8], count: Int) throws {
    for (count, isRefused) in [(count / 100, false), (count, true)] {
      var layer = WireWriter()
      layer.message(1, Array("layer".utf8))
      layer.bytes += Array(repeating: field, count: count).joined()
      var tile = WireWriter()
      tile.message(3, layer.bytes)
      expectRefusal(of: tile.bytes, isRefused)
    }
  }

  @Test func tooManyLayersAreRefused() {
    for (count, isRefused) in [(1000, false), (500_000, true)] {
      let tile = Array(repeating: [0x1A, 2, 0x0A, 0] as [UInt8], count: count)
      expectRefusal(of: Array(tile.joined()), isRefused)
    }
  }

  /// Each of several layers may be small enough.
  @Test func tooManyPointsAreRefused() {
    for (layers, length, isRefused) in [
      (1, 6_000_000, true), (3, 1000, false), (60, 150_000, true),
    ] {
      // A line with a point on each side by turns, which takes four times its bytes.
      let commands: [UInt8] =
        [9, 0, 0] + WireWriter.varint(UInt64(length / 2) << 3 | 2)
        + (0..<length / 2).flatMap { $0 & 1 == 0 ? [2, 0] : [1, 0] }
      var feature = WireWriter()
      feature.number(3, 2)
      feature.message(4, commands)
      let layer = LayerWriter(features: [feature.bytes])
      expectRefusal(of: LayerWriter.tile(Array(repeating: layer, count: layers)), isRefused)
    }
  }

  private func expectRefusal(
    of tile: [UInt8], _ isRefused: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      let tile = try MVTDecoder().decode(tile, file: "test", part: "tile 3/4/2")
      #expect(!isRefused, sourceLocation: sourceLocation)
      #expect(
        TileContent.vector(tile).byteCount <= MVTDecoder.maximumSize, sourceLocation: sourceLocation
      )
    } catch {
      let reason = "tile 3/4/2 is too large when decoded"
      #expect(isRefused, "\(error)", sourceLocation: sourceLocation)
      #expect(
        error == TileError(.unsupported, file: "test", reason: reason),
        sourceLocation: sourceLocation)
    }
  }

  @Test func tagsOfEveryType() throws {
    var writer = LayerWriter(name: "place", extent: 512)
    writer.keys = ["a", "b"]
    writer.values = [
      LayerWriter.value(string: "Åland"), LayerWriter.value(float: 1.5),
      LayerWriter.value(double: -2.25), LayerWriter.value(field: 4, number: UInt64.max - 4),
      LayerWriter.value(field: 5, number: 12), LayerWriter.value(field: 5, number: .max),
      LayerWriter.value(field: 6, number: 5), LayerWriter.value(field: 7, number: 1), [],
    ]
    writer.features = [
      LayerWriter.feature(id: 9, tags: [1, 3, 0, 0], type: 1, geometry: ExampleGeometry.point)
    ]
    let layer = try #require(try decode(writer).layer("place"))
    #expect(layer.extent == 512)
    #expect(
      layer.values == [
        .string("Åland"), .real(1.5), .real(-2.25), .integer(-5), .integer(12),
        .real(18_446_744_073_709_551_616), .integer(-3), .boolean(true), .string(""),
      ])
    let feature = try #require(layer.features.first)
    #expect(feature.id == 9)
    #expect(layer.value(feature, key: try #require(layer.keyIndex("a"))) == .string("Åland"))
    #expect(layer.value(feature, key: try #require(layer.keyIndex("b"))) == .integer(-5))
    #expect(layer.keyIndex("c") == nil)
  }

  @Test func repeatedPointsAndDegeneratePartsAreDropped() throws {
    // A ring whose last point repeats the first, and one that does it twice.
    let closed: [UInt32] = [9, 0, 0, 26, 20, 0, 0, 20, 19, 19, 15]
    #expect(try parts(layer(type: 3, closed)) == [[[[0, 0], [10, 0], [10, 10]]]])
    // Two points and back; then a whole ring, relative to where the first one ended.
    let degenerate: [UInt32] = [9, 0, 0, 18, 20, 0, 19, 0, 15, 9, 2, 2, 18, 20, 0, 0, 20, 15]
    #expect(try parts(layer(type: 3, degenerate)) == [[[[1, 1], [11, 1], [11, 11]]]])
    // A line that stays where it is, and a line with a repeated point.
    let still: [UInt32] = [9, 4, 4, 10, 0, 0, 9, 2, 2, 18, 0, 0, 2, 0]
    #expect(try parts(layer(type: 2, still)) == [[[[3, 3], [4, 3]]]])
    #expect(try layer(type: 2, [9, 4, 4]).features.isEmpty)
  }

  @Test func earlyWritersRings() throws {
    // Without ClosePath, and with a count of 0.
    #expect(
      try parts(layer(type: 3, [9, 0, 0, 18, 20, 0, 0, 20])) == [[[[0, 0], [10, 0], [10, 10]]]])
    #expect(
      try parts(layer(type: 3, [9, 0, 0, 18, 20, 0, 0, 20, 7]))
        == [[[[0, 0], [10, 0], [10, 10]]]])
  }

  private static let invalidGeometries: [(type: UInt64, geometry: [UInt32])] = [
    (0, ExampleGeometry.point),  // unknown geometry
    (4, ExampleGeometry.point),
    (1, []),
    (1, [1]),  // a count of 0
    (1, [9, 50]),  // a parameter short
    (1, [9, 50, 34, 10, 2, 2]),  // a line in a point
    (1, [0xFFFF_FFF9, 2, 2]),  // 2^29 - 1 points in 2 bytes
    (2, [10, 2, 2]),  // LineTo before MoveTo
    (2, [9, 4, 4, 12, 2, 2]),  // command 4
    (2, [9, 4, 4, 10, 2, 2, 15]),  // ClosePath of a line
    (3, [9, 0, 0, 18, 20, 0, 0, 20, 15, 10, 2, 2]),  // LineTo after ClosePath
    (2, [9, 0, 0, 18, 0xFFFF_FFFE, 0, 0xFFFF_FFFE, 0]),  // off the plane
    (2, [9, 0, 0, 10, 0xFFFF_FFFF, 0]),
    (2, [9, 0, 0, 10, 0, 0x8000_0002]),  // 2^30 + 1 down
  ]

  @Test(arguments: invalidGeometries)
  func invalidFeaturesAreLeftOut(type: UInt64, geometry: [UInt32]) throws {
    var writer = LayerWriter()
    writer.features = [
      LayerWriter.feature(id: 1, type: type, geometry: geometry),
      LayerWriter.feature(id: 2, type: 2, geometry: ExampleGeometry.line),
    ]
    let layer = try #require(try decode(writer).layers.first)
    #expect(layer.features.map(\.id) == [2])
    #expect(parts(layer) == [[[[2, 2], [2, 10], [10, 10]]]])
    #expect(layer.coordinates.count == 6 && layer.partEnds == [3])
  }

  @Test(arguments: [[2, 0], [0, 1], [0], [0, 0, 1], [0, UInt32.max]])
  func featuresWithInvalidTagsAreLeftOut(tags: [UInt32]) throws {
    var writer = LayerWriter(keys: ["a", "b"], values: [LayerWriter.value(string: "x")])
    writer.features = [
      LayerWriter.feature(id: 1, tags: tags, type: 1, geometry: ExampleGeometry.point),
      LayerWriter.feature(id: 2, tags: [1, 0], type: 1, geometry: ExampleGeometry.point),
    ]
    let layer = try #require(try decode(writer).layers.first)
    #expect(layer.features.map(\.id) == [2])
    #expect(layer.tags == [1, 0])
  }

  @Test func layers() throws {
    var future = LayerWriter(name: "future", version: 3)
    future.features = [LayerWriter.feature(type: 1, geometry: ExampleGeometry.point)]
    let water = LayerWriter(name: "water", version: 1, extent: nil)
    let tile = try decode(.example, future, water)
    #expect(tile.layers.map(\.name) == ["example", "water"])
    #expect(tile.layer("water")?.extent == 4096)
    #expect(try MVTDecoder().decode([], file: "test").layers.isEmpty)
    let bytes = LayerWriter.tile([.example, water])
    let filtered = try MVTDecoder(layers: ["water"]).decode(bytes, file: "test")
    #expect(filtered.layers.map(\.name) == ["water"])
  }

  @Test func unknownFieldsArePassedOver() throws {
    var message = WireWriter(bytes: LayerWriter.example.message)
    message.number(99, 5)
    message.message(98, [1, 2, 3])
    message.bytes += [0x8D, 6, 1, 2, 3, 4]  // field 97, four bytes
    message.bytes += [0x89, 6, 1, 2, 3, 4, 5, 6, 7, 8]  // field 97, eight bytes
    var tile = WireWriter()
    tile.number(1, 1)
    tile.message(3, message.bytes)
    let decoded = try MVTDecoder().decode(tile.bytes, file: "test")
    #expect(decoded.layer("example")?.features.count == 3)
  }

  @Test func damagedTiles() throws {
    func reason(_ bytes: [UInt8]) -> String? {
      do {
        _ = try MVTDecoder().decode(bytes, file: "a.pmtiles", part: "tile 1/2/3")
        return nil
      } catch {
        #expect(error.kind == .damaged && error.file == "a.pmtiles")
        return error.reason
      }
    }
    func reason(_ layer: LayerWriter) -> String? { reason(LayerWriter.tile([layer])) }
    #expect(reason([0x80]) == "tile 1/2/3 ends in the middle of a number")
    #expect(
      reason([UInt8](repeating: 0xFF, count: 10) + [1])
        == "tile 1/2/3 has a number of more than 64 bits")
    #expect(reason([3 * 8 + 2, 5, 0]) == "tile 1/2/3 refers to bytes behind its end")
    #expect(
      reason([3 * 8 + 2] + WireWriter.varint(.max)) == "tile 1/2/3 refers to bytes behind its end")
    #expect(reason([3 * 8 + 3]) == "tile 1/2/3 has a field of no known type")
    #expect(reason([2, 0]) == "tile 1/2/3 has a field of no known type")
    #expect(reason(LayerWriter(name: nil)) == "tile 1/2/3 has a layer without a name")
    for extent in [0, 1 << 31, UInt64.max] {
      #expect(
        reason(LayerWriter(extent: extent)) == "tile 1/2/3 has a layer of an impossible extent")
    }
    var cut = LayerWriter()
    cut.features = [[3 * 8, 2, 4 * 8 + 2, 3, 9, 2, 0x80]]
    #expect(reason(cut) == "tile 1/2/3 ends in the middle of a number")
    #expect(reason(LayerWriter(values: [[3 * 8 + 1, 0]])) != nil)
  }
}
