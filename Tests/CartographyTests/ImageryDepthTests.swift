import CellGrid
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// Imagery where colours are few, and what stands on it.
@Suite struct ImageryDepthTests {
  static func frame(
    _ color: UInt32, depth: ColorDepth, center: Coordinate = Coordinate(latitude: 0, longitude: 0)
  ) -> CellGrid {
    let rgb = [UInt8(color >> 16 & 255), UInt8(color >> 8 & 255), UInt8(color & 255)]
    let shelf = TileShelf(
      .raster, zooms: 0...0,
      [
        TileID(z: 0, x: 0, y: 0): .raster(
          RasterTile(
            width: 256, height: 256, pixels: (0..<65_536).flatMap { _ in rgb }))
      ])
    var grid = CellGrid(columns: 40, rows: 16)
    _ = MapRenderer(style: .dark).render(
      viewport: MapViewport(center: center, zoom: 3, columns: 40, rows: 16), type: .satellite,
      sources: MapSources(raster: shelf), options: MapOptions(depth: depth), into: &grid,
      column: 0, row: 0)
    return grid
  }

  /// The two half blocks of a cell.
  static func halves(_ cell: Cell) -> (upper: Color, lower: Color) {
    switch cell.glyph {
    case 0x2580: (cell.foreground, cell.background)
    case 0x2584: (cell.background, cell.foreground)
    case 0x2588: (cell.foreground, cell.foreground)
    default: (cell.background, cell.background)
    }
  }

  /// Seen from afar a pattern has the colour of the ground, nearer than the nearest colour alone.
  @Test(arguments: [0xd8b090, 0x808488, 0x404348, 0xe6e6dc, 0xa08c60] as [UInt32])
  func patternsMixToTheColour(rgb: UInt32) {
    let grid = Self.frame(rgb, depth: .indexed256)
    var sum = SIMD3<Int>.zero
    for cell in grid.cells {
      for color in [Self.halves(cell).upper, Self.halves(cell).lower] {
        #expect(Palette.rgb(index: Palette.index256(color)) == color)
        sum &+= SIMD3(Int(color.red), Int(color.green), Int(color.blue))
      }
    }
    let mean = sum / (grid.cells.count * 2)
    func distance(_ color: SIMD3<Int>) -> Int {
      let offset = color &- SIMD3(Int(rgb >> 16), Int(rgb >> 8 & 255), Int(rgb & 255))
      return (offset &* offset).wrappedSum()
    }
    let nearest = Palette.rgb(index: Palette.index256(Color(rgb)))
    #expect(
      distance(mean)
        <= distance(SIMD3(Int(nearest.red), Int(nearest.green), Int(nearest.blue))) + 12)
    #expect(distance(mean) < 900)
  }

  @Test(arguments: [ColorDepth.indexed256, .ansi16, .monochrome])
  func patternsMoveWithTheGround(depth: ColorDepth) {
    let start = MapViewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: 3, columns: 40, rows: 16)
    let before = Self.frame(0x7a8060, depth: depth)
    for (columns, rows) in [(1, 0), (0, 1), (3, -2)] {
      let after = Self.frame(
        0x7a8060, depth: depth, center: start.panned(columns: columns, rows: rows).center)
      for row in 3..<13 {
        for column in 5..<35 {
          let old = before[column, row]
          let new = after[column - columns, row - rows]
          #expect(Self.halves(old) == Self.halves(new))
          if depth == .monochrome { #expect(old.glyph == new.glyph) }
        }
      }
    }
  }

  /// Where a pattern goes on, only characters are sent.
  @Test func patternsCostFewBytes() {
    let grid = Self.frame(0x7a8060, depth: .indexed256)
    let text = ANSIEncoder(depth: .indexed256).encode(grid)
    #expect(text.utf8.count < grid.cells.count * 6)
  }

  @Test func withoutColoursSeaLandAndSnowDiffer() {
    // Deep sea, shelf, forest, desert and snow of the shipped imagery.
    let shares = [0x0a1e41, 0x1e4696, 0x46552a, 0xd2b48c, 0xf0f4f4].map { rgb in
      let grid = Self.frame(UInt32(rgb), depth: .monochrome)
      let ramp = " ░▒▓█".unicodeScalars.map(\.value)
      let sum = grid.cells.reduce(0) { $0 + (ramp.firstIndex(of: $1.glyph) ?? 0) }
      return Double(sum) / Double(grid.cells.count * 4)
    }
    #expect(shares[0] == 0)
    #expect(shares[1] < 0.2)
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $1 - $0 >= 0.08 })
    #expect(shares[4] > 0.95)
  }

  // MARK: Hybrid

  static let places: [(name: String, latitude: Double, longitude: Double, zoom: Double)] = [
    ("europe", 48, 10, 4), ("antarctica", -78, 0, 2.5), ("sahara", 23, 10, 4),
    ("himalaya", 29, 86, 5), ("pacific", 0, -150, 3), ("amazon", -4, -62, 4),
    ("alps", 46.6, 8.5, 6),
    ("greenland", 72, -42, 3),
  ]

  /// Names reach the contrast WCAG 2.2 asks of text, lines that of graphics or nearly.
  @Test func everythingIsReadableOnAnyGround() throws {
    let painter = try AtlasViews.Painter()
    var (names, lines) = (0, 0)
    for place in Self.places {
      let view = MapViewport(
        center: Coordinate(latitude: place.latitude, longitude: place.longitude),
        zoom: place.zoom, columns: 120, rows: 38)
      let frame = painter.frame(view, type: .hybrid)
      var isText: Set<Int> = []
      for label in frame.report.labels {
        for column in label.textColumn..<label.textColumn + label.textColumns {
          let cell = frame.grid[column, label.textRow]
          isText.insert(label.textRow * 120 + column)
          let ratio = Contrast.ratio(
            Contrast.luminance(cell.foreground), Contrast.luminance(cell.background))
          #expect(ratio >= 4.5, "\(label.name) at \(place.name)")
          names += 1
        }
      }
      for (index, cell) in frame.grid.cells.enumerated()
      where (0x2801...0x28ff).contains(cell.glyph) && !isText.contains(index) {
        let ratio = Contrast.ratio(
          Contrast.luminance(cell.foreground), Contrast.luminance(cell.background))
        #expect(ratio >= 2, "a line at \(place.name), cell \(index)")
        lines += 1
      }
    }
    #expect(names > 500)
    #expect(lines > 1000)
  }

  /// Values of the WCAG's own examples: black on white, and #777 on white.
  @Test func contrastIsAsDefined() {
    let white = Contrast.luminance(Color(0xffffff))
    #expect(abs(Contrast.ratio(Contrast.luminance(Color(0)), white) - 21) < 1e-4)
    #expect(abs(Contrast.ratio(white, Contrast.luminance(Color(0x777777))) - 4.48) < 0.005)
  }
}
