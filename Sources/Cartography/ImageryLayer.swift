import Geodesy
import Tiles

/// The imagery of a frame, of one source or several one over the other.
struct ImageryLayer {
  private(set) var canvas = ImageryCanvas()
  private var mosaic = ImageryMosaic()
  private var gatherers: [ObjectIdentifier: TileGatherer] = [:]
  /// Pixels a tile is wide, of the sources of which a tile was seen.
  private var sides: [ObjectIdentifier: Int] = [:]

  /// What is usual; until a tile was seen.
  private static let usualSide = 256

  /// Fills the canvas from the sources, the least wanted first, and tells how far they went.
  mutating func draw(
    _ viewport: MapViewport, _ providers: [TileProvider], _ budget: inout TimeBudget,
    _ report: inout MapFrameReport
  ) {
    canvas.reset(columns: viewport.columns, rows: viewport.rows)
    let all = providers
    let providers = all.filter {
      !Self.isTooFine($0.description, viewport, side: side(of: $0))
    }
    releaseOthers(than: providers, of: all)
    for provider in providers {
      var zoom = Self.zoom(for: viewport.zoom, in: provider.description, side: side(of: provider))
      var gatherer = gather(viewport, provider, zoom, &budget)
      // The first tile of a source may tell that they are larger than is usual.
      if learnSide(of: provider, gatherer.visible) {
        zoom = Self.zoom(for: viewport.zoom, in: provider.description, side: side(of: provider))
        gatherer = gather(viewport, provider, zoom, &budget)
      }
      if draw(provider, gatherer.visible, zoom, viewport) {
        report.credit(provider.description)
      }
      report.missingTiles += gatherer.missing
      report.failure = report.failure ?? gatherer.failure
    }
    tellDetail(viewport, providers, &report)
  }

  /// Lets go of the sources that this frame does not use, and forgets those that there are no more.
  private mutating func releaseOthers(than providers: [TileProvider], of all: [TileProvider]) {
    for key in Array(gatherers.keys)
    where !providers.contains(where: { ObjectIdentifier($0) == key }) {
      gatherers[key]?.release()
      gatherers[key] = nil
    }
    for key in Array(sides.keys) where !all.contains(where: { ObjectIdentifier($0) == key }) {
      sides[key] = nil
    }
  }

  /// Bytes of the tiles in view that one source may take.
  private static let mostBytes = Double(40 << 20)

  /// Whether even the coarsest tiles of a source are so many that they would fill the memory: it is
  /// drawn from a deeper zoom on.
  static func isTooFine(
    _ source: TileSourceDescription, _ viewport: MapViewport, side: Int
  ) -> Bool {
    let tile = viewport.worldSize / Double(1 << min(source.minimumZoom, 30))
    let across = Double(viewport.columns) * MapViewport.dotsPerColumn / tile + 1
    let down = Double(viewport.rows) * MapViewport.dotsPerRow / tile + 1
    return across * down * Double(3 * side * side) > mostBytes
  }

  /// The zoom at which an image pixel is about as large as a half block.
  static func zoom(for zoom: Double, in source: TileSourceDescription, side: Int) -> Int {
    let wanted = nativeZoom(for: zoom, side: side)
    let whole = wanted.isFinite ? Int(max(min(wanted.rounded(), 30), 0)) : 0
    return min(max(whole, source.minimumZoom), source.maximumZoom)
  }

  /// Tiles of 256 pixels of the next shallower zoom have a pixel for every half block.
  private static func nativeZoom(for zoom: Double, side: Int) -> Double {
    var zoom = zoom - 1
    var side = max(side, 1)
    while side >= 2 * usualSide {
      side /= 2
      zoom -= 1
    }
    while side <= usualSide / 2 {
      side *= 2
      zoom += 1
    }
    return zoom
  }

  private func side(of provider: TileProvider) -> Int {
    sides[ObjectIdentifier(provider)] ?? Self.usualSide
  }

  private mutating func gather(
    _ viewport: MapViewport, _ provider: TileProvider, _ zoom: Int, _ budget: inout TimeBudget
  ) -> TileGatherer {
    // Pixels just outside the view count for those at its edge.
    let pixels = Double(side(of: provider)) * Double(1 << zoom)
    let margin = 2 * max(viewport.worldSize / pixels, ImageryCanvas.dotsPerPixel)
    // Taken out, so that its storage is not copied.
    var gatherer = gatherers.removeValue(forKey: ObjectIdentifier(provider)) ?? TileGatherer()
    gatherer.gather(
      viewport, from: provider, zoom: zoom, marginX: margin, marginY: margin, budget: &budget
    ) { _ in false }
    gatherers[ObjectIdentifier(provider)] = gatherer
    return gatherer
  }

  /// - Returns: whether the size is another than was thought.
  private mutating func learnSide(of provider: TileProvider, _ visible: [VisibleTile]) -> Bool {
    guard sides[ObjectIdentifier(provider)] == nil else { return false }
    for tile in visible {
      if let (content, _) = provider.bestContent(for: tile.id), case .raster(let image) = content,
        image.width > 0
      {
        sides[ObjectIdentifier(provider)] = image.width
        return image.width != Self.usualSide
      }
    }
    return false
  }

  /// - Returns: whether it has something in view.
  private mutating func draw(
    _ provider: TileProvider, _ visible: [VisibleTile], _ zoom: Int, _ viewport: MapViewport
  ) -> Bool {
    guard mosaic.reset(over: viewport, zoom: zoom, side: side(of: provider)) else { return false }
    let (bounds, ground) = (provider.description.bounds, GroundInView(viewport))
    var isInView = false
    for tile in visible {
      if let (content, source) = provider.bestContent(for: tile.id),
        case .raster(let image) = content
      {
        mosaic.insert(image, source: source, at: tile)
        isInView = isInView || ground.shows(tile, within: bounds) && !image.isClear
      }
    }
    if let bounds { mosaic.clip(to: bounds) }
    canvas.draw(mosaic, viewport.transform)
    return isInView
  }

  /// How deep the imagery at the crosshair goes.
  private func tellDetail(
    _ viewport: MapViewport, _ providers: [TileProvider], _ report: inout MapFrameReport
  ) {
    guard let source = providers.last(where: { isShown($0, at: viewport.center) }) else { return }
    let side = side(of: source)
    // Where there are lines and names over it, the zoom is theirs.
    if report.tileZoom < 0 {
      report.tileZoom = Self.zoom(for: viewport.zoom, in: source.description, side: side)
    }
    let native = Self.nativeZoom(for: viewport.zoom, side: side)
    if native > Double(source.description.maximumZoom) + 0.5 {
      report.noteStretching(source.description)
    }
  }

  /// Whether a source has an image of a place, in the tiles of this frame.
  private func isShown(_ provider: TileProvider, at place: Coordinate) -> Bool {
    guard provider.description.bounds?.contains(place) ?? true,
      let tiles = gatherers[ObjectIdentifier(provider)]?.visible, let zoom = tiles.first?.id.z
    else { return false }
    let (point, side) = (WebMercator.project(place), Double(1 << zoom))
    let id = TileID(
      z: zoom, x: Int((point.x * side).rounded(.down)) & (1 << zoom - 1),
      y: Int((point.y * side).rounded(.down)))
    return provider.bestContent(for: id) != nil
  }
}
