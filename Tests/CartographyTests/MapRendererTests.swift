import CellGrid
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

@Suite struct MapRendererTests {
  static let world = TileID(z: 0, x: 0, y: 0)
  let style = MapStyle.dark

  /// A shelf with one tile for the whole world.
  func shelf(_ build: (inout TileMaker) -> Void) -> TileShelf {
    var maker = TileMaker()
    build(&maker)
    return TileShelf(.vector, zooms: 0...0, [Self.world: .vector(maker.tile)])
  }

  /// At zoom 0 a dot is 16 tile units and the view's middle is the tile's.
  func viewport(
    _ columns: Int = 40, _ rows: Int = 20, zoom: Double = 0, heading: Double = 0,
    longitude: Double = 0
  ) -> MapViewport {
    MapViewport(
      center: Coordinate(latitude: 0, longitude: longitude), zoom: zoom, heading: heading,
      columns: columns, rows: rows)
  }

  @Test func holesStayDry() {
    let shelf = shelf {
      $0.add(
        "water", .polygon, [square(0, 4096), square(1948, 2148)], ["class": .string("ocean")])
    }
    let (grid, _) = drawn(shelf, viewport())
    // The hole is 12 dots wide around the middle: 1948 / 16 is 121.75.
    #expect(grid[20, 10].background == style.ground)
    #expect(grid[18, 9].background == style.ground)
    #expect(grid[16, 10].background == style[.sea].fill)
    #expect(grid[0, 0].background == style[.sea].fill)
  }

  @Test func overlappingBuffersDoNotCancelEachOther() {
    var maker = TileMaker()
    maker.add("water", .polygon, [square(-64, 4160)], ["class": .string("ocean")])
    let content = TileContent.vector(maker.tile)
    let ids = [0, 1].flatMap { y in [0, 1].map { TileID(z: 1, x: $0, y: y) } }
    let shelf = TileShelf(
      .vector, zooms: 1...1, Dictionary(uniqueKeysWithValues: ids.map { ($0, content) }))
    for heading in [0.0, 33, 90, 200.5] {
      let (grid, _) = drawn(shelf, viewport(50, 25, zoom: 1.37, heading: heading))
      #expect(grid.cells.allSatisfy { $0.background == style[.sea].fill && $0.glyph == 0x20 })
    }
  }

  @Test func theDateLineIsNotSpecial() {
    var west = TileMaker()
    west.add("coastline", .line, [[(4000, 2048), (4160, 2048)]])
    var east = TileMaker()
    east.add("coastline", .line, [[(-64, 2048), (96, 2048)]])
    let shelf = TileShelf(
      .vector, zooms: 4...4,
      [
        TileID(z: 4, x: 15, y: 8): .vector(west.tile), TileID(z: 4, x: 0, y: 8): .vector(east.tile),
      ])
    for longitude in [179.5, -179.5] {
      let center = Coordinate(latitude: -11.178_401_873_711_78, longitude: longitude)
      let view = MapViewport(center: center, zoom: 4, columns: 30, rows: 9)
      let (grid, _) = drawn(shelf, view)
      // From 180° - 96 units to 180° + 96 units, 16 to a dot: 12 dots, in the crosshair's row.
      let middle = view.cell(for: Coordinate(latitude: -11.1784, longitude: 180))
      let cells = (0..<30).filter { grid[$0, 4].glyph > 0x2800 }
      #expect(cells.count == 6 || cells.count == 7)
      #expect(cells.last.map { $0 - (cells.first ?? 0) + 1 } == cells.count)
      #expect(middle.map { cells.contains($0.column) } == true)
      let others = grid.cells.filter { $0.glyph > 0x2800 }
      #expect(others.count == cells.count)
    }
  }

  @Test func theWorldGoesOnBesideItself() {
    let shelf = shelf {
      $0.add("water", .polygon, [square(0, 4096)], ["class": .string("ocean")])
      $0.addPlace("Here", x: 2048, y: 2048)
    }
    let (grid, report) = drawn(shelf, viewport(300, 40, zoom: 1))
    #expect(grid[0, 20].background == style[.sea].fill)
    #expect(grid[299, 20].background == style[.sea].fill)
    #expect(report.labels.map(\.column).sorted() == [150])
    let wide = drawn(shelf, viewport(600, 40, zoom: 1)).report
    #expect(wide.labels.map(\.column).sorted() == [44, 300, 556])
  }

  @Test func beyondTheWorldIsVoid() {
    let shelf = shelf {
      $0.add("water", .polygon, [square(0, 4096)], ["class": .string("ocean")])
    }
    // 256 dots are 64 rows; the middle of row 40 is the equator.
    let (grid, _) = drawn(shelf, viewport(20, 80))
    #expect(grid[10, 7].background == style.void)
    #expect(grid[10, 9].background == style[.sea].fill)
    #expect(grid[10, 72].background == style[.sea].fill)
    #expect(grid[10, 73].background == style.void)
  }

  @Test func aFullTurnChangesNothing() {
    let shelf = shelf {
      $0.add("coastline", .line, [[(100, 100), (3000, 2000), (1000, 3900)]])
      $0.add(
        "water", .polygon, [[(500, 500), (3500, 900), (2000, 3000)]], ["class": .string("ocean")])
      $0.addPlace("Here", x: 2000, y: 2000)
    }
    let plain = drawn(shelf, viewport(zoom: 1)).grid
    #expect(drawn(shelf, viewport(zoom: 1, heading: 360)).grid == plain)
    #expect(drawn(shelf, viewport(zoom: 1, heading: 180)).grid != plain)
  }

  @Test func headingPointsUp() {
    let shelf = shelf { $0.add("coastline", .line, [[(2048, 2048), (3072, 2048)]]) }
    // A line to the east; with the east up it runs to the top.
    let grid = drawn(shelf, viewport(heading: 90)).grid
    let cells = grid.cells.indices.filter { grid.cells[$0].glyph > 0x2800 }
    #expect(Set(cells.map { $0 % 40 }) == [20])
    #expect(Set(cells.map { $0 / 40 }).isSubset(of: Set(0...10)))
    #expect(cells.count >= 10)
  }

  @Test func theMoreImportantLineOwnsTheCell() {
    for isReversed in [false, true] {
      let shelf = shelf {
        let parts = [[(1800, 2048), (2300, 2048)], [(2048, 1800), (2048, 2300)]]
        let tags: [[String: TileValue]] = [
          ["admin_level": .integer(2)], ["admin_level": .integer(4)],
        ]
        for index in isReversed ? [1, 0] : [0, 1] {
          $0.add("boundary", .line, [parts[index]], tags[index])
        }
      }
      var style = style
      style[.stateBorder].minimumZoom = 0
      style[.stateBorder].dash = nil
      let grid = drawn(shelf, viewport(zoom: 1), style: style).grid
      // The crossing shows the country's border alone: one row of two dots.
      #expect(grid[20, 10].foreground == style[.countryBorder].color)
      #expect(UInt8(truncatingIfNeeded: grid[20, 10].glyph).nonzeroBitCount == 2)
      #expect(grid[20, 8].foreground == style[.stateBorder].color)
      #expect(grid[18, 10].foreground == style[.countryBorder].color)
    }
  }

  @Test func aThinLakeIsItsOutline() {
    let shelf = shelf {
      $0.add(
        "water", .polygon, [[(1500, 2000), (2600, 2000), (2600, 2020), (1500, 2020)]],
        ["class": .string("lake")])
      $0.add("water", .polygon, [square(2500, 3000)], ["class": .string("lake")])
    }
    let grid = drawn(shelf, viewport(60, 30)).grid
    #expect(grid[25, 14].background == style.ground)
    #expect(grid[25, 14].foreground == style[.lakeShore].color)
    // 2500 / 16 dots are 28.25 right of and below the middle of the view.
    #expect(grid[48, 24].background == style[.lake].fill)
  }

  @Test func aPanByWholeCellsMovesThePictureUnchanged() {
    var generator = SeededGenerator(state: 11)
    func point() -> (Int, Int) {
      (.random(in: -64...4160, using: &generator), .random(in: -64...4160, using: &generator))
    }
    let shelf = TileShelf(.vector, zooms: 3...3)
    for x in 0..<8 {
      for y in 0..<8 {
        var maker = TileMaker()
        for _ in 0..<4 {
          maker.add("water", .polygon, [(0..<5).map { _ in point() }], ["class": .string("ocean")])
          maker.add(
            "boundary", .line, [(0..<6).map { _ in point() }], ["admin_level": .integer(2)])
        }
        shelf.tiles[TileID(z: 3, x: x, y: y)] = .ready(.vector(maker.tile))
      }
    }
    for heading in [0.0, 25] {
      let view = MapViewport(
        center: Coordinate(latitude: 31.4, longitude: 177.3), zoom: 3.61, heading: heading,
        columns: 50, rows: 24)
      let before = drawn(shelf, view).grid
      for (dx, dy) in [(1, 0), (0, 1), (-7, 3), (20, -11), (31, 14)] {
        let after = drawn(shelf, view.panned(columns: dx, rows: dy)).grid
        for row in max(0, dy)..<min(24, 24 + dy) {
          for column in max(0, dx)..<min(50, 50 + dx)
          where before[column, row] != after[column - dx, row - dy] {
            Issue.record("cell \(column), \(row) changed on a pan by \(dx), \(dy) at \(heading)°")
          }
        }
      }
    }
  }

  @Test func anAncestorShowsUntilTheTileComes() {
    var maker = TileMaker()
    maker.add("water", .polygon, [square(0, 4096)], ["class": .string("ocean")])
    let shelf = TileShelf(
      .vector, zooms: 0...2, [TileID(z: 0, x: 0, y: 0): .vector(maker.tile)])
    shelf.otherwise = .missing
    let view = viewport(zoom: 2)
    let renderer = MapRenderer(style: .dark)
    var grid = CellGrid(columns: 40, rows: 20)
    func render() -> MapFrameReport {
      renderer.render(
        viewport: view, type: .standard, sources: MapSources(vector: shelf, raster: nil),
        into: &grid, column: 0, row: 0)
    }
    let first = render()
    #expect(first.missingTiles == 4)
    #expect(
      Set(shelf.requested.filter { $0.z == 2 })
        == Set([1, 2].flatMap { y in [1, 2].map { TileID(z: 2, x: $0, y: y) } }))
    #expect(grid.cells.allSatisfy { $0.background == style[.sea].fill })
    // The tile that comes is land.
    shelf.tiles[TileID(z: 2, x: 1, y: 1)] = .ready(.vector(VectorTile(layers: [])))
    let second = render()
    #expect(second.missingTiles == 3)
    #expect(grid[0, 0].background == style.ground)
    #expect(grid[39, 19].background == style[.sea].fill)
  }

  @Test func theWholeWorldFitsASmallWindow() {
    let shelf = shelf {
      $0.add("water", .polygon, [square(0, 2048)], ["class": .string("ocean")])
      $0.add("coastline", .line, [[(2048, 0), (2048, 2048)]])
    }
    // Half of the zoom-0 size: the tile is 64 columns wide.
    let grid = drawn(shelf, viewport(64, 20, zoom: -1)).grid
    #expect(grid[10, 5].background == style[.sea].fill)
    #expect(grid[40, 5].background == style.ground)
    #expect(grid[32, 5].foreground == style[.shore].color)
  }

  @Test func saysWhatItUsed() {
    let shelf = shelf { $0.addPlace("Here", x: 2048, y: 2048) }
    let near = drawn(shelf, viewport(zoom: 3)).report
    #expect(near.detailZoom == 0)
    #expect(near.tileZoom == 0)
    #expect(near.missingTiles == 0)
    #expect(near.attributions == ["© shelf"])
    #expect(drawn(shelf, viewport(zoom: 0.9)).report.detailZoom == nil)
    let label = drawn(shelf, viewport(zoom: 2)).report.labels.first
    #expect(label?.name == "Here")
    #expect(label?.labelClass == .capital)
    #expect(
      label.map { [$0.column, $0.row, $0.textColumn, $0.textRow, $0.textColumns] }
        == [20, 10, 22, 10, 4])
  }

  @Test func noDotsTouchAName() {
    let shelf = shelf {
      for y in stride(from: 1980, to: 2120, by: 4) {
        $0.add("coastline", .line, [[(0, y), (4096, y)]])
      }
      $0.addPlace("Here", x: 2048, y: 2048)
    }
    let grid = drawn(shelf, viewport(zoom: 2)).grid
    let text = grid.text(row: 10).map { $0 }
    #expect(String(text[20...26]) == "• Here ")
  }

  @Test func aViewOutOfThisWorldDrawsNothing() {
    let shelf = shelf { $0.addPlace("Here", x: 2048, y: 2048) }
    var grid = CellGrid(columns: 10, rows: 5)
    let untouched = grid
    var views = [viewport(11, 5), viewport(10, 6), viewport(0, 0), viewport(10, 5, zoom: .nan)]
    views.append(viewport(10, 5, heading: .infinity))
    views.append(viewport(10, 5, zoom: 400))
    views.append(viewport(10, 5, longitude: .nan))
    for view in views {
      let report = MapRenderer(style: .dark).render(
        viewport: view, type: .hybrid, sources: MapSources(vector: shelf, raster: shelf),
        into: &grid, column: 0, row: 0)
      #expect(report == MapFrameReport())
      #expect(grid == untouched)
    }
  }

  @Test func withoutColoursTheSeaHasWaves() {
    let shelf = shelf {
      $0.add(
        "water", .polygon, [[(0, 0), (2048, 0), (2048, 4096), (0, 4096)]],
        ["class": .string("ocean")])
    }
    let options = MapOptions(charset: .ascii, depth: .monochrome)
    let before = drawn(shelf, viewport(), options).grid
    #expect((0..<20).allSatisfy { row in (0..<20).contains { before[$0, row].glyph == 0x7e } })
    #expect((0..<20).allSatisfy { row in (21..<40).allSatisfy { before[$0, row].glyph == 0x20 } })
    let after = drawn(shelf, viewport().panned(columns: 3, rows: 1), options).grid
    for column in 3..<18 { #expect(before[column, 5].glyph == after[column - 3, 4].glyph) }
  }
}
