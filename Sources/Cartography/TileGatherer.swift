import Geodesy
import Tiles

/// Finds the content of the tiles in view, asks for what is missing, and lets ancestors stand in.
struct TileGatherer {
  /// Tiles wanted, nearest to the crosshair first.
  private(set) var visible: [VisibleTile] = []
  /// Tiles still on their way.
  private(set) var missing = 0
  /// Why a tile in view can not be shown, of the first such tile.
  private(set) var failure: TileError?
  private var wanted: [TileID] = []
  private var hadRequests = false

  /// Covers the viewport and asks for what is not at hand, waiting at most `wait` seconds.
  mutating func gather(
    _ viewport: MapViewport, from provider: TileProvider, zoom: Int, marginX: Double,
    marginY: Double, wait: Double, isCompiled: (TileID) -> Bool
  ) {
    TileCover.cover(viewport, zoom: zoom, marginX: marginX, marginY: marginY, into: &visible)
    missing = 0
    failure = nil
    wanted.removeAll(keepingCapacity: true)
    for tile in visible where !isCompiled(tile.id) {
      if let id = toRequest(tile.id, provider), !wanted.contains(id) { wanted.append(id) }
    }
    if !wanted.isEmpty || hadRequests { provider.request(wanted, wait: wait) }
    hadRequests = !wanted.isEmpty
    for id in wanted {
      switch provider.lookup(id) {
      case .missing: missing += 1
      case .failed(let error): if failure == nil { failure = error }
      case .ready, .absent: break
      }
    }
  }

  /// What to ask the source for to show a tile: the tile, or where the source has none the deepest
  /// ancestor it may have; nil when all there is is at hand.
  private mutating func toRequest(_ id: TileID, _ provider: TileProvider) -> TileID? {
    var next: TileID? = id
    while let id = next, id.z >= provider.description.minimumZoom {
      switch provider.lookup(id) {
      case .ready: return nil
      case .missing: return id
      case .absent: next = id.parent
      case .failed(let error):
        if failure == nil { failure = error }
        next = id.parent
      }
    }
    return nil
  }
}
