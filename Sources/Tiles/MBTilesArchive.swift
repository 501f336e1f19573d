import Geodesy
import Synchronization

/// An MBTiles archive: an SQLite file with a table or view of tiles.
///
/// Opening reads the metadata and looks at one tile. Every thread that loads has a connection of its
/// own, kept from one tile to the next.
///
/// Format: https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md
public final class MBTilesArchive: TileArchive {
  public let description: TileSourceDescription
  public let metadata: TileMetadata

  private let path: String
  private let fileSize: Int
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
    fileSize = try Self.checkedSize(path)
    let reader = try MBTilesReader(path: path)
    outline = try MBTilesOutline(reader)
    decoder = try TileDecoder(
      format: outline.format, compression: .unknown, layers: layers, file: path)
    self.path = path
    metadata = outline.metadata
    description = TileSourceDescription(
      name: path, kind: decoder.kind, minimumZoom: outline.minimumZoom,
      maximumZoom: outline.maximumZoom, bounds: outline.bounds, attribution: metadata.attribution)
    readers = Mutex([reader])
  }

  /// Counts tiles and looks at one, in some 100 ms at most.
  public var information: TileArchiveInformation {
    let reader = try? takeReader()
    defer { if let reader { giveBack(reader) } }
    return TileArchiveInformation(
      path: path, container: .mbtiles, format: outline.format, compression: outline.compression,
      minimumZoom: outline.minimumZoom, maximumZoom: outline.maximumZoom, bounds: outline.bounds,
      center: metadata.center, tileCount: reader?.count(),
      tilePixels: outline.tilePixels, fileSize: fileSize, metadata: metadata)
  }

  public func load(_ id: TileID) throws(TileError) -> TileContent? {
    guard id.isValid else { return nil }
    // One that failed is not kept: the file may be another one by now.
    let reader = try takeReader()
    let content = try reader.load(id, decoder)
    giveBack(reader)
    return content
  }

  /// Bytes of the file.
  private static func checkedSize(_ path: String) throws(TileError) -> Int {
    let file = try ArchiveFile(path: path)
    try file.withBytes(offset: 0, count: UInt64(min(file.size, 16))) { (bytes) throws(TileError) in
      guard bytes.elementsEqual(MBTilesReader.signature) else {
        throw TileError(.damaged, file: path, reason: "is not an SQLite file")
      }
    }
    return file.size
  }

  private func takeReader() throws(TileError) -> MBTilesReader {
    if let reader = readers.withLock({ $0.popLast() }) { return reader }
    return try MBTilesReader(path: path)
  }

  private func giveBack(_ reader: MBTilesReader) {
    readers.withLock { $0.append(reader) }
  }
}
