import CellGrid
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// Arrows to what lies outside, the way north, credits.
@Suite struct FrameLayerTests {
  static let view = MapViewport(
    center: Coordinate(latitude: 0, longitude: 0), zoom: 5, columns: 61, rows: 21)

  static func grid(
    _ overlay: MapOverlay = MapOverlay(), charset: Charset = .braille, heading: Double = 0,
    view: MapViewport = view, own: [TileProvider] = []
  ) -> CellGrid {
    var view = view
    view.heading = heading
    var grid = CellGrid(columns: view.columns, rows: view.rows)
    _ = MapRenderer(style: .dark).render(
      viewport: view, type: .hybrid, sources: MapSources(own: own),
      options: MapOptions(charset: charset), overlay: overlay, into: &grid, column: 0, row: 0)
    return grid
  }

  static func pin(_ latitude: Double, _ longitude: Double, title: String = "Car") -> MapOverlay {
    MapOverlay(
      pin: .init(coordinate: Coordinate(latitude: latitude, longitude: longitude), title: title))
  }

  /// The compass, in a view of 61 × 21 cells with the crosshair in the middle: 5.4 degrees wide.
  @Test(arguments: [
    (0.0, 40.0, 60, 10, "→"), (0, -40, 0, 10, "←"), (30, 0, 30, 0, "↑"), (-30, 0, 30, 20, "↓"),
    (20, 20, 51, 0, "↗"), (-20, 20, 51, 20, "↘"), (20, -20, 9, 0, "↖"), (-20, -20, 9, 20, "↙"),
    // Across the antimeridian the way is the shorter one.
    (0, 179, 60, 10, "→"), (0, -179, 0, 10, "←"),
  ])
  func theArrowStandsWhereTheStraightLineLeaves(
    latitude: Double, longitude: Double, column: Int, row: Int, glyph: String
  ) {
    let grid = Self.grid(Self.pin(latitude, longitude))
    let cells = (0..<21).flatMap { row in (0..<61).map { (column: $0, row: row) } }
    let found = cells.filter { grid.text(of: grid[$0.column, $0.row]) == glyph }
    #expect(found.map(\.row) == [row])
    #expect(found.map { abs($0.column - column) <= 1 } == [true])
    #expect(found.map { grid[$0.column, $0.row].foreground } == [MapStyle.dark.symbols.pin])
    #expect(grid.text(row: row).contains("Car"))
  }

  @Test func theShorterWayCrossesTheAntimeridian() {
    var view = Self.view
    view.center = Coordinate(latitude: 0, longitude: 170)
    // 20 degrees to the east rather than 340 to the west: 2,226 km on the equator.
    #expect(Self.grid(Self.pin(0, -170), view: view).text(row: 10).hasSuffix("Car 2,226 km →"))
  }

  @Test func aPinInViewHasNoArrow() {
    let grid = Self.grid(Self.pin(1, 1))
    #expect(grid.text.contains("◆ Car"))
    #expect(!grid.text.contains("km"))
  }

  /// At any heading the arrow points from the crosshair to the pin on the screen.
  @Test(arguments: (0..<24).map { Double($0) * 15 })
  func arrowsTurnWithTheMap(heading: Double) throws {
    let coordinate = Coordinate(latitude: 20, longitude: 30)
    var view = Self.view
    view.heading = heading
    let arrow = try #require(OffscreenArrow(to: coordinate, view))
    let target = view.dot(for: coordinate)
    let (x, y) = (target.x - view.anchor.x, target.y - view.anchor.y)
    let (dx, dy) = (
      (Double(arrow.column) + 0.5) * 2 - view.anchor.x,
      (Double(arrow.row) + 0.5) * 4 - view.anchor.y
    )
    // On the edge, and less than a cell off the line.
    #expect(
      arrow.column == 0 || arrow.column == 60 || arrow.row == 0 || arrow.row == 20)
    let off = abs(x * dy - y * dx) / (x * x + y * y).squareRoot()
    #expect(off <= 2.3)
    #expect(x * dx + y * dy > 0)
  }

  @Test func severalArrowsStandApartAndClearOfTheCrosshair() {
    var overlay = MapOverlay(showsCrosshair: true)
    overlay.pins = (0..<6).map {
      .init(
        coordinate: Coordinate(latitude: Double($0) * 0.01, longitude: 40), title: "Pin \($0)")
    }
    overlay.position = .init(coordinate: Coordinate(latitude: 0, longitude: 39))
    let grid = Self.grid(overlay)
    for number in 0..<6 { #expect(grid.text.contains("Pin \(number) 4,4")) }
    #expect(grid.text.contains("you 4,34"))
    #expect(grid[30, 10].glyph == UInt32(UInt8(ascii: "+")))
    #expect(grid.text.split(separator: "→").count - 1 == 7)
  }

  @Test(arguments: [(12, 4), (5, 3), (1, 1), (2, 30), (61, 1)])
  func smallWindowsAreNotFlooded(columns: Int, rows: Int) {
    var view = Self.view
    (view.columns, view.rows) = (columns, rows)
    var overlay = Self.pin(20, 20, title: "A very long name for a car")
    overlay.showsCrosshair = true
    let grid = Self.grid(overlay, view: view)
    #expect(grid[columns / 2, rows / 2].glyph == UInt32(UInt8(ascii: "+")))
    let used = grid.cells.count { $0.glyph != 0x20 }
    #expect(used <= 1 + columns / 3 + 2)
  }

  @Test func asciiArrowsAreAscii() {
    for heading in stride(from: 0.0, to: 360, by: 30) {
      let grid = Self.grid(Self.pin(20, 30), charset: .ascii, heading: heading)
      #expect(grid.text.utf8.allSatisfy { $0 < 0x80 })
      #expect(grid.text.contains("Car"))
    }
  }

  @Test(
    arguments: [
      (0.0, nil, nil), (360, nil, nil), (90, "N←", "N<"), (180, "N↓", "Nv"), (270, "N→", "N>"),
      (45, "N↖", "N<^"), (-45, "N↗", "N^>"), (200, "N↓", "Nv"), (215, "N↘", "Nv>"),
      (10, "N↑", "N^"),
    ] as [(Double, String?, String?)])
  func theNorthArrowShowsWhenNorthIsNotUp(heading: Double, arrow: String?, ascii: String?) {
    let overlay = MapOverlay(showsNorth: true)
    let text = Self.grid(overlay, heading: heading).text(row: 0)
    let plain = Self.grid(overlay, charset: .ascii, heading: heading).text(row: 0)
    #expect(!Self.grid(heading: heading).text(row: 0).contains("N"))
    if let arrow, let ascii {
      #expect(text.hasSuffix(arrow + " "))
      #expect(plain.hasSuffix(ascii + " "))
    } else {
      #expect(!text.contains("N") && !plain.contains("N"))
    }
  }

  // MARK: Credits

  static func source(_ attribution: String) -> TileShelf {
    let shelf = TileShelf(.raster, zooms: 0...0, attribution: attribution)
    shelf.otherwise = .ready(
      .raster(RasterTile(width: 1, height: 1, pixels: [0, 0, 0], alpha: [1])))
    return shelf
  }

  @Test func creditsOfTheUsersTilesStandAtTheBottomRight() {
    let grid = Self.grid(own: [
      Self.source("<a href=\"x\">&copy; Somebody</a>"), Self.source("&copy; Somebody"),
      Self.source("Else\u{1B}[2J"),
    ])
    #expect(grid.text(row: 20).hasSuffix("  © Somebody, Else␛[2J"))
  }

  @Test func longCreditsTakeMoreRows() {
    let text = String(repeating: "credit ", count: 20)
    let grid = Self.grid(own: [Self.source(text)])
    let rows = (17..<21).map { grid.text(row: $0).split(separator: " ") }
    #expect(rows.map(\.count) == [0, 8, 8, 4])
    #expect(rows.joined().allSatisfy { $0 == "credit" })
    #expect(grid.text(row: 20).hasSuffix("  credit credit credit credit"))
  }

  /// What will be drawn over the map leaves nothing of a text beside it.
  @Test(arguments: [[12], [61], [30, 50], [61, 61, 61], [5, 61]])
  func textsKeepClearOfStrips(columns: [Int]) {
    var maker = TileMaker()
    for number in 0..<60 {
      maker.addPlace(
        "Place \(number)", x: 2048 + number % 10 * 16 - 80, y: 2048 + number / 10 * 18 - 50)
    }
    let shelf = TileShelf(
      .vector, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): .vector(maker.tile)],
      attribution: "© Tile makers © Map makers")
    var overlay = Self.pin(-2.4, -1)
    overlay.position = .init(coordinate: Coordinate(latitude: -30, longitude: -5))
    overlay.strips = columns.enumerated().map {
      MapOverlay.Strip(row: 20 - $0.offset, columns: $0.element)
    }
    var grid = CellGrid(columns: 61, rows: 21)
    let report = MapRenderer(style: .dark).render(
      viewport: Self.view, type: .standard, sources: MapSources(own: [shelf]), overlay: overlay,
      into: &grid, column: 0, row: 0)
    #expect(report.labels.count >= 5)
    for strip in overlay.strips {
      #expect(
        !report.labels.contains { $0.textRow == strip.row && $0.textColumn <= strip.columns })
      // Cells of texts have no dots of lines in them.
      let beginning = grid.text(row: strip.row).prefix(strip.columns)
      #expect(!beginning.contains { $0.isLetter || $0.isNumber }, "\(beginning)")
    }
    let credits = (0..<21).filter { grid.text(row: $0).contains("© Tile makers © Map makers") }
    #expect(credits == [20 - columns.prefix { $0 > 61 - 27 }.count])
  }

  @Test func theWorldsSourcesAreCreditedElsewhere() {
    var grid = CellGrid(columns: 61, rows: 21)
    let report = MapRenderer(style: .dark).render(
      viewport: Self.view, type: .hybrid,
      sources: MapSources(vector: nil, raster: Self.source("© World")), into: &grid, column: 0,
      row: 0)
    #expect(report.attributions == ["© World"])
    #expect(report.shownAttributions == [])
    #expect(!grid.text.contains("World"))
  }

  @Test func namesKeepClearOfTheFrame() {
    var maker = TileMaker()
    for number in 0..<40 {
      maker.addPlace(
        "Place \(number)", x: 2048 + number % 8 * 20 - 80, y: 2048 + number / 8 * 18 - 45)
    }
    let shelf = TileShelf(.vector, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): .vector(maker.tile)])
    var overlay = Self.pin(30, 5)
    overlay.position = .init(coordinate: Coordinate(latitude: -30, longitude: -5))
    let (grid, report) = drawn(shelf, Self.view, overlay: overlay)
    #expect(report.labels.count >= 5)
    for label in report.labels {
      let text = Array(grid.text(row: label.textRow))
      #expect(String(text[label.textColumn..<label.textColumn + label.textColumns]) == label.name)
    }
    #expect(grid.text(row: 0).contains("Car 3"))
    #expect(grid.text(row: 20).contains("you 3"))
  }
}
