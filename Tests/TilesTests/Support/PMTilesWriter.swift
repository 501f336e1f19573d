import CZlib
import Foundation
import TestSupport
import Testing

/// Writes PMTiles v3 archives, wrong ones included, independently of the reader.
struct PMTilesWriter {
  struct Entry {
    var tileID: UInt64
    var offset: UInt64
    var length: UInt64
    var runLength: UInt64
  }

  var version: UInt8 = 3
  var root: [Entry] = []
  var leaves: [UInt8] = []
  var tiles: [UInt8] = []
  var metadata = "{}"
  /// 1 none, 2 gzip.
  var internalCompression: UInt8 = 2
  var tileCompression: UInt8 = 2
  /// 0 unknown, 1 MVT, 2 PNG, 3 JPEG, 4 WebP, 5 AVIF.
  var tileType: UInt8 = 1
  var zooms: ClosedRange<UInt8> = 0...3
  /// Zoom, longitude and latitude.
  var center: (zoom: UInt8, x: Double, y: Double) = (0, 0, 0)

  /// Adds a tile's bytes and returns where they are.
  mutating func add(_ tile: [UInt8]) throws -> (offset: UInt64, length: UInt64) {
    let bytes = tileCompression == 2 ? try gzip(tile) : tile
    defer { tiles += bytes }
    return (UInt64(tiles.count), UInt64(bytes.count))
  }

  /// Adds a tile to the root directory.
  mutating func add(_ tile: [UInt8], id: UInt64, run: UInt64 = 1) throws {
    let place = try add(tile)
    root.append(Entry(tileID: id, offset: place.offset, length: place.length, runLength: run))
  }

  /// Adds a leaf directory and returns the entry for the directory above.
  mutating func addLeaf(_ entries: [Entry]) throws -> Entry {
    let bytes = try pack(directory(entries))
    defer { leaves += bytes }
    return Entry(
      tileID: entries[0].tileID, offset: UInt64(leaves.count), length: UInt64(bytes.count),
      runLength: 0)
  }

  func directory(_ entries: [Entry]) -> [UInt8] {
    var numbers = [UInt64(entries.count)]
    var last: UInt64 = 0
    for entry in entries {
      numbers.append(entry.tileID &- last)
      last = entry.tileID
    }
    numbers += entries.map(\.runLength)
    numbers += entries.map(\.length)
    for (index, entry) in entries.enumerated() {
      let follows =
        index > 0 && entries[index - 1].offset &+ entries[index - 1].length == entry.offset
      numbers.append(follows ? 0 : entry.offset + 1)
    }
    return numbers.flatMap(WireWriter.varint)
  }

  private func pack(_ bytes: [UInt8]) throws -> [UInt8] {
    internalCompression == 2 ? try gzip(bytes) : bytes
  }

  func archive() throws -> [UInt8] {
    let directory = try pack(directory(root))
    let text = try pack(Array(metadata.utf8))
    var header = Array("PMTiles".utf8) + [version]
    var offset: UInt64 = 127
    for section in [directory, text, leaves, tiles] {
      header += littleEndian(offset) + littleEndian(UInt64(section.count))
      offset += UInt64(section.count)
    }
    header += littleEndian(UInt64(root.count)) + littleEndian(0) + littleEndian(0)
    header += [1, internalCompression, tileCompression, tileType]
    header += [zooms.lowerBound, zooms.upperBound]
    for degrees in [-10.0, -20, 30, 40] { header += littleEndian(Int32(degrees * 1e7)) }
    header += [center.zoom]
    for degrees in [center.x, center.y] { header += littleEndian(Int32(degrees * 1e7)) }
    #expect(header.count == 127)
    return header + directory + text + leaves + tiles
  }

  private func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian, Array.init)
  }
}

func gzip(_ bytes: [UInt8]) throws -> [UInt8] { try deflated(bytes, windowBits: 15 + 16) }

/// - Parameter windowBits: 15 for zlib, 31 for gzip.
func deflated(_ bytes: [UInt8], windowBits: Int32) throws -> [UInt8] {
  var stream = z_stream()
  try #require(
    deflateInit2_(
      &stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)) == Z_OK)
  defer { deflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 32)
  let room = output.count
  let left = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(room)
      return deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.avail_out) : -1
    }
  }
  try #require(left >= 0)
  return Array(output[..<(room - left)])
}

/// A file that is deleted with the last reference to it.
final class TemporaryFile {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("pigeon-tiles-\(UUID().uuidString)").path

  init(_ bytes: [UInt8]) throws { try write(bytes) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Overwrites in place, as `cp` does. (`Data` would wait for the disk each time.)
  func write(_ bytes: [UInt8]) throws {
    let file = try #require(fopen(path, "w"))
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    #expect(fclose(file) == 0)
  }
}

extension Array where Element == UInt8 {
  /// The bytes with one to four random changes: a byte set, a bit turned, some bytes taken out or
  /// put in.
  func mutated(using generator: inout SeededGenerator) -> [UInt8] {
    var result = self
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !result.isEmpty {
      let index = Int.random(in: 0..<result.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: result[index] = UInt8.random(in: 0...255, using: &generator)
      case 1: result[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 2: result[index] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
      case 3:
        let end = Swift.min(result.count, index + Int.random(in: 1...8, using: &generator))
        result.removeSubrange(index..<end)
      default:
        result.insert(
          contentsOf: repeatElement(0xFF, count: Int.random(in: 1...9, using: &generator)),
          at: index)
      }
    }
    return result
  }
}
