import Foundation
import TestSupport
import Testing

@testable import Tiles

/// Images made with Pillow 13 (libjpeg-turbo), which also gave the expected colours.
@Suite struct JPEGTests {
  /// 16 × 8: left (200, 30, 40), right (20, 60, 180); YCbCr without subsampling, quality 95.
  private static let color = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBw\
    YGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK\
    CgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAIABADAREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAw\
    QFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkK\
    FhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmq\
    KjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEB\
    AQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRob\
    HBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOE\
    hYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+P\
    n6/9oADAMBAAIRAxEAPwD5Hr8fP9UDy+v9bD/Dc//Z
    """

  /// The same as a progressive image.
  private static let progressive = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBw\
    YGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK\
    CgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wgARCAAIABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABgf/xA\
    AVAQEBAAAAAAAAAAAAAAAAAAAIBv/aAAwDAQACEAMQAAABkceqC62Df//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAI\
    AQEAAQUCP//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQMBAT8BP//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQ\
    IBAT8BP//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEABj8CP//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEA\
    AT8hP//aAAwDAQACAAMAAAAQA//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQMBAT8QP//EABQRAQAAAAAAAAAAAA\
    AAAAAAABD/2gAIAQIBAT8QP//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEAAT8QP//Z
    """

  /// 8 × 8, all 120.
  private static let gray = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDg\
    sLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAAIAAgBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL\
    /8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJi\
    coKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ip\
    qrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/AMqv/9k=
    """

  /// 8 × 8 in four inks.
  private static let cmyk = """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCx\
    AWEBETFBUVFQwPFxgWFBgSFBUU/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgME\
    BQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJCh\
    YXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqi\
    o6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASw\
    AAPwD9OK/R2v0Dr7or/9k=
    """

  private func bytes(_ text: String) throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: text)))
  }

  private func decode(_ bytes: [UInt8]) throws -> RasterTile {
    try bytes.withUnsafeBytes { try RasterTile(jpeg: $0) }
  }

  private func damage(_ bytes: [UInt8]) -> TileDamage? { imageDamage { try decode(bytes) } }

  private func pixel(_ tile: RasterTile, _ x: Int, _ y: Int) -> [UInt8] {
    Array(tile.pixels[(3 * (y * tile.width + x))...].prefix(3))
  }

  /// By names, which the log of the tests can show.
  private static let images = ["color": color, "progressive": progressive, "gray": gray]

  @Test(arguments: ["color", "progressive"])
  func colors(name: String) throws {
    let tile = try decode(bytes(#require(Self.images[name])))
    #expect(tile.width == 16 && tile.height == 8 && tile.pixels.count == 16 * 8 * 3)
    for y in 0..<8 {
      #expect(pixel(tile, 2, y) == [200, 30, 39])
      #expect(pixel(tile, 13, y) == [20, 60, 181])
    }
  }

  @Test func grayBecomesRGB() throws {
    let tile = try decode(bytes(Self.gray))
    #expect(tile.width == 8 && tile.height == 8)
    #expect(tile.pixels == [UInt8](repeating: 120, count: 8 * 8 * 3))
  }

  @Test func inksAreRefused() throws {
    #expect(damage(try bytes(Self.cmyk))?.kind == .unsupported)
  }

  @Test func hugeImagesAreRefused() throws {
    var image = try bytes(Self.gray)
    let frame = try #require(image.indices.first { image[$0] == 0xFF && image[$0 + 1] == 0xC0 })
    image.replaceSubrange((frame + 5)..<(frame + 9), with: [0x10, 0x01, 0x10, 0x01])  // 4097
    #expect(damage(image).map { "\($0.reason)" } == "is an image of too many pixels")
    // As large as allowed, but the data for it is not there.
    image.replaceSubrange((frame + 5)..<(frame + 9), with: [0x10, 0x00, 0x10, 0x00])
    #expect(damage(image).map { "\($0.reason)" } == "is a damaged image")
  }

  @Test(arguments: ["color", "progressive", "gray"])
  func cutImagesAreDamaged(name: String) throws {
    let image = try bytes(#require(Self.images[name]))
    // The last two bytes only say that nothing follows; cut there, libjpeg still misses them.
    for count in 0..<image.count {
      #expect(damage(Array(image[..<count])) != nil, "cut to \(count) bytes")
    }
  }

  @Test func garbage() throws {
    #expect(damage(Array("not an image".utf8))?.kind == .damaged)
    var generator = SeededGenerator(state: 5)
    for text in [Self.color, Self.progressive, Self.gray] {
      let image = try bytes(text)
      var decoded = 0
      for _ in 0..<2000 where damage(image.mutated(using: &generator)) == nil { decoded += 1 }
      #expect(1..<2000 ~= decoded)
    }
  }

  @Test func rasterArchive() throws {
    var writer = PMTilesWriter(tileCompression: 1, tileType: 3, zooms: 0...0)
    try writer.add(bytes(Self.color), id: 0)
    let file = try TemporaryFile(try writer.archive())
    let archive = try PMTilesArchive(path: file.path)
    #expect(archive.description.kind == .raster)
    guard case .raster(let tile) = try archive.load(TileID(z: 0, x: 0, y: 0)) else {
      Issue.record("no image")
      return
    }
    #expect(pixel(tile, 2, 3) == [200, 30, 39])
  }
}
