import CellGrid
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// The map people see, from the shipped atlas.
@Suite struct AtlasTests {
  /// The 24 national capitals in the Europe view at 200 × 58.
  static let capitals = [
    "Amsterdam", "Andorra la Vella", "Belgrade", "Berlin", "Bern", "Brussels", "Bucharest",
    "Budapest", "Dublin", "Ljubljana", "London", "Luxembourg", "Monaco", "Paris", "Podgorica",
    "Prague", "Rome", "San Marino", "Sarajevo", "Sofia", "Vaduz", "Vienna", "Warsaw", "Zagreb",
  ]

  @Test(arguments: [
    ("satellite", MapType.satellite, MapOptions()),
    ("hybrid", .hybrid, MapOptions()),
  ])
  func europeInEachForm(name: String, type: MapType, options: MapOptions) throws {
    let painter = try AtlasViews.Painter()
    var overlay = MapOverlay(showsCrosshair: true)
    overlay.pin = .init(
      coordinate: Coordinate(latitude: 46.6, longitude: 7.9), title: "Car by the lake",
      isSelected: true)
    overlay.position = .init(coordinate: Coordinate(latitude: 45, longitude: 2), course: 47)
    let frame = painter.frame(
      AtlasViews.europe.viewport(120, 38), type: type, options, overlay: overlay)
    try expectSnapshot(frame.grid, "europe-\(name)-120x38")
  }

  @Test func europeNamesItsCapitals() throws {
    let overlay = MapOverlay(showsCrosshair: true)
    let frame = try AtlasViews.Painter().frame(
      AtlasViews.europe.viewport(200, 58), overlay: overlay)
    let names = Set(frame.report.labels.map(\.name))
    let missing = Self.capitals.filter { !names.contains($0) }
    #expect(missing.count <= 2, "\(missing)")
    // The names are there to be read, with a dot before or after or near.
    for label in frame.report.labels where label.labelClass == .capital {
      let text = frame.grid.text(row: label.textRow).map { $0 }
      #expect(String(text[label.textColumn..<label.textColumn + label.textColumns]) == label.name)
      #expect(frame.grid[label.column, label.row].glyph == 0x2022)
    }
  }

  @Test(arguments: AtlasViews.all)
  func noNameIsCutOrCovered(view: AtlasViews.View) throws {
    let painter = try AtlasViews.Painter()
    for (columns, rows) in [(80, 22), (120, 38), (200, 58), (20, 5)] {
      let report = painter.frame(view.viewport(columns, rows)).report
      var taken: Set<[Int]> = []
      for label in report.labels {
        var cells = (0..<label.textColumns).map { [label.textColumn + $0, label.textRow] }
        if MapStyle.dark[label.labelClass].marker != nil {
          cells.append([label.column, label.row])
        }
        for cell in cells {
          #expect((0..<columns).contains(cell[0]) && (0..<rows).contains(cell[1]))
          #expect(taken.insert(cell).inserted, "\(label.name) at \(columns)×\(rows)")
        }
      }
    }
  }

  /// Where the text of each name stands, seen from its place.
  private func offsets(
    _ report: MapFrameReport, panned: (Int, Int), columns: Int, rows: Int
  ) -> [String: [Int]] {
    var result: [String: [Int]] = [:]
    for label in report.labels
    where (26..<columns - 26).contains(label.column) && (6..<rows - 6).contains(label.row) {
      let key = "\(label.name) \(label.column + panned.0) \(label.row + panned.1)"
      result[key] = [label.textColumn - label.column, label.textRow - label.row]
    }
    return result
  }

  @Test(arguments: [(1, 0), (0, 1), (-1, 1), (3, -2)])
  func namesDoNotFlickerWhilePanning(step: (Int, Int)) throws {
    let painter = try AtlasViews.Painter()
    let (columns, rows) = (160, 50)
    var view = AtlasViews.europe.viewport(columns, rows)
    var panned = (0, 0)
    var before: [String: [Int]] = [:]
    var seen = 0
    for number in 0...40 {
      let now = offsets(painter.frame(view).report, panned: panned, columns: columns, rows: rows)
      if number > 0 {
        for (name, offset) in before {
          // Those at the rim of the inner part may just have left it.
          guard let column = Int(name.split(separator: " ").dropLast().last ?? ""),
            let row = Int(name.split(separator: " ").last ?? ""),
            (26..<columns - 26).contains(column - panned.0),
            (6..<rows - 6).contains(row - panned.1)
          else { continue }
          #expect(now[name] == offset, "\(name) in step \(number)")
          seen += 1
        }
      }
      before = now
      view = view.panned(columns: step.0, rows: step.1)
      panned = (panned.0 + step.0, panned.1 + step.1)
    }
    #expect(seen > 400)
  }

  @Test(arguments: AtlasViews.all)
  func aPanMovesLinesAndAreasUnchanged(view: AtlasViews.View) throws {
    let painter = try AtlasViews.Painter()
    painter.renderer.style.labels = painter.renderer.style.labels.map {
      var label = $0
      label.maximumZoom = -9
      return label
    }
    let start = view.viewport(60, 20)
    let before = painter.frame(start).grid
    for (dx, dy) in [(1, 0), (0, -1), (-9, 4), (33, 11)] {
      let after = painter.frame(start.panned(columns: dx, rows: dy)).grid
      var changed = 0
      for row in max(0, dy)..<min(20, 20 + dy) {
        for column in max(0, dx)..<min(60, 60 + dx)
        where before[column, row] != after[column - dx, row - dy] {
          changed += 1
        }
      }
      #expect(changed == 0, "pan by \(dx), \(dy)")
    }
  }

  @Test func theSeaBetweenTwoDateLinesIsWhole() throws {
    // Rows of open sea east of Fiji, across 180°: no cell of land, no dot.
    let frame = try AtlasViews.Painter().frame(
      MapViewport(
        center: Coordinate(latitude: -35, longitude: 180), zoom: 4, columns: 60, rows: 6))
    #expect(
      frame.grid.cells.allSatisfy {
        $0.background == MapStyle.dark[.sea].fill && !(0x2801...0x28ff).contains($0.glyph)
      })
  }

  @Test func suggestsTownsNearby() throws {
    let painter = try AtlasViews.Painter()
    let here = Coordinate(latitude: 46.95, longitude: 7.45)
    // Nothing is loaded yet; a frame there brings the tiles.
    let view = MapViewport(center: here, zoom: 6, columns: 80, rows: 22)
    _ = painter.frame(view)
    #expect(painter.renderer.nearestPlace(to: here, vector: painter.vector)?.name == "Bern")
    let ocean = Coordinate(latitude: 0, longitude: -150)
    _ = painter.frame(MapViewport(center: ocean, zoom: 6, columns: 80, rows: 22))
    // Where there is no town, the sea.
    #expect(
      painter.renderer.nearestPlace(to: ocean, vector: painter.vector)?.name
        == "South Pacific Ocean")
  }
}
