import CellGrid
import Geodesy
import Tiles

/// Draws the map: tiles and a style in, cells out.
///
/// Holds the compiled tiles and all scratch storage, so that a frame allocates little. Use it from
/// one thread.
public final class MapRenderer {
  /// As read for the depth of the frames to come.
  public var style: MapStyle

  private var composition = SceneComposition()
  private var imagery = ImageryLayer()
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

    let usesRaster = type != .standard || !sources.hasVector
    let rasters = usesRaster ? sources.rasters : []
    let usesVector = type != .satellite || rasters.isEmpty
    var budget = TimeBudget(seconds: options.tileWait)
    composition.begin()
    if usesVector { composition.gather(viewport, sources, options, &budget, &report) }
    let (placed, coverage) = (composition.scenes, composition.coverage)
    imagery.draw(viewport, rasters, &budget, &report)

    let graticule = options.graticule.map {
      Graticule(viewport, notation: $0, charset: options.charset)
    }
    let style = style.atZoom(viewport.zoom, depth: options.depth)
    let canvas = MapCanvas(
      viewport: viewport, options: options, style: style, column: column, row: row,
      hasImagery: !rasters.isEmpty, graticule: graticule)
    report.shownAttributions = sources.own.map(\.description.attribution)
      .filter(report.attributions.contains)
    let symbols = SymbolLayer(overlay, canvas, credits: report.shownAttributions)
    ground.trace(placed, coverage, canvas) {
      labels.place(
        placed, coverage, viewport, style: style, options: options, symbols: symbols)
    }
    report.isCutShort = ground.isCutShort
    labels.settle(viewport) { ground.hasLine(of: $0, canvas) }
    ground.draw(canvas, imagery: imagery.canvas, clearing: labels.labels, into: &grid)
    for label in labels.labels {
      canvas.draw(label, imagery: imagery.canvas, into: &grid)
      report.labels.append(MapFrameReport.PlacedLabel(label))
    }
    if let graticule { drawDegrees(graticule, symbols, canvas, into: &grid) }
    symbols.draw(into: &grid, column: column, row: row) { grid, column, row, columns in
      canvas.shade(&grid, column: column, row: row, columns: columns, imagery: imagery.canvas)
    }
    composition.endFrame()
    return report
  }

  /// Forgets all compiled tiles; for sources that changed.
  public func removeAllScenes() { composition.removeAll() }

  /// Whether anything is kept of sources, which are known by where they lie in memory.
  var remembersSources: Bool { composition.remembersSources }

  /// What is at hand to draw a tile: its own content, else an ancestor's.
  func scene(_ id: TileID, _ provider: TileProvider) -> TileScene? {
    composition.scene(id, provider)
  }

  /// Writes the degrees of meridians and parallels where neither names nor symbols are.
  private func drawDegrees(
    _ graticule: Graticule, _ symbols: SymbolLayer, _ canvas: MapCanvas, into grid: inout CellGrid
  ) {
    let color = canvas.hasImagery ? style.frame.imageryText : style.frame.text
    let texts = graticule.degrees(color) { column, row, columns in
      symbols.touches(column: column, row: row, columns: columns)
        || labels.labels.contains {
          $0.placement.touches(column: column, row: row, columns: columns)
        }
    }
    for text in texts {
      let (x, y) = (canvas.column + text.column, canvas.row + text.row)
      canvas.shade(&grid, column: x, row: y, columns: text.text.columns, imagery: imagery.canvas)
      grid.draw(text.text, column: x, row: y, foreground: color)
    }
  }
}

extension LabelPlacement {
  /// Whether it and a stretch of cells share a cell or stand next to one another in a row.
  fileprivate func touches(column: Int, row: Int, columns: Int) -> Bool {
    (-1...columns).contains { touches(column: column + $0, row: row) }
  }
}
