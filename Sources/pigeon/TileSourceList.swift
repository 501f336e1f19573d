import Cartography
import Dispatch
import Synchronization
import Tiles
import ViewModel

/// The user's own files of tiles: which are open, and what is wrong with the others.
///
/// Files are looked at and opened on threads of their own, one for each file at a time; what they
/// find waits until `takeArrivals`. Belongs to one thread, the main thread, and never waits there
/// but in `waitUntilSettled`.
final class TileSourceList {
  /// What came of the looks since the last time.
  struct Change {
    /// Whether the sources or what is to be told of them is another.
    var isAny = false
    /// Files opened, or opened anew because they were replaced.
    var opened: [String] = []
    /// Whether a store in use until now is closed.
    var hasClosed = false
  }

  private struct Entry {
    var path: String
    var status = TileSourceStatus.opening
    var failure: TileError?
    var identity: FileIdentity?
    var store: TileStore?
    /// The failure of a tile after which the file was last looked at.
    var tileFailure: TileError?
  }

  private let opener: any TileOpener
  private let language: SceneLanguage
  private let arrivals = Arrivals()
  private let onArrival: @Sendable () -> Void
  private var entries: [Entry] = []
  /// Paths that a thread is looking at, also such as are no longer in the list: a file on a disk
  /// that does not answer holds up one thread and no more.
  private var looking: Set<String> = []
  /// Bytes for the tiles of each store of a kind, once it was said.
  private var byteLimits: [TileSourceDescription.Kind: Int] = [:]

  /// - Parameter onArrival: Called on another thread when `takeArrivals` has something to take, or
  ///   a tile came that nobody waited for.
  init(
    opener: any TileOpener = FileTileOpener(), language: SceneLanguage,
    onArrival: @escaping @Sendable () -> Void
  ) {
    self.language = language
    self.opener = opener
    self.onArrival = onArrival
  }

  /// Those that are open, the most wanted first.
  var stores: [TileStore] { entries.compactMap(\.store) }

  /// What became of each file.
  var statuses: [String: TileSourceStatus] {
    Dictionary(entries.map { ($0.path, $0.status) }) { first, _ in first }
  }

  /// Why files can not be used, the most wanted first.
  var failures: [TileError] { entries.compactMap(\.failure) }

  /// Whether every file is open or known not to be usable.
  var isSettled: Bool { entries.allSatisfy { $0.status != .opening } }

  /// Makes these the files to use, the most wanted first. Those in use already stay open, and their
  /// tiles in memory.
  /// - Returns: Whether a store in use until now is closed.
  func use(_ paths: [String]) -> Bool {
    let old = Dictionary(entries.map { ($0.path, $0) }) { first, _ in first }
    let hasClosed = entries.contains { $0.store != nil && !paths.contains($0.path) }
    entries = paths.map { old[$0] ?? Entry(path: $0) }
    for path in paths where old[path] == nil { look(path) }
    return hasClosed
  }

  /// Looks at all files again: one that is there again is used, one that was replaced is opened
  /// anew, and tiles that failed are asked for once more.
  func check() {
    for entry in entries {
      entry.store?.forgetFailures()
      look(entry.path)
    }
  }

  /// Looks at a file again after one of its tiles failed, once for each failure. Other files'
  /// failures are not its concern.
  func check(after failure: TileError) {
    guard let index = entries.firstIndex(where: { $0.path == failure.file }),
      entries[index].tileFailure != failure
    else { return }
    entries[index].tileFailure = failure
    look(failure.file)
  }

  /// Gives each store of a kind so many bytes for its tiles, also those opened later.
  func limitCaches(_ kind: TileSourceDescription.Kind, to bytes: Int) {
    byteLimits[kind] = bytes
    for store in stores where store.description.kind == kind { store.limitCache(to: bytes) }
  }

  private func look(_ path: String) {
    guard let entry = entries.first(where: { $0.path == path }),
      looking.insert(path).inserted
    else { return }
    let (opener, arrivals, onArrival) = (opener, arrivals, onArrival)
    let known = entry.store == nil ? nil : entry.identity
    let isStarted = WorkerThread.start {
      arrivals.deliver(path, opener.look(at: path, unless: known))
      onArrival()
    }
    if !isStarted {
      arrivals.deliver(
        path, .failed(TileError(.unreadable, file: path, reason: "there is no thread left")))
      onArrival()
    }
  }

  // MARK: What the looks found

  /// Takes over what was found since the last call.
  func takeArrivals() -> Change {
    var change = Change()
    for (path, look) in arrivals.takeAll() {
      looking.remove(path)
      guard let index = entries.firstIndex(where: { $0.path == path }) else { continue }
      take(look, index, &change)
    }
    return change
  }

  private func take(_ look: TileFileLook, _ index: Int, _ change: inout Change) {
    let path = entries[index].path
    switch look {
    case .unchanged:
      // Found before this entry was: the list had the file, lost it, and has it again.
      if entries[index].store == nil { self.look(path) }
      return
    case .opened(let archive, let summary, let identity):
      if entries[index].store != nil { change.hasClosed = true }
      let kind = archive.description.kind
      entries[index] = Entry(
        path: path,
        status: .open(summary), identity: identity,
        store: TileStore(
          source: SceneSource(archive, language: language),
          byteLimit: byteLimits[kind] ?? MapTiles.cacheLimit,
          onArrival: onArrival))
      change.opened.append(path)
    case .failed(let error):
      guard entries[index].failure != error || entries[index].store != nil else { return }
      if entries[index].store != nil { change.hasClosed = true }
      entries[index] = Entry(path: path, status: .failed(error.reason), failure: error)
    }
    change.isAny = true
  }

  /// Waits until every file is open or known not to be usable, at most so many seconds.
  func waitUntilSettled(seconds: Double) {
    let deadline = DispatchTime.now() + seconds
    _ = takeArrivals()
    while !isSettled, arrivals.wait(until: deadline) { _ = takeArrivals() }
  }

  /// Where the threads leave what they found.
  private final class Arrivals: Sendable {
    private let found = Mutex<[(path: String, look: TileFileLook)]>([])
    private let bell = DispatchSemaphore(value: 0)

    func deliver(_ path: String, _ look: TileFileLook) {
      found.withLock { $0.append((path, look)) }
      bell.signal()
    }

    func takeAll() -> [(path: String, look: TileFileLook)] {
      found.withLock { list in
        defer { list.removeAll() }
        return list
      }
    }

    /// - Returns: false when nothing came in time.
    func wait(until deadline: DispatchTime) -> Bool { bell.wait(timeout: deadline) == .success }
  }
}
