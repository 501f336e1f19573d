import CellGrid
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// Neither a carpet of lines nor a void, at any zoom.
@Suite struct LegibilityTests {
  /// The share of cells with line dots.
  private func ink(_ grid: CellGrid) -> Double {
    let count = grid.cells.count { (0x2801...0x28ff).contains($0.glyph) }
    return Double(count) / Double(grid.cells.count)
  }

  private static let zooms = Array(stride(from: 0.0, through: 18, by: 0.25))

  @Test(arguments: AtlasViews.all)
  func theAtlasAtEveryQuarterZoom(view: AtlasViews.View) throws {
    let painter = try AtlasViews.Painter()
    for zoom in Self.zooms {
      var viewport = view.viewport(80, 22)
      viewport.zoom = zoom
      let (grid, report) = painter.frame(viewport)
      let ink = ink(grid)
      #expect(ink <= 0.37, "zoom \(zoom)")
      #expect(!report.isCutShort, "zoom \(zoom)")
      // All but the open sea show something as long as the atlas is not stretched much.
      if zoom <= 5, view.name != "pacific", view.name != "antarctica" {
        #expect(ink >= 0.03, "zoom \(zoom)")
      }
    }
  }

  @Test func aCityAtEveryQuarterZoom() {
    let city = CityShelf()
    var inks: [Double] = []
    for zoom in stride(from: 10.0, through: 17, by: 0.25) {
      let view = MapViewport(
        center: Coordinate(latitude: 60.1699, longitude: 24.9384), zoom: zoom, columns: 120,
        rows: 38)
      var grid = CellGrid(columns: 120, rows: 38)
      let report = MapRenderer(style: .dark).render(
        viewport: view, type: .standard, sources: MapSources(own: [city]), into: &grid, column: 0,
        row: 0)
      #expect(!report.isCutShort, "zoom \(zoom)")
      let ink = ink(grid)
      #expect(0.03...0.37 ~= ink, "zoom \(zoom)")
      // A quarter of a zoom does not turn the picture over, even where all streets are equally long.
      if let last = inks.last { #expect(abs(ink - last) < 0.23, "zoom \(zoom)") }
      inks.append(ink)
    }
  }

  /// A village at every quarter zoom: what comes, comes bit by bit.
  @Test(.enabled(if: RealTiles.folder != nil, "PIGEON_TEST_TILES names no folder"))
  func aVillageFillsBitByBit() throws {
    let sources = MapSources(own: [try RealTiles.store("liechtenstein.mbtiles")])
    var last: (ink: Double, names: Int)?
    for zoom in stride(from: 10.0, through: 17, by: 0.25) {
      let view = MapViewport(
        center: Coordinate(latitude: 47.165, longitude: 9.51), zoom: zoom, columns: 120, rows: 38)
      var grid = CellGrid(columns: 120, rows: 38)
      let report = MapRenderer(style: .dark).render(
        viewport: view, type: .standard, sources: sources, options: MapOptions(tileWait: 60),
        into: &grid, column: 0, row: 0)
      let (ink, names) = (ink(grid), report.labels.count)
      if let last {
        #expect(abs(ink - last.ink) < 0.08, "zoom \(zoom)")
        #expect(abs(names - last.names) < 20, "zoom \(zoom)")
      }
      last = (ink, names)
    }
  }

  /// Long lines of a class come first, wherever the view lies.
  @Test func shortLinesAreLeftOut() {
    let shelf = TileShelf(.vector, zooms: 0...14)
    var maker = TileMaker()
    // A dot is 8 units: 12 dots, and 200.
    for (y, end) in [(1900, 2096), (2100, 3600)] {
      maker.add("transportation", .line, [[(2000, y), (end, y)]], ["class": .string("minor")])
    }
    shelf.otherwise = .ready(.vector(maker.tile))
    let center = WebMercator.unproject(WorldPoint(x: 9400.5 / 16_384, y: 4800.5 / 16_384))
    func rowsWithLines(_ length: ZoomRamp) -> Int {
      var style = MapStyle.dark
      style[.street].minimumLength = length
      var grid = CellGrid(columns: 40, rows: 30)
      _ = MapRenderer(style: style).render(
        viewport: MapViewport(center: center, zoom: 15, columns: 40, rows: 30), type: .standard,
        sources: MapSources(own: [shelf]), into: &grid, column: 0, row: 0)
      return (0..<30).count { row in
        (0..<40).contains { (0x2801...0x28ff).contains(grid[$0, row].glyph) }
      }
    }
    #expect(rowsWithLines(.constant(0)) == 2)
    #expect(rowsWithLines(.constant(50)) == 1)
    #expect(rowsWithLines(ZoomRamp([.init(14, 500), .init(16, 0)])) == 0)
    #expect(rowsWithLines(.constant(500)) == 0)
  }

  /// Both sides of a road one dot apart are one line of dots.
  @Test(arguments: [13.0, 14.5, 15.5])
  func theTwoSidesOfARoadAreOne(zoom: Double) {
    let shelf = TileShelf(.vector, zooms: 0...14)
    var maker = TileMaker()
    // A dot is 16 units or fewer.
    maker.add("transportation", .line, [[(0, 2048), (4096, 2048)]], ["class": .string("primary")])
    maker.add("transportation", .line, [[(4096, 2064), (0, 2064)]], ["class": .string("primary")])
    shelf.otherwise = .ready(.vector(maker.tile))
    // The middle of a tile of the level that is drawn.
    let count = zoom < 14 ? 8192.0 : 16_384
    let center = WebMercator.unproject(
      WorldPoint(
        x: ((0.57 * count).rounded(.down) + 0.5) / count,
        y: ((0.29 * count).rounded(.down) + 0.5) / count))
    let view = MapViewport(center: center, zoom: zoom, columns: 20, rows: 5)
    var style = MapStyle.dark
    style[.primary].width = .constant(1)
    var grid = CellGrid(columns: 20, rows: 5)
    _ = MapRenderer(style: style).render(
      viewport: view, type: .standard, sources: MapSources(own: [shelf]), into: &grid, column: 0,
      row: 0)
    for column in 0..<20 {
      let dots = (0..<5).reduce(0) { count, row in
        let glyph = grid[column, row].glyph
        return count + ((0x2800...0x28ff) ~= glyph ? Int(glyph & 0xff).nonzeroBitCount : 0)
      }
      #expect(dots == 2)
    }
  }
}

/// A city of the same blocks everywhere: streets as dense as in a town, fewer in shallower tiles.
private final class CityShelf: TileProvider {
  let description = TileSourceDescription(
    name: "city", kind: .vector, minimumZoom: 0, maximumZoom: 14)
  private var tiles: [Int: VectorTile] = [:]

  func lookup(_ id: TileID) -> TileLookup {
    let tile = tiles[id.z] ?? Self.tile(zoom: id.z)
    tiles[id.z] = tile
    return .ready(.vector(tile))
  }

  func request(_ ids: [TileID], wait: Double) {}

  /// A tile at zoom 14 is 1.2 km wide at this latitude: blocks of 200 m.
  private static func tile(zoom: Int) -> VectorTile {
    var maker = TileMaker()
    let scale = 1 << max(14 - zoom, 0)
    func grid(_ name: String, metersApart: Double, from first: Int, offset: Int) {
      guard zoom >= first else { return }
      let step = max(Int(metersApart / 1200 * 4096) / scale, 8)
      for place in stride(from: offset / scale, to: 4096, by: step) {
        maker.add("transportation", .line, [[(0, place), (4096, place)]], ["class": .string(name)])
        maker.add("transportation", .line, [[(place, 0), (place, 4096)]], ["class": .string(name)])
      }
    }
    grid("motorway", metersApart: 20_000, from: 4, offset: 700)
    grid("primary", metersApart: 5_000, from: 7, offset: 900)
    grid("primary", metersApart: 5_000, from: 7, offset: 950)
    grid("secondary", metersApart: 1_600, from: 9, offset: 1500)
    grid("tertiary", metersApart: 1_000, from: 11, offset: 300)
    grid("minor", metersApart: 200, from: 13, offset: 40)
    grid("service", metersApart: 300, from: 14, offset: 150)
    grid("path", metersApart: 200, from: 14, offset: 70)
    return maker.tile
  }
}
