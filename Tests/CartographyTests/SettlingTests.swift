import CellGrid
import Dispatch
import Geodesy
import Glibc
import Synchronization
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// Whatever the caches may hold and in whatever order tiles come: what is shown in the end is the frame
/// that is drawn when everything is at hand, and then nothing is loaded and nothing drawn.
@Suite struct SettlingTests {
  /// Tiles of which some are absent and some damaged, each as late as its address and a seed have it.
  private final class Source: TileSource {
    let description: TileSourceDescription
    private let seed: Int
    private let loads = Mutex(0)

    /// - Parameter seed: of the order in which tiles come; nil: at once.
    init(_ kind: TileSourceDescription.Kind, zooms: ClosedRange<Int>, seed: Int?) {
      self.seed = seed ?? 0
      description = TileSourceDescription(
        name: "late", kind: kind, minimumZoom: zooms.lowerBound, maximumZoom: zooms.upperBound,
        isLocal: seed == nil)
    }

    var loadCount: Int { loads.withLock { $0 } }

    func load(_ id: TileID) throws(TileError) -> TileContent? {
      loads.withLock { $0 += 1 }
      let kind = (id.x &* 7 &+ id.y &* 13 &+ id.z &* 5) & 0xff
      if !description.isLocal { usleep(UInt32((kind &* 31 &+ seed &* 97) % 1500)) }
      if id.z > description.minimumZoom {
        if kind % 5 == 0 { return nil }
        if kind % 11 == 0 { throw TileError(.damaged, file: "late", reason: "is damaged") }
      }
      if description.kind == .raster {
        let pixels = [UInt8](repeating: UInt8(40 + kind / 2), count: 256 * 256 * 3)
        return .raster(RasterTile(width: 256, height: 256, pixels: pixels))
      }
      var maker = TileMaker()
      let y = 256 + kind * 12
      maker.add("transportation", .line, [[(0, y), (4096, y)]], ["class": .string("motorway")])
      maker.addPlace("Town \(kind)", x: y, y: 2048)
      return .vector(maker.tile)
    }
  }

  /// A map of imagery and vectors, both late.
  private final class Map {
    let raster: Source
    let vector: Source
    let sources: MapSources
    let arrivals = DispatchSemaphore(value: 0)
    private let renderer = MapRenderer(style: .dark)

    init(byteLimit: Int, seed: Int?) {
      raster = Source(.raster, zooms: 4...7, seed: seed)
      vector = Source(.vector, zooms: 4...8, seed: seed)
      let (language, arrivals) = (SceneLanguage(), arrivals)
      sources = MapSources(
        own: [
          TileStore(
            source: SceneSource(vector, language: language), byteLimit: byteLimit, workers: 3,
            onArrival: { arrivals.signal() }),
          TileStore(
            source: raster, byteLimit: byteLimit, workers: 3, onArrival: { arrivals.signal() }),
        ], language: language)
    }

    var loadCount: Int { raster.loadCount + vector.loadCount }

    /// Waits until a tile comes that nobody waited for.
    func hasArrival(within seconds: Double) -> Bool {
      arrivals.wait(timeout: .now() + seconds) == .success
    }

    func draw(
      _ view: MapViewport, _ type: MapType = .hybrid, wait: Double = 0
    ) -> (grid: CellGrid, report: MapFrameReport) {
      var grid = CellGrid(columns: view.columns, rows: view.rows)
      let report = renderer.render(
        viewport: view, type: type, sources: sources, options: MapOptions(tileWait: wait),
        into: &grid, column: 0, row: 0)
      return (grid, report)
    }
  }

  private static func view(_ generator: inout SeededGenerator) -> MapViewport {
    MapViewport(
      center: Coordinate(
        latitude: Double.random(in: 46...49, using: &generator),
        longitude: Double.random(in: 8...14, using: &generator)),
      zoom: Double.random(in: 6.5...8.5, using: &generator),
      heading: Bool.random(using: &generator) ? 0 : 30, columns: 70, rows: 24)
  }

  @Test(arguments: [0, 5_000, 250_000, 1_000_000, 1 << 30])
  func everyFrameIsWholeInTheEndAndThenThereIsSilence(byteLimit: Int) throws {
    for seed in 1...3 {
      var generator = SeededGenerator(state: UInt64(seed))
      let map = Map(byteLimit: byteLimit, seed: seed)
      for _ in 0..<3 {
        // The view moves while tiles come.
        for _ in 0..<2 {
          _ = map.draw(Self.view(&generator))
          _ = map.hasArrival(within: 0.005)
        }
        let view = Self.view(&generator)
        var last = map.draw(view)
        var frames = 1
        while last.report.missingTiles > 0 {
          try #require(map.hasArrival(within: 20), "\(last.report.missingTiles) never came")
          last = map.draw(view)
          frames += 1
          try #require(frames < 2000, "drawn for ever")
        }
        // What came while the last frame was drawn changes nothing.
        while map.hasArrival(within: 0) { last = map.draw(view) }
        let whole = Map(byteLimit: 1 << 30, seed: nil).draw(view, wait: 60)
        #expect(whole.report.missingTiles == 0)
        #expect(last.grid == whole.grid)
        let loads = map.loadCount
        #expect(!map.hasArrival(within: 0.02))
        for _ in 0..<5 { #expect(map.draw(view).grid == whole.grid) }
        #expect(!map.hasArrival(within: 0.02))
        #expect(map.loadCount == loads)
      }
    }
  }

  /// A pan asks the source for nothing twice, though the cache has room for two tiles only.
  @Test func aTileInViewIsLoadedOnce() {
    let map = Map(byteLimit: 400_000, seed: nil)
    var center = WebMercator.project(Coordinate(latitude: 48, longitude: 10))
    for _ in 0..<12 {
      let view = MapViewport(
        center: WebMercator.unproject(center), zoom: 8, columns: 70, rows: 24)
      let frame = map.draw(view, wait: 60)
      #expect(frame.report.missingTiles == 0)
      center.x += 8 / view.worldSize
    }
    #expect(map.raster.loadCount < 20)
  }

  /// What is no longer on the map is not kept.
  @Test func anotherMapTypeLetsGo() throws {
    let map = Map(byteLimit: 0, seed: nil)
    let view = MapViewport(
      center: Coordinate(latitude: 48, longitude: 10), zoom: 8, columns: 70, rows: 24)
    let place = WebMercator.project(view.center)
    let tile = TileID(z: 7, x: Int(place.x * 128), y: Int(place.y * 128))
    let raster = try #require(map.sources.own.last)
    func isAtHand() -> Bool { if case .missing = raster.lookup(tile) { false } else { true } }
    _ = map.draw(view, wait: 60)
    #expect(isAtHand())
    _ = map.draw(view, .standard, wait: 60)
    #expect(!isAtHand())
    _ = map.draw(view, wait: 60)
    #expect(isAtHand())
  }
}
