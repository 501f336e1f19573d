import CellGrid
import Geodesy
import Tiles

/// Finds the scenes of a frame: the atlas's, and over them those of the user's own sources where
/// these have something.
struct SceneComposition {
  /// The least wanted source first.
  private(set) var scenes: [PlacedScene] = []
  private(set) var coverage = Coverage()

  /// Compiled here, from sources that have not done it themselves, and cut out of ancestors.
  private var cache = SceneCache(byteLimit: 8 << 20)
  private var language: String?
  private var gatherers: [ObjectIdentifier: Gatherer] = [:]
  private var frame = 0

  /// What is known of a source from one frame to the next.
  private struct Gatherer {
    var tiles = TileGatherer()
    /// Whether an ocean was seen in it: then it has one wherever there is one.
    var hasSea = false
    var lastFrame = 0
  }

  /// From so many zooms beyond the atlas's deepest on, extracts are better than the atlas.
  static let advantage = 1.5

  /// Begins a frame.
  mutating func begin() {
    scenes.removeAll(keepingCapacity: true)
    coverage.reset()
    frame += 1
  }

  /// Gathers the scenes of all vector sources.
  mutating func gather(
    _ viewport: MapViewport, _ sources: MapSources, _ options: MapOptions,
    _ budget: inout TimeBudget, _ report: inout MapFrameReport
  ) {
    if options.nameLanguage != language {
      cache.removeAll()
      language = options.nameLanguage
    }
    sources.language?.value = options.nameLanguage
    var used: [(zoom: Int, source: TileSourceDescription)?] = [nil]
    if let atlas = sources.vector {
      let zoom = TileCover.zoom(for: viewport.zoom, in: atlas.description)
      _ = place(atlas, zoom: zoom, source: 0, viewport, &budget, &report)
      used[0] = (zoom, atlas.description)
    }
    for provider in sources.ownVectors.reversed() {
      let description = provider.description
      guard Self.takesOver(description, from: sources.vector?.description, zoom: viewport.zoom)
      else { continue }
      let zoom = TileCover.zoom(for: viewport.zoom, in: description)
      let tiles = place(
        provider, zoom: zoom, source: used.count, viewport, &budget, &report)
      coverage.add(
        tiles, bounds: description.bounds,
        hasSea: gatherers[ObjectIdentifier(provider)]?.hasSea ?? false, viewport)
      used.append((zoom, description))
    }
    coverage.finish()
    let anchor = viewport.anchor
    let middle = used[coverage.source(x: Int(anchor.x), y: Int(anchor.y))] ?? used.last ?? nil
    if let middle {
      report.tileZoom = middle.zoom
      if viewport.zoom + 1e-6 >= Double(middle.source.maximumZoom + 1) {
        report.noteStretching(middle.source)
      }
    }
  }

  /// Whether a source of the user's is drawn at a zoom. In tiles of the whole world an extract has its
  /// own country only: there the atlas is better, unless the source has the whole world too.
  static func takesOver(
    _ source: TileSourceDescription, from atlas: TileSourceDescription?, zoom: Double
  ) -> Bool {
    guard zoom >= Double(source.minimumZoom) - 1 else { return false }
    guard let atlas, source.maximumZoom > atlas.maximumZoom else { return true }
    let isWorld = source.bounds.map { $0.width > 359 && $0.north > 80 && $0.south < -55 } ?? false
    return isWorld || zoom + 1e-6 >= Double(atlas.maximumZoom) + advantage
  }

  /// Places the scenes of one source.
  /// - Returns: the tiles for which there is something to draw.
  private mutating func place(
    _ provider: TileProvider, zoom: Int, source: Int, _ viewport: MapViewport,
    _ budget: inout TimeBudget, _ report: inout MapFrameReport
  ) -> [VisibleTile] {
    let identity = ObjectIdentifier(provider)
    // Taken out, so that its storage is not copied.
    var gatherer = gatherers.removeValue(forKey: identity) ?? Gatherer()
    gatherer.tiles.gather(
      viewport, from: provider, zoom: zoom,
      marginX: Double(LabelLayer.marginColumns) * MapViewport.dotsPerColumn,
      marginY: Double(LabelLayer.marginRows) * MapViewport.dotsPerRow, budget: &budget
    ) { id in
      // Names in another language: what shows the tile is loaded again, unless it stands in only
      // until the tile comes.
      if case .missing = provider.lookup(id) {
      } else if case (.prepared(let tile), let source)? = provider.bestContent(for: id) {
        if let scene = tile as? TileScene, scene.language != language { provider.forget(source) }
        return false
      }
      return cache.contains(SceneCache.Key(provider: identity, target: id, sourceZoom: id.z))
    }
    let transform = viewport.transform
    let bounds = provider.description.bounds
    let ground = GroundInView(viewport)
    var shown: [VisibleTile] = []
    var isInView = source == 0
    for tile in gatherer.tiles.visible {
      let parts = source == 0 ? [] : WorldRectangle.parts(of: tile, within: bounds)
      guard source == 0 || !parts.isEmpty, let scene = scene(tile.id, provider), !scene.isEmpty
      else { continue }
      if scene.has(.sea) { gatherer.hasSea = true }
      shown.append(tile)
      isInView = isInView || ground.shows(tile, within: bounds)
      scenes.append(
        PlacedScene(
          scene: scene,
          transform: SceneTransform(transform, zoom: zoom, column: tile.column, row: tile.id.y),
          source: source, isClipped: source > 0 && parts != [WorldRectangle(tile)]))
    }
    report.missingTiles += gatherer.tiles.missing
    report.failure = report.failure ?? gatherer.tiles.failure
    if isInView { report.credit(provider.description) }
    gatherer.lastFrame = frame
    gatherers[identity] = gatherer
    return shown
  }

  /// What is at hand to draw a tile: its own content, else an ancestor's.
  mutating func scene(_ id: TileID, _ provider: TileProvider) -> TileScene? {
    let identity = ObjectIdentifier(provider)
    let key = SceneCache.Key(provider: identity, target: id, sourceZoom: id.z)
    if let scene = cache.scene(key) { return scene }
    guard let (content, source) = provider.bestContent(for: id) else { return nil }
    if source == id, case .prepared(let tile) = content { return tile as? TileScene }
    let better = SceneCache.Key(provider: identity, target: id, sourceZoom: source.z)
    if let scene = cache.scene(better) { return scene }
    let scene: TileScene
    switch content {
    case .vector(let tile):
      scene = SceneCompiler.compile(tile, source: source, target: id, language: language)
    case .prepared(let tile):
      guard let ancestor = tile as? TileScene else { return nil }
      scene = SceneCompiler.crop(ancestor, source: source, target: id)
    case .raster: return nil
    }
    cache.insert(scene, better)
    return scene
  }

  /// Ends a frame: drops what was not used lately.
  mutating func endFrame() {
    cache.endFrame()
    for (identity, gatherer) in gatherers where gatherer.lastFrame == frame - 1 {
      gatherers[identity]?.tiles.release()
    }
    // Sources taken off the list; another may come to lie at the same address.
    if gatherers.count > 1 {
      gatherers = gatherers.filter { $0.value.lastFrame > frame - 64 }
    }
  }

  /// Whether anything is kept under the address of a source.
  var remembersSources: Bool { !gatherers.isEmpty || !cache.isEmpty }

  mutating func removeAll() {
    cache.removeAll()
    gatherers.removeAll()
  }
}
