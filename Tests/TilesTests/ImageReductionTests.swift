import Foundation
import TestSupport
import Testing

@testable import Tiles

/// Images of more pixels than are kept: they become smaller while they are decoded.
@Suite struct ImageReductionTests {
  private func decode(_ bytes: [UInt8]) throws -> RasterTile {
    try bytes.withUnsafeBytes { try RasterTile(image: $0) }
  }

  private func pixel(_ tile: RasterTile, _ x: Int, _ y: Int) -> [Int] {
    let index = y * tile.width + x
    return (tile.pixels[3 * index..<3 * index + 3] + [tile.alpha?[index] ?? 255]).map { Int($0) }
  }

  /// The mean of the pixels of a square, weighted by how opaque they are.
  private func mean(
    _ x: Range<Int>, _ y: Range<Int>, _ pixel: (_ x: Int, _ y: Int) -> [Int]
  ) -> [Double] {
    let pixels = y.flatMap { y in x.map { x in pixel(x, y) } }
    let weight = pixels.reduce(0) { $0 + $1[3] }
    let colors = (0..<3).map { channel in
      weight == 0 ? 0 : Double(pixels.reduce(0) { $0 + $1[channel] * $1[3] }) / Double(weight)
    }
    return colors + [Double(weight) / Double(pixels.count)]
  }

  /// Width and height, and how many times smaller they become.
  static let sizes = [(1024, 5, 1), (1025, 6, 2), (2048, 7, 2), (2049, 9, 4), (3, 4093, 4)]

  @Test(arguments: sizes, [false, true])
  func everyPixelIsTheMeanOfASquare(
    _ size: (width: Int, height: Int, reduction: Int), _ isInterlaced: Bool
  ) throws {
    let (width, height, reduction) = size
    for hasAlpha in [false, true] {
      let original = { @Sendable (x: Int, y: Int) -> [Int] in
        let color = [(7 * x + y) % 256, (x * y) % 256, (x / 2 * 255) % 256]
        return color + [hasAlpha ? (x + 31 * y) % 256 : 255]
      }
      let writer = PNGWriter(
        colorType: hasAlpha ? 6 : 2, width: width, height: height, isInterlaced: isInterlaced
      ) { hasAlpha ? original($0, $1) : Array(original($0, $1)[..<3]) }
      let tile = try decode(writer.image())
      try #require(tile.width == (width + reduction - 1) / reduction)
      try #require(tile.height == (height + reduction - 1) / reduction)
      var wrong = 0
      for y in 0..<tile.height {
        for x in 0..<tile.width {
          let square = mean(
            x * reduction..<min((x + 1) * reduction, width),
            y * reduction..<min((y + 1) * reduction, height), original)
          let isRight = zip(pixel(tile, x, y), square).allSatisfy { abs(Double($0) - $1) <= 0.501 }
          // A transparent pixel has any colour.
          if !isRight, square[3] != 0 { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(hasAlpha)")
    }
  }

  /// Grays, palettes, depths and transparent colours are made RGB before.
  @Test func otherKindsOfPNG() throws {
    let palette: [UInt8] = [10, 20, 30, 200, 100, 50]
    for isInterlaced in [false, true] {
      let gray = PNGWriter(
        colorType: 0, depth: 1, width: 1026, height: 2, isInterlaced: isInterlaced
      ) { [($0 + $1) % 2] }
      #expect(pixel(try decode(gray.image()), 100, 0) == [128, 128, 128, 255])
      let indexed = PNGWriter(
        colorType: 3, depth: 2, width: 1026, height: 2, isInterlaced: isInterlaced,
        palette: palette, transparency: [0]
      ) { x, _ in [x % 2] }
      #expect(pixel(try decode(indexed.image()), 512, 0) == [200, 100, 50, 128])
    }
  }

  /// 1100 × 8, made with Pillow 13: left (200, 30, 40), right (20, 60, 180), in those with alpha of
  /// alpha 100.
  private static let images = [
    "jpeg": """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYG\
    CAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK\
    CgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAIBEwDAREAAhEBAxEB/8QAFwABAAMAAAAAAAAAAAAAAAAAAAUGCP/EABoQ\
    AQABBQAAAAAAAAAAAAAAAAACBAY2grL/xAAWAQEBAQAAAAAAAAAAAAAAAAAABwn/xAAcEQEAAQQDAAAAAAAAAAAAAAAA\
    AwUHN4MIs7T/2gAMAwEAAhEDEQA/AMjo+1QAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAARd541U6dxVuxWVKft6JUN5JYWquj0wqG0RZUgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAP/2Q==
    """,
    "progressive": """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYG\
    CAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK\
    CgoKCgoKCgoKCgoKCgoKCgoKCgr/wgARCAAIBEwDAREAAhEBAxEB/8QAFwABAAMAAAAAAAAAAAAAAAAAAAQFB//EABYB\
    AQEBAAAAAAAAAAAAAAAAAAAGCP/aAAwDAQACEAMQAAAByOP1QAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAItbDUOicqA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAf/EABYQAQEBAAAAAAAAAAAAAAAAAGAENP/aAAgBAQABBQIJZmC//8QAGhEA\
    AQUBAAAAAAAAAAAAAAAAYAIEBzaCs//aAAgBAwEBPwEEkmlusdEA3//EABoRAAEFAQAAAAAAAAAAAAAAAGACBAY2grL/\
    2gAIAQIBAT8BBILam+uFA3//xAAVEAEBAAAAAAAAAAAAAAAAAABgAv/aAAgBAQAGPwIJQb//xAAWEAEBAQAAAAAAAAAA\
    AAAAAABgsQH/2gAIAQEAAT8hCSXA3//aAAwDAQACAAMAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAA//EABQRAQAAAAAAAAAAAAAAAAAAAHD/2gAIAQMBAT8QCnv/xAAUEQEAAAAAAAAAAAAA\
    AAAAAABw/9oACAECAQE/EAqf/8QAFBABAAAAAAAAAAAAAAAAAAAAcP/aAAgBAQABPxAK+//Z
    """,
    "lossless": """
    UklGRjAAAABXRUJQVlA4TCQAAAAvS8QBAA9QjzMhH4Vx/qMCWYDJDPK3ySyBfT0R/Z8AFDvFvBg=
    """,
    "lossy": """
    UklGRqYAAABXRUJQVlA4IJoAAACwCQCdASpMBAgAPhkMhUIhBB0ABABhLS3cLql6CfAPwA1QrgH4Afrd/SWcAfwDKAP0\
    AADuyq+XuNPeTfTp06dOnTfQ7Bn5vJvp06dOnTp06dOnTp0cAAD+/5/FhSt6N/iTy3U9rlf/kFgCx04kafGjeo3//wVO\
    /h6ybL//4Knfw+P/ugSwo/+ecopzTFweX/nnKKc1/9ngAAAA
    """,
    "lossyAlpha": """
    UklGRtwAAABXRUJQVlA4WAoAAAAQAAAASwQABwAAQUxQSBwAAAABD/Cy/4iIQBZgMoP8bTJLYF9PRP8nAMVOMS8GVlA4\
    IJoAAACwCQCdASpMBAgAPhkMhUIhBB0ABABhLS3cLql6CfAPwA1QrgH4Afrd/SWcAfwDKAP0AADuyq+XuNPeTfTp06dO\
    nTfQ7Bn5vJvp06dOnTp06dOnTp0cAAD+/5/FhSt6N/iTy3U9rlf/kFgCx04kafGjeo3//v7Uln8NaP//7+1JZ/P/7jys\
    KP/nnKKc0xcHl/55yinNf/Z4AAAA
    """,
    "losslessAlpha": """
    UklGRjIAAABXRUJQVlA4TCUAAAAvS8QBEA9QjzMhH4XxZf9RgSzAZAb522SWwL6eiP5PAIqdYl4MAA==
    """,
  ]

  @Test(arguments: images.keys.sorted()) func otherFormats(_ name: String) throws {
    let text = try #require(Self.images[name])
    let tile = try decode(Array(try #require(Data(base64Encoded: text))))
    #expect(tile.width == 550 && tile.height == 4)
    let hasAlpha = name.hasSuffix("Alpha")
    for (x, y, color) in [
      (0, 0, [200, 30, 40, 255]), (270, 3, [200, 30, 40, 255]),
      (280, 0, [20, 60, 180, hasAlpha ? 100 : 255]), (549, 3, [20, 60, 180, hasAlpha ? 100 : 255]),
    ] {
      let found = pixel(tile, x, y)
      #expect(zip(found, color).allSatisfy { abs($0 - $1) <= 2 }, "\(name) at \(x), \(y): \(found)")
    }
  }

  /// Images that are held whole while they are decoded are refused by their size, before any memory
  /// is taken for it.
  @Test func whatTakesTooMuchMemoryIsRefused() throws {
    var progressive = Array(try #require(Data(base64Encoded: Self.images["progressive"] ?? "")))
    let frame = try #require(
      progressive.indices.first { progressive[$0...].starts(with: [0xFF, 0xC2]) })
    // Height and width follow the length and the depth (ITU-T T.81, B.2.2).
    progressive.replaceSubrange(frame + 5..<frame + 9, with: [0x10, 0, 0x10, 0])
    var lossless = Array(try #require(Data(base64Encoded: Self.images["lossless"] ?? "")))
    // 14 bits of width less 1, then of height, follow the signature byte (WebP lossless, 3.4).
    lossless.replaceSubrange(21..<25, with: [0xFF, 0xCF, 0xFF, 0x03])
    for image in [progressive, lossless] {
      let damage = imageDamage { try decode(image) }
      #expect(damage?.kind == .unsupported)
      #expect(
        damage.map { "\($0.reason)" } == "is an image that takes too much memory to decode")
    }
  }
}
