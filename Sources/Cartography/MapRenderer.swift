import CellGrid
import Geodesy
import Tiles

/// Draws the map: tiles and a style in, cells out.
///
/// Holds the compiled tiles and all scratch storage, so that a frame allocates little. Use it from
/// one thread.
public final class MapRenderer {
  public var style: MapStyle

  private var composition = SceneComposition()
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

    let usesRaster = type != .standard || (sources.vector == nil && sources.ownVectors.isEmpty)
    let usesVector = type != .satellite || sources.raster == nil
    let raster = usesRaster ? sources.raster : nil
    composition.begin()
    if usesVector { composition.gather(viewport, sources, options, &report) }
    let (placed, coverage) = (composition.scenes, composition.coverage)
    if let raster { drawImagery(viewport, raster, options, &report) }

    let style = style.atZoom(viewport.zoom)
    let canvas = MapCanvas(
      viewport: viewport, options: options, style: style, column: column, row: row,
      hasImagery: raster != nil)
    let symbols = SymbolLayer(
      overlay, viewport, style: style.symbols, charset: options.charset)
    labels.place(
      placed, coverage, viewport, style: style, options: options, symbols: symbols)
    ground.draw(
      placed, coverage, canvas, imagery: imagery, clearing: labels.labels, into: &grid)
    for label in labels.labels { draw(label, canvas, into: &grid, &report) }
    symbols.draw(into: &grid, column: column, row: row) { grid, column, row, columns in
      canvas.shade(&grid, column: column, row: row, columns: columns, imagery: imagery)
    }
    composition.endFrame()
    return report
  }

  /// Forgets all compiled tiles; for sources that changed.
  public func removeAllScenes() { composition.removeAll() }

  /// What is at hand to draw a tile: its own content, else an ancestor's.
  func scene(_ id: TileID, _ provider: TileProvider) -> TileScene? {
    composition.scene(id, provider)
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

  private func draw(
    _ label: LabelLayer.Label, _ canvas: MapCanvas, into grid: inout CellGrid,
    _ report: inout MapFrameReport
  ) {
    let placement = label.placement
    let labelStyle = style[label.label.labelClass]
    let color = canvas.hasImagery ? labelStyle.imageryColor : labelStyle.color
    let (column, row) = (canvas.column, canvas.row)
    canvas.shade(
      &grid, column: column + placement.textColumn, row: row + placement.textRow,
      columns: placement.textColumns, imagery: imagery)
    grid.draw(
      label.text, column: column + placement.textColumn, row: row + placement.textRow,
      foreground: color, attributes: labelStyle.attributes)
    if let marker = labelStyle.marker {
      let glyph = canvas.options.charset == .ascii ? marker.asciiGlyph : marker.glyph
      let (x, y) = (column + placement.column, row + placement.row)
      canvas.shade(&grid, column: x, row: y, columns: 1, imagery: imagery)
      grid[x, y].glyph = glyph.value
      grid[x, y].foreground = color
      grid[x, y].attributes = labelStyle.attributes
    }
    report.labels.append(
      MapFrameReport.PlacedLabel(
        labelClass: label.label.labelClass, name: label.label.name, column: placement.column,
        row: placement.row, textColumn: placement.textColumn, textRow: placement.textRow,
        textColumns: placement.textColumns))
  }
}
