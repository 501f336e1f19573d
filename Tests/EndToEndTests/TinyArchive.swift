import Foundation

/// A PMTiles archive of a few hundred bytes: each tile of zoom 8 has a town of the same name west of
/// its middle. Format: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
struct TinyArchive {
  /// The town.
  var town = "Tileville"
  var metadata = #"{"name":"Tiny","attribution":"© Tiny Maps","vector_layers":[{"id":"place"}]}"#

  /// The middle of tile 8/134/89, 16 columns to the right of the town.
  static let place = "47.5172,9.1406"

  var bytes: [UInt8] {
    let tile = Self.tile(town)
    let text = Array(metadata.utf8)
    // Tiles are numbered through all zooms; the run from the first one of zoom 8 is the whole zoom.
    let first = (0..<8).reduce(0) { $0 + (1 << (2 * $1)) }
    let directory = [1, first, 1 << 16, tile.count, 1].flatMap(Self.varint)
    var header = Array("PMTiles".utf8) + [3]
    var offset = 127
    for count in [directory.count, text.count, 0, tile.count] {
      header += Self.littleEndian(UInt64(offset)) + Self.littleEndian(UInt64(count))
      offset += count
    }
    for count in [1 << 16, 1, 1] as [UInt64] { header += Self.littleEndian(count) }
    // Clustered, nothing compressed, vector tiles, zoom 8 alone.
    header += [1, 1, 1, 1, 8, 8]
    for degrees in [-180, -85, 180, 85] as [Int32] {
      header += Self.littleEndian(degrees * 10_000_000)
    }
    header += [8] + [UInt8](repeating: 0, count: 8)
    return header + directory + text + tile
  }

  func write(to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// A vector tile with one layer, `place`, and one point.
  private static func tile(_ town: String) -> [UInt8] {
    let values = ["city", town].map { message(1, Array($0.utf8)) } + [varint(4 * 8) + [1]]
    let tags = [0, 0, 1, 1, 2, 2].flatMap(varint)
    let feature =
      message(2, tags) + varint(3 * 8) + [1] + message(4, [9, 2 * 1536, 2 * 2048].flatMap(varint))
    var layer = varint(15 * 8) + [2] + message(1, Array("place".utf8)) + message(2, feature)
    for key in ["class", "name", "rank"] { layer += message(3, Array(key.utf8)) }
    for value in values { layer += message(4, value) }
    return message(3, layer + varint(5 * 8) + varint(4096))
  }

  private static func message(_ field: Int, _ content: [UInt8]) -> [UInt8] {
    varint(field * 8 + 2) + varint(content.count) + content
  }

  private static func varint(_ value: Int) -> [UInt8] {
    var rest = value
    var bytes: [UInt8] = []
    while rest >= 128 {
      bytes.append(UInt8(rest % 128) + 128)
      rest /= 128
    }
    return bytes + [UInt8(rest)]
  }

  private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian, Array.init)
  }
}
