import Cartography
import Geodesy
import Positioning
import Synchronization
import Terminal
import Tiles

/// The tile stores the map is drawn from, and what is wrong with those that are missing.
struct MapTiles {
  var vector: TileStore?
  var raster: TileStore?
  /// A line for each file that can not be used.
  var problems: [String] = []

  private let language = SceneLanguage()

  var sources: MapSources {
    MapSources(vector: vector, raster: raster, language: language)
  }

  /// Bytes of decoded tiles kept, of each kind.
  static let cacheLimit = 12 << 20

  /// - Parameter onArrival: Called on a worker thread when a tile came that nobody waited for.
  init(resources: ResourceDirectory, onArrival: @escaping @Sendable () -> Void) {
    guard resources.path != nil else {
      problems = ["the Resources folder is missing: there is no map to draw"]
      return
    }
    vector = open(resources.file(ResourceDirectory.atlas), .vector, onArrival)
    raster = open(resources.file(ResourceDirectory.satellite), .raster, onArrival)
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

/// Where other threads leave things for the main loop.
final class Inbox: Sendable {
  let mailbox = Mailbox()
  private let reports = Mutex<[PositionReport]>([])

  func deliver(_ report: PositionReport) {
    reports.withLock { $0.append(report) }
    mailbox.post()
  }

  /// All reports since the last call, oldest first.
  func takeReports() -> [PositionReport] {
    reports.withLock { list in
      defer { list.removeAll() }
      return list
    }
  }
}
