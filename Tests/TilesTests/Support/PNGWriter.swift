import CZlib
import Testing

/// Writes PNG images of every kind from samples, independently of the reader (PNG specification,
/// third edition).
struct PNGWriter: Sendable {
  /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGB and alpha.
  var colorType: UInt8
  var depth = 8
  var width = 5
  var height = 3
  var isInterlaced = false
  var palette: [UInt8] = []
  /// The content of tRNS.
  var transparency: [UInt8] = []
  /// The samples of a pixel.
  var samples: @Sendable (_ x: Int, _ y: Int) -> [Int]

  /// First column and row, then their steps, of the passes of Adam7.
  private static let passes = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]

  func image() throws -> [UInt8] {
    var header = Self.bigEndian(width, 4) + Self.bigEndian(height, 4)
    header += [UInt8(depth), colorType, 0, 0, isInterlaced ? 1 : 0]
    var rows: [UInt8] = []
    for (x, y, stepX, stepY) in isInterlaced ? Self.passes : [(0, 0, 1, 1)] where x < width {
      for row in stride(from: y, to: height, by: stepY) {
        rows.append(0)
        rows += packed(stride(from: x, to: width, by: stepX).flatMap { samples($0, row) })
      }
    }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
    if !palette.isEmpty { file += chunk("PLTE", palette) }
    if !transparency.isEmpty { file += chunk("tRNS", transparency) }
    return file + chunk("IDAT", try deflated(rows, windowBits: 15)) + chunk("IEND", [])
  }

  private func packed(_ samples: [Int]) -> [UInt8] {
    if depth >= 8 { return samples.flatMap { Self.bigEndian($0, depth / 8) } }
    var bytes = [UInt8](repeating: 0, count: (samples.count * depth + 7) / 8)
    for (index, sample) in samples.enumerated() {
      let bit = index * depth
      bytes[bit / 8] |= UInt8(sample << (8 - depth - bit % 8))
    }
    return bytes
  }

  private func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return Self.bigEndian(content.count, 4) + body
      + Self.bigEndian(Int(crc32(0, body, UInt32(body.count))), 4)
  }

  private static func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 255) }
  }
}
