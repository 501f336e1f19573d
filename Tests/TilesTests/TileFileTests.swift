import Geodesy
import Testing

@testable import Tiles

@Suite struct TileFileTests {
  private func error(_ bytes: [UInt8]) throws -> TileError? {
    let file = try TemporaryFile(bytes)
    do {
      _ = try TileFile.open(path: file.path)
      return nil
    } catch {
      #expect(error.file == file.path)
      return error
    }
  }

  @Test func theContentDecides() throws {
    var writer = PMTilesWriter()
    try writer.add(PMTilesArchiveTests.tile("a"), id: 0)
    let archive = try TemporaryFile(writer.archive())
    #expect(try TileFile.open(path: archive.path).information.container == .pmtiles)
    let database = try DatabaseFile(name: "a.pmtiles")
    try database.add(PMTilesArchiveTests.tile("a"), 0, 0, 0)
    #expect(try TileFile.open(path: database.path).information.container == .mbtiles)
  }

  @Test func informationOfPMTiles() throws {
    var writer = PMTilesWriter(
      metadata: #"""
        {"description":"D","version":3,"type":"overlay","center":[7.5,51.25,4.5],
         "vector_layers":[{"id":"a","maxzoom":9,"fields":{"name_de":"String","rank":1}}]}
        """#)
    try writer.add(PMTilesArchiveTests.tile("a"), id: 0)
    let file = try TemporaryFile(writer.archive())
    let information = try TileFile.open(path: file.path).information
    #expect(information.metadata.summary == "D" && information.metadata.version == "3")
    #expect(information.metadata.type == "overlay" && information.metadata.languages == ["de"])
    #expect(information.metadata.layers.first?.fields == ["name_de": "String", "rank": "1"])
    #expect(information.tileCount == 1 && information.compression == .gzip)
    // The header's centre is left at zero.
    #expect(information.center?.coordinate == Coordinate(latitude: 51.25, longitude: 7.5))
    #expect(information.center?.zoom == 4)
    writer.center = (6, -70.5, -33.25)
    try file.write(writer.archive())
    let center = try TileFile.open(path: file.path).information.center
    #expect(center?.coordinate == Coordinate(latitude: -33.25, longitude: -70.5))
    #expect(center?.zoom == 6)
  }

  @Test(arguments: [
    ("PM\u{2}\u{0}\u{0}{", "is a PMTiles archive of version 2; only version 3 is read"),
    ("PK\u{3}\u{4}", "is a zip archive; unpack it first"),
    ("\n <!DOCTYPE HTML><title>404", "is a web page: a download that failed, perhaps"),
    ("\u{FEFF}<html>", "is a web page: a download that failed, perhaps"),
    ("<?xml version='1.0'?>", "is an XML text, not an archive of tiles"),
    ("{\"tiles\":[]}", "is a JSON text, not an archive of tiles"),
    (
      "version https://git-lfs.github.com/spec/v1\noid sha256:0",
      "is only a pointer to a file that Git LFS has not fetched yet"
    ),
    ("\u{0}\u{0}\u{0}\u{D}\n\tOSMHeader", "holds OpenStreetMap data, not tiles made of them"),
    ("SQLite format 2", "is neither a PMTiles nor an MBTiles archive"),
    ("x", "is neither a PMTiles nor an MBTiles archive"),
  ])
  func foreignFiles(text: String, reason: String) throws {
    let error = try error(Array(text.utf8))
    #expect(error?.kind == .unsupported && error?.reason == reason)
  }

  @Test func foreignBytes() throws {
    #expect(try error([])?.reason == "is empty")
    #expect(try error(gzip([1, 2, 3]))?.reason == "is compressed with gzip; decompress it first")
    let image = try PNGWriter(colorType: 0) { x, _ in [x] }.image()
    #expect(try error(image)?.reason == "is a single image, not an archive of tiles")
    let tile = PMTilesArchiveTests.tile("a")
    #expect(try error(tile)?.reason == "is a single vector tile, not an archive of tiles")
    let tar = [UInt8](repeating: 0x61, count: 257) + Array("ustar".utf8)
    #expect(try error(tar)?.reason == "is a tar archive; unpack it first")
  }
}
