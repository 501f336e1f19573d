import Geodesy

/// Something that has tiles: an archive on disk now, a server later. Sources answer on worker
/// threads and may be slow; `TileStore` stands between them and the frame.
public protocol TileSource: Sendable {
  var description: TileSourceDescription { get }

  /// Reads and decodes one tile. Blocks; called on worker threads, several at once.
  /// - Returns: nil when the source has no such tile.
  func load(_ id: TileID) throws(TileError) -> TileContent?
}

/// What a source says of itself.
public struct TileSourceDescription: Equatable, Sendable {
  public enum Kind: String, Sendable { case vector, raster }

  /// For messages: the file's path.
  public var name: String
  public var kind: Kind
  public var minimumZoom: Int
  /// Deeper views stretch this level.
  public var maximumZoom: Int
  /// What it covers; nil when it does not say, and then perhaps the whole world.
  public var bounds: GeographicBounds?
  /// Credit to show, as the source gives it: text from outside.
  public var attribution: String
  /// Whether an answer takes milliseconds at most, so that a frame may wait for it a little.
  public var isLocal: Bool

  public init(
    name: String, kind: Kind, minimumZoom: Int, maximumZoom: Int,
    bounds: GeographicBounds? = nil, attribution: String = "", isLocal: Bool = true
  ) {
    self.name = name
    self.kind = kind
    self.minimumZoom = minimumZoom
    self.maximumZoom = maximumZoom
    self.bounds = bounds
    self.attribution = attribution
    self.isLocal = isLocal
  }
}
