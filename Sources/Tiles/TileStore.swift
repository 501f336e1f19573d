// Contract for the rooms above; the implementation follows.

/// The tiles of one source: a cache limited in bytes, and workers that fill it.
public protocol TileProvider: AnyObject {
  var description: TileSourceDescription { get }

  /// What is at hand for a tile this moment. Never blocks.
  func lookup(_ id: TileID) -> TileLookup

  /// Says which tiles the frame being drawn needs, most wanted first. Those missing are loaded by
  /// the workers; requests not repeated here are dropped if no worker took them yet. Waits for
  /// local sources at most `wait` seconds, so that a frame is usually whole at once.
  func request(_ ids: [TileID], wait: Double)
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
