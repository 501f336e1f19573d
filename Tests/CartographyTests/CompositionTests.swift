import CellGrid
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// The user's own tiles over the atlas.
@Suite struct CompositionTests {
  /// An atlas of one tile at zoom 0: shores as level lines all over, and sea in the south.
  private func atlas() -> TileShelf {
    var maker = TileMaker()
    for y in stride(from: 0, to: 4096, by: 2) {
      maker.add("coastline", .line, [[(0, y), (4096, y)]], ["class": .string("lake")])
    }
    maker.add(
      "water", .polygon, [[(0, 2048), (4096, 2048), (4096, 4096), (0, 4096)]],
      ["class": .string("ocean")])
    maker.addPlace("Atlas", x: 2049, y: 2044)
    return TileShelf(.vector, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): .vector(maker.tile)])
  }

  /// Tiles with a road across the middle and a wood everywhere.
  private func own(
    zooms: ClosedRange<Int>, bounds: GeographicBounds?, hasSea: Bool = false
  ) -> TileShelf {
    let shelf = TileShelf(.vector, zooms: zooms, bounds: bounds)
    var maker = TileMaker()
    maker.add("landcover", .polygon, [square(0, 4096)], ["class": .string("wood")])
    maker.add("transportation", .line, [[(0, 2048), (4096, 2048)]], ["class": .string("motorway")])
    if hasSea {
      maker.add("water", .polygon, [square(0, 100)], ["class": .string("ocean")])
    }
    shelf.otherwise = .ready(.vector(maker.tile))
    return shelf
  }

  private func frame(
    _ sources: MapSources, _ view: MapViewport
  ) -> (grid: CellGrid, report: MapFrameReport) {
    var style = MapStyle.dark
    style.townGround = style.ground
    style[.wood].minimumZoom = 0
    style[.lakeShore].minimumSize = 0
    var grid = CellGrid(columns: view.columns, rows: view.rows)
    let report = MapRenderer(style: style).render(
      viewport: view, type: .standard, sources: sources, into: &grid, column: 0, row: 0)
    return (grid, report)
  }

  private let wood = MapStyle.dark[.wood].fill
  private let sea = MapStyle.dark[.sea].fill

  private func view(
    zoom: Double, heading: Double = 0, latitude: Double = 0.35, longitude: Double = 0.7
  ) -> MapViewport {
    MapViewport(
      center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom, heading: heading,
      columns: 60, rows: 24)
  }

  /// North of the equator, east of Greenwich.
  private let quarter = GeographicBounds(south: 0, west: 0, north: 20, east: 20)

  @Test(arguments: [0.0, 33, 90, 200])
  func insideItsBoundsASourceHasTheGround(heading: Double) {
    let sources = MapSources(vector: atlas(), own: [own(zooms: 0...8, bounds: quarter)])
    let view = view(zoom: 8, heading: heading, latitude: 0.05, longitude: 0.05)
    let grid = frame(sources, view).grid
    var counts = [0, 0]
    for row in 0..<24 {
      for column in 0..<60 {
        let place = view.coordinate(column: column, row: row)
        // Not the cells at the edge itself: a cell is 0.011° high and wide.
        guard abs(place.latitude) > 0.02, abs(place.longitude) > 0.02 else { continue }
        let isInside = place.latitude > 0 && place.longitude > 0
        let cell = grid[column, row]
        let atlasLine = MapStyle.dark[.lakeShore].color
        if isInside {
          #expect(cell.background == wood || cell.glyph != 0x20)
          #expect(cell.foreground != atlasLine)
        } else {
          #expect(cell.background != wood)
        }
        counts[isInside ? 0 : 1] += 1
      }
    }
    #expect(counts[0] > 100 && counts[1] > 100)
  }

  @Test func namesOfTheAtlasGiveWay() {
    let bare = frame(MapSources(vector: atlas()), view(zoom: 8, longitude: 0.1)).report
    #expect(bare.labels.map(\.name) == ["Atlas"])
    let sources = MapSources(vector: atlas(), own: [own(zooms: 0...8, bounds: quarter)])
    #expect(frame(sources, view(zoom: 8, longitude: 0.1)).report.labels.isEmpty)
  }

  /// Street maps may not say what is a capital. The atlas does, within some kilometres.
  @Test func aTownIsTheCapitalTheAtlasKnows() {
    let shelf = own(zooms: 0...8, bounds: nil)
    var maker = TileMaker()
    maker.add("transportation", .line, [[(0, 0), (4096, 0)]], ["class": .string("motorway")])
    // In its tile where the atlas has it, and there in every other.
    maker.add(
      "place", .point, [[(256, 3060)]], ["class": .string("town"), "name": .string("Atlas")])
    shelf.otherwise = .ready(.vector(maker.tile))
    var view = view(zoom: 8, longitude: 0.1)
    view.columns = 300
    let labels = frame(MapSources(vector: atlas(), own: [shelf]), view).report.labels
    #expect(labels.allSatisfy { $0.name == "Atlas" } && labels.count > 1)
    #expect(labels.filter { $0.labelClass == .capital }.count == 1)
    #expect(labels.contains { $0.labelClass == .capital && (148...152).contains($0.column) })
  }

  @Test func theSeaStaysUnderTilesThatKnowOfNone() {
    let south = GeographicBounds(south: -20, west: 0, north: 20, east: 20)
    let view = view(zoom: 8, latitude: 0)
    let (column, row) = view.cell(for: Coordinate(latitude: -0.05, longitude: 0.9)) ?? (0, 0)
    let land = frame(
      MapSources(vector: atlas(), own: [own(zooms: 0...8, bounds: south)]), view)
    #expect(land.grid[column, row].background == sea)
    let coast = frame(
      MapSources(vector: atlas(), own: [own(zooms: 0...8, bounds: south, hasSea: true)]), view)
    #expect(coast.grid[column, row].background == wood)
  }

  @Test func anExtractTakesOverWhereItIsBetter() {
    var atlas = TileSourceDescription(
      name: "", kind: .vector, minimumZoom: 0, maximumZoom: 5, bounds: .world)
    var own = TileSourceDescription(
      name: "", kind: .vector, minimumZoom: 0, maximumZoom: 14, bounds: quarter)
    func takesOver(_ zoom: Double) -> Bool {
      SceneComposition.takesOver(own, from: atlas, zoom: zoom)
    }
    #expect(!takesOver(6.25))
    #expect(takesOver(6.5))
    own.bounds = .world
    #expect(takesOver(0))
    own.bounds = quarter
    own.maximumZoom = 4
    #expect(takesOver(2))
    own.minimumZoom = 9
    own.maximumZoom = 14
    #expect(!takesOver(7.75))
    #expect(takesOver(8))
    atlas.maximumZoom = 8
    #expect(!takesOver(9.25))
  }

  @Test func theMostWantedSourceIsOnTop() {
    let west = own(zooms: 0...8, bounds: quarter)
    let other = TileShelf(.vector, zooms: 0...8, bounds: quarter)
    var maker = TileMaker()
    maker.add("landcover", .polygon, [square(0, 4096)], ["class": .string("ice")])
    other.otherwise = .ready(.vector(maker.tile))
    let view = view(zoom: 8, longitude: 1)
    let ice = MapStyle.dark[.ice].fill
    let first = frame(MapSources(vector: atlas(), own: [west, other]), view).grid
    #expect(!first.cells.contains { $0.background == ice })
    let second = frame(MapSources(vector: atlas(), own: [other, west]), view).grid
    #expect(second.cells.contains { $0.background == ice })
    #expect(!second.cells.contains { $0.background == wood })
  }

  @Test func whileATileIsMissingItsParentIsStretchedAndElseTheAtlasShows() {
    let shelf = own(zooms: 0...8, bounds: quarter)
    let content = shelf.otherwise
    shelf.otherwise = .missing
    let view = view(zoom: 8.8, latitude: 0.7, longitude: 1)
    let renderer = MapRenderer(style: .dark)
    func render() -> (CellGrid, MapFrameReport) {
      var grid = CellGrid(columns: 60, rows: 24)
      let report = renderer.render(
        viewport: view, type: .standard, sources: MapSources(vector: atlas(), own: [shelf]),
        into: &grid, column: 0, row: 0)
      return (grid, report)
    }
    let road = MapStyle.dark[.motorway].color
    let (empty, report) = render()
    #expect(report.missingTiles > 0)
    #expect(!empty.cells.contains { $0.foreground == road })
    // The tile three levels above covers all of the view.
    shelf.tiles[TileID(z: 5, x: 16, y: 15)] = content
    let (stretched, second) = render()
    #expect(second.missingTiles > 0)
    #expect(stretched.cells.contains { $0.background == wood })
    for id in shelf.requested where id.z == 8 { shelf.tiles[id] = content }
    let (whole, last) = render()
    #expect(last.missingTiles == 0)
    #expect(last.tileZoom == 8)
    #expect(whole.cells.contains { $0.foreground == road })
  }

  /// A tile of imagery, grey all over.
  private let gray = TileContent.raster(
    RasterTile(
      width: 256, height: 256, pixels: [UInt8](repeating: 90, count: 256 * 256 * 3)))

  /// Whoever has nothing in view is not credited, though names just outside of it take part. The view
  /// is 120 dots wide and 96 high.
  @Test(arguments: [
    (0.0, -10.0, true), (0, 50, true), (0, 66, false), (90, 40, true), (90, 56, false),
    (33, 90, false), (200, -10, true),
  ])
  func sourcesInViewAreCredited(heading: Double, dotsEast: Double, isShown: Bool) throws {
    let view = view(zoom: 8, heading: heading, latitude: 5, longitude: 5)
    let west = 5 + dotsEast * 360 / view.worldSize
    let here = try #require(
      GeographicBounds(
        south: 4.95, west: west, north: 5.05, east: west + 40 * 360 / view.worldSize))
    let raster = TileShelf(.raster, zooms: 0...8, bounds: here, attribution: "© raster")
    raster.otherwise = .ready(gray)
    var grid = CellGrid(columns: 60, rows: 24)
    let report = MapRenderer(style: .dark).render(
      viewport: view, type: .hybrid,
      sources: MapSources(own: [own(zooms: 0...8, bounds: here), raster]), into: &grid, column: 0,
      row: 0)
    #expect(report.attributions == (isShown ? ["© shelf", "© raster"] : []))
  }

  /// Of streets over imagery that ends long before, the imagery is told.
  @Test func whateverIsStretchedIsTold() {
    func detail(_ type: MapType, _ vectorZoom: Int, _ rasterZoom: Int) -> Int? {
      let vector = own(zooms: 0...vectorZoom, bounds: nil)
      let raster = TileShelf(.raster, zooms: 0...rasterZoom)
      raster.otherwise = .ready(gray)
      var grid = CellGrid(columns: 60, rows: 24)
      return MapRenderer(style: .dark).render(
        viewport: view(zoom: 8), type: type, sources: MapSources(raster: raster, own: [vector]),
        into: &grid, column: 0, row: 0
      ).detailZoom
    }
    #expect(detail(.hybrid, 8, 5) == 5 && detail(.satellite, 8, 5) == 5)
    #expect(detail(.standard, 8, 5) == nil)
    #expect(detail(.hybrid, 6, 8) == 6 && detail(.hybrid, 6, 5) == 5 && detail(.hybrid, 4, 5) == 4)
    #expect(detail(.hybrid, 8, 8) == nil)
  }

  @Test func boundsAcrossTheDateLineHaveTwoSides() throws {
    let bounds = try #require(GeographicBounds(south: -20, west: 179, north: 20, east: -179))
    let sources = MapSources(vector: atlas(), own: [own(zooms: 0...8, bounds: bounds)])
    for longitude in [179.9, -179.9] {
      let view = MapViewport(
        center: Coordinate(latitude: 5, longitude: longitude), zoom: 8, columns: 40, rows: 10)
      let grid = frame(sources, view).grid
      #expect(grid.cells.filter { $0.background == wood }.count > 300)
    }
  }
}
