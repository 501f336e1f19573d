import Geodesy

/// A file of tiles.
public protocol TileArchive: TileSource {
  /// What the file holds. May read a little from it, so ask once.
  var information: TileArchiveInformation { get }
}

/// What a file of tiles holds, as far as it says. Names and credits are text from outside.
public struct TileArchiveInformation: Equatable, Sendable {
  public enum Container: String, Sendable {
    case pmtiles = "PMTiles"
    case mbtiles = "MBTiles"
  }

  public var path: String
  public var container: Container
  public var format: TileFormat
  public var compression: TileCompression
  public var minimumZoom: Int
  public var maximumZoom: Int
  /// nil when the file does not say.
  public var bounds: GeographicBounds?
  /// Where the file's maker would have it opened; nil when the file does not say.
  public var center: TileMetadata.Center?
  /// Tiles, addressed ones where several addresses share one; nil when that would take long to tell.
  public var tileCount: Int?
  /// Pixels on each side of an image tile, found by looking at one; nil for vector tiles.
  public var tilePixels: Int?
  /// Bytes of the file.
  public var fileSize: Int
  public var metadata: TileMetadata
}

/// Opens files of tiles, whatever their container: what is in the file counts, not its name.
public enum TileFile {
  /// - Parameter layers: the vector layers to decode; nil is all.
  /// - Throws: `.unreadable`, `.damaged`, or `.unsupported` for what is not a container or a tile
  ///   format that is read.
  public static func open(
    path: String, layers: Set<String>? = nil
  ) throws(TileError) -> any TileArchive {
    switch try container(of: path) {
    case .pmtiles: try PMTilesArchive(path: path, layers: layers)
    case .mbtiles: try MBTilesArchive(path: path, layers: layers)
    }
  }

  /// What the file's first bytes say it is.
  private static func container(
    of path: String
  ) throws(TileError) -> TileArchiveInformation.Container {
    let file = try ArchiveFile(path: path)
    return try file.withBytes(offset: 0, count: UInt64(min(file.size, 512))) {
      (bytes) throws(TileError) in
      if bytes.starts(with: "PMTiles".utf8) { return .pmtiles }
      if bytes.starts(with: MBTilesReader.signature) { return .mbtiles }
      let reason = ContentSniffer.foreignFile(bytes).map { "\($0)" }
      throw TileError(
        .unsupported, file: path,
        reason: reason ?? "is neither a PMTiles nor an MBTiles archive")
    }
  }
}
