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

  /// Covers the viewport and asks for what is not at hand, waiting no longer than the budget allows.
  ///
  /// Where a tile turns out to be absent or damaged the ancestor that stands in for it is asked for
  /// at once, so that what is missing is always on its way.
  mutating func gather(
    _ viewport: MapViewport, from provider: TileProvider, zoom: Int, marginX: Double,
    marginY: Double, budget: inout TimeBudget, isCompiled: (TileID) -> Bool
  ) {
    TileCover.cover(viewport, zoom: zoom, marginX: marginX, marginY: marginY, into: &visible)
    failure = nil
    var isFirst = true
    // Every further round goes up at least a zoom.
    while findWanted(provider, isCompiled) || (isFirst && hadRequests) {
      hadRequests = !wanted.isEmpty
      budget.spend { provider.request(wanted, wait: missing > 0 && !isFirst ? 0 : $0) }
      isFirst = false
      missing = wanted.count { if case .missing = provider.lookup($0) { true } else { false } }
      let hasGap = wanted.contains {
        switch provider.lookup($0) {
        case .absent, .failed: true
        case .ready, .missing: false
        }
      }
      if !hasGap { return }
    }
    missing = 0
  }

  /// Finds what to ask for.
  /// - Returns: whether there is anything.
  private mutating func findWanted(_ provider: TileProvider, _ isCompiled: (TileID) -> Bool) -> Bool
  {
    wanted.removeAll(keepingCapacity: true)
    for tile in visible where !isCompiled(tile.id) {
      if let id = toRequest(tile.id, provider), !wanted.contains(id) { wanted.append(id) }
    }
    return !wanted.isEmpty
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
