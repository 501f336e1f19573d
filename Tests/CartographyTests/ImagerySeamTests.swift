import CellGrid
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// Imagery in tiles, of several sources, at any heading and anywhere on Earth.
@Suite struct ImagerySeamTests {
  /// A smooth picture of the world with every colour channel at work, `side` pixels wide.
  static func world(_ side: Int) -> [SIMD3<Int>] {
    (0..<side * side).map { index in
      let (x, y) = (index % side * 512 / side, index / side * 512 / side)
      return SIMD3((x * 7 + y * 3) / 8 & 255, min(abs(255 - y), 255), (x ^ y) & 255)
    }
  }

  /// The part of the world a tile has, as an image.
  static func tile(
    _ world: [SIMD3<Int>], _ side: Int, column: Int, row: Int, pixels: Int
  ) -> TileContent {
    var bytes: [UInt8] = []
    for y in 0..<pixels {
      for x in 0..<pixels {
        let color = world[(row * pixels + y) * side + column * pixels + x]
        bytes += [UInt8(color.x), UInt8(color.y), UInt8(color.z)]
      }
    }
    return .raster(RasterTile(width: pixels, height: pixels, pixels: bytes))
  }

  /// The whole world at one zoom, in tiles of so many pixels.
  static func shelf(zoom: Int, pixels: Int) -> TileShelf {
    let side = pixels << zoom
    let world = world(side)
    var tiles: [TileID: TileContent] = [:]
    for row in 0..<1 << zoom {
      for column in 0..<1 << zoom {
        tiles[TileID(z: zoom, x: column, y: row)] = tile(
          world, side, column: column, row: row, pixels: pixels)
      }
    }
    return TileShelf(.raster, zooms: zoom...zoom, tiles)
  }

  static func view(
    _ latitude: Double = 10, _ longitude: Double = 20, zoom: Double, heading: Double = 0,
    columns: Int = 60, rows: Int = 24
  ) -> MapViewport {
    MapViewport(
      center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom, heading: heading,
      columns: columns, rows: rows)
  }

  static func canvas(_ providers: [TileProvider], _ view: MapViewport) -> ImageryCanvas {
    var layer = ImageryLayer()
    var report = MapFrameReport()
    var budget = TimeBudget(seconds: 0)
    layer.draw(view, providers, &budget, &report)
    return layer.canvas
  }

  static func difference(_ a: UInt32, _ b: UInt32) -> Int {
    [16, 8, 0].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
  }

  @Test(arguments: [0.0, 33, 90, 180], [0.7, 2, 3.3, 6])
  func cutImagesLookLikeWholeOnes(heading: Double, zoom: Double) {
    let whole = Self.shelf(zoom: 0, pixels: 512)
    let cut = Self.shelf(zoom: 1, pixels: 256)
    let fine = Self.shelf(zoom: 3, pixels: 64)
    // The middle of the world, where four tiles meet, and the antimeridian.
    for (latitude, longitude) in [(0.5, 0.5), (40.0, 179.5), (-83.0, -90)] {
      let view = Self.view(latitude, longitude, zoom: zoom, heading: heading)
      let expected = Self.canvas([whole], view).pixels
      #expect(Self.canvas([cut], view).pixels == expected)
      #expect(Self.canvas([fine], view).pixels == expected)
    }
  }

  /// What is drawn against the exact colour of the picture there.
  @Test(arguments: [0.0, 33, 90, 180, 271], [2.0, 2.4])
  func pixelsAreWhereTheyBelong(heading: Double, zoom: Double) {
    // A plain slope, whose value anywhere is known: the number of the column and of the row.
    let side = 256
    var bytes: [UInt8] = []
    for y in 0..<side { for x in 0..<side { bytes += [UInt8(x), UInt8(y), 0] } }
    let shelf = TileShelf(
      .raster, zooms: 0...0,
      [
        TileID(z: 0, x: 0, y: 0): .raster(RasterTile(width: side, height: side, pixels: bytes))
      ])
    let view = Self.view(20, 30, zoom: zoom, heading: heading)
    let canvas = Self.canvas([shelf], view)
    let transform = view.transform
    for (column, row) in [(0, 0), (59, 0), (30, 24), (7, 41), (59, 47)] {
      let point = transform.worldPoint(x: Double(column) * 2 + 1, y: Double(row) * 2 + 1)
      guard (0.01...0.99).contains(point.x), (0.01...0.99).contains(point.y) else { continue }
      let color = canvas.pixels[row * canvas.width + column]
      #expect(abs(Double(color >> 16) - (point.x * 256 - 0.5)) < 0.8)
      #expect(abs(Double(color >> 8 & 255) - (point.y * 256 - 0.5)) < 0.8)
    }
  }

  @Test func aHalfTurnIsTheFlippedFrame() {
    let shelf = Self.shelf(zoom: 1, pixels: 256)
    // The crosshair's cell is not quite the middle; an odd size makes it that.
    let north = Self.canvas([shelf], Self.view(zoom: 2.2, columns: 61, rows: 25))
    let south = Self.canvas([shelf], Self.view(zoom: 2.2, heading: 180, columns: 61, rows: 25))
    for (a, b) in zip(north.pixels, south.pixels.reversed()) {
      #expect(Self.difference(a, b) <= 1)
    }
  }

  @Test(arguments: [0.0, 33, 90, 180])
  func copiesOfTheWorldAreAlike(heading: Double) {
    let shelf = Self.shelf(zoom: 2, pixels: 128)
    let east = Self.canvas([shelf], Self.view(30, 179.9, zoom: 3, heading: heading))
    let west = Self.canvas([shelf], Self.view(30, -180.1, zoom: 3, heading: heading))
    for (a, b) in zip(east.pixels, west.pixels) { #expect(Self.difference(a, b) <= 1) }
    #expect(!east.pixels.contains(ImageryCanvas.empty))
  }

  @Test func beyondThePolesIsNothing() {
    let shelf = Self.shelf(zoom: 1, pixels: 256)
    let view = Self.view(85, 0, zoom: 2)
    let canvas = Self.canvas([shelf], view)
    let top = view.transform.dot(WorldPoint(x: 0.5, y: 0)).y / 2
    for row in 0..<canvas.height {
      let isEmpty = canvas.pixels[row * canvas.width + 30] == ImageryCanvas.empty
      #expect(isEmpty == (Double(row) + 0.5 < top))
    }
  }

  // MARK: Several sources

  private static func plain(
    _ color: (UInt8, UInt8, UInt8), alpha: [UInt8]? = nil, pixels: Int = 256
  ) -> TileContent {
    let bytes = (0..<pixels * pixels).flatMap { _ in [color.0, color.1, color.2] }
    return .raster(RasterTile(width: pixels, height: pixels, pixels: bytes, alpha: alpha))
  }

  private static func base() -> TileShelf {
    TileShelf(.raster, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): plain((200, 0, 0))])
  }

  @Test func theUsersImageryLiesOverTheWorlds() {
    // Only the north-east quarter of the world.
    let own = TileShelf(
      .raster, zooms: 1...1, [TileID(z: 1, x: 1, y: 0): Self.plain((0, 0, 200))])
    let canvas = Self.canvas([Self.base(), own], Self.view(0, 0, zoom: 1, columns: 60, rows: 24))
    #expect(canvas.pixels[canvas.width * 5 + 5] == 0xc80000)
    #expect(canvas.pixels[canvas.width * 5 + 55] == 0x0000c8)
    #expect(canvas.pixels[canvas.width * 40 + 55] == 0xc80000)
    let renderer = MapRenderer(style: .dark)
    var grid = CellGrid(columns: 60, rows: 24)
    let report = renderer.render(
      viewport: Self.view(0, 0, zoom: 1), type: .satellite,
      sources: MapSources(raster: Self.base(), own: [own]), into: &grid, column: 0, row: 0)
    #expect(grid[55, 2].background == Color(0x0000c8))
    #expect(grid[5, 2].background == Color(0xc80000))
    #expect(report.attributions == ["© shelf"])
    #expect(report.shownAttributions == ["© shelf"])
  }

  /// A tile of which nothing can be seen is not to anyone's credit.
  @Test(arguments: [(UInt8(0), false), (1, true), (255, true)])
  func whatIsClearIsNotCredited(alpha: UInt8, isCredited: Bool) {
    var alphas = [UInt8](repeating: 0, count: 256 * 256)
    alphas[alphas.count - 1] = alpha
    let own = TileShelf(
      .raster, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): Self.plain((0, 0, 200), alpha: alphas)])
    var grid = CellGrid(columns: 60, rows: 24)
    let report = MapRenderer(style: .dark).render(
      viewport: Self.view(0, 0, zoom: 1), type: .satellite, sources: MapSources(own: [own]),
      into: &grid, column: 0, row: 0)
    #expect(report.attributions == (isCredited ? ["© shelf"] : []))
  }

  @Test func theMostWantedIsOnTop() {
    let id = TileID(z: 0, x: 0, y: 0)
    let first = TileShelf(.raster, zooms: 0...0, [id: Self.plain((0, 200, 0))])
    let second = TileShelf(.raster, zooms: 0...0, [id: Self.plain((0, 0, 200))])
    let rasters = MapSources(raster: Self.base(), own: [first, second]).rasters
    #expect(Set(Self.canvas(rasters, Self.view(zoom: 1)).pixels) == [0x00c800])
  }

  @Test func whatIsTransparentShowsWhatIsBelow() {
    let alpha = (0..<256 * 256).map { UInt8($0 % 256 < 64 ? 0 : $0 % 256 < 128 ? 128 : 255) }
    let own = TileShelf(
      .raster, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): Self.plain((0, 200, 0), alpha: alpha)])
    let canvas = Self.canvas([Self.base(), own], Self.view(0, 0, zoom: 0, columns: 128, rows: 20))
    func colors(_ longitude: Double) -> UInt32 {
      let dot = Self.view(0, 0, zoom: 0, columns: 128, rows: 20).dot(
        for: Coordinate(latitude: 0, longitude: longitude))
      return canvas.pixels[20 * canvas.width + Int(dot.x / 2)]
    }
    #expect(colors(-135) == 0xc80000)
    #expect(Self.difference(colors(-45), 0x646400) <= 1)
    #expect(colors(90) == 0x00c800)
  }

  @Test func nothingIsDrawnOutsideTheBoundsOfASource() {
    let own = TileShelf(
      .raster, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): Self.plain((0, 0, 200))],
      bounds: GeographicBounds(south: -20, west: 170, north: 30, east: -170))
    let view = Self.view(0, 180, zoom: 3, columns: 120, rows: 100)
    let canvas = Self.canvas([Self.base(), own], view)
    for (latitude, longitude, isOwn) in [
      (0.0, 179.0, true), (0, -179, true), (0, -173, true), (0, -167, false), (0, 167, false),
      (27, 180, true), (33, 180, false), (-17, 180, true), (-23, 180, false),
    ] {
      let dot = view.dot(for: Coordinate(latitude: latitude, longitude: longitude))
      let pixel = canvas.pixels[Int(dot.y / 2) * canvas.width + Int(dot.x / 2)]
      #expect(pixel == (isOwn ? 0x0000c8 : 0xc80000), "\(latitude), \(longitude)")
    }
  }

  /// Tiles of 512 pixels are as good as those of 256 of the next zoom.
  @Test func largeTilesAreTakenAZoomLess() {
    let small = TileSourceDescription(
      name: "", kind: .raster, minimumZoom: 0, maximumZoom: 14)
    #expect(ImageryLayer.zoom(for: 9, in: small, side: 256) == 8)
    #expect(ImageryLayer.zoom(for: 9, in: small, side: 512) == 7)
    #expect(ImageryLayer.zoom(for: 9, in: small, side: 128) == 9)
    #expect(ImageryLayer.zoom(for: 18, in: small, side: 256) == 14)
    #expect(ImageryLayer.zoom(for: -2, in: small, side: 256) == 0)
    #expect(ImageryLayer.zoom(for: .nan, in: small, side: 0) == 0)
    // Learnt in the first frame.
    let shelf = TileShelf(
      .raster, zooms: 0...3,
      [TileID(z: 0, x: 0, y: 0): Self.plain((1, 2, 3), pixels: 512)])
    shelf.otherwise = .missing
    var layer = ImageryLayer()
    var report = MapFrameReport()
    var budget = TimeBudget(seconds: 0)
    layer.draw(Self.view(zoom: 2.4), [shelf], &budget, &report)
    #expect(shelf.requested.contains { $0.z == 1 })
    #expect(report.tileZoom == 0 && report.missingTiles == 0)
    shelf.requested = []
    layer.draw(Self.view(zoom: 2.4), [shelf], &budget, &report)
    #expect(shelf.requested == [TileID(z: 0, x: 0, y: 0)])
  }

  @Test func aHybridMapOfTheUsersImageryAloneHasIts() {
    let own = TileShelf(
      .raster, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): Self.plain((0, 0, 200))])
    let vector = TileShelf(.vector, zooms: 0...0)
    var grid = CellGrid(columns: 60, rows: 24)
    for (type, color) in [
      (MapType.hybrid, Color(0x0000c8)), (.satellite, Color(0x0000c8)),
      (.standard, MapStyle.dark.ground),
    ] {
      _ = MapRenderer(style: .dark).render(
        viewport: Self.view(zoom: 1), type: type, sources: MapSources(vector: vector, own: [own]),
        into: &grid, column: 0, row: 0)
      #expect(grid[30, 12].background == color)
    }
  }
}
