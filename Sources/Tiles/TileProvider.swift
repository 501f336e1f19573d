/// The tiles of one source: a cache limited in bytes, and workers that fill it.
public protocol TileProvider: AnyObject {
  var description: TileSourceDescription { get }

  /// What is at hand for a tile this moment. Never waits for a source.
  func lookup(_ id: TileID) -> TileLookup

  /// Says which tiles the frame being drawn uses, most wanted first: all of them, also those at hand,
  /// those that are absent, and ancestors that stand in. What is at hand stays so, whatever the limit;
  /// those missing are loaded by the workers. Tiles not repeated here are dropped if no worker took
  /// them yet, and kept no longer than there is room. Waits for local sources at most `wait` seconds, so
  /// that a frame is usually whole at once.
  func request(_ ids: [TileID], wait: Double)

  /// Lets a tile be loaded again when it is next requested, since its content is out of date.
  func forget(_ id: TileID)
}

extension TileProvider {
  public func forget(_ id: TileID) {}

  /// What is at hand to show a tile: its own content, else that of the smallest tile that contains
  /// it, to be stretched in its place; nil when there is none. O(zoom).
  public func bestContent(for id: TileID) -> (content: TileContent, source: TileID)? {
    var candidate: TileID? = id
    while let id = candidate, id.z >= description.minimumZoom {
      if case .ready(let content) = lookup(id) { return (content, id) }
      candidate = id.parent
    }
    return nil
  }
}

/// The state of a tile in a store.
public enum TileLookup: Sendable {
  case ready(TileContent)
  /// The source has no such tile.
  case absent
  /// The source failed on it.
  case failed(TileError)
  /// Not loaded; ask for it with `request`.
  case missing
}
