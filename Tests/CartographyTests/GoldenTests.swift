import CellGrid
import Foundation
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// What the map looks like, cell for cell, in every form a terminal may ask for.
@Suite struct GoldenTests {
  private static let depths = [
    ("24-bit", ColorDepth.trueColor), ("256", .indexed256), ("16", .ansi16), ("none", .monochrome),
  ]

  /// All colour depths of a view one below the other.
  private func sheet(
    _ view: AtlasViews.View, _ charset: Charset, _ sources: MapSources
  ) -> String {
    var sheet = ""
    for (name, depth) in Self.depths {
      var grid = CellGrid(columns: 80, rows: 22)
      let report = MapRenderer(style: .shipped(.dark, depth: depth)).render(
        viewport: view.viewport(80, 22), type: .standard, sources: sources,
        options: MapOptions(charset: charset, depth: depth, tileWait: 60),
        overlay: MapOverlay(showsCrosshair: true), into: &grid, column: 0, row: 0)
      #expect(report.missingTiles == 0)
      #expect(report.failure == nil)
      if depth < .trueColor { grid.reduceColors(to: depth) }
      sheet += "# \(name)\n" + GridSnapshot.text(of: grid)
    }
    return sheet
  }

  @Test(arguments: AtlasViews.all, Charset.allCases)
  func worldViews(view: AtlasViews.View, charset: Charset) throws {
    let sources = MapSources(vector: try AtlasViews.store("atlas.pmtiles"))
    try expectSnapshot(sheet(view, charset, sources), "\(view.name)-\(charset.rawValue)")
  }

  /// The town that does not exist, in the world that does.
  @Test(arguments: [12.0, 14, 15.5], Charset.allCases)
  func town(zoom: Double, charset: Charset) throws {
    let sources = MapSources(vector: try AtlasViews.store("atlas.pmtiles"), own: [Town.shelf()])
    let view = AtlasViews.View(
      name: "town-z\(zoom)", latitude: Town.center.latitude, longitude: Town.center.longitude,
      zoom: zoom)
    try expectSnapshot(sheet(view, charset, sources), "\(view.name)-\(charset.rawValue)")
  }

  /// Streets of real places: from files that are not part of the repository, where they are at hand.
  /// `PIGEON_TEST_TILES` names the folder that has them.
  @Test(
    .enabled(if: RealTiles.folder != nil, "PIGEON_TEST_TILES names no folder"),
    arguments: RealTiles.views, Charset.allCases)
  func streetViews(view: RealTiles.View, charset: Charset) throws {
    let sources = MapSources(
      vector: try AtlasViews.store("atlas.pmtiles"), own: [try RealTiles.store(view.file)])
    try expectSnapshot(sheet(view.view, charset, sources), "\(view.view.name)-\(charset.rawValue)")
  }
}

/// Files of real tiles: OpenMapTiles extracts of Liechtenstein and of the middle of Helsinki.
enum RealTiles {
  struct View: Sendable, CustomTestStringConvertible {
    var file: String
    var view: AtlasViews.View

    var testDescription: String { view.name }
  }

  static let folder = ProcessInfo.processInfo.environment["PIGEON_TEST_TILES"]

  static let views = [
    View(
      file: "liechtenstein.mbtiles",
      view: .init(name: "schaan", latitude: 47.16, longitude: 9.53, zoom: 12)),
    View(
      file: "liechtenstein.mbtiles",
      view: .init(name: "vaduz", latitude: 47.141, longitude: 9.5215, zoom: 14)),
    View(
      file: "helsinki.mbtiles",
      view: .init(name: "helsinki", latitude: 60.169, longitude: 24.945, zoom: 15)),
  ]

  static func store(_ file: String) throws -> TileStore {
    TileStore(source: try TileFile.open(path: "\(folder ?? "")/\(file)"), byteLimit: 64 << 20)
  }
}
