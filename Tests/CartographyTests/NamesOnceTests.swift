import CellGrid
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// A thing is named once, where it is, and wherever there is room for its name.
@Suite struct NamesOnceTests {
  /// The middle of the tile 8192, 8191 of zoom 14, of which all tiles of a shelf are copies.
  private static let middle = WebMercator.unproject(
    WorldPoint(x: 8192.5 / 16384, y: 8191.5 / 16384))

  private func labels(
    _ maker: TileMaker, zoom: Double, columns: Int = 120, rows: Int = 38
  ) -> [MapFrameReport.PlacedLabel] {
    let shelf = TileShelf(.vector, zooms: 14...14)
    shelf.otherwise = .ready(.vector(maker.tile))
    let view = MapViewport(center: Self.middle, zoom: zoom, columns: columns, rows: rows)
    return drawn(shelf, view).report.labels
  }

  /// A town that a file has, and the atlas a few kilometres off, outside the file's bounds.
  @Test(arguments: [9.0, 10, 11], ["Helsinki", "Helsingfors"])
  func aTownOfTwoSourcesIsNamedOnce(zoom: Double, name: String) {
    var atlas = TileMaker()
    atlas.addPlace("Helsinki", x: 2048, y: 2047)
    var own = TileMaker()
    own.add("landcover", .polygon, [square(0, 4096)], ["class": .string("wood")])
    own.add(
      "place", .point, [[(233, 3840)]],
      ["class": .string("city"), "name": .string(name), "name:en": .string("Helsinki")])
    let sources = MapSources(
      vector: TileShelf(.vector, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): .vector(atlas.tile)]),
      own: [
        TileShelf(
          .vector, zooms: 8...8, [TileID(z: 8, x: 128, y: 127): .vector(own.tile)],
          bounds: GeographicBounds(south: 0, west: 0.03, north: 1.4, east: 1.4))
      ])
    let view = MapViewport(
      center: Coordinate(latitude: 0.088, longitude: 0.04), zoom: zoom, columns: 160, rows: 50)
    var grid = CellGrid(columns: 160, rows: 50)
    let report = MapRenderer(style: .dark).render(
      viewport: view, type: .standard, sources: sources, into: &grid, column: 0, row: 0)
    #expect(report.labels.map(\.name) == [name])
    #expect(report.labels.first?.labelClass == .capital)
  }

  /// A capital stays named where a file takes the ground over from the atlas, though the file has it for
  /// less, or names it from a deeper zoom on.
  @Test(arguments: ["city", "town", "village"], [true, false])
  func aCapitalStaysNamed(kind: String, isKnown: Bool) {
    var atlas = TileMaker()
    atlas.addPlace("Vaduz", x: 2048, y: 2047, rank: 2)
    var own = TileMaker()
    own.add("landcover", .polygon, [square(0, 4096)], ["class": .string("wood")])
    own.add(
      "place", .point, [[(58, 4032)]],
      ["class": .string(kind), "name": .string("Vaduz"), "rank": .integer(12)])
    let sources = MapSources(
      vector: isKnown
        ? TileShelf(.vector, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): .vector(atlas.tile)]) : nil,
      own: [
        TileShelf(
          .vector, zooms: 6...6, [TileID(z: 6, x: 32, y: 31): .vector(own.tile)],
          bounds: GeographicBounds(south: 0, west: 0, north: 1.4, east: 1.4))
      ])
    let view = MapViewport(
      center: Coordinate(latitude: 0.088, longitude: 0.08), zoom: 6.75, columns: 120, rows: 40)
    var grid = CellGrid(columns: 120, rows: 40)
    let report = MapRenderer(style: .dark).render(
      viewport: view, type: .standard, sources: sources, into: &grid, column: 0, row: 0)
    #expect(
      report.labels.filter { $0.name == "Vaduz" }.count == (isKnown ? 1 : kind == "city" ? 1 : 0))
    #expect(!isKnown || report.labels.first { $0.name == "Vaduz" }?.labelClass == .capital)
  }

  /// Where a town of another source is the same, whichever of both names it goes by.
  @Test func townsAreFoundByNameAndPlace() {
    var index = TownIndex()
    index.reset(reach: 100)
    var label = SceneLabel(.city, name: "Helsingfors", rank: 1)
    label.englishHash = SceneLabel.hash("Helsinki", .city)
    let town = TownIndex.Town(labelClass: .city, rank: 1, source: 1, x: -30, y: 250)
    index.add(town, label)
    let other = SceneLabel(.city, name: "Helsinki", rank: 3)
    for (x, y, isNear) in [
      (-30, 250, true), (69, 250, true), (70, 250, false), (-129, 151, true), (-130, 151, false),
      (-30, 350, false),
    ] {
      #expect((index.first(like: other, at: (x, y)) != nil) == isNear, "\(x), \(y)")
      #expect((index.first(like: label, at: (x, y)) != nil) == isNear, "\(x), \(y)")
    }
    #expect(index.first(like: SceneLabel(.city, name: "Turku", rank: 3), at: (-30, 250)) == nil)
    #expect(index.first(like: other, at: (-30, 250)) { $0.source > 1 } == nil)
    // Of the most wanted source there is one; any number of others of the name cost nothing more.
    for number in 0..<10_000 {
      index.add(.init(labelClass: .city, rank: 1, source: 2, x: -30 + number % 3, y: 250), label)
    }
    #expect(index.first(like: other, at: (-30, 250))?.source == 2)
  }

  /// A name without the line it belongs to says that the ground beside it is a street.
  @Test(arguments: [true, false]) func aStreetIsNamedWhereItIsDrawn(isDrawn: Bool) {
    for line in [[(1000, 2048), (3000, 2048)], [(2048, 1000), (2048, 3000)]] {
      var maker = TileMaker()
      let kind: [String: TileValue] = ["class": .string("minor")]
      if isDrawn { maker.add("transportation", .line, [line], kind) }
      maker.add(
        "transportation_name", .line, [line],
        kind.merging(["name": .string("Keskuskatu")]) { $1 })
      #expect(Set(labels(maker, zoom: 15).map(\.name)) == (isDrawn ? ["Keskuskatu"] : []))
    }
  }

  /// Streets for those on foot are streets, however short their pieces.
  @Test func aStreetForThoseOnFootIsDrawn() {
    var maker = TileMaker()
    let kind: [String: TileValue] = ["class": .string("path"), "subclass": .string("pedestrian")]
    maker.add("transportation", .line, [[(1800, 2048), (2300, 2048)]], kind)
    maker.add(
      "transportation_name", .line, [[(1800, 2048), (2300, 2048)]],
      kind.merging(["name": .string("Keskuskatu")]) { $1 })
    #expect(labels(maker, zoom: 15).map(\.name) == ["Keskuskatu"])
  }

  /// A stop may be a long way off on the street it is named after: it has its name.
  @Test func aStopNamedAfterAStreetKeepsItsName() {
    var maker = TileMaker()
    let kind: [String: TileValue] = ["class": .string("minor")]
    let line = [(1500, 1800), (2600, 1800)]
    maker.add("transportation", .line, [line], kind)
    maker.add(
      "transportation_name", .line, [line], kind.merging(["name": .string("Keskuskatu")]) { $1 })
    maker.add(
      "poi", .point, [[(2048, 2300)]],
      ["class": .string("bus"), "subclass": .string("bus_stop"), "name": .string("Keskuskatu")])
    let classes = labels(maker, zoom: 15).filter { $0.name == "Keskuskatu" }.map(\.labelClass)
    #expect(Set(classes) == [.street, .station] && classes.count == 2)
  }

  /// A street that bends, or goes on beyond a square.
  @Test(arguments: [600, 460]) func aStreetIsNamedOnceAScreenful(apart: Int) {
    var maker = TileMaker()
    let lines = [[(1500, 1800), (2600, 1800)], [(1500, 1800 + apart), (2500, 1800 + apart)]]
    let kind: [String: TileValue] = ["class": .string("minor")]
    maker.add("transportation", .line, lines, kind)
    maker.add(
      "transportation_name", .line, lines, kind.merging(["name": .string("Unioninkatu")]) { $1 })
    #expect(labels(maker, zoom: 15).map(\.name) == ["Unioninkatu"])
  }

  /// Of the places beside its dot a capital takes one that no edge cuts, and no other name moves.
  @Test func aCapitalAtAnEdgeIsNamed() {
    var maker = TileMaker()
    maker.addPlace("Budapest", x: 2048, y: 2048)
    let shelf = TileShelf(.vector, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): .vector(maker.tile)])
    for column in -39...39 {
      for row in [-11, 0, 11] {
        let view = MapViewport(
          center: Coordinate(latitude: 0, longitude: 0), zoom: 4, columns: 80, rows: 24
        ).panned(columns: column, rows: row)
        #expect(drawn(shelf, view).report.labels.map(\.name) == ["Budapest"], "\(column) \(row)")
      }
    }
  }

  /// A sign alone is no help before all have theirs.
  @Test(arguments: [(14.0, 0), (15.5, 0), (17, 1)])
  func signsWithoutNamesComeLate(zoom: Double, count: Int) {
    var maker = TileMaker()
    maker.add("poi", .point, [[(2048, 2048)]], ["class": .string("pharmacy")])
    #expect(labels(maker, zoom: zoom).count == count)
  }

  /// Villages come in while there are few.
  @Test(
    .enabled(if: RealTiles.folder != nil, "PIGEON_TEST_TILES names no folder"),
    arguments: [10.0, 10.25])
  func aSmallCountryHasVillages(zoom: Double) throws {
    let sources = MapSources(
      vector: try AtlasViews.store("atlas.pmtiles"),
      own: [try RealTiles.store("liechtenstein.mbtiles")])
    let view = MapViewport(
      center: Coordinate(latitude: 47.16, longitude: 9.55), zoom: zoom, columns: 120, rows: 40)
    var grid = CellGrid(columns: 120, rows: 40)
    let labels = MapRenderer(style: .dark).render(
      viewport: view, type: .standard, sources: sources, options: MapOptions(tileWait: 60),
      into: &grid, column: 0, row: 0
    ).labels
    #expect(labels.filter { $0.labelClass == .village || $0.labelClass == .town }.count >= 5)
  }

  /// Names of the oceans, and where each lies, roughly: west, south, east, north.
  static let oceans: [(String, Double, Double, Double, Double)] = [
    ("North Atlantic Ocean", -70, 5, -20, 55), ("South Atlantic Ocean", -32, -50, 8, -5),
    ("Indian Ocean", 55, -45, 95, 0), ("North Pacific Ocean", -180, 5, -125, 50),
    ("South Pacific Ocean", -170, -55, -85, -5),
  ]

  /// Over the world the oceans are named wherever much of one is in view.
  @Test(arguments: [(80, 22), (120, 38), (200, 58)], [2.0, 2.25, 2.5, 3])
  func theOceansAreNamed(size: (Int, Int), zoom: Double) throws {
    let painter = try AtlasViews.Painter()
    var missing: [String] = []
    var seen = 0
    for longitude in stride(from: -150.0, to: 180, by: 30) {
      for latitude in [-20.0, 0, 20, 40] {
        let view = MapViewport(
          center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom,
          columns: size.0, rows: size.1)
        let names = Set(painter.frame(view).report.labels.map(\.name))
        for (name, west, south, east, north) in Self.oceans {
          var inside = 0
          for x in 0..<10 {
            for y in 0..<10 {
              let point = Coordinate(
                latitude: south + (north - south) * (Double(y) + 0.5) / 10,
                longitude: west + (east - west) * (Double(x) + 0.5) / 10)
              guard let cell = view.cell(for: point) else { continue }
              inside +=
                (2..<size.0 - 2).contains(cell.column) && (1..<size.1 - 1).contains(cell.row)
                ? 1 : 0
            }
          }
          guard inside >= 40 else { continue }
          seen += 1
          if !names.contains(name) { missing.append("\(name) at \(latitude), \(longitude)") }
        }
      }
    }
    #expect(missing.count * 5 <= seen, "\(missing.count) of \(seen): \(missing.prefix(12))")
  }
}
