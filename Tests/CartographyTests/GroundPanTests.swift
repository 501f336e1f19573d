import CellGrid
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// After a pan most of a frame is taken over from the one before: nobody may see that.
@Suite struct GroundPanTests {
  /// Small and large steps, back and forth, and none.
  private static let steps = [
    (1, 0), (0, 1), (7, -3), (-4, 2), (0, 0), (-30, 0), (0, -20), (59, 19), (-61, 0), (0, 9),
    (-1, -1),
  ]

  /// Where a thing of several places is named hangs on the frame before, as is meant.
  private static let style: MapStyle = {
    var style = MapStyle.dark
    for name in LabelClass.allCases where NamesInView.concerns(name) {
      style.labels[Int(name.rawValue)].minimumZoom = 99
    }
    return style
  }()

  /// Cells that differ between a map drawn step by step and each frame drawn alone.
  private func differences(
    from start: MapViewport, _ sources: MapSources, type: MapType = .standard
  ) -> [Int] {
    let renderer = MapRenderer(style: Self.style)
    var viewport = start
    return ([(0, 0)] + Self.steps).map { columns, rows in
      viewport = viewport.panned(columns: columns, rows: rows)
      let walked = draw(viewport, type, sources, renderer)
      let alone = draw(viewport, type, sources, MapRenderer(style: Self.style))
      return zip(walked.cells, alone.cells).count { $0 != $1 }
    }
  }

  private func draw(
    _ viewport: MapViewport, _ type: MapType, _ sources: MapSources, _ renderer: MapRenderer
  ) -> CellGrid {
    var grid = CellGrid(columns: viewport.columns, rows: viewport.rows)
    _ = renderer.render(
      viewport: viewport, type: type, sources: sources, options: MapOptions(tileWait: 60),
      into: &grid, column: 0, row: 0)
    return grid
  }

  private static let none = Array(repeating: 0, count: steps.count + 1)

  @Test(arguments: AtlasViews.all, [0.0, 33])
  func theAtlas(view: AtlasViews.View, heading: Double) throws {
    let painter = try AtlasViews.Painter()
    var viewport = view.viewport(120, 40)
    viewport.heading = heading
    let sources = MapSources(vector: painter.vector, raster: painter.raster)
    #expect(differences(from: viewport, sources) == Self.none)
    if heading == 0 { #expect(differences(from: viewport, sources, type: .hybrid) == Self.none) }
  }

  /// Ground is cut at the bounds of its source. Roads keep a distance from one another: which of two
  /// stays can hang on a third and so on to beyond the margin, so that a frame drawn alone has a dot
  /// here and there that those before it have not.
  @Test(arguments: [13.0, 15.25, 16.5], [0.0, 33])
  func aTown(zoom: Double, heading: Double) throws {
    let sources = MapSources(
      vector: try AtlasViews.store("atlas.pmtiles"), own: [Town.shelf()])
    let viewport = MapViewport(
      center: Town.center, zoom: zoom, heading: heading, columns: 120, rows: 40)
    let differences = differences(from: viewport, sources)
    #expect(differences.allSatisfy { $0 <= 8 }, "of 4,800: \(differences)")
  }

  // MARK: What can be taken over

  private func frame(
    _ viewport: MapViewport, _ scene: TileScene, style: MapStyle = .dark, hasImagery: Bool = false
  ) -> GroundPan {
    let placed = PlacedScene(
      scene: scene,
      transform: SceneTransform(viewport.transform, zoom: 0, column: 0, row: 0))
    var coverage = Coverage()
    coverage.reset()
    coverage.finish()
    let canvas = MapCanvas(
      viewport: viewport, options: MapOptions(), style: style, column: 0, row: 0,
      hasImagery: hasImagery, graticule: nil)
    return GroundPan([placed], coverage, canvas)
  }

  private let scene = TileScene(points: [], areas: [], rings: [], lines: [], labels: [])

  private func move(
    from older: GroundPan, to viewport: MapViewport, _ scene: TileScene? = nil,
    style: MapStyle = .dark, hasImagery: Bool = false
  ) -> [Int]? {
    var frame = frame(viewport, scene ?? self.scene, style: style, hasImagery: hasImagery)
    return frame.move(since: older).map { [$0.columns, $0.rows] }
  }

  /// However deep, and although the pan is by way of degrees.
  @Test(arguments: [3.3, 9, 15, 18], [0.0, 123.4])
  func wholeCellsAreFound(zoom: Double, heading: Double) {
    let start = MapViewport(
      center: Coordinate(latitude: 60.17, longitude: 24.94), zoom: zoom, heading: heading,
      columns: 120, rows: 40)
    for (columns, rows) in [(1, 0), (-7, 3), (0, 0), (60, -20)] {
      let moved = start.panned(columns: columns, rows: rows)
      #expect(move(from: frame(start, scene), to: moved) == [columns, rows])
    }
  }

  /// Hairs do not add up: what was traced is not off by more than one of them.
  @Test func smallStepsAreSeen() {
    var viewport = MapViewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: 9, columns: 120, rows: 40)
    let first = frame(viewport, scene)
    let step = 360.0 / 256 / 512 / 32768  // of a dot
    viewport.center.longitude += step
    #expect(move(from: first, to: viewport) == [0, 0])
    var last = frame(viewport, scene)
    #expect(last.move(since: first).map { [$0.columns, $0.rows] } == [0, 0])
    viewport.center.longitude += 2 * step
    #expect(move(from: last, to: viewport) == nil)
  }

  @Test func whatChangesTheGroundIsTracedAnew() {
    let start = MapViewport(
      center: Coordinate(latitude: 10, longitude: 20), zoom: 5, columns: 120, rows: 40)
    let first = frame(start, scene)
    let moved = start.panned(columns: 3, rows: 0)
    #expect(move(from: first, to: moved) == [3, 0])
    let other = TileScene(points: [], areas: [], rings: [], lines: [], labels: [])
    #expect(move(from: first, to: moved, other) == nil, "the tile came")
    #expect(move(from: first, to: moved, hasImagery: true) == nil)
    var style = MapStyle.dark
    style[.shore].minimumZoom = 20
    #expect(move(from: first, to: moved, style: style) == nil)
    style = .dark
    style[.sea].minimumThickness += 1
    #expect(move(from: first, to: moved, style: style) == nil)
    #expect(move(from: first, to: start.panned(columns: 61, rows: 0)) == nil)
    #expect(move(from: first, to: start.panned(columns: 0, rows: 21)) == nil)
    var changed = moved
    changed.zoom = 5.25
    #expect(move(from: first, to: changed) == nil)
    changed = moved
    changed.heading = 1
    #expect(move(from: first, to: changed) == nil)
    changed = moved
    changed.rows = 41
    #expect(move(from: first, to: changed) == nil)
    changed = start
    changed.center.longitude += 360.0 / 256 / 32 / 2  // half a dot
    #expect(move(from: first, to: changed) == nil)
  }
}
