import Geodesy
import Glibc
import Testing

@testable import Tiles

@Suite struct PMTilesArchiveTests {
  /// A tile with one layer of that name, so that tiles can be told from one another.
  static func tile(_ name: String) -> [UInt8] {
    var layer = LayerWriter.example
    layer.name = name
    return LayerWriter.tile([layer])
  }

  private func name(_ archive: PMTilesArchive, _ z: Int, _ x: Int, _ y: Int) throws -> String? {
    guard case .vector(let tile) = try archive.load(TileID(z: z, x: x, y: y)) else { return nil }
    return tile.layers.first?.name
  }

  private func error(_ body: () throws -> some Any) -> TileError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? TileError
    }
  }

  private func openingError(_ bytes: [UInt8]) throws -> TileError? {
    let file = try TemporaryFile(bytes)
    let result = error { try PMTilesArchive(path: file.path) }
    #expect(result == nil || result?.file == file.path)
    return result
  }

  private func openingError(_ change: (inout PMTilesWriter) throws -> Void) throws -> TileError? {
    var writer = PMTilesWriter()
    try writer.add(Self.tile("a"), id: 0)
    try change(&writer)
    return try openingError(writer.archive())
  }

  /// Changes bytes of the header of a valid archive.
  private func openingError(at offset: Int, _ bytes: [UInt8]) throws -> TileError? {
    var writer = PMTilesWriter()
    try writer.add(Self.tile("a"), id: 0)
    var archive = try writer.archive()
    archive.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    return try openingError(archive)
  }

  @Test(arguments: [UInt8(1), 2], [UInt8(1), 2])
  func describesItself(internalCompression: UInt8, tileCompression: UInt8) throws {
    var writer = PMTilesWriter(
      metadata: #"{"name":"N","attribution":"© <b>X</b>","vector_layers":[{"id":"water"}]}"#,
      internalCompression: internalCompression, tileCompression: tileCompression, zooms: 0...3)
    try writer.add(Self.tile("root"), id: 0)
    let file = try TemporaryFile(try writer.archive())
    let archive = try PMTilesArchive(path: file.path)
    #expect(
      archive.description
        == TileSourceDescription(
          name: file.path, kind: .vector, minimumZoom: 0, maximumZoom: 3,
          bounds: GeographicBounds(south: -20, west: -10, north: 40, east: 30),
          attribution: "© <b>X</b>"))
    #expect(archive.metadata.layers.map(\.name) == ["water"])
    #expect(archive.information.bounds == archive.description.bounds)
    #expect(try name(archive, 0, 0, 0) == "root")
    #expect(try name(archive, 1, 0, 0) == nil)
  }

  @Test func runsAndGapsInTheRoot() throws {
    var writer = PMTilesWriter()
    try writer.add(Self.tile("world"), id: 0)
    try writer.add(Self.tile("west"), id: 1, run: 2)
    try writer.add(Self.tile("deep"), id: 76)
    // An entry that shares the bytes of one before.
    writer.root.append(writer.root[1])
    writer.root[3].tileID = 80
    let file = try TemporaryFile(try writer.archive())
    let archive = try PMTilesArchive(path: file.path)
    #expect(try name(archive, 1, 0, 0) == "west")
    #expect(try name(archive, 1, 0, 1) == "west")
    #expect(try name(archive, 1, 1, 1) == nil)
    #expect(try name(archive, 3, 5, 2) == "deep")
    #expect(try name(archive, 3, 7, 7) == nil)
    #expect(try archive.load(TileID(z: 3, x: 8, y: 0)) == nil)
    #expect(try archive.load(TileID(z: 99, x: 0, y: 0)) == nil)
  }

  @Test func leafDirectories() throws {
    var writer = PMTilesWriter()
    try writer.add(Self.tile("world"), id: 0)
    let west = try writer.add(Self.tile("west"))
    let deep = try writer.add(Self.tile("deep"))
    typealias Entry = PMTilesWriter.Entry
    let first = try writer.addLeaf([
      Entry(tileID: 1, offset: west.offset, length: west.length, runLength: 2)
    ])
    let inner = try writer.addLeaf([
      Entry(tileID: 76, offset: deep.offset, length: deep.length, runLength: 1)
    ])
    let second = try writer.addLeaf([
      Entry(tileID: 70, offset: west.offset, length: west.length, runLength: 1), inner,
    ])
    writer.root += [first, second]
    let file = try TemporaryFile(try writer.archive())
    let archive = try PMTilesArchive(path: file.path)
    for _ in 0..<2 {  // read, then kept
      #expect(try name(archive, 0, 0, 0) == "world")
      #expect(try name(archive, 1, 0, 1) == "west")
      #expect(try name(archive, 1, 1, 0) == nil)
      #expect(try name(archive, 3, 5, 2) == "deep")
    }
  }

  @Test func leafDirectoriesAreReadOnce() throws {
    var writer = PMTilesWriter()
    let place = try writer.add(Self.tile("a"))
    let entry = PMTilesWriter.Entry(
      tileID: 0, offset: place.offset, length: place.length, runLength: 5)
    writer.root = [try writer.addLeaf([entry])]
    let file = try TemporaryFile(try writer.archive())
    let archive = try PMTilesArchive(path: file.path)
    #expect(try name(archive, 0, 0, 0) == "a")
    // The same archive with its leaf directory wiped.
    writer.leaves = [UInt8](repeating: 0, count: writer.leaves.count)
    try file.write(try writer.archive())
    #expect(throws: TileError.self) {
      try PMTilesArchive(path: file.path).load(TileID(z: 0, x: 0, y: 0))
    }
    #expect(try name(archive, 1, 1, 0) == "a")
  }

  @Test func directoriesWithoutEnd() throws {
    var writer = PMTilesWriter(internalCompression: 1)
    // A leaf directory whose one entry is itself.
    let itself = PMTilesWriter.Entry(tileID: 0, offset: 0, length: 5, runLength: 0)
    writer.leaves = writer.directory([itself])
    #expect(writer.leaves.count == 5)
    writer.root = [itself]
    let file = try TemporaryFile(try writer.archive())
    let archive = try PMTilesArchive(path: file.path)
    let error = error { try archive.load(TileID(z: 0, x: 0, y: 0)) }
    #expect(error?.reason == "has directories that are nested too deep")
  }

  @Test func onlyTheLayersAskedFor() throws {
    var writer = PMTilesWriter()
    try writer.add(LayerWriter.tile([.example, LayerWriter(name: "water")]), id: 0)
    let file = try TemporaryFile(try writer.archive())
    let archive = try PMTilesArchive(path: file.path, layers: ["water"])
    #expect(try name(archive, 0, 0, 0) == "water")
  }

  @Test func unreadableFiles() throws {
    let file = try TemporaryFile([])
    #expect(try openingError([])?.reason == "is empty")
    let missing = error { try PMTilesArchive(path: file.path + "-missing") }
    #expect(missing?.kind == .unreadable)
    #expect(missing?.reason == "No such file or directory")
    #expect(error { try PMTilesArchive(path: "/") }?.reason == "is not a regular file")
  }

  @Test func headersOfOtherKinds() throws {
    #expect(try openingError { _ in } == nil)
    #expect(try openingError(Array("not an archive".utf8))?.reason == "is not a PMTiles archive")
    let other = try openingError { $0.version = 2 }
    #expect(other?.kind == .unsupported)
    #expect(other?.reason == "is a PMTiles archive of another version than 3")
    #expect(
      try openingError(at: 97, [4])?.reason == "has directories compressed as zstandard")
    #expect(try openingError(at: 98, [3])?.reason == "has tiles compressed as brotli")
    #expect(try openingError(at: 98, [9])?.kind == .unsupported)
    let avif = try openingError { $0.tileType = 5 }
    #expect(avif?.kind == .unsupported && avif?.reason == "has AVIF tiles, which are not read")
    #expect(try openingError(at: 100, [4])?.reason == "has an impossible range of zooms")
    #expect(try openingError(at: 101, [31])?.reason == "has an impossible range of zooms")
  }

  @Test(arguments: [8, 16, 24, 32, 40, 48, 56, 64])
  func sectionsOutsideOfTheFile(offset: Int) throws {
    for value in [UInt64.max, 1 << 63, 1 << 40] {
      let bytes = withUnsafeBytes(of: value.littleEndian, Array.init)
      #expect(
        try openingError(at: offset, bytes)?.reason == "is shorter than its header says")
    }
  }

  @Test func damagedDirectories() throws {
    func reason(_ directory: [UInt8]) -> String? {
      do throws(TileDamage) {
        _ = try directory.withUnsafeBufferPointer { (bytes) throws(TileDamage) in
          try PMTilesDirectory(UnsafeRawBufferPointer(bytes))
        }
        return nil
      } catch {
        return "\(error.reason)"
      }
    }
    #expect(reason([2, 5, 1, 1, 1, 3, 4, 1, 0]) == nil)
    #expect(reason([]) == "is empty")
    #expect(reason([0]) == "has no entries")
    #expect(reason([2, 5, 1, 1, 1, 3, 4, 1]) == "promises more entries than it has bytes for")
    #expect(reason(WireWriter.varint(.max)) == "promises more entries than it has bytes for")
    let many = WireWriter.varint(1 << 20 + 1) + [UInt8](repeating: 1, count: 5 << 20)
    #expect(reason(many) == "has too many entries")
    #expect(reason([2, 5, 0, 1, 1, 3, 4, 1, 0]) == "is not in order")
    let maximum = WireWriter.varint(.max)
    #expect(reason([2, 5] + maximum + [1, 1, 3, 4, 1, 0]) == "is not in order")
    #expect(reason([1, 5, 1, 0, 1]) == "has an entry of no bytes")
    #expect(reason([1, 5, 1, 3, 0]) == "has a first entry that follows another")
    #expect(reason([1, 5] + maximum + [3, 1]) == "has a number of more than 32 bits")
    #expect(reason([2, 5, 1, 1, 1, 3, 4] + maximum + [0]) == "refers to bytes behind its end")
    #expect(reason([1, 5, 1, 3, 0x80]) == "ends in the middle of a number")
  }

  @Test func tilesOutsideOfTheirSection() throws {
    for entry in [
      PMTilesWriter.Entry(tileID: 0, offset: 1, length: 1 << 31, runLength: 1),
      PMTilesWriter.Entry(tileID: 0, offset: UInt64.max - 1, length: 2, runLength: 1),
      PMTilesWriter.Entry(tileID: 0, offset: 1 << 40, length: 2, runLength: 0),
    ] {
      var writer = PMTilesWriter()
      writer.root = [entry]
      let file = try TemporaryFile(try writer.archive())
      let archive = try PMTilesArchive(path: file.path)
      let error = error { try archive.load(TileID(z: 0, x: 0, y: 0)) }
      #expect(error?.kind == .damaged)
      #expect(error?.reason.hasSuffix("outside of the section for them") == true)
    }
  }

  @Test func tileErrorsNameTheTile() throws {
    var writer = PMTilesWriter()
    try writer.add([0x80], id: 76)
    let file = try TemporaryFile(try writer.archive())
    let archive = try PMTilesArchive(path: file.path)
    let error = error { try archive.load(TileID(z: 3, x: 5, y: 2)) }
    #expect(
      error
        == TileError(
          .damaged, file: file.path, reason: "tile 3/5/2 ends in the middle of a number"))
  }

  @Test func fileTruncatedAfterOpening() throws {
    var writer = PMTilesWriter()
    // More than a page, so that the tile's pages are gone.
    try writer.add(Self.tile("a"), id: 0)
    writer.tiles += [UInt8](repeating: 7, count: 1 << 16)
    writer.root.append(
      PMTilesWriter.Entry(tileID: 1, offset: 1 << 15, length: 1 << 15, runLength: 1))
    let file = try TemporaryFile(try writer.archive())
    let archive = try PMTilesArchive(path: file.path)
    let handle = try #require(fopen(file.path, "r+"))
    #expect(ftruncate(fileno(handle), 200) == 0)
    fclose(handle)
    let error = error { try archive.load(TileID(z: 1, x: 0, y: 0)) }
    #expect(error?.kind == .unreadable && error?.reason == "has been truncated")
  }
}
