import CellGrid
import Foundation
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

@Suite struct LabelQualityTests {
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["PIGEON_LABEL_TILES"] != nil),
    arguments: [12.0, 13, 14, 15, 16])
  func measureOwnTiles(zoom: Double) throws {
    let list = ProcessInfo.processInfo.environment["PIGEON_LABEL_TILES"] ?? ""
    for item in list.split(separator: ";") {
      let parts = item.split(separator: "=").map(String.init)
      let place = parts[1].split(separator: ",").compactMap { Double($0) }
      let store = TileStore(source: try PMTilesArchive(path: parts[0]), byteLimit: 64 << 20)
      let view = MapViewport(
        center: Coordinate(latitude: place[0], longitude: place[1]), zoom: zoom, columns: 200,
        rows: 60)
      measure(view, MapSources(vector: store), parts[0].split(separator: "/").last ?? "")
    }
  }

  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["PIGEON_LABEL_TILES"] != nil),
    arguments: AtlasViews.all)
  func measureAtlas(view: AtlasViews.View) throws {
    let store = try AtlasViews.store("atlas.pmtiles")
    measure(view.viewport(200, 60), MapSources(vector: store), Substring(view.name))
  }

  func measure(_ view: MapViewport, _ sources: MapSources, _ name: Substring) {
    let renderer = MapRenderer(style: .dark)
    func labels(_ view: MapViewport) -> [LabelQuality.Label] {
      var grid = CellGrid(columns: view.columns, rows: view.rows)
      return renderer.render(
        viewport: view, type: .standard, sources: sources, options: MapOptions(tileWait: 60),
        into: &grid, column: 0, row: 0
      ).labels
    }
    let first = labels(view)
    print("##", name, view.zoom, "labels", first.count, LabelQuality.faults(first, columns: 200, rows: 60))
    for step in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (3, -2)] {
      let flicker = LabelQuality.flicker(from: view, step: step, labels)
      print("##   step", step, "seen", flicker.seen, "moved", flicker.moved, "gone", flicker.gone, Set(flicker.names).prefix(4))
    }
    var before = first
    var kept = 0
    var all = 0
    for quarter in 1...8 {
      var nearer = view
      nearer.zoom += Double(quarter) / 4
      let after = labels(nearer)
      let names = Set(after.map(\.name))
      let inner = before.filter { abs($0.column - 100) < 75 && abs($0.row - 30) < 22 }
      all += inner.count
      kept += inner.filter { names.contains($0.name) }.count
      before = after
    }
    print("##   zoom in: kept", kept, "of", all)
  }
}
