import CSQLite
import Dispatch
import Foundation
import Geodesy
import TestSupport
import Testing

@testable import Tiles

@Suite struct MBTilesArchiveTests {
  func name(_ archive: any TileArchive, _ z: Int, _ x: Int, _ y: Int) throws -> String? {
    guard case .vector(let tile) = try archive.load(TileID(z: z, x: x, y: y)) else { return nil }
    return tile.layers.first?.name ?? "empty"
  }

  func error(_ body: () throws -> some Any) -> TileError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? TileError
    }
  }

  func error(opening file: DatabaseFile) -> TileError? {
    let result = error { try MBTilesArchive(path: file.path) }
    #expect(result == nil || result?.file == file.path)
    return result
  }

  @Test func describesItself() throws {
    let file = try DatabaseFile()
    try file.tell([
      "name": "N", "description": "D", "attribution": "© <b>X</b>", "version": "1.2",
      "type": "overlay", "format": "pbf", "minzoom": "2", "maxzoom": "5",
      "bounds": "-10.5, -20,30,40", "center": "7,51.5,4",
      "json": #"""
      {"vector_layers":[{"id":"place","minzoom":3,"fields":{"name:de":"String","name_fi":"x",
       "name:latin":"","name_int":"","name:zh-Hans":"","name":"","rank":"Number"}}]}
      """#,
    ])
    try file.add(gzip(PMTilesArchiveTests.tile("a")), 2, 1, 3)
    let archive = try TileFile.open(path: file.path)
    let bounds = GeographicBounds(south: -20, west: -10.5, north: 40, east: 30)
    #expect(
      archive.description
        == TileSourceDescription(
          name: file.path, kind: .vector, minimumZoom: 2, maximumZoom: 5, bounds: bounds,
          attribution: "© <b>X</b>"))
    let information = archive.information
    #expect(information.container == .mbtiles && information.format == .mvt)
    #expect(information.compression == .gzip && information.tileCount == 1)
    #expect(information.bounds == bounds && information.tilePixels == nil)
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    #expect(information.fileSize == size)
    #expect(information.center?.coordinate == Coordinate(latitude: 51.5, longitude: 7))
    #expect(information.center?.zoom == 4)
    let metadata = information.metadata
    #expect(metadata.name == "N" && metadata.summary == "D" && metadata.version == "1.2")
    #expect(metadata.type == "overlay" && metadata.languages == ["de", "fi", "zh-Hans"])
    #expect(metadata.layers.first?.minimumZoom == 3)
    #expect(metadata.layers.first?.fields["rank"] == "Number")
  }

  @Test func rowsAreCountedFromTheSouth() throws {
    let file = try DatabaseFile()
    try file.add(gzip(PMTilesArchiveTests.tile("north")), 1, 0, 1)
    try file.add(deflated(PMTilesArchiveTests.tile("south"), windowBits: 15), 1, 0, 0)
    try file.add(PMTilesArchiveTests.tile("plain"), 3, 5, 7)
    try file.add([], 3, 6, 7)
    try file.run("INSERT INTO tiles VALUES (3, 7, 7, NULL)")
    let archive = try MBTilesArchive(path: file.path)
    #expect(archive.description.minimumZoom == 1 && archive.description.maximumZoom == 3)
    #expect(try name(archive, 1, 0, 0) == "north")
    #expect(try name(archive, 1, 0, 1) == "south")
    #expect(try name(archive, 3, 5, 0) == "plain")
    #expect(try name(archive, 3, 6, 0) == "empty")
    #expect(try name(archive, 3, 7, 0) == nil)
    #expect(try name(archive, 1, 1, 0) == nil)
    #expect(try archive.load(TileID(z: 1, x: 2, y: 0)) == nil)
    #expect(try archive.load(TileID(z: 64, x: 0, y: 0)) == nil)
  }

  /// Many archives share equal images through a view.
  @Test func aViewOfTiles() throws {
    let file = try DatabaseFile(
      """
      CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
      CREATE TABLE images (tile_data BLOB, tile_id TEXT);
      CREATE TABLE metadata (name TEXT, value TEXT);
      CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row);
      CREATE UNIQUE INDEX images_id ON images (tile_id);
      CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
        map.tile_row AS tile_row, images.tile_data AS tile_data
        FROM map JOIN images ON images.tile_id = map.tile_id;
      INSERT INTO map VALUES (0, 0, 0, 'sea'), (1, 0, 0, 'sea'), (1, 1, 1, 'land');
      """)
    try file.run(
      "INSERT INTO images VALUES (\(DatabaseFile.literal(PMTilesArchiveTests.tile("sea"))), 'sea')")
    try file.run(
      "INSERT INTO images VALUES (\(DatabaseFile.literal(PMTilesArchiveTests.tile("x"))), 'land')")
    let archive = try MBTilesArchive(path: file.path)
    #expect(archive.description.minimumZoom == 0 && archive.description.maximumZoom == 1)
    #expect(archive.information.tileCount == 3)
    #expect(try name(archive, 0, 0, 0) == "sea" && name(archive, 1, 0, 1) == "sea")
    #expect(try name(archive, 1, 1, 0) == "x" && name(archive, 1, 1, 1) == nil)
  }

  @Test(arguments: ["pbf", "jpg", "", "nonsense"])
  func theTilesTellTheirFormat(told: String) throws {
    let file = try DatabaseFile()
    if !told.isEmpty { try file.tell(["format": told]) }
    try file.add([], 0, 0, 0)
    try file.add(PNGWriter(colorType: 6, width: 9) { [$0, $1, 0, 9] }.image(), 1, 0, 0)
    let archive = try MBTilesArchive(path: file.path)
    #expect(archive.description.kind == .raster && archive.information.format == .png)
    #expect(archive.information.tilePixels == 9)
    guard case .raster(let tile) = try archive.load(TileID(z: 1, x: 0, y: 1)) else {
      Issue.record("no image")
      return
    }
    #expect(tile.alpha?.first == 9 && tile.width == 9)
    // No image is of no bytes.
    #expect(try archive.load(TileID(z: 0, x: 0, y: 0)) == nil)
  }

  @Test func withoutMetadataOrTiles() throws {
    let file = try DatabaseFile(
      "CREATE TABLE tiles (zoom_level INT, tile_column INT, tile_row INT, tile_data BLOB);")
    #expect(error(opening: file)?.reason == "has no tiles")
    try file.add(PMTilesArchiveTests.tile("a"), 4, 0, 15)
    let archive = try MBTilesArchive(path: file.path)
    #expect(archive.description.minimumZoom == 4 && archive.description.maximumZoom == 4)
    #expect(archive.description.bounds == nil)
    #expect(try name(archive, 4, 0, 0) == "a")
    let empty = try DatabaseFile()
    try empty.tell(["format": "webp", "minzoom": "3", "maxzoom": "7"])
    #expect(try MBTilesArchive(path: empty.path).information.tileCount == 0)
  }

  @Test func filesOfOtherKinds() throws {
    let geo = try DatabaseFile("CREATE TABLE gpkg_contents (a); CREATE TABLE t (b);")
    #expect(error(opening: geo)?.reason == "is a GeoPackage, which is not read")
    let other = try DatabaseFile("CREATE TABLE bookmarks (url);")
    #expect(error(opening: other)?.kind == .unsupported)
    #expect(error(opening: other)?.reason == "is an SQLite file without a table of tiles")
    let columns = try DatabaseFile("CREATE TABLE tiles (x, y, z, image);")
    #expect(error(opening: columns)?.reason.contains("no such column: tile_data") == true)
    let avif = try DatabaseFile()
    try avif.add([0, 0, 0, 32] + Array("ftypavif".utf8), 0, 0, 0)
    #expect(error(opening: avif)?.reason == "has AVIF tiles, which are not read")
    let zooms = try DatabaseFile()
    try zooms.tell(["format": "pbf", "minzoom": "5", "maxzoom": "4"])
    #expect(error(opening: zooms)?.reason == "has an impossible range of zooms")
  }

  @Test func manyTilesNeedAnIndex() throws {
    let rows = """
      INSERT INTO tiles WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT COUNT)
        SELECT 14, i, i, x'1a00' FROM n;
      """
    func file(_ count: Int, index: String = "") throws -> DatabaseFile {
      try DatabaseFile(
        DatabaseFile.tables + rows.replacingOccurrences(of: "COUNT", with: "\(count)") + index)
    }
    let many = try file(2001)
    #expect(error(opening: many)?.kind == .unsupported)
    try many.run(advice(error(opening: many)))
    #expect(error(opening: many) == nil)
    let few = try file(2000)
    try few.run(
      "UPDATE tiles SET tile_data = \(DatabaseFile.literal(Self.last)) WHERE rowid = 2000")
    #expect(try name(MBTilesArchive(path: few.path), 14, 1999, 16383 - 1999) == "last")
    #expect(error(opening: try file(50_000, index: DatabaseFile.index)) == nil)
    // An index that leaves too much to search: the tile fails, nothing hangs.
    let poor = try file(50_000, index: "CREATE INDEX z ON tiles (zoom_level);")
    let archive = try MBTilesArchive(path: poor.path)
    let error = error { try archive.load(TileID(z: 14, x: 16000, y: 0)) }
    #expect(error?.kind == .unsupported && error?.reason == "takes too long to search")
  }

  /// The SQL that an error tells to run.
  private func advice(_ error: TileError?) throws -> String {
    let reason = try #require(error?.reason)
    let start = try #require(reason.range(of: "this makes one: ")?.upperBound, "\(reason)")
    return String(reason[start...])
  }

  /// Views can have no index: the tables beneath get them.
  @Test(arguments: [
    ("map", "images", "tile_id"), ("tiles_shallow", "tiles_data", "tile_data_id"),
  ])
  func aViewOfManyTilesNeedsIndexesBeneath(shallow: String, data: String, key: String) throws {
    func file(_ alias: String) throws -> DatabaseFile {
      try DatabaseFile(
        """
        CREATE TABLE \(shallow) (zoom_level INT, tile_column INT, tile_row INT, \(key) INT);
        CREATE TABLE \(data) (tile_data BLOB, \(key) INT);
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data
          FROM \(shallow) AS \(alias) JOIN \(data) ON \(data).\(key) = \(alias).\(key);
        INSERT INTO \(shallow) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n
          LIMIT 3000) SELECT 14, i, i, i FROM n;
        INSERT INTO \(data) SELECT x'1a00', \(key) FROM \(shallow);
        """)
    }
    let view = try file(shallow)
    let sql = try advice(error(opening: view))
    #expect(!sql.contains("ON tiles "))
    try view.run(sql)
    // One at a time may be told.
    if let error = error(opening: view) { try view.run(advice(error)) }
    #expect(error(opening: view) == nil)
    // Nothing is advised that can not be followed.
    let reason = error(opening: try file("other"))?.reason
    #expect(reason?.hasPrefix("has no index for its tiles") == true)
    #expect(reason?.contains("ON other") == false)
  }

  private static let last = PMTilesArchiveTests.tile("last")

  @Test func countingIsBounded() throws {
    let file = try DatabaseFile(
      """
      CREATE TABLE metadata (name TEXT, value TEXT);
      CREATE TABLE one (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
      INSERT INTO one VALUES (0, 0, 0, x'1a00');
      CREATE INDEX tile_index ON one (zoom_level, tile_column, tile_row);
      CREATE VIEW tiles AS SELECT * FROM one;
      INSERT INTO one WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT 700000)
        SELECT 20, i, i, NULL FROM n;
      """)
    #expect(try MBTilesArchive(path: file.path).information.tileCount == nil)
  }

  @Test func filesThatAreNone() throws {
    let file = try DatabaseFile()
    try file.add(gzip(PMTilesArchiveTests.tile("a")), 0, 0, 0)
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: file.path)))
    #expect(error { try MBTilesArchive(path: file.folder) }?.reason == "is not a regular file")
    let missing = error { try MBTilesArchive(path: file.path + "-not") }
    #expect(missing?.kind == .unreadable && missing?.reason == "No such file or directory")
    let pipe = file.folder + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(error { try TileFile.open(path: pipe) }?.reason == "is not a regular file")
    #expect(error { try MBTilesArchive(path: pipe) }?.reason == "is not a regular file")
    for count in [0, 1, 99, 100, 101, 4095, 4096, bytes.count - 4096] {
      let cut = try TemporaryFile(Array(bytes[..<count]))
      let error = error { try MBTilesArchive(path: cut.path) }
      #expect(error?.kind == .damaged && error?.file == cut.path, "cut to \(count) bytes")
    }
  }

  /// SQLite opens what lies beside the file under certain names; at a pipe it would wait.
  @Test(arguments: ["-journal", "-wal"]) func aPipeBesideTheFile(_ ending: String) throws {
    let file = try DatabaseFile()
    try file.add(gzip(PMTilesArchiveTests.tile("a")), 0, 0, 0)
    #expect(mkfifo(file.path + ending, 0o600) == 0)
    let refusal = error { try MBTilesArchive(path: file.path) }
    #expect(refusal?.file == file.path + ending && refusal?.reason == "is not a regular file")
    #expect(unlink(file.path + ending) == 0)
    #expect(error { try MBTilesArchive(path: file.path) } == nil)
  }

  @Test func damagedTilesFailAlone() throws {
    let file = try DatabaseFile()
    try file.add(gzip(PMTilesArchiveTests.tile("good")), 1, 0, 0)
    try file.add([0x1F, 0x8B, 8, 0, 1, 2, 3], 1, 1, 0)
    let archive = try MBTilesArchive(path: file.path)
    #expect(
      error { try archive.load(TileID(z: 1, x: 1, y: 1)) }
        == TileError(
          .damaged, file: file.path, reason: "tile 1/1/1 ends in its compressed data"))
    #expect(try name(archive, 1, 0, 1) == "good")
  }

  @Test func mutatedFiles() throws {
    let file = try DatabaseFile()
    try file.tell(["format": "pbf", "bounds": "1,2,3,4"])
    for column in 0..<4 {
      try file.add(gzip(PMTilesArchiveTests.tile("good")), 2, column, 0)
    }
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: file.path)))
    let copy = try TemporaryFile(bytes)
    var generator = SeededGenerator(state: 9)
    var loaded = 0
    for _ in 0..<1000 {
      try copy.write(bytes.mutated(using: &generator))
      guard let archive = try? MBTilesArchive(path: copy.path) else { continue }
      _ = archive.information
      for column in 0..<4 where (try? archive.load(TileID(z: 2, x: column, y: 3))) != nil {
        loaded += 1
      }
    }
    #expect(100..<3999 ~= loaded)
  }

  @Test func manyThreads() throws {
    let file = try DatabaseFile()
    for column in 0..<8 {
      try file.add(gzip(PMTilesArchiveTests.tile("\(column)")), 3, column, 7)
    }
    let archive = try MBTilesArchive(path: file.path)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for turn in 0..<400 {
        let name = try? name(archive, 3, turn % 8, 0)
        #expect(name == "\(turn % 8)")
      }
    }
  }

  @Test(arguments: [
    ("-180,-85,180,85", (-85.0, -180.0, 85.0, 180.0)), ("170,-10,190,10", (-10, 170, 10, -170)),
    ("-200,-95,200,95", (-90, -180, 90, 180)),
  ])
  func bounds(text: String, expected: (Double, Double, Double, Double)) {
    let bounds = GeographicBounds(metadata: text)
    #expect(
      bounds
        == GeographicBounds(
          south: expected.0, west: expected.1, north: expected.2, east: expected.3))
    #expect(bounds != nil)
  }

  @Test(arguments: ["", "1,2,3", "1,2,3,4,5", "a,2,3,4", "1,5,3,4", "1,2,1,4", "nan,2,3,4"])
  func boundsThatAreNone(text: String) { #expect(GeographicBounds(metadata: text) == nil) }
}
