import Cartography
import Geodesy
import Tiles

/// The tile stores the map is drawn from, and what is wrong with those that are missing.
struct MapTiles {
  var vector: TileStore?
  var raster: TileStore?
  /// The user's own.
  let own: TileSourceList
  /// A line for each shipped file that can not be used.
  var problems: [String] = []

  /// What the names of these are compiled in.
  private let language: SceneLanguage

  var sources: MapSources {
    MapSources(vector: vector, raster: raster, own: own.stores, language: language)
  }

  /// Whether there is anything to draw.
  var isEmpty: Bool { vector == nil && raster == nil && own.stores.isEmpty }

  /// Bytes of decoded tiles kept of the world, of each kind, when the user has no maps of that kind.
  static let cacheLimit = 12 << 20
  /// Bytes of decoded tiles kept of all sources together, by kind.
  static let vectorLimit = 32 << 20
  static let rasterLimit = 16 << 20

  init(
    vector: TileStore? = nil, raster: TileStore? = nil, own: TileSourceList,
    language: SceneLanguage = SceneLanguage()
  ) {
    self.language = language
    self.vector = vector
    self.raster = raster
    self.own = own
  }

  /// - Parameter onArrival: Called on another thread when a tile came that nobody waited for, or a
  ///   file was opened.
  init(
    resources: ResourceDirectory, opener: any TileOpener = FileTileOpener(),
    onArrival: @escaping @Sendable () -> Void
  ) {
    let language = SceneLanguage()
    self.init(
      own: TileSourceList(opener: opener, language: language, onArrival: onArrival),
      language: language)
    guard resources.path != nil else {
      problems = ["the Resources folder is missing: there is no map to draw"]
      return
    }
    vector = open(resources.file(ResourceDirectory.atlas), .vector, onArrival)
    raster = open(resources.file(ResourceDirectory.satellite), .raster, onArrival)
  }

  /// Divides the memory for tiles among the sources there are now. The world gets a quarter of it
  /// beside the user's own maps, which share the rest.
  func shareMemory() {
    for (kind, world, total) in [
      (TileSourceDescription.Kind.vector, vector, Self.vectorLimit),
      (.raster, raster, Self.rasterLimit),
    ] {
      let count = own.stores.count { $0.description.kind == kind }
      world?.limitCache(to: count == 0 ? Self.cacheLimit : total / 4)
      own.limitCaches(kind, to: total * 3 / 4 / max(count, 1))
    }
  }

  private mutating func open(
    _ path: String?, _ kind: TileSourceDescription.Kind,
    _ onArrival: @escaping @Sendable () -> Void
  ) -> TileStore? {
    guard let path else { return nil }
    do {
      let archive = try PMTilesArchive(path: path)
      guard archive.description.kind == kind else {
        problems.append("\(path): not the kind of tiles expected")
        return nil
      }
      let source = SceneSource(archive, language: language)
      return TileStore(source: source, byteLimit: Self.cacheLimit, onArrival: onArrival)
    } catch {
      problems.append("\(error)")
      return nil
    }
  }
}
