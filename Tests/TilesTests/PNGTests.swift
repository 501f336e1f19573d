import TestSupport
import Testing

@testable import Tiles

@Suite struct PNGTests {
  private func decode(_ bytes: [UInt8]) throws -> RasterTile {
    try bytes.withUnsafeBytes { try RasterTile(png: $0) }
  }

  private func damage(_ bytes: [UInt8]) -> TileDamage? { imageDamage { try decode(bytes) } }

  /// The pixel's red, green and blue, and its alpha if the tile has that.
  private func pixel(_ tile: RasterTile, _ x: Int, _ y: Int) -> [Int] {
    let index = y * tile.width + x
    return (tile.pixels[3 * index..<3 * index + 3] + (tile.alpha.map { [$0[index]] } ?? []))
      .map { Int($0) }
  }

  struct Kind: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var writer: PNGWriter
    /// As the PNG specification has it (section 13.12 for depths, 11.3.1 for transparency).
    var expected: @Sendable (_ x: Int, _ y: Int) -> [Int]

    init(_ name: String, _ writer: PNGWriter, _ expected: @escaping @Sendable (Int, Int) -> [Int]) {
      (testDescription, self.writer, self.expected) = (name, writer, expected)
    }
  }

  static let kinds: [Kind] = [
    Kind("RGB", PNGWriter(colorType: 2) { [$0, $1, 200] }) { [$0, $1, 200] },
    Kind("RGB of 16 bits", PNGWriter(colorType: 2, depth: 16) { [$0 * 257, $1 * 257, 65535] }) {
      [$0, $1, 255]
    },
    Kind("RGBA", PNGWriter(colorType: 6) { [$0, $1, 9, 50 * $0] }) { [$0, $1, 9, 50 * $0] },
    Kind("RGBA of 16 bits", PNGWriter(colorType: 6, depth: 16) { [$0, 0, 257 * $1, 257 * $0] }) {
      [0, 0, $1, $0]
    },
    Kind("RGBA, opaque", PNGWriter(colorType: 6) { [$0, $1, 9, 255] }) { [$0, $1, 9] },
    Kind("gray", PNGWriter(colorType: 0) { [10 * $0 + $1] }) {
      [Int](repeating: 10 * $0 + $1, count: 3)
    },
    Kind("gray of 1 bit", PNGWriter(colorType: 0, depth: 1, width: 11) { [($0 + $1) % 2] }) {
      [Int](repeating: ($0 + $1) % 2 * 255, count: 3)
    },
    Kind("gray of 4 bits", PNGWriter(colorType: 0, depth: 4) { [$0 + $1] }) {
      [Int](repeating: ($0 + $1) * 17, count: 3)
    },
    Kind("gray of 16 bits", PNGWriter(colorType: 0, depth: 16) { x, _ in [x * 257] }) { x, _ in
      [x, x, x]
    },
    Kind("gray and alpha", PNGWriter(colorType: 4) { [$0, 60 * $1] }) { [$0, $0, $0, 60 * $1] },
    Kind(
      "gray with a transparent one",
      PNGWriter(colorType: 0, transparency: [0, 3]) { x, _ in [x] }
    ) { x, _ in [x, x, x, x == 3 ? 0 : 255] },
    Kind(
      "RGB with a transparent colour",
      PNGWriter(colorType: 2, transparency: [0, 1, 0, 2, 0, 7]) { [$0, $1, 7] }
    ) { [$0, $1, 7, $0 == 1 && $1 == 2 ? 0 : 255] },
    Kind(
      "palette",
      PNGWriter(colorType: 3, depth: 2, palette: [1, 2, 3, 40, 50, 60, 70, 80, 90]) { x, _ in
        [x % 3]
      }
    ) { x, _ in [[1, 2, 3], [40, 50, 60], [70, 80, 90]][x % 3] },
    Kind(
      "palette with alpha",
      PNGWriter(
        colorType: 3, palette: [1, 2, 3, 40, 50, 60, 70, 80, 90], transparency: [0, 128]
      ) { x, _ in [x % 3] }
    ) { x, _ in [[1, 2, 3, 0], [40, 50, 60, 128], [70, 80, 90, 255]][x % 3] },
  ]

  @Test(arguments: kinds, [false, true])
  func samples(kind: Kind, isInterlaced: Bool) throws {
    var writer = kind.writer
    writer.isInterlaced = isInterlaced
    let tile = try decode(writer.image())
    #expect(tile.width == writer.width && tile.height == writer.height)
    for y in 0..<writer.height {
      for x in 0..<writer.width { #expect(pixel(tile, x, y) == kind.expected(x, y)) }
    }
  }

  @Test func cutImagesAreDamaged() throws {
    for kind in Self.kinds {
      let image = try kind.writer.image()
      for count in 0..<image.count {
        #expect(damage(Array(image[..<count]))?.kind == .damaged, "\(kind) cut to \(count)")
      }
    }
  }

  @Test func hugeImagesAreRefused() throws {
    let wide = try PNGWriter(colorType: 0, width: 4097, height: 1) { _, _ in [0] }.image()
    #expect(damage(wide).map { "\($0.reason)" } == "is an image of too many pixels")
    let high = try PNGWriter(colorType: 0, width: 1, height: 4097) { _, _ in [0] }.image()
    #expect(damage(high)?.kind == .unsupported)
    let largest = try PNGWriter(colorType: 0, width: 4096, height: 1) { _, _ in [5] }.image()
    #expect(try decode(largest).width == 1024)
  }

  @Test func garbage() throws {
    var generator = SeededGenerator(state: 6)
    var decoded = 0
    for kind in Self.kinds {
      let image = try kind.writer.image()
      for _ in 0..<500 where damage(image.mutated(using: &generator)) == nil { decoded += 1 }
    }
    // A changed byte is nearly always told by a checksum; some stand behind the end.
    #expect(decoded < 500 * Self.kinds.count)
  }
}
