import Dispatch
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Tiles
@testable import pigeon

/// A gate that holds up whoever comes until it is opened.
final class Gate: @unchecked Sendable {
  private let condition = NSCondition()
  private var isOpen = false
  private var waiting = 0

  func pass() {
    condition.withLock {
      waiting += 1
      condition.broadcast()
      while !isOpen { condition.wait() }
      waiting -= 1
    }
  }

  func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  /// Waits until somebody stands before the gate.
  func waitForSomebody() throws {
    let limit = Date(timeIntervalSinceNow: 20)
    try condition.withLock {
      while waiting == 0 { try #require(condition.wait(until: limit), "nobody came") }
    }
  }
}

/// A file of tiles that are red all over, or empty vector tiles, and come as late as a test wants.
final class SlowArchive: TileArchive {
  static let red: [UInt8] = [200, 30, 10]

  let description: TileSourceDescription
  let gate: Gate?
  /// Whether every tile of it fails.
  let isTorn: Bool
  private let tile: RasterTile
  private let seconds: Double
  private let loads = Mutex(0)

  /// - Parameters:
  ///   - side: pixels a tile is wide.
  ///   - seconds: how long every other column takes to load; the rest takes a tenth of it.
  init(
    _ path: String, _ kind: TileSourceDescription.Kind = .raster, gate: Gate? = nil,
    isTorn: Bool = false, side: Int = 16, seconds: Double = 0
  ) {
    let pixels = [[UInt8]](repeating: Self.red, count: side * side).flatMap { $0 }
    tile = RasterTile(width: side, height: side, pixels: pixels)
    self.seconds = seconds
    description = TileSourceDescription(
      name: path, kind: kind, minimumZoom: 0, maximumZoom: 3, isLocal: false)
    self.gate = gate
    self.isTorn = isTorn
  }

  /// Tiles asked for so far.
  var loadCount: Int { loads.withLock { $0 } }

  var information: TileArchiveInformation {
    TileArchiveInformation(
      path: description.name, container: .pmtiles, format: .jpeg, compression: .none,
      minimumZoom: 0, maximumZoom: 3, bounds: nil, tileCount: 85, fileSize: 1234,
      metadata: TileMetadata(text: #"{"name":"The red world"}"#))
  }

  func load(_ id: TileID) throws(TileError) -> TileContent? {
    loads.withLock { $0 += 1 }
    gate?.pass()
    if isTorn { throw TileError(.damaged, file: description.name, reason: "a tile is torn") }
    if seconds > 0 { usleep(UInt32(seconds * (id.x % 2 == 0 ? 1e6 : 1e5))) }
    if description.kind == .vector { return .vector(VectorTile(layers: [])) }
    return .raster(tile)
  }
}

/// Files that are only in memory, and as slow as a test wants.
final class TestOpener: TileOpener {
  struct File: Sendable {
    var archive: SlowArchive
    var modified: Int64 = 1
    /// Held up there when it is looked at.
    var gate: Gate?
  }

  private let files: Mutex<[String: File]>
  private let looks = Mutex<[String]>([])

  init(_ files: [String: File] = [:]) { self.files = Mutex(files) }

  /// Creates, replaces or removes a file.
  func set(_ path: String, _ file: File?) { files.withLock { $0[path] = file } }

  /// The paths looked at so far.
  var lookedAt: [String] { looks.withLock { $0 } }

  func look(at path: String, unless known: FileIdentity?) -> TileFileLook {
    looks.withLock { $0.append(path) }
    guard let file = files.withLock({ $0[path] }) else {
      return .failed(TileError(.unreadable, file: path, reason: "No such file or directory"))
    }
    file.gate?.pass()
    let identity = FileIdentity(
      device: 1, number: 1, size: 1, modified: file.modified, modifiedNanoseconds: 0)
    let summary = TileInformationText.summary(file.archive.information)
    return identity == known ? .unchanged : .opened(file.archive, summary, identity)
  }
}
