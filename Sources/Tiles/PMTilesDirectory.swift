/// A directory of a PMTiles v3 archive: where the tiles of ascending Hilbert indices are.
struct PMTilesDirectory: Sendable {
  struct Entry: Equatable, Sendable {
    /// The first tile (or the first one in the leaf directory) that the entry is about.
    var tileID: UInt64
    /// Bytes from the start of the tiles, or of the leaf directories.
    var offset: UInt64
    /// Bytes, more than 0.
    var length: UInt32
    /// How many tiles from `tileID` on are these bytes; 0 for a leaf directory.
    var runLength: UInt32
  }

  /// Ascending by `tileID`; not empty.
  let entries: [Entry]

  /// More would be 24 MB of memory. Writers split directories long before.
  static let maximumEntries: UInt64 = 1 << 20

  /// Reads the decompressed bytes of a directory. O(entries).
  init(_ bytes: UnsafeRawBufferPointer) throws(TileDamage) {
    guard !bytes.isEmpty, var reader = WireReader(bytes) else { throw TileDamage("is empty") }
    let count = try reader.varint()
    guard count > 0 else { throw TileDamage("has no entries") }
    // Each entry is four numbers of at least one byte.
    guard count <= UInt64(reader.bytesLeft / 4) else {
      throw TileDamage("promises more entries than it has bytes for")
    }
    guard count <= Self.maximumEntries else { throw TileDamage("has too many entries") }
    var entries = [Entry](
      repeating: Entry(tileID: 0, offset: 0, length: 0, runLength: 0), count: Int(count))
    var tileID: UInt64 = 0
    for index in entries.indices {
      let step = try reader.varint()
      let (sum, overflow) = tileID.addingReportingOverflow(step)
      guard !overflow, index == 0 || step > 0 else { throw TileDamage("is not in order") }
      tileID = sum
      entries[index].tileID = tileID
    }
    for index in entries.indices { entries[index].runLength = try Self.short(&reader) }
    for index in entries.indices {
      entries[index].length = try Self.short(&reader)
      guard entries[index].length > 0 else { throw TileDamage("has an entry of no bytes") }
    }
    for index in entries.indices {
      let number = try reader.varint()
      if number > 0 {
        entries[index].offset = number - 1
      } else {
        guard index > 0 else { throw TileDamage("has a first entry that follows another") }
        let previous = entries[index - 1]
        let (sum, overflow) = previous.offset.addingReportingOverflow(UInt64(previous.length))
        guard !overflow else { throw TileDamage("refers to bytes behind its end") }
        entries[index].offset = sum
      }
    }
    self.entries = entries
  }

  /// The entry that has the tile or the leaf directory in which it is. O(log entries).
  func entry(for tileID: UInt64) -> Entry? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].tileID <= tileID { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    let isWithin = entry.runLength == 0 || tileID - entry.tileID < UInt64(entry.runLength)
    return isWithin ? entry : nil
  }

  private static func short(_ reader: inout WireReader) throws(TileDamage) -> UInt32 {
    guard let number = UInt32(exactly: try reader.varint()) else {
      throw TileDamage("has a number of more than 32 bits")
    }
    return number
  }
}
