import CellGrid
import Foundation
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// The shipped atlas, and the views every change of the map is judged by.
enum AtlasViews {
  struct View: Sendable, CustomTestStringConvertible {
    var name: String
    var latitude: Double
    var longitude: Double
    var zoom: Double

    var testDescription: String { name }

    func viewport(_ columns: Int, _ rows: Int) -> MapViewport {
      MapViewport(
        center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom, columns: columns,
        rows: rows)
    }
  }

  static let all = [
    View(name: "world", latitude: 20, longitude: 0, zoom: 1),
    europe,
    View(name: "japan", latitude: 36, longitude: 138, zoom: 5.5),
    View(name: "fiji", latitude: -17.5, longitude: 179.5, zoom: 6),
    View(name: "svalbard", latitude: 79, longitude: 16, zoom: 5),
    View(name: "antarctica", latitude: -78, longitude: 0, zoom: 2.5),
    View(name: "caribbean", latitude: 18, longitude: -68, zoom: 5),
    View(name: "alps", latitude: 46.6, longitude: 8.5, zoom: 7.5),
    View(name: "pacific", latitude: 0, longitude: -150, zoom: 4),
  ]
  static let europe = View(name: "europe", latitude: 48, longitude: 10, zoom: 4)

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func store(_ file: String) throws -> TileStore {
    let path = root.appendingPathComponent("Resources/\(file)").path
    return TileStore(source: try PMTilesArchive(path: path), byteLimit: 32 << 20)
  }

  /// A source of frames of the atlas.
  struct Painter {
    let vector: TileStore
    let raster: TileStore
    let renderer = MapRenderer(style: .dark)

    init() throws {
      vector = try store("atlas.pmtiles")
      raster = try store("satellite.pmtiles")
    }

    func frame(
      _ viewport: MapViewport, type: MapType = .standard, _ options: MapOptions = MapOptions(),
      overlay: MapOverlay = MapOverlay()
    ) -> (grid: CellGrid, report: MapFrameReport) {
      var options = options
      options.tileWait = 60
      var grid = CellGrid(columns: viewport.columns, rows: viewport.rows)
      let report = renderer.render(
        viewport: viewport, type: type, sources: MapSources(vector: vector, raster: raster),
        options: options,
        overlay: overlay, into: &grid, column: 0, row: 0)
      return (grid, report)
    }
  }
}

/// Compares a grid with the one kept beside this file. With `PIGEON_RECORD_SNAPSHOTS=1` in the
/// environment it is kept anew instead, which is a failure too: a recording run proves nothing.
func expectSnapshot(
  _ grid: CellGrid, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try expectSnapshot(GridSnapshot.text(of: grid), name, sourceLocation: sourceLocation)
}

/// The same for a text.
func expectSnapshot(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Snapshots/\(name).txt")
  if ProcessInfo.processInfo.environment["PIGEON_RECORD_SNAPSHOTS"] == "1" {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("recorded \(name)", sourceLocation: sourceLocation)
    return
  }
  let kept = try String(contentsOf: file, encoding: .utf8)
  guard kept != text else { return }
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let keptLines = kept.split(separator: "\n", omittingEmptySubsequences: false)
  let first = zip(lines, keptLines).enumerated().first { $0.element.0 != $0.element.1 }
  Issue.record(
    """
    \(name) differs, first in line \((first?.offset ?? min(lines.count, keptLines.count)) + 1):
    is:  \(first?.element.0 ?? "")
    was: \(first?.element.1 ?? "")
    """, sourceLocation: sourceLocation)
}
