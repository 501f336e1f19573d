import CellGrid
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// What is drawn where a source lacks a tile, fails on it or is late: with a real store and tiles
/// compiled where they are loaded.
@Suite struct StandInTests {
  /// A road and its name in the tile of zoom 12 only; zoom 13 is absent, damaged or late.
  private final class Source: TileSource {
    enum Deep: Sendable { case absent, failed }

    let description: TileSourceDescription
    private let deep: Deep

    init(_ deep: Deep, isLocal: Bool = true) {
      self.deep = deep
      description = TileSourceDescription(
        name: "gaps", kind: .vector, minimumZoom: 12, maximumZoom: 14, isLocal: isLocal)
    }

    func load(_ id: TileID) throws(TileError) -> TileContent? {
      guard id.z > 12 else {
        var maker = TileMaker()
        let (y, tags) = (2050, ["class": TileValue.string("primary")])
        maker.add("transportation", .line, [[(0, y), (4096, y)]], tags)
        maker.add(
          "transportation_name", .line, [[(1024, y), (3072, y)]],
          tags.merging(["name:de": .string("Hauptstrasse"), "name:fr": .string("Grand-Rue")]) { $1 }
        )
        return .vector(maker.tile)
      }
      if deep == .failed { throw TileError(.damaged, file: "gaps", reason: "is damaged") }
      return nil
    }
  }

  private static let view = MapViewport(
    center: WebMercator.unproject(WorldPoint(x: 2048.5 / 4096, y: 1500.5 / 4096)), zoom: 14,
    columns: 60, rows: 12)

  private func frame(
    _ renderer: MapRenderer, _ sources: MapSources, language: String = "de", wait: Double = 60
  ) -> (grid: CellGrid, report: MapFrameReport) {
    var grid = CellGrid(columns: 60, rows: 12)
    let report = renderer.render(
      viewport: Self.view, type: .standard, sources: sources,
      options: MapOptions(language: language, tileWait: wait), into: &grid, column: 0, row: 0)
    return (grid, report)
  }

  private func hasRoad(_ grid: CellGrid) -> Bool {
    grid.cells.contains {
      (0x2801...0x28ff).contains($0.glyph) && $0.foreground == MapStyle.dark[.primary].color
    }
  }

  private func sources(
    _ source: Source, onArrival: @escaping @Sendable () -> Void = {}
  ) -> MapSources {
    let language = SceneLanguage()
    let store = TileStore(
      source: SceneSource(source, language: language), byteLimit: 1 << 20, onArrival: onArrival)
    return MapSources(own: [store], language: language)
  }

  @Test func theFirstFrameHasWhatStandsInForAnAbsentTile() {
    let first = frame(MapRenderer(style: .dark), sources(Source(.absent)))
    #expect(hasRoad(first.grid))
    #expect(first.report.missingTiles == 0)
    #expect(first.report.failure == nil)
  }

  @Test func theFirstFrameHasWhatStandsInForADamagedTile() {
    let first = frame(MapRenderer(style: .dark), sources(Source(.failed)))
    #expect(hasRoad(first.grid))
    #expect(first.report.failure?.reason == "is damaged")
  }

  /// A frame that is not whole says so, and an arrival is told, until it is whole.
  @Test func aLateSourceEndsInAWholeFrame() async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let sources = sources(Source(.absent, isLocal: false)) { arrived.yield() }
    let renderer = MapRenderer(style: .dark)
    var last = frame(renderer, sources, wait: 0)
    #expect(last.report.missingTiles > 0)
    var rounds = 0
    for await _ in arrivals {
      last = frame(renderer, sources, wait: 0)
      rounds += 1
      if last.report.missingTiles == 0 { break }
      try #require(rounds < 100)
    }
    #expect(hasRoad(last.grid))
  }

  /// The name lies along a street that grew with the tile, so there is room for it.
  @Test func namesOfStretchedStreetsAreShown() {
    let first = frame(MapRenderer(style: .dark), sources(Source(.absent)))
    #expect(first.grid.text.contains("Hauptstrasse"))
  }

  @Test func stretchedTilesFollowTheLanguage() {
    let sources = sources(Source(.absent))
    let renderer = MapRenderer(style: .dark)
    #expect(frame(renderer, sources, language: "de").grid.text.contains("Hauptstrasse"))
    let french = frame(renderer, sources, language: "fr").grid
    #expect(french.text.contains("Grand-Rue"))
    #expect(!french.text.contains("Hauptstrasse"))
  }
}
