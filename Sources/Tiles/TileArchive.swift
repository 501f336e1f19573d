import Geodesy

/// A file of tiles.
public protocol TileArchive: TileSource {
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
  /// Tiles, addressed ones where several addresses share one; nil when that would take long to tell.
  public var tileCount: Int?
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
    try PMTilesArchive(path: path, layers: layers)
  }
}
