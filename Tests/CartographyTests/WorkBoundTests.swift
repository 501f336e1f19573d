import CellGrid
import Geodesy
import Testing
import Tiles

@testable import Cartography

/// What a tile holds is the user's: one of nothing but lines or areas must not hold up the keys.
@Suite struct WorkBoundTests {
  private let style = MapStyle.dark

  private func frame(
    _ build: (inout TileMaker) -> Void
  ) -> (grid: CellGrid, report: MapFrameReport) {
    var maker = TileMaker()
    build(&maker)
    let id = TileID(z: 0, x: 0, y: 0)
    return drawn(
      TileShelf(.vector, zooms: 0...0, [id: .vector(maker.tile)]),
      MapViewport(
        center: Coordinate(latitude: 0, longitude: 0), zoom: 1.6, columns: 60, rows: 30))
  }

  private func has(_ lineClass: LineClass, _ grid: CellGrid) -> Bool {
    let colors = [style[lineClass].color, style[lineClass].fadedColor]
    return grid.cells.contains {
      (0x2801...0x28FF).contains($0.glyph) && colors.contains($0.foreground)
    }
  }

  /// A shore, so many borders, and a river, in the order of their importance.
  private func lines(_ borders: Int) -> (grid: CellGrid, report: MapFrameReport) {
    frame {
      $0.add("coastline", .line, [[(1200, 2048), (2900, 2048)]])
      for index in 0..<borders {
        let zigzag = (0..<200).map { (1200 + $0 * 8, ($0 + index) % 2 == 0 ? 1500 : 1800) }
        $0.add("boundary", .line, [zigzag], ["admin_level": .integer(2)])
      }
      $0.add(
        "waterway", .line, [[(1200, 2300), (2900, 2300)]],
        ["class": .string("river"), "rank": .integer(0)])
    }
  }

  @Test func theLeastImportantLinesAreLeftOutAndItIsSaid() {
    let some = lines(3)
    #expect(!some.report.isCutShort)
    #expect(has(.shore, some.grid) && has(.countryBorder, some.grid) && has(.river, some.grid))
    let many = lines(400)
    #expect(many.report.isCutShort)
    #expect(has(.shore, many.grid) && has(.countryBorder, many.grid))
    #expect(!has(.river, many.grid))
  }

  @Test func theLastAreasAreLeftOutAndItIsSaid() {
    func areas(_ count: Int) -> MapFrameReport {
      frame {
        for index in 0..<count {
          let comb = (0..<200).map { (1200 + $0 * 8, ($0 + index) % 2 == 0 ? 1300 : 2800) }
          $0.add(
            "water", .polygon, [comb + [(2800, 3000), (1200, 3000)]], ["class": .string("lake")])
        }
      }.report
    }
    #expect(!areas(2).isCutShort)
    #expect(areas(400).isCutShort)
  }

  /// What was left out before a pan is missing after it.
  @Test func aPanStillSaysSo() {
    var maker = TileMaker()
    for index in 0..<400 {
      let zigzag = (0..<200).map { (1200 + $0 * 8, ($0 + index) % 2 == 0 ? 1500 : 1800) }
      maker.add("boundary", .line, [zigzag], ["admin_level": .integer(2)])
    }
    let id = TileID(z: 0, x: 0, y: 0)
    let sources = MapSources(vector: TileShelf(.vector, zooms: 0...0, [id: .vector(maker.tile)]))
    let renderer = MapRenderer(style: style)
    var view = MapViewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: 1.6, columns: 60, rows: 30)
    var grid = CellGrid(columns: 60, rows: 30)
    for _ in 0..<3 {
      let report = renderer.render(
        viewport: view, type: .standard, sources: sources, into: &grid, column: 0, row: 0)
      #expect(report.isCutShort)
      view = view.panned(columns: 2, rows: 0)
    }
    // Far away nothing was left out.
    view.center = Coordinate(latitude: -60, longitude: 170)
    let report = renderer.render(
      viewport: view, type: .standard, sources: sources, into: &grid, column: 0, row: 0)
    #expect(!report.isCutShort)
  }
}
