import CellGrid
import Geodesy
import Tiles

@testable import Cartography

/// Builds vector tiles by hand.
struct TileMaker {
  private var layers: [VectorLayer] = []

  mutating func add(
    _ layerName: String, _ geometry: VectorFeature.Geometry, _ parts: [[(Int, Int)]],
    _ tags: [String: TileValue] = [:]
  ) {
    let index: Int
    if let found = layers.firstIndex(where: { $0.name == layerName }) {
      index = found
    } else {
      layers.append(VectorLayer(name: layerName))
      index = layers.count - 1
    }
    let firstPart = Int32(layers[index].partEnds.count)
    for part in parts {
      for (x, y) in part { layers[index].coordinates += [Int32(x), Int32(y)] }
      layers[index].partEnds.append(Int32(layers[index].coordinates.count / 2))
    }
    let firstTag = Int32(layers[index].tags.count)
    for (key, value) in tags.sorted(by: { $0.key < $1.key }) {
      if !layers[index].keys.contains(key) { layers[index].keys.append(key) }
      if !layers[index].values.contains(value) { layers[index].values.append(value) }
      layers[index].tags.append(UInt32(layers[index].keys.firstIndex(of: key)!))
      layers[index].tags.append(UInt32(layers[index].values.firstIndex(of: value)!))
    }
    layers[index].features.append(
      VectorFeature(
        geometry: geometry, parts: firstPart..<Int32(layers[index].partEnds.count),
        tags: firstTag..<Int32(layers[index].tags.count)))
  }

  mutating func addPlace(
    _ name: String, x: Int, y: Int, capital: Int? = 2, rank: Int = 0, population: Int? = nil
  ) {
    var tags: [String: TileValue] = [
      "class": .string("city"), "name": .string(name), "rank": .integer(Int64(rank)),
    ]
    if let capital { tags["capital"] = .integer(Int64(capital)) }
    if let population { tags["population"] = .integer(Int64(population)) }
    add("place", .point, [[(x, y)]], tags)
  }

  var tile: VectorTile { VectorTile(layers: layers) }

  func scene(source: TileID = TileID(z: 4, x: 8, y: 5), target: TileID? = nil) -> TileScene {
    SceneCompiler.compile(tile, source: source, target: target ?? source, language: nil)
  }
}

/// The corners of a square, in tile units.
func square(_ low: Int, _ high: Int) -> [(Int, Int)] {
  [(low, low), (high, low), (high, high), (low, high)]
}

/// Tiles at hand at once.
final class TileShelf: TileProvider {
  let description: TileSourceDescription
  var tiles: [TileID: TileLookup] = [:]
  var requested: [TileID] = []
  /// What a tile that is not on the shelf is.
  var otherwise = TileLookup.absent

  init(
    _ kind: TileSourceDescription.Kind, zooms: ClosedRange<Int>,
    _ tiles: [TileID: TileContent] = [:], bounds: GeographicBounds? = nil,
    attribution: String = "© shelf"
  ) {
    description = TileSourceDescription(
      name: "shelf", kind: kind, minimumZoom: zooms.lowerBound, maximumZoom: zooms.upperBound,
      bounds: bounds, attribution: attribution)
    self.tiles = tiles.mapValues { .ready($0) }
  }

  func lookup(_ id: TileID) -> TileLookup { tiles[id] ?? otherwise }
  func request(_ ids: [TileID], wait: Double) { requested += ids }
}

/// A map without symbols, of a vector shelf.
func drawn(
  _ shelf: TileShelf, _ viewport: MapViewport, _ options: MapOptions = MapOptions(),
  style: MapStyle = .dark, overlay: MapOverlay = MapOverlay()
) -> (grid: CellGrid, report: MapFrameReport) {
  var grid = CellGrid(columns: viewport.columns, rows: viewport.rows)
  let report = MapRenderer(style: style).render(
    viewport: viewport, type: .standard, sources: MapSources(vector: shelf, raster: nil),
    options: options,
    overlay: overlay, into: &grid, column: 0, row: 0)
  return (grid, report)
}
