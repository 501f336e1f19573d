import Geodesy
import Tiles

/// Finds the content of the tiles in view, asks for what is missing, and lets ancestors stand in.
///
/// The source is told all that the frame uses, also what is at hand: it alone decides what to load and
/// what to keep.
struct TileGatherer {
  /// Tiles wanted, nearest to the crosshair first.
  private(set) var visible: [VisibleTile] = []
  /// Tiles still on their way.
  private(set) var missing = 0
  /// Why a tile in view can not be shown, of the first such tile.
  private(set) var failure: TileError?
  /// What the frame uses: tiles, and where these are not at hand what was or is to be looked for instead.
  private var used: [TileID] = []
  private var isUsed: Set<TileID> = []
  /// Those of them that are not at hand.
  private var wanted: [TileID] = []
  private weak var provider: (any TileProvider)?

  /// Covers the viewport and asks for what is not at hand, waiting no longer than the budget allows.
  ///
  /// Where a tile turns out to be absent or damaged the ancestor that stands in for it is asked for
  /// at once, so that what is missing is always on its way.
  mutating func gather(
    _ viewport: MapViewport, from provider: TileProvider, zoom: Int, marginX: Double,
    marginY: Double, budget: inout TimeBudget, isCompiled: (TileID) -> Bool
  ) {
    TileCover.cover(viewport, zoom: zoom, marginX: marginX, marginY: marginY, into: &visible)
    self.provider = provider
    var waits = true
    // Every round but the last goes up at least a zoom.
    for _ in 0...TileID.maximumZoom + 1 {
      findUsed(provider, isCompiled)
      budget.spend { provider.request(used, wait: waits && !wanted.isEmpty ? $0 : 0) }
      missing = 0
      var hasGap = false
      for id in wanted {
        switch provider.lookup(id) {
        case .ready: break
        case .missing: missing += 1
        case .absent, .failed: hasGap = true
        }
      }
      guard hasGap else { return }
      waits = missing == 0
    }
  }

  /// Ends the use of the source: it loads nothing more and keeps no more than there is room for.
  mutating func release() {
    provider?.request([], wait: 0)
    provider = nil
  }

  private mutating func findUsed(_ provider: TileProvider, _ isCompiled: (TileID) -> Bool) {
    used.removeAll(keepingCapacity: true)
    isUsed.removeAll(keepingCapacity: true)
    wanted.removeAll(keepingCapacity: true)
    failure = nil
    let minimumZoom = provider.description.minimumZoom
    for tile in visible where !isCompiled(tile.id) { use(tile.id, provider, minimumZoom) }
  }

  /// Uses a tile, or where the source has none the deepest ancestor it may have.
  private mutating func use(_ id: TileID, _ provider: TileProvider, _ minimumZoom: Int) {
    var next: TileID? = id
    // Of a tile used already the ancestors are, too.
    while let id = next, id.z >= minimumZoom, isUsed.insert(id).inserted {
      used.append(id)
      switch provider.lookup(id) {
      case .ready: return
      case .missing:
        wanted.append(id)
        return useStandIn(for: id, provider)
      case .absent: next = id.parent
      case .failed(let error):
        if failure == nil { failure = error }
        next = id.parent
      }
    }
  }

  /// Uses the ancestor that is drawn until a tile comes.
  private mutating func useStandIn(for id: TileID, _ provider: TileProvider) {
    guard let parent = id.parent, let source = provider.bestContent(for: parent)?.source,
      isUsed.insert(source).inserted
    else { return }
    used.append(source)
  }
}
