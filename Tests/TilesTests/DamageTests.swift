import TestSupport
import Testing

@testable import Tiles

/// Whatever the bytes, the readers answer or throw; a trap would end the test process.
@Suite struct DamageTests {
  private func archive() throws -> [UInt8] {
    var writer = PMTilesWriter(metadata: #"{"attribution":"A","vector_layers":[{"id":"b"}]}"#)
    try writer.add(PMTilesArchiveTests.tile("world"), id: 0)
    let place = try writer.add(PMTilesArchiveTests.tile("leaf"))
    let leaf = (0..<20).map {
      PMTilesWriter.Entry(
        tileID: 5 + 3 * $0, offset: place.offset, length: place.length, runLength: 2)
    }
    writer.root.append(try writer.addLeaf(leaf))
    return try writer.archive()
  }

  /// How many of the tiles of the first zooms could be read; nil when the archive could not be.
  private func readableTiles(_ path: String) -> Int? {
    guard let archive = try? PMTilesArchive(path: path) else { return nil }
    var count = 0
    for z in 0...3 {
      for x in 0..<(1 << z) {
        let id = TileID(z: z, x: x, y: (1 << z) - 1 - x)
        if let content = try? archive.load(id), content.byteCount > 0 { count += 1 }
      }
    }
    return count
  }

  @Test func archiveCutAtEveryByte() throws {
    let bytes = try archive()
    let file = try TemporaryFile(bytes)
    let whole = try #require(readableTiles(file.path))
    #expect(whole > 3)
    for count in 0..<bytes.count {
      try file.write(Array(bytes[..<count]))
      #expect(readableTiles(file.path) == nil, "cut to \(count) bytes")
    }
  }

  @Test func mutatedArchives() throws {
    let bytes = try archive()
    let file = try TemporaryFile(bytes)
    var generator = SeededGenerator(state: 1)
    var opened = 0
    for _ in 0..<4000 {
      try file.write(bytes.mutated(using: &generator))
      if readableTiles(file.path) != nil { opened += 1 }
    }
    // The mutations are neither all caught at the door nor all harmless.
    #expect(100..<3900 ~= opened)
  }

  @Test func mutatedDirectories() throws {
    let entries = (0..<40).map {
      PMTilesWriter.Entry(
        tileID: 7 * $0, offset: 300 * $0, length: $0 % 3 == 0 ? 300 : 200, runLength: $0 % 4)
    }
    let bytes = PMTilesWriter().directory(entries)
    var generator = SeededGenerator(state: 2)
    var read = 0
    for _ in 0..<10_000 {
      let directory = try? bytes.mutated(using: &generator).withUnsafeBufferPointer {
        try PMTilesDirectory(UnsafeRawBufferPointer($0))
      }
      guard let directory else { continue }
      read += 1
      for index in [0, 100, UInt64.max] { _ = directory.entry(for: index) }
    }
    #expect(100..<9900 ~= read)
  }

  @Test func tileCutAtEveryByte() throws {
    let bytes = LayerWriter.tile([.example])
    for count in 1..<bytes.count {
      #expect(throws: TileError.self, "cut to \(count) bytes") {
        try MVTDecoder().decode(Array(bytes[..<count]), file: "test")
      }
    }
  }

  @Test func mutatedTiles() throws {
    let bytes = LayerWriter.tile([.example, LayerWriter(name: "water")])
    let decoder = MVTDecoder()
    var generator = SeededGenerator(state: 3)
    var decoded = 0
    for _ in 0..<20_000 {
      let mutation = bytes.mutated(using: &generator)
      guard let tile = try? decoder.decode(mutation, file: "test") else { continue }
      decoded += 1
      for layer in tile.layers { expectConsistent(layer) }
    }
    #expect(1000..<19_000 ~= decoded)
  }

  /// Every index of a layer leads somewhere.
  private func expectConsistent(_ layer: VectorLayer) {
    var partEnd = 0
    var isConsistent = layer.extent > 0
    for end in layer.partEnds {
      isConsistent = isConsistent && Int(end) > partEnd
      partEnd = Int(end)
    }
    isConsistent = isConsistent && layer.coordinates.count == 2 * partEnd
    for feature in layer.features {
      let tags = feature.tags
      isConsistent =
        isConsistent && !feature.parts.isEmpty && feature.parts.lowerBound >= 0
        && Int(feature.parts.upperBound) <= layer.partEnds.count
        && tags.lowerBound >= 0 && Int(tags.upperBound) <= layer.tags.count && tags.count % 2 == 0
    }
    for (index, tag) in layer.tags.enumerated() {
      let count = index % 2 == 0 ? layer.keys.count : layer.values.count
      isConsistent = isConsistent && Int(tag) < count
    }
    isConsistent = isConsistent && layer.coordinates.allSatisfy { abs($0) <= 1 << 30 }
    #expect(isConsistent)
  }
}
