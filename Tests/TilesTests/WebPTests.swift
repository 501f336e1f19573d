import Foundation
import TestSupport
import Testing

@testable import Tiles

/// Images made with Pillow 13 (libwebp), which also gave the expected colours. 16 × 8: left
/// (200, 30, 40), right (20, 60, 180); in those with alpha the right half is of alpha 100, and the
/// lower left quarter is (1, 2, 3), transparent.
@Suite struct WebPTests {
  private static let lossy = """
    UklGRkIAAABXRUJQVlA4IDYAAADQAQCdASoQAAgAAMASJaACdLoB+AADsAD++wz//rCH/87B/S4L5f9Lg//ceXycf3\
    Hl+P8AAAA=
    """
  private static let lossless = """
    UklGRigAAABXRUJQVlA4TBsAAAAvD8ABAA9QjzMhH4Vx/qOCWDCZv3RnChH9Dx0A
    """
  private static let losslessAlpha = """
    UklGRkAAAABXRUJQVlA4TDQAAAAvD8ABEBcgIElT4I5IIJvsfnmnRSBAUWzx1miBQJLs/ggH1fseCLJtJjnJgf4KEf\
    0PrQ0P
    """
  private static let lossyAlpha = """
    UklGRoQAAABXRUJQVlA4WAoAAAAQAAAADwAABwAAQUxQSBwAAAABFyAQSJLdH2GNiAgHgmybSU5yoL9CRP9Da8MDVl\
    A4IEIAAADQAQCdASoQAAgAAMASJagCdAEO0GwZvAD+/KkPqvt/90dHj9hHQJ7G3//paV/9Lg/+7O//yzVb/zZf/+Mx\
    fzcAAAA=
    """
  private static let moving = """
    UklGRoIAAABXRUJQVlA4WAoAAAACAAAAAwAAAwAAQU5JTQYAAAAAAAAAAABBTk1GJgAAAAAAAAAAAAMAAAMAAGQAAA\
    JWUDhMDgAAAC8DwAAABxAR/Q9ERP8DQU5NRigAAAAAAAAAAAADAAADAABkAAAAVlA4TA8AAAAvA8AAAAcQhYr+ByKi\
    /wEA
    """

  private func bytes(_ text: String) throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: text)))
  }

  private func decode(_ bytes: [UInt8]) throws -> RasterTile {
    try bytes.withUnsafeBytes { try RasterTile(webp: $0) }
  }

  private func damage(_ bytes: [UInt8]) -> TileDamage? { imageDamage { try decode(bytes) } }

  private func pixel(_ tile: RasterTile, _ x: Int, _ y: Int) -> [UInt8] {
    let index = y * tile.width + x
    return tile.pixels[3 * index..<3 * index + 3] + (tile.alpha.map { [$0[index]] } ?? [])
  }

  @Test func opaque() throws {
    for (text, left, right) in [
      (Self.lossy, [200, 30, 39], [20, 60, 181]), (Self.lossless, [200, 30, 40], [20, 60, 180]),
    ] as [(String, [UInt8], [UInt8])] {
      let tile = try decode(bytes(text))
      #expect(tile.width == 16 && tile.height == 8 && tile.alpha == nil)
      #expect(pixel(tile, 1, 1) == left && pixel(tile, 12, 6) == right)
    }
  }

  @Test func transparent() throws {
    let exact = try decode(bytes(Self.losslessAlpha))
    #expect(pixel(exact, 1, 1) == [200, 30, 40, 255] && pixel(exact, 12, 1) == [20, 60, 180, 100])
    #expect(pixel(exact, 1, 6) == [1, 2, 3, 0] && exact.alpha?.count == 16 * 8)
    let lossy = try decode(bytes(Self.lossyAlpha))
    #expect(pixel(lossy, 1, 1) == [198, 30, 41, 255] && pixel(lossy, 12, 6) == [20, 60, 179, 100])
    #expect(lossy.alpha?[6 * 16 + 1] == 0)
  }

  @Test func movingImagesAreRefused() throws {
    #expect(damage(try bytes(Self.moving)).map { "\($0.reason)" } == "is a moving image")
  }

  @Test func hugeImagesAreRefused() throws {
    var image = try bytes(Self.lossless)
    // 14 bits of width less 1 follow the signature byte (WebP lossless, 3.4).
    image.replaceSubrange(21..<23, with: [0x00, 0xD0])  // 4097
    #expect(damage(image)?.kind == .unsupported)
  }

  @Test(arguments: [lossy, lossless, losslessAlpha, lossyAlpha])
  func cutImagesAreDamaged(text: String) throws {
    let image = try bytes(text)
    for count in 0..<image.count {
      #expect(damage(Array(image[..<count]))?.kind == .damaged, "cut to \(count) bytes")
    }
  }

  @Test func garbage() throws {
    var generator = SeededGenerator(state: 7)
    for text in [Self.lossy, Self.lossless, Self.losslessAlpha, Self.lossyAlpha, Self.moving] {
      let image = try bytes(text)
      var decoded = 0
      for _ in 0..<2000 where damage(image.mutated(using: &generator)) == nil { decoded += 1 }
      #expect(decoded < 2000)
    }
  }

  @Test func formatsMayBeMixedInAnArchive() throws {
    var writer = PMTilesWriter(tileCompression: 1, tileType: 0, zooms: 0...1)
    try writer.add(bytes(Self.lossless), id: 0)
    try writer.add(PNGWriter(colorType: 2) { [$0, $1, 3] }.image(), id: 1)
    try writer.add([0, 0, 0, 0] + Array("ftypavif".utf8), id: 2)
    let file = try TemporaryFile(try writer.archive())
    let archive = try PMTilesArchive(path: file.path)
    #expect(archive.description.kind == .raster && archive.information.format == .webp)
    #expect(archive.information.tilePixels == 16)
    guard case .raster(let png) = try archive.load(TileID(z: 1, x: 0, y: 0)) else {
      Issue.record("no image")
      return
    }
    #expect(pixel(png, 4, 2) == [4, 2, 3])
    #expect {
      try archive.load(TileID(z: 1, x: 0, y: 1))
    } throws: { error in
      (error as? TileError)?.reason == "tile 1/0/1 is an AVIF image, which is not read"
    }
  }
}
