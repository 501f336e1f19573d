import Dispatch
import Glibc
import Synchronization

/// The tiles of one source: a cache limited in bytes, and worker threads that fill it while there
/// is something to load.
///
/// Every answer is remembered, also that a tile is absent or failed, so a frame drawn again asks
/// the source for nothing twice. A tile that could not be read is asked for again by the first
/// request a second later, after another failure two seconds later, up to a minute; damage does not
/// pass, unless `forgetFailures` lets all failed tiles be tried anew. The answers for the tiles of the
/// last request are kept even when they exceed the limit: a frame that evicts its own tiles would never
/// be complete, or be loaded and drawn for ever.
public final class TileStore: TileProvider, Sendable {
  public let description: TileSourceDescription

  private let source: any TileSource
  private let workerLimit: Int
  private let onArrival: @Sendable () -> Void
  private let clock: @Sendable () -> Double
  private let state: Mutex<State>

  /// Tiles of one request, more than a frame uses; less wanted ones beyond are neither loaded nor kept.
  public static let maximumRequest = 2048

  /// - Parameters:
  ///   - source: asked on worker threads, several at once.
  ///   - byteLimit: for the cache, as `TileContent.byteCount` has it.
  ///   - workers: threads at most; by default one a core, up to four.
  ///   - onArrival: called on a worker thread when a tile of the last request was answered and no
  ///     call to `request` waits for it. The caller should redraw soon; it may be called often.
  public convenience init(
    source: any TileSource, byteLimit: Int, workers: Int? = nil,
    onArrival: @escaping @Sendable () -> Void = {}
  ) {
    self.init(
      source: source, byteLimit: byteLimit, workers: workers, clock: Self.monotonicSeconds,
      onArrival: onArrival)
  }

  /// - Parameter clock: seconds since any time, for the retries.
  init(
    source: any TileSource, byteLimit: Int, workers: Int? = nil,
    clock: @escaping @Sendable () -> Double, onArrival: @escaping @Sendable () -> Void = {}
  ) {
    self.source = source
    self.onArrival = onArrival
    self.clock = clock
    description = source.description
    workerLimit = max(1, workers ?? min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    state = Mutex(State(cache: TileCache(byteLimit: byteLimit)))
  }

  /// About how many bytes the cache holds.
  var cachedBytes: Int { state.withLock { $0.cache.bytes } }

  public func lookup(_ id: TileID) -> TileLookup {
    guard isInSource(id) else { return .absent }
    return state.withLock { $0.cache.answer(for: id, now: clock()) ?? .missing }
  }

  /// As the protocol says. A source that let a call wait in vain is not waited for again until a
  /// tile of it comes, so that a dead disk costs one frame its wait, not all of them.
  public func request(_ ids: [TileID], wait: Double) {
    let waits = description.isLocal && wait > 0
    let deadline = waits ? DispatchTime.now() + wait : .distantFuture
    let now = clock()
    let arrived = state.withLock { $0.replaceRequest(ids, isInSource, waits: waits, now: now) }
    let isAtWork = startWorkers()
    guard let arrived else { return }
    // The calling thread loads nothing itself, since it could not stop at the deadline; unless
    // nobody else is there to load.
    if !isAtWork { while DispatchTime.now() < deadline, loadNext() {} }
    guard arrived.wait(timeout: deadline) == .timedOut else { return }
    state.withLock { $0.giveUp(arrived) }
  }

  /// What the cache may hold.
  public var byteLimit: Int { state.withLock { $0.cache.byteLimit } }

  /// Sets another limit for the cache, as `TileContent.byteCount` has it; what is too much goes.
  public func limitCache(to bytes: Int) {
    state.withLock { state in state.cache.limit(to: bytes, keeping: state.wanted) }
  }

  /// Lets tiles that failed be loaded again when they are next requested.
  public func forgetFailures() { state.withLock { $0.forgetFailures() } }

  public func forget(_ id: TileID) { state.withLock { $0.forget(id) } }

  private func isInSource(_ id: TileID) -> Bool {
    id.isValid && description.minimumZoom <= id.z && id.z <= description.maximumZoom
  }

  /// Has as many workers running as there is work for. Returns false when the system gives no
  /// thread and none is running.
  private func startWorkers() -> Bool {
    let count = state.withLock { state in
      let count = max(min(state.queue.count, workerLimit) - state.workers, 0)
      state.workers += count
      return count
    }
    for _ in 0..<count {
      // A store that is no longer used goes away after the tiles being loaded.
      let isStarted = WorkerThread.start { [weak self] in
        while let store = self, store.loadNextAsWorker() {}
      }
      // Without any thread the tiles stay missing, and the next request tries again.
      if !isStarted { state.withLock { $0.workers -= 1 } }
    }
    return count == 0 || state.withLock { $0.workers > 0 }
  }

  private func loadNextAsWorker() -> Bool {
    let id = state.withLock { state in
      let id = state.takeNext()
      if id == nil { state.workers -= 1 }
      return id
    }
    guard let id else { return false }
    load(id)
    return true
  }

  /// Loads the most wanted tile that nobody has taken yet, if there is one.
  private func loadNext() -> Bool {
    guard let id = state.withLock({ $0.takeNext() }) else { return false }
    load(id)
    return true
  }

  private func load(_ id: TileID) {
    let answer: TileLookup
    var failed: Double?
    do throws(TileError) {
      answer = try source.load(id).map(TileLookup.ready) ?? .absent
    } catch {
      answer = .failed(error)
      if error.kind == .unreadable { failed = clock() }
    }
    if state.withLock({ $0.finish(id, with: answer, retriedFrom: failed) }) { onArrival() }
  }

  private static func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
