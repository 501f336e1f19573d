import CellGrid
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// How good the names are, in figures: capitals named, collisions, cut names, flicker.
@Suite struct LabelQualityTests {
  static let sizes = [(80, 24), (120, 40), (200, 60), (400, 120)]

  @Test(arguments: sizes, [0.5, 1, 2, 4])
  func namesOfTheAtlasAreWholeAndApart(size: (Int, Int), density: Double) throws {
    let painter = try AtlasViews.Painter()
    let (columns, rows) = size
    for heading in [0.0, 33, 90, 200] {
      for view in [AtlasViews.europe, AtlasViews.all[7]] {
        var viewport = view.viewport(columns, rows)
        viewport.heading = heading
        let symbols = MapOverlay(
          position: .init(coordinate: Coordinate(latitude: 48.2, longitude: 16.37)),
          showsCrosshair: true)
        var options = MapOptions()
        options.density = density
        let labels = painter.frame(viewport, options, overlay: symbols).report.labels
        var cells = [SIMD2(columns / 2, rows / 2)]
        if let cell = viewport.cell(for: Coordinate(latitude: 48.2, longitude: 16.37)) {
          cells.append(SIMD2(cell.column, cell.row))
        }
        let faults = LabelQuality.faults(labels, columns: columns, rows: rows, symbols: cells)
        #expect(faults == LabelFaults(), "\(view.name) at \(heading)°")
      }
    }
  }

  @Test(arguments: sizes.dropLast(), [0.5, 1, 2, 4])
  func namesOfATownAreWholeAndApart(size: (Int, Int), density: Double) {
    let shelf = TownMaker.shelf()
    for heading in [0.0, 33, 90, 200] {
      for zoom in [14.0, 15.25, 16.5] {
        let view = MapViewport(
          center: TownMaker.center, zoom: zoom, heading: heading, columns: size.0, rows: size.1)
        let labels = drawn(shelf, view, MapOptions(density: density)).report.labels
        let faults = LabelQuality.faults(labels, columns: size.0, rows: size.1)
        #expect(faults == LabelFaults(), "zoom \(zoom) at \(heading)°")
        if zoom < 16 { #expect(labels.contains { $0.labelClass == .street }) }
      }
    }
  }

  @Test func aTownIsNoCarpetOfWords() {
    let shelf = TownMaker.shelf()
    for (density, limit) in [(0.5, 0.14), (1, 0.2), (2, 0.3)] {
      for zoom in [13.5, 14, 15, 16, 17] {
        let view = MapViewport(center: TownMaker.center, zoom: zoom, columns: 120, rows: 40)
        let labels = drawn(shelf, view, MapOptions(density: density)).report.labels
        let covered = labels.reduce(0) { $0 + $1.textColumns }
        #expect(Double(covered) < limit * 120 * 40, "zoom \(zoom), density \(density)")
        if zoom == 14 || zoom == 15 { #expect(labels.count >= 8, "zoom \(zoom)") }
      }
    }
  }

  @Test func europeNamesItsCapitals() throws {
    let labels = try AtlasViews.Painter().frame(
      AtlasViews.europe.viewport(200, 60), overlay: MapOverlay(showsCrosshair: true)
    ).report.labels
    let names = Set(labels.map(\.name))
    let missing = AtlasTests.capitals.filter { !names.contains($0) }
    #expect(missing.count <= 1, "\(missing)")
    for city in ["Frankfurt", "Milan", "Munich", "Zürich", "Lyon", "Marseille", "Bratislava"] {
      #expect(names.contains(city), "\(city)")
    }
  }

  @Test func greatCitiesComeBeforeSmallOnes() {
    var great = SceneLabel(.city, name: "A", rank: 4)
    var small = SceneLabel(.city, name: "B", rank: 4)
    great.weigh(population: 2_000_000)
    small.weigh(population: 150_000)
    #expect(great.weight < small.weight)
    // A million counts as rank 3: half of 1 and 3.
    great.rank = 1
    great.weigh(population: 1_000_000)
    #expect(abs(great.weight - 2) < 1e-6)
  }

  static let steps = [
    (1, 0), (-1, 0), (0, 1), (0, -1), (3, 0), (-3, 0), (0, 3), (0, -3), (3, -2),
  ]

  private func flicker(
    _ sources: MapSources, from view: MapViewport, step: (Int, Int)
  ) -> LabelQuality.Flicker {
    let renderer = MapRenderer(style: .dark)
    return LabelQuality.flicker(from: view, step: step) { view in
      var grid = CellGrid(columns: view.columns, rows: view.rows)
      return renderer.render(
        viewport: view, type: .standard, sources: sources, options: MapOptions(tileWait: 60),
        into: &grid, column: 0, row: 0
      ).labels
    }
  }

  /// What stays wholly in view stays where it is, whatever comes in at the edge: but for a name in
  /// hundreds, which hangs on one far outside by way of others in between.
  @Test(arguments: steps) func namesOfATownStayPut(step: (Int, Int)) {
    let view = MapViewport(center: TownMaker.center, zoom: 15, columns: 120, rows: 40)
    let flicker = flicker(MapSources(vector: TownMaker.shelf()), from: view, step: step)
    #expect(flicker.seen > 300)
    #expect(flicker.moved + flicker.gone <= 2, "\(flicker)")
  }

  /// The same in a town of few names for many streets, which lies in the ground of the atlas.
  @Test(arguments: steps) func namesOfAnOwnTownStayPut(step: (Int, Int)) throws {
    let sources = MapSources(vector: try AtlasViews.store("atlas.pmtiles"), own: [Town.shelf()])
    let view = MapViewport(center: Town.center, zoom: 15.5, columns: 120, rows: 40)
    let flicker = flicker(sources, from: view, step: step)
    #expect(flicker.seen > 200)
    #expect(flicker.moved + flicker.gone <= 3, "\(flicker)")
  }

  @Test(
    arguments: [
      AtlasViews.europe, AtlasViews.all[6],
      // Of the windows that show a part of a country which is named in several places.
      AtlasViews.View(name: "siberia", latitude: 62, longitude: 62, zoom: 3),
      AtlasViews.View(name: "tibet", latitude: 35, longitude: 80, zoom: 3),
    ], [(1, 0), (-3, 0), (0, 3)])
  func namesOfTheAtlasStayPut(view: AtlasViews.View, step: (Int, Int)) throws {
    let sources = MapSources(vector: try AtlasViews.store("atlas.pmtiles"))
    let flicker = flicker(sources, from: view.viewport(80, 24), step: step)
    #expect(flicker.moved + flicker.gone == 0, "\(flicker)")
  }

  /// A quarter of a zoom leaves most names there.
  @Test func zoomingKeepsNames() throws {
    let painter = try AtlasViews.Painter()
    var view = AtlasViews.europe.viewport(120, 40)
    var (kept, all) = (0, 0)
    for _ in 0..<6 {
      let before = painter.frame(view).report.labels
      view.zoom += 0.25
      let after = Set(painter.frame(view).report.labels.map(\.name))
      let inner = before.filter { abs($0.column - 60) < 40 && abs($0.row - 20) < 13 }
      all += inner.count
      kept += inner.filter { after.contains($0.name) }.count
    }
    #expect(kept * 10 >= all * 9, "\(kept) of \(all)")
  }

  /// On whatever city the crosshair stands, its name is there.
  @Test(arguments: ["Bern", "Vienna", "Prague", "Munich"])
  func theNameUnderTheCrosshairShows(name: String) throws {
    let painter = try AtlasViews.Painter()
    let start = AtlasViews.europe.viewport(120, 40)
    let label = try #require(
      painter.frame(AtlasViews.europe.viewport(200, 60)).report.labels.first { $0.name == name })
    let view = AtlasViews.europe.viewport(200, 60)
      .panned(columns: label.column - 100, rows: label.row - 30)
    var centered = start
    centered.center = view.center
    let labels = painter.frame(centered, overlay: MapOverlay(showsCrosshair: true)).report.labels
    let found = try #require(labels.first { $0.name == name })
    #expect(found.column == 60 && found.row == 20)
    let text = found.textColumn - 1...found.textColumn + found.textColumns
    #expect(found.textRow != 20 || !text.contains(60))
  }

  /// What fills a view is named in it, wherever its label is.
  @Test(arguments: [
    ("Caribbean Sea", 15.0, -72.0, 5.0), ("Mediterranean Sea", 38, 5, 5),
    ("Mediterranean Sea", 34.5, 22, 5), ("North Sea", 57, 3, 5), ("Japan", 36, 138, 5.5),
    ("South Pacific Ocean", -17.5, -178, 6), ("Antarctica", -78, 0, 2.5), ("Brazil", -12, -52, 5),
    ("France", 46, 2.5, 6), ("United States", 39, -97, 6), ("Russia", 62, 130, 4),
  ])
  func whatFillsTheViewIsNamed(name: String, latitude: Double, longitude: Double, zoom: Double)
    throws
  {
    let painter = try AtlasViews.Painter()
    for (columns, rows) in [(80, 22), (120, 38), (200, 58)] {
      let view = MapViewport(
        center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom,
        columns: columns, rows: rows)
      let names = painter.frame(view).report.labels.map(\.name)
      #expect(names.filter { $0 == name }.count == 1, "\(columns)×\(rows): \(names)")
    }
  }

  /// No country and no sea is named twice, wherever a window is; but in copies of the world.
  @Test(arguments: [1, 1.5, 2.25, 3, 4.5])
  func largeNamesStandOnce(zoom: Double) throws {
    let painter = try AtlasViews.Painter()
    for (columns, rows) in [(80, 22), (120, 38), (200, 58)] {
      for latitude in [-40.0, -12, 18, 47] {
        for longitude in stride(from: -180.0, to: 180, by: 40) {
          let view = MapViewport(
            center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom,
            columns: columns, rows: rows)
          let labels = painter.frame(view).report.labels.filter {
            $0.labelClass == .country || $0.labelClass == .sea
          }
          for (index, label) in labels.enumerated() {
            let isTwice = labels[..<index].contains {
              $0.name == label.name
                && Double(abs($0.column - label.column)) * 2 < 0.85 * view.worldSize
            }
            #expect(!isTwice, "\(label.name) at \(latitude), \(longitude)")
          }
        }
      }
    }
  }

  /// Streets, waters and stops stand once in what is seen at a glance.
  @Test(arguments: [13.5, 14.5, 15.25, 16, 17])
  func linesAreNamedOnceAtAGlance(zoom: Double) throws {
    for (shelf, center) in [
      (TownMaker.shelf(), TownMaker.center), (Town.shelf(), Town.center),
    ] {
      for (columns, rows) in [(80, 22), (120, 38), (200, 58)] {
        let view = MapViewport(center: center, zoom: zoom, columns: columns, rows: rows)
        var grid = CellGrid(columns: columns, rows: rows)
        let labels = MapRenderer(style: .dark).render(
          viewport: view, type: .standard, sources: MapSources(vector: shelf), into: &grid,
          column: 0, row: 0
        ).labels.filter { [.street, .waterway, .station].contains($0.labelClass) }
        for (index, label) in labels.enumerated() {
          let isTwice = labels[..<index].contains {
            $0.name == label.name && $0.labelClass == label.labelClass
              && abs($0.textColumn - label.textColumn) < 80 && abs($0.textRow - label.textRow) < 24
          }
          #expect(!isTwice, "\(label.name) in \(columns)×\(rows)")
        }
      }
    }
  }

  @Test func copiesOfTheWorldHaveTheirNames() throws {
    let view = MapViewport(
      center: Coordinate(latitude: 20, longitude: 180), zoom: 0, columns: 200, rows: 58)
    let names = try AtlasViews.Painter().frame(view).report.labels.map(\.name)
    for name in ["Brazil", "India"] {
      #expect(names.filter { $0 == name }.count == 2, "\(name): \(names)")
    }
  }

  @Test(arguments: AtlasViews.all)
  func namesOfSeasLieOnTheSea(view: AtlasViews.View) throws {
    let painter = try AtlasViews.Painter()
    for (columns, rows) in [(80, 24), (160, 50)] {
      let (grid, report) = painter.frame(view.viewport(columns, rows))
      for label in report.labels where label.labelClass == .sea {
        let sea = (0..<label.textColumns).filter {
          grid[label.textColumn + $0, label.textRow].background == MapStyle.dark[.sea].fill
        }
        #expect(sea.count * 10 >= label.textColumns * 9 - 10, "\(label.name)")
      }
    }
  }
}
