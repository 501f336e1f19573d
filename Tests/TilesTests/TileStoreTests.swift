import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Tiles

/// A source that does what the test says: it can be held shut, and it fails where told.
private final class ScriptedSource: TileSource {
  let description: TileSourceDescription
  /// Signalled when a load begins.
  let begun = DispatchSemaphore(value: 0)
  private let gate = DispatchSemaphore(value: 0)
  private let isHeld: Bool
  private let loads = Mutex<[TileID]>([])
  private let failing = Mutex<Set<TileID>>([])
  private let failure: TileError.Kind

  /// - Parameter isHeld: whether each load waits for one `release`.
  init(
    isLocal: Bool = true, isHeld: Bool = false, zooms: ClosedRange<Int> = 0...14,
    failure: TileError.Kind = .damaged
  ) {
    self.isHeld = isHeld
    self.failure = failure
    description = TileSourceDescription(
      name: "scripted", kind: .raster, minimumZoom: zooms.lowerBound,
      maximumZoom: zooms.upperBound, isLocal: isLocal)
  }

  /// What was loaded, in order of beginning.
  var loaded: [TileID] { loads.withLock { $0 } }

  func fail(_ ids: Set<TileID>) { failing.withLock { $0 = ids } }
  func release(_ count: Int = 1) { for _ in 0..<count { gate.signal() } }

  /// Tiles of odd columns are absent; the others hold their column.
  func load(_ id: TileID) throws(TileError) -> TileContent? {
    loads.withLock { $0.append(id) }
    begun.signal()
    if isHeld { gate.wait() }
    if failing.withLock({ $0.contains(id) }) {
      throw TileError(failure, file: "scripted", reason: "as told")
    }
    guard id.x % 2 == 0 else { return nil }
    return .raster(RasterTile(width: 1, height: 1, pixels: [UInt8(id.x & 255), 0, 0]))
  }
}

/// Counts arrivals and lets the test wait for them.
private final class Arrivals: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let total = Mutex(0)

  var count: Int { total.withLock { $0 } }

  func signal() {
    total.withLock { $0 += 1 }
    semaphore.signal()
  }

  /// A time only a hanging test needs.
  func wait(_ count: Int) -> Bool {
    (0..<count).allSatisfy { _ in semaphore.wait(timeout: .now() + 30) == .success }
  }
}

@Suite struct TileStoreTests {
  private func id(_ x: Int, z: Int = 10) -> TileID { TileID(z: z, x: x, y: 0) }

  private func state(_ store: TileStore, _ id: TileID) -> String {
    switch store.lookup(id) {
    case .ready(.raster(let tile)): "ready \(tile.pixels[0])"
    case .ready(.vector), .ready(.prepared): "vector"
    case .absent: "absent"
    case .failed(let error): "failed \(error.reason)"
    case .missing: "missing"
    }
  }

  @Test func aLocalFrameIsWholeAtOnce() {
    let source = ScriptedSource()
    let arrivals = Arrivals()
    let store = TileStore(source: source, byteLimit: 1 << 20, onArrival: arrivals.signal)
    source.fail([id(6)])
    let ids = (0..<40).map { id($0) }
    #expect(state(store, id(2)) == "missing")
    store.request(ids, wait: 30)
    #expect(store.isComplete(ids))
    #expect(state(store, id(2)) == "ready 2")
    #expect(state(store, id(3)) == "absent")
    #expect(state(store, id(6)) == "failed as told")
    #expect(source.loaded.count == 40)
    store.request(ids, wait: 30)
    #expect(source.loaded.count == 40)
    // The caller waited for all of it.
    #expect(arrivals.count == 0)
  }

  @Test func failuresAreRememberedUntilForgotten() {
    let source = ScriptedSource()
    let store = TileStore(source: source, byteLimit: 1 << 20)
    source.fail([id(2)])
    store.request([id(0), id(2)], wait: 30)
    source.fail([])
    store.request([id(0), id(2)], wait: 30)
    #expect(state(store, id(2)) == "failed as told")
    store.forgetFailures()
    #expect(state(store, id(2)) == "missing")
    store.request([id(0), id(2)], wait: 30)
    #expect(state(store, id(2)) == "ready 2")
    #expect(source.loaded.count == 3)
  }

  @Test func aSlowSourceIsNotWaitedFor() {
    let source = ScriptedSource(isLocal: false, isHeld: true)
    let arrivals = Arrivals()
    let store = TileStore(source: source, byteLimit: 1 << 20, onArrival: arrivals.signal)
    // Would hang if it waited: nothing is released yet.
    store.request([id(0), id(1), id(2)], wait: 1e6)
    #expect(!store.isComplete([id(0)]))
    source.release(3)
    #expect(arrivals.wait(3))
    #expect(store.isComplete([id(0), id(1), id(2)]))
    #expect(arrivals.count == 3)
  }

  @Test func waitingEndsAtTheDeadline() {
    let source = ScriptedSource(isHeld: true)
    let arrivals = Arrivals()
    let store = TileStore(
      source: source, byteLimit: 1 << 20, workers: 2, onArrival: arrivals.signal)
    store.request([id(0)], wait: 0)
    source.begun.wait()
    store.request([id(0)], wait: 0.001)
    #expect(state(store, id(0)) == "missing")
    source.release()
    #expect(arrivals.wait(1))
    #expect(state(store, id(0)) == "ready 0")
    #expect(source.loaded == [id(0)])
  }

  @Test func theCallerLoadsNothingItself() {
    let source = ScriptedSource(isHeld: true)
    let arrivals = Arrivals()
    let store = TileStore(
      source: source, byteLimit: 1 << 20, workers: 1, onArrival: arrivals.signal)
    // Would hang if the caller began a tile: nothing is released yet.
    store.request([id(0), id(2)], wait: 0.001)
    #expect(state(store, id(0)) == "missing" && state(store, id(2)) == "missing")
    // Nor is a source that is late waited for again,
    store.request([id(0), id(2), id(4)], wait: 1e6)
    source.release()
    #expect(arrivals.wait(1))
    source.release(2)
    // until it answers.
    store.request([id(2), id(4)], wait: 1e6)
    #expect(state(store, id(2)) == "ready 2" && state(store, id(4)) == "ready 4")
    #expect(source.loaded == [id(0), id(2), id(4)])
  }

  @Test func whatCouldNotBeReadIsAskedForAgainLater() {
    let source = ScriptedSource(failure: .unreadable)
    let time = Mutex(100.0)
    let store = TileStore(
      source: source, byteLimit: 1 << 20, clock: { time.withLock { $0 } })
    func loads(at now: Double) -> Int {
      time.withLock { $0 = now }
      let before = source.loaded.count
      for _ in 0..<5 { store.request([id(2)], wait: 30) }
      return source.loaded.count - before
    }
    source.fail([id(2)])
    #expect(loads(at: 100) == 1 && loads(at: 100.9) == 0)
    #expect(state(store, id(2)) == "failed as told")
    time.withLock { $0 = 101 }
    #expect(state(store, id(2)) == "missing")
    #expect(loads(at: 101) == 1 && loads(at: 102.9) == 0 && loads(at: 103) == 1)
    #expect(loads(at: 106.9) == 0 && loads(at: 107) == 1)
    // Never later than a minute.
    var now = 107.0
    for _ in 0..<10 {
      now += 60
      #expect(loads(at: now) == 1)
    }
    source.fail([])
    #expect(loads(at: now + 60) == 1 && state(store, id(2)) == "ready 2")
    #expect(loads(at: now + 1e6) == 0)
  }

  @Test func damageIsNotAskedForAgain() {
    let source = ScriptedSource()
    let time = Mutex(0.0)
    let store = TileStore(source: source, byteLimit: 1 << 20, clock: { time.withLock { $0 } })
    source.fail([id(2)])
    for now in [0, 1, 1e3, 1e6] {
      time.withLock { $0 = now }
      store.request([id(2)], wait: 30)
    }
    #expect(source.loaded.count == 1)
  }

  @Test func requestsNotRepeatedAreDropped() {
    let source = ScriptedSource(isLocal: false, isHeld: true)
    let arrivals = Arrivals()
    let store = TileStore(
      source: source, byteLimit: 1 << 20, workers: 1, onArrival: arrivals.signal)
    store.request([id(0), id(2), id(4)], wait: 0)
    source.begun.wait()  // tile 0 is taken
    store.request([id(8), id(4), id(6)], wait: 0)
    source.release(4)
    #expect(arrivals.wait(3))
    // The most wanted first, nothing twice, and no call for the tile that is no longer wanted.
    #expect(source.loaded == [id(0), id(8), id(4), id(6)])
    #expect(arrivals.count == 3)
    #expect(state(store, id(2)) == "missing")
    #expect(state(store, id(0)) == "ready 0")
  }

  @Test func duplicatesAreJoined() {
    let source = ScriptedSource(isLocal: false, isHeld: true)
    let arrivals = Arrivals()
    let store = TileStore(
      source: source, byteLimit: 1 << 20, workers: 4, onArrival: arrivals.signal)
    store.request([id(0), id(0), id(2)], wait: 0)
    source.begun.wait()
    source.begun.wait()
    for _ in 0..<10 { store.request([id(0), id(2), id(0)], wait: 0) }
    source.release(2)
    #expect(arrivals.wait(2))
    #expect(Set(source.loaded) == [id(0), id(2)] && source.loaded.count == 2)
  }

  @Test func requestsAreBounded() {
    let source = ScriptedSource()
    let store = TileStore(source: source, byteLimit: 1 << 24)
    let ids = (0..<3000).map { id($0, z: 12) }
    store.request(ids, wait: 30)
    #expect(Set(source.loaded) == Set(ids.prefix(TileStore.maximumRequest)))
  }

  @Test func tilesOutsideOfTheSourceAreAbsentAtOnce() {
    let source = ScriptedSource(zooms: 2...5)
    let store = TileStore(source: source, byteLimit: 1 << 20)
    let outside = [id(0, z: 1), id(0, z: 6), id(8, z: 3), id(-1, z: 3), id(0, z: -1)]
    #expect(store.isComplete(outside))
    store.request(outside, wait: 30)
    #expect(source.loaded.isEmpty)
  }

  @Test func theLimitHoldsButForTheFrame() {
    let source = ScriptedSource()
    let store = TileStore(source: source, byteLimit: 1000)
    let frame = (0..<30).map { id(2 * $0) }
    store.request(frame, wait: 30)
    #expect(store.isComplete(frame))
    #expect(store.cachedBytes > 1000)
    store.request([id(100)], wait: 30)
    #expect(store.cachedBytes <= 1000)
    #expect(state(store, id(100)) == "ready 100")
    #expect(state(store, id(0)) == "missing")
  }

  @Test func whatIsAskedForAgainStaysWhateverComesBesides() {
    let source = ScriptedSource()
    let store = TileStore(source: source, byteLimit: 0)
    // Each frame shares all but one of its tiles with the one before, absent ones among them.
    for first in 0..<20 { store.request((first..<first + 10).map { id($0) }, wait: 30) }
    #expect(source.loaded.count == 29 && Set(source.loaded).count == 29)
    store.request((19..<29).map { id($0) }, wait: 30)
    #expect(source.loaded.count == 29)
    // Nothing is used any more.
    store.request([], wait: 0)
    #expect(store.cachedBytes == 0)
  }

  @Test func theSameRequestLoadsWhatWasForgotten() {
    let source = ScriptedSource()
    let store = TileStore(source: source, byteLimit: 1 << 20)
    let ids = (0..<4).map { id($0) }
    for _ in 0..<3 { store.request(ids, wait: 30) }
    #expect(source.loaded.count == 4)
    store.forget(id(2))
    store.request(ids, wait: 30)
    #expect(source.loaded.count == 5)
    #expect(state(store, id(2)) == "ready 2")
  }

  @Test func deepestReadyAncestor() {
    let store = TileStore(source: ScriptedSource(), byteLimit: 1 << 20)
    let tile = TileID(z: 6, x: 40, y: 9)
    #expect(store.bestContent(for: tile) == nil)
    // Of column 20 and 10 there is a tile, of column 5 there is none.
    store.request([TileID(z: 3, x: 5, y: 1), TileID(z: 2, x: 2, y: 0)], wait: 30)
    #expect(store.bestContent(for: tile)?.source == TileID(z: 2, x: 2, y: 0))
    store.request([TileID(z: 4, x: 10, y: 2)], wait: 30)
    #expect(store.bestContent(for: tile)?.source == TileID(z: 4, x: 10, y: 2))
    store.request([tile], wait: 30)
    #expect(store.bestContent(for: tile)?.source == tile)
  }

  @Test func aStoreGoesAwayWhileItsSourceIsSlow() {
    let source = ScriptedSource(isLocal: false, isHeld: true)
    weak var gone: TileStore?
    do {
      let store = TileStore(source: source, byteLimit: 1 << 20, workers: 1)
      gone = store
      store.request([id(0), id(2)], wait: 0)
      source.begun.wait()
    }
    source.release(2)
    // The worker holds the store until its load is over, and takes no other tile after that.
    while gone != nil { sched_yield() }
    #expect(source.loaded == [id(0)])
  }

  @Test func manyThreadsAskAtOnce() {
    let store = TileStore(source: ScriptedSource(), byteLimit: 20_000)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var generator = SeededGenerator(state: UInt64(thread))
      for _ in 0..<200 {
        let ids = (0..<10).map { _ in id(Int.random(in: 0..<100, using: &generator)) }
        store.request(ids, wait: Bool.random(using: &generator) ? 0.01 : 0)
        for id in ids {
          if case .ready(.raster(let tile)) = store.lookup(id) {
            #expect(Int(tile.pixels[0]) == id.x)
          }
        }
      }
    }
    let last = (0..<10).map { id($0) }
    store.request(last, wait: 30)
    #expect(store.isComplete(last))
  }
}

extension TileStore {
  /// Whether nothing is still to come for these tiles: each is ready, absent or failed.
  fileprivate func isComplete(_ ids: [TileID]) -> Bool {
    ids.allSatisfy { if case .missing = lookup($0) { false } else { true } }
  }
}
