// Compiled together with the sources of Tiles, so that the fuzzer sees which of their branches an
// input takes: `make fuzz`.

import Geodesy

/// Gives any bytes to one of the readers of tiles and their archives, which the first byte chooses,
/// and uses what comes out. A trap is a fault found, and so is an index that leads nowhere.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let bytes = UnsafeRawBufferPointer(start: start + 1, count: count - 1)
  // Letters, so that the seeds can be read.
  switch start[0] {
  case UInt8(ascii: "h"): readHeader(bytes)
  case UInt8(ascii: "d"): readDirectory(bytes)
  case UInt8(ascii: "v"): readVectorTile(bytes)
  case UInt8(ascii: "z"): readCompressed(bytes)
  case UInt8(ascii: "i"): readImage(bytes)
  case UInt8(ascii: "j"): use(TileMetadata(text: String(decoding: bytes, as: UTF8.self)))
  case UInt8(ascii: "m"): readRows(bytes)
  default: _ = ContentSniffer.foreignFile(bytes)
  }
  return 0
}

private func readHeader(_ bytes: UnsafeRawBufferPointer) {
  guard let header = try? PMTilesHeader(bytes, fileSize: 1 << 20) else { return }
  _ = (header.bounds?.center, header.center?.zoom)
  for section in [header.root, header.metadata, header.leaves, header.tiles] {
    precondition(section.offset + section.length <= 1 << 20)
  }
}

private func readDirectory(_ bytes: UnsafeRawBufferPointer) {
  guard let directory = try? PMTilesDirectory(bytes) else { return }
  for index: UInt64 in [0, 1, 1 << 20, .max] { _ = directory.entry(for: index) }
  for entry in directory.entries { precondition(entry.length > 0) }
}

private func readVectorTile(_ bytes: UnsafeRawBufferPointer) {
  var storage = MVTStorage()
  guard let tile = try? MVTDecoder().decode(bytes, storage: &storage) else { return }
  precondition(TileContent.vector(tile).byteCount >= 0)
  for layer in tile.layers {
    for feature in layer.features {
      for part in feature.parts {
        for point in layer.points(ofPart: Int(part)) {
          precondition(layer.coordinates[2 * point].magnitude <= 1 << 30)
        }
      }
      for index in layer.keys.indices {
        let value = layer.value(feature, key: UInt32(index))
        _ = (value?.string?.count, value?.integer)
      }
    }
    _ = (layer.keyIndex("name"), layer.keyIndex("class"))
  }
}

private func readCompressed(_ bytes: UnsafeRawBufferPointer) {
  var inflater = Inflater()
  _ = try? inflater.withInflated(bytes, compression: .gzip, limit: 1 << 20) { readVectorTile($0) }
}

private func readImage(_ bytes: UnsafeRawBufferPointer) {
  let size = RasterTile.size(ofImage: bytes)
  guard let tile = try? RasterTile(image: bytes) else { return }
  precondition(size?.width == tile.width && size?.height == tile.height)
  precondition(tile.pixels.count == 3 * tile.width * tile.height)
  precondition(tile.alpha.map { $0.count == tile.width * tile.height } ?? true)
}

/// Names and values of a metadata table, with zeros between them.
private func readRows(_ bytes: UnsafeRawBufferPointer) {
  let words = bytes.split(separator: 0, omittingEmptySubsequences: false)
    .map { String(decoding: $0, as: UTF8.self) }
  var rows: [String: String] = [:]
  for index in stride(from: 0, to: words.count - 1, by: 2) { rows[words[index]] = words[index + 1] }
  use(TileMetadata(rows: rows))
  for value in rows.values {
    _ = (GeographicBounds(metadata: value)?.center, TileFormat(metadata: value))
  }
}

private func use(_ metadata: TileMetadata) {
  _ = (metadata.languages, metadata.center?.zoom, metadata.layers.first?.fields.count)
}
