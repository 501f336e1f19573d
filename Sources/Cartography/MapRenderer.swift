import CellGrid
import Geodesy
import Tiles

/// Draws the map: tiles and a style in, cells out.
///
/// Holds the compiled tiles and all scratch storage, so that a frame allocates little. Use it from
/// one thread.
public final class MapRenderer {
  public var style: MapStyle

  private var scenes = SceneCache(byteLimit: 16 << 20)
  private var sceneLanguage: String?
  private var placed: [PlacedScene] = []
  private var vectorTiles = TileGatherer()
  private var rasterTiles = TileGatherer()
  private var imagery = ImageryCanvas()
  private var ground = GroundLayer()
  private var labels = LabelLayer()

  public init(style: MapStyle = .plain) {
    self.style = style
  }

  /// Draws one frame into the rectangle of `grid` whose top left cell is `column`, `row` and whose
  /// size is the viewport's. Nothing is drawn when the rectangle does not lie inside the grid or
  /// the viewport is not of this world.
  ///
  /// A missing tile is replaced by what its ancestors have, else the ground shows. Without a source
  /// of its own kind a map type falls back on the other. O(what is in view).
  public func render(
    viewport: MapViewport, type: MapType, sources: MapSources, options: MapOptions = MapOptions(),
    overlay: MapOverlay = MapOverlay(),
    into grid: inout CellGrid, column: Int, row: Int
  ) -> MapFrameReport {
    var report = MapFrameReport()
    guard viewport.columns > 0, viewport.rows > 0, grid.contains(column: column, row: row),
      grid.contains(column: column + viewport.columns - 1, row: row + viewport.rows - 1),
      viewport.center.isValid, viewport.heading.isFinite, (-10...24).contains(viewport.zoom)
    else { return report }

    let usesRaster = type != .standard || sources.vector == nil
    let usesVector = type != .satellite || sources.raster == nil
    let raster = usesRaster ? sources.raster : nil
    let vector = usesVector ? sources.vector : nil
    placed.removeAll(keepingCapacity: true)
    if let vector { gatherScenes(viewport, vector, options, &report) }
    if let raster { drawImagery(viewport, raster, options, &report) }

    let canvas = MapCanvas(
      viewport: viewport, options: options, style: style, column: column, row: row,
      hasImagery: raster != nil)
    let symbols = SymbolLayer(
      overlay, viewport, style: style.symbols, charset: options.charset)
    labels.place(placed, viewport, style: style, options: options, symbols: symbols)
    ground.draw(placed, canvas, imagery: imagery, clearing: labels.labels, into: &grid)
    for label in labels.labels {
      canvas.draw(label, imagery: imagery, into: &grid)
      report.labels.append(MapFrameReport.PlacedLabel(label))
    }
    symbols.draw(into: &grid, column: column, row: row) { grid, column, row, columns in
      canvas.shade(&grid, column: column, row: row, columns: columns, imagery: imagery)
    }
    scenes.endFrame()
    return report
  }

  /// Forgets all compiled tiles; for sources that changed.
  public func removeAllScenes() { scenes.removeAll() }

  private func gatherScenes(
    _ viewport: MapViewport, _ provider: TileProvider, _ options: MapOptions,
    _ report: inout MapFrameReport
  ) {
    if options.nameLanguage != sceneLanguage {
      scenes.removeAll()
      sceneLanguage = options.nameLanguage
    }
    let source = provider.description
    let zoom = TileCover.zoom(for: viewport.zoom, in: source)
    let identity = ObjectIdentifier(provider)
    vectorTiles.gather(
      viewport, from: provider, zoom: zoom,
      marginX: Double(LabelLayer.marginColumns) * MapViewport.dotsPerColumn,
      marginY: Double(LabelLayer.marginRows) * MapViewport.dotsPerRow, wait: options.tileWait
    ) { scenes.contains(SceneCache.Key(provider: identity, target: $0, sourceZoom: $0.z)) }
    let transform = viewport.transform
    for tile in vectorTiles.visible {
      guard let scene = scene(tile.id, provider) else { continue }
      placed.append(
        PlacedScene(
          scene: scene,
          transform: SceneTransform(transform, zoom: zoom, column: tile.column, row: tile.id.y)))
    }
    report.tileZoom = zoom
    report.isOverZoomed = viewport.zoom + 1e-6 >= Double(source.maximumZoom + 1)
    report.missingTiles += vectorTiles.missing
    report.failure = report.failure ?? vectorTiles.failure
    if !source.attribution.isEmpty { report.attributions.append(source.attribution) }
  }

  /// What is at hand to draw a tile: its own content, else an ancestor's.
  func scene(_ id: TileID, _ provider: TileProvider) -> TileScene? {
    let identity = ObjectIdentifier(provider)
    if let scene = scenes.scene(SceneCache.Key(provider: identity, target: id, sourceZoom: id.z)) {
      return scene
    }
    guard let (content, source) = provider.bestContent(for: id),
      case .vector(let tile) = content
    else { return nil }
    let key = SceneCache.Key(provider: identity, target: id, sourceZoom: source.z)
    if let scene = scenes.scene(key) { return scene }
    let scene = SceneCompiler.compile(
      tile, source: source, target: id, language: sceneLanguage)
    scenes.insert(scene, key)
    return scene
  }

  private func drawImagery(
    _ viewport: MapViewport, _ provider: TileProvider, _ options: MapOptions,
    _ report: inout MapFrameReport
  ) {
    let source = provider.description
    let zoom = ImageryCanvas.zoom(for: viewport.zoom, in: source)
    rasterTiles.gather(
      viewport, from: provider, zoom: zoom, marginX: 0, marginY: 0, wait: options.tileWait
    ) { _ in false }
    imagery.reset(columns: viewport.columns, rows: viewport.rows)
    let transform = viewport.transform
    for tile in rasterTiles.visible {
      if let (content, source) = provider.bestContent(for: tile.id),
        case .raster(let image) = content
      {
        imagery.draw(image, source: source, at: tile, transform)
      }
    }
    if report.tileZoom < 0 { report.tileZoom = zoom }
    // An image pixel is half as large as the dots of a vector tile of the same zoom.
    let isStretched = viewport.zoom - 1 > Double(source.maximumZoom) + 0.5
    report.isOverZoomed = report.isOverZoomed || isStretched
    report.missingTiles += rasterTiles.missing
    report.failure = report.failure ?? rasterTiles.failure
    if !source.attribution.isEmpty { report.attributions.append(source.attribution) }
  }
}
