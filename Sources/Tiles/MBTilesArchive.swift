import Geodesy
import Synchronization

/// An MBTiles archive: an SQLite file with a table or view of tiles.
///
/// Opening reads the metadata and looks at one tile. Every thread that loads has a connection of its
/// own, kept from one tile to the next.
///
/// Nothing is changed, in the file or beside it, as long as no other program writes it. One in WAL
/// mode is read as immutable while it has no log, which is made sure before and after every tile;
/// what was read while that ended does not count. While another program is at work on it, it is
/// shared in SQLite's way, for one tile at a time, so that the other can tidy up. A log that was left
/// behind with something in it is read too; then SQLite leaves a `-shm` beside it.
///
/// Format: https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md
public final class MBTilesArchive: TileArchive {
  public let description: TileSourceDescription
  public let metadata: TileMetadata

  private let path: String
  private let file: MBTilesFile
  private let outline: MBTilesOutline
  private let decoder: TileDecoder
  private let readers: Mutex<[MBTilesReader]>

  /// Opens an archive.
  /// - Parameters:
  ///   - path: of the file.
  ///   - layers: the vector layers to decode; nil is all.
  /// - Throws: `.unreadable`, `.damaged`, or `.unsupported` for an SQLite file without tiles, one
  ///   of many tiles and no index for them, or a tile format that is not read.
  public init(path: String, layers: Set<String>? = nil) throws(TileError) {
    // SQLite would wait at a pipe, and make an empty file a database. Closed again before SQLite
    // opens it: closing a file drops the locks that the process has on it.
    file = try MBTilesFile(path: path)
    let reader = try MBTilesReader(path: path, settled: file.settled)
    outline = try MBTilesOutline(reader)
    decoder = try TileDecoder(
      format: outline.format, compression: .unknown, layers: layers, file: path)
    self.path = path
    metadata = outline.metadata
    description = TileSourceDescription(
      name: path, kind: decoder.kind, minimumZoom: outline.minimumZoom,
      maximumZoom: outline.maximumZoom, bounds: outline.bounds, attribution: metadata.attribution)
    readers = Mutex([])
    giveBack(reader)
  }

  /// Counts tiles and looks at one, in some 100 ms at most.
  public var information: TileArchiveInformation {
    let reader = try? takeReader()
    defer { if let reader { giveBack(reader) } }
    return TileArchiveInformation(
      path: path, container: .mbtiles, format: outline.format, compression: outline.compression,
      minimumZoom: outline.minimumZoom, maximumZoom: outline.maximumZoom, bounds: outline.bounds,
      center: metadata.center, tileCount: reader?.count(),
      tilePixels: outline.tilePixels, fileSize: file.size, metadata: metadata)
  }

  public func load(_ id: TileID) throws(TileError) -> TileContent? {
    guard id.isValid else { return nil }
    var tries = 0
    while true {
      tries += 1
      // A file that changes again and again is shared at last.
      let reader = tries < 3 ? try takeReader() : try MBTilesReader(path: path, settled: nil)
      let result: Result<TileContent?, TileError>
      do throws(TileError) {
        result = .success(try reader.load(id, decoder))
      } catch {
        result = .failure(error)
      }
      // Somebody writes: the pages may have been of two states.
      if let settled = reader.settled, file.settled != settled { continue }
      // One that failed is not kept: the file may be another one by now.
      let content = try result.get()
      giveBack(reader)
      return content
    }
  }

  private func takeReader() throws(TileError) -> MBTilesReader {
    let settled = file.settled
    while let reader = readers.withLock({ $0.popLast() }) {
      if reader.settled == settled { return reader }
    }
    return try MBTilesReader(path: path, settled: settled)
  }

  private func giveBack(_ reader: MBTilesReader) {
    // A connection that shares a file in WAL mode keeps its log alive.
    if reader.settled == nil, file.writesAhead { return }
    readers.withLock { $0.append(reader) }
  }
}

/// What is known of the file apart from what SQLite tells.
private struct MBTilesFile {
  let path: String
  /// Bytes, as of opening.
  let size: Int
  /// Whether it is in WAL mode (bytes 18 and 19 of the header, https://sqlite.org/fileformat.html).
  let writesAhead: Bool

  /// - Throws: `.unreadable` or `.damaged` when it is no SQLite file.
  init(path: String) throws(TileError) {
    self.path = path
    let file = try ArchiveFile(path: path)
    size = file.size
    let length = UInt64(min(file.size, 20))
    writesAhead = try file.withBytes(offset: 0, count: length) { (bytes) throws(TileError) in
      guard bytes.starts(with: MBTilesReader.signature) else {
        throw TileError(.damaged, file: path, reason: "is not an SQLite file")
      }
      return bytes.count == 20 && bytes[18] == 2 && bytes[19] == 2
    }
  }

  /// The file when it alone is the truth and nobody changes it: it is in WAL mode, where what is
  /// written is in a log first, and has none; nor a journal, should it have left that mode. Else
  /// nil. Three system calls.
  var settled: FileIdentity? {
    guard writesAhead else { return nil }
    for ending in ["-wal", "-journal"] {
      // An empty log is what a reader leaves behind.
      if let log = try? FileIdentity(path: path + ending), log.size > 0 { return nil }
    }
    return try? FileIdentity(path: path)
  }
}
