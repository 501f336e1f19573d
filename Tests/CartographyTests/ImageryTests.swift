import CellGrid
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

@Suite struct ImageryTests {
  /// A tile whose pixels are given by a function of x and y.
  func image(_ side: Int = 256, _ color: (Int, Int) -> UInt32) -> TileContent {
    var pixels: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        let value = color(x, y)
        pixels += [UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
      }
    }
    return .raster(RasterTile(width: side, height: side, pixels: pixels))
  }

  func drawn(
    _ shelf: TileShelf, zoom: Double, type: MapType = .satellite, heading: Double = 0,
    options: MapOptions = MapOptions(), vector: TileShelf? = nil,
    overlay: MapOverlay = MapOverlay()
  ) -> CellGrid {
    var grid = CellGrid(columns: 20, rows: 10)
    let view = MapViewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: zoom, heading: heading, columns: 20,
      rows: 10)
    _ = MapRenderer(style: .dark).render(
      viewport: view, type: type, sources: MapSources(vector: vector, raster: shelf),
      options: options, overlay: overlay,
      into: &grid, column: 0, row: 0)
    return grid
  }

  let origin = TileID(z: 0, x: 0, y: 0)

  @Test func aPixelOfTheImageIsAHalfBlock() {
    // At zoom 1 the world is 256 half blocks wide.
    let shelf = TileShelf(
      .raster, zooms: 0...0, [origin: image { x, y in UInt32(x) << 16 | UInt32(y) }])
    let grid = drawn(shelf, zoom: 1)
    for (column, row) in [(0, 0), (7, 3), (19, 9)] {
      // The middle of the image, between pixels 127 and 128, is the middle of cell 10, 5: half a
      // pixel right of a cell's left edge, on the line between its two halves.
      let cell = grid[column, row]
      #expect(cell.glyph == 0x2580)
      #expect(abs(Int(cell.foreground.red) - (127 + column - 10)) <= 1)
      #expect(abs(Int(cell.foreground.blue) - (127 + 2 * (row - 5))) <= 0)
      #expect(abs(Int(cell.background.blue) - (128 + 2 * (row - 5))) <= 0)
    }
  }

  /// A source that begins deep is not drawn where its tiles in view would fill the memory.
  @Test(arguments: [256, 512]) func asManyTilesAreTakenAsThereIsRoomFor(side: Int) {
    let source = TileSourceDescription(
      name: "deep", kind: .raster, minimumZoom: 9, maximumZoom: 12, isLocal: true)
    for (columns, rows) in [(80, 24), (200, 60), (400, 120)] {
      var wasDrawn = false
      for zoom in stride(from: 0.0, through: 12, by: 0.25) {
        let view = MapViewport(
          center: Coordinate(latitude: 47, longitude: 9), zoom: zoom, columns: columns, rows: rows)
        var cover: [VisibleTile] = []
        TileCover.cover(view, zoom: 9, marginX: 0, marginY: 0, into: &cover)
        let tiles = cover.count
        let isDrawn = !ImageryLayer.isTooFine(source, view, side: side)
        if isDrawn { #expect(tiles * side * side * 3 <= 40 << 20) }
        // Where there are a few of them it is drawn, and it stays as the view comes nearer.
        if (1...20).contains(tiles) { #expect(isDrawn) }
        #expect(isDrawn || !wasDrawn)
        wasDrawn = isDrawn
      }
      #expect(wasDrawn)
    }
  }

  @Test func magnifiesSmoothly() {
    let shelf = TileShelf(.raster, zooms: 0...0, [origin: image { x, _ in x < 128 ? 0 : 0xffffff }])
    let grid = drawn(shelf, zoom: 5)
    // 16 half blocks to a pixel: the edge in the middle is spread over 16.
    let lightness = (0..<20).map { Int(grid[$0, 5].background.green) }
    #expect(zip(lightness, lightness.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(lightness[1] == 0)
    #expect(lightness[19] == 255)
    #expect(zip(lightness, lightness.dropFirst()).allSatisfy { $1 - $0 <= 17 })
  }

  @Test func farOutAveragesWhatAPixelCovers() {
    // A fine chequer becomes an even grey: half of the light of white is 188 in sRGB.
    let shelf = TileShelf(
      .raster, zooms: 0...0, [origin: image { x, y in (x + y) % 2 == 0 ? 0 : 0xfefefe }])
    let grid = drawn(shelf, zoom: -1)
    for cell in grid.cells { #expect((176...192).contains(cell.background.green)) }
  }

  @Test func tilesMeetWithoutGaps() {
    let tiles = [0, 1, 2, 3].flatMap { y in
      (0..<4).map { (TileID(z: 2, x: $0, y: y), image(8) { _, _ in 0x336699 }) }
    }
    let shelf = TileShelf(.raster, zooms: 2...2, Dictionary(uniqueKeysWithValues: tiles))
    for heading in [0.0, 17, 45, 90, 181] {
      for zoom in [1.0, 2.31, 3] {
        let grid = drawn(shelf, zoom: zoom, heading: heading)
        #expect(
          grid.cells.allSatisfy {
            $0 == Cell(foreground: Color(0x336699), background: Color(0x336699))
          })
      }
    }
  }

  @Test func anAncestorsPartStandsIn() {
    let shelf = TileShelf(
      .raster, zooms: 0...1,
      [origin: image { x, y in x < 128 ? 0x110000 : y < 128 ? 0x330000 : 0x550000 }])
    shelf.otherwise = .missing
    let grid = drawn(shelf, zoom: 2)
    // Colours that are as good are kept from cell to cell.
    for (column, row, red) in [(0, 0, 0x11), (19, 0, 0x33), (19, 9, 0x55)] {
      #expect(abs(Int(grid[column, row].background.red) - red) <= 6)
    }
  }

  /// What is kept of the cell before is never far from what the image has, half by half, and a pan by
  /// whole cells changes few cells of what stays in view.
  @Test func keptColorsAreAsGood() {
    // A slope, on which neighbours are nearly alike.
    func color(_ x: Int, _ y: Int) -> UInt32 {
      UInt32(x / 2) << 16 | UInt32(y / 2) << 8 | UInt32(x / 4)
    }
    let picture = image(256, color)
    let shelf = TileShelf(.raster, zooms: 0...0, [origin: picture])
    func halves(_ cell: Cell) -> (upper: Color, lower: Color) {
      switch cell.glyph {
      case 0x2580: (cell.foreground, cell.background)
      case 0x2584: (cell.background, cell.foreground)
      default: (cell.background, cell.background)
      }
    }
    func distance(_ a: Color, _ b: Color) -> (red: Int, green: Int, blue: Int) {
      (
        abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green)),
        abs(Int(a.blue) - Int(b.blue))
      )
    }
    func frame(column: Double) -> CellGrid {
      var grid = CellGrid(columns: 60, rows: 20)
      let view = MapViewport(
        center: Coordinate(latitude: 0, longitude: column * 360 / 256), zoom: 1, columns: 60,
        rows: 20)
      _ = MapRenderer(style: .dark).render(
        viewport: view, type: .satellite, sources: MapSources(vector: nil, raster: shelf),
        into: &grid, column: 0, row: 0)
      return grid
    }
    // At zoom 1 a half block is a pixel of the image: cell 30, 10 begins in its middle.
    let first = frame(column: 0)
    var (kept, wrong) = (0, 0)
    for row in 0..<20 {
      for column in 0..<60 {
        let cell = halves(first[column, row])
        for (half, shown) in [cell.upper, cell.lower].enumerated() {
          let (x, y) = (128 + column - 30, 128 + (row - 10) * 2 + half)
          let away = distance(shown, Color(color(x, y)))
          // One more for the rounding of half a pixel.
          if away.red > 7 || away.green > 6 || away.blue > 8 { wrong += 1 }
          if away.red > 1 || away.green > 1 || away.blue > 1 { kept += 1 }
        }
      }
    }
    #expect(wrong == 0)
    #expect(kept > 400)
    let second = frame(column: 3)
    var changed = 0
    for row in 0..<20 {
      for column in 0..<57 where second[column, row] != first[column + 3, row] { changed += 1 }
    }
    #expect(changed <= 20 * 16)
  }

  @Test func asciiHasOneColourACell() {
    let shelf = TileShelf(
      .raster, zooms: 0...0, [origin: image { _, y in y % 2 == 0 ? 0 : 0x808080 }])
    let grid = drawn(shelf, zoom: 1, options: MapOptions(charset: .ascii))
    #expect(grid.cells.allSatisfy { $0.glyph == 0x20 && $0.background.packed == 0x404040 })
  }

  @Test func withoutColoursCharactersAreAsLightAsTheGround() {
    let shelf = TileShelf(.raster, zooms: 0...0, [origin: image { x, _ in x < 128 ? 0 : 0xffffff }])
    let grid = drawn(shelf, zoom: 1, options: MapOptions(charset: .ascii, depth: .monochrome))
    #expect(grid[0, 0].glyph == 0x20)
    #expect(grid[19, 0].glyph == UInt32(UInt8(ascii: "@")))
  }

  @Test func namesAndLinesStandOutOnAWhiteGround() {
    let raster = TileShelf(.raster, zooms: 0...0, [origin: image { _, _ in 0xffffff }])
    var maker = TileMaker()
    maker.add("coastline", .line, [[(0, 2150), (4096, 2150)]])
    maker.addPlace("Here", x: 2048, y: 2048)
    let vector = TileShelf(.vector, zooms: 0...0, [origin: .vector(maker.tile)])
    let grid = drawn(raster, zoom: 1, type: .hybrid, vector: vector)
    let style = MapStyle.dark
    #expect(String(grid.text(row: 5)).contains("• Here"))
    #expect(grid[12, 5].background.lightness <= style.lightnessBehindLabels)
    #expect(grid[12, 5].foreground == style[.capital].imageryColor)
    // On white the shore is dark: light on light would not be seen.
    let shore = grid.cells.first { $0.glyph > 0x2800 && $0.glyph < 0x2900 }
    #expect(shore?.background.packed == 0xffffff)
    #expect(shore.map { $0.foreground.lightness < 90 } == true)
    #expect(grid[2, 1].background.packed == 0xffffff)
  }

  @Test func linesAreLightOnDarkGround() {
    let raster = TileShelf(.raster, zooms: 0...0, [origin: image { _, _ in 0x203040 }])
    var maker = TileMaker()
    maker.add("coastline", .line, [[(0, 2150), (4096, 2150)]])
    let vector = TileShelf(.vector, zooms: 0...0, [origin: .vector(maker.tile)])
    let grid = drawn(raster, zoom: 1, type: .hybrid, vector: vector)
    let shore = grid.cells.first { $0.glyph > 0x2800 && $0.glyph < 0x2900 }
    #expect(shore?.foreground == MapStyle.dark[.shore].imageryColor)
    #expect(shore?.background.packed == 0x203040)
  }

  @Test func damagedImagesAreLeftOut() {
    let short = TileContent.raster(RasterTile(width: 256, height: 256, pixels: [1, 2, 3]))
    let shelf = TileShelf(.raster, zooms: 0...0, [origin: short])
    #expect(drawn(shelf, zoom: 1).cells.allSatisfy { $0.background == MapStyle.dark.void })
  }
}
