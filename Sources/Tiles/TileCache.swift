/// What sources have answered, limited in bytes: the answer not looked at for the longest time goes
/// first. All operations are O(1), except that eviction passes over the tiles it must keep.
struct TileCache {
  private struct Slot {
    var id: TileID
    var answer: TileLookup
    var bytes: Int
    /// Of a failure that may pass: when the source may be asked again.
    var retry: Retry?
    /// Slots used just before and just after this one; -1 is none.
    var older: Int
    var newer: Int
  }

  private(set) var byteLimit: Int
  /// What the answers take, as `TileContent.byteCount` has it.
  private(set) var bytes = 0
  /// Failures that may pass.
  private(set) var retryCount = 0

  private var slots: [Slot] = []
  private var free: [Int] = []
  private var indices: [TileID: Int] = [:]
  private var oldest = -1
  private var newest = -1

  /// When a tile that failed may be asked for again.
  struct Retry {
    /// Failures one after the other.
    var failures: Int
    /// On the clock of `insert`.
    var due: Double

    /// A second, doubled with every failure, at most a minute.
    static func delay(failures: Int) -> Double { min(60, Double(1 << min(failures - 1, 6))) }
  }

  /// What an answer takes beside its content.
  private static let overhead = MemoryLayout<Slot>.stride + 64

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  var count: Int { indices.count }

  func contains(_ id: TileID) -> Bool { indices[id] != nil }

  /// The answer, which becomes the newest; nil when there is none, or when it is a failure that may
  /// have passed by `now`.
  /// - Parameter now: in seconds; asked for only where it counts.
  mutating func answer(for id: TileID, now: @autoclosure () -> Double) -> TileLookup? {
    guard let index = indices[id] else { return nil }
    if let retry = slots[index].retry, retry.due <= now() { return nil }
    if index != newest {
      unlink(index)
      link(index)
    }
    return slots[index].answer
  }

  /// Stores an answer and evicts old ones until the limit holds, except those of `kept`.
  /// - Parameter retriedFrom: for a failure that may pass, the time in seconds of it.
  mutating func insert(
    _ answer: TileLookup, for id: TileID, keeping kept: Set<TileID>, retriedFrom: Double? = nil
  ) {
    let failures = (indices[id].flatMap { slots[$0].retry?.failures } ?? 0) + 1
    remove(id)
    var size = Self.overhead
    if case .ready(let content) = answer { size += content.byteCount }
    let retry = retriedFrom.map {
      Retry(failures: failures, due: $0 + Retry.delay(failures: failures))
    }
    let slot = Slot(id: id, answer: answer, bytes: size, retry: retry, older: -1, newer: -1)
    let index: Int
    if let reused = free.popLast() {
      index = reused
      slots[index] = slot
    } else {
      index = slots.count
      slots.append(slot)
    }
    indices[id] = index
    bytes += size
    if retry != nil { retryCount += 1 }
    link(index)
    evict(keeping: kept)
  }

  mutating func remove(_ id: TileID) {
    guard let index = indices.removeValue(forKey: id) else { return }
    unlink(index)
    bytes -= slots[index].bytes
    if slots[index].retry != nil { retryCount -= 1 }
    slots[index].answer = .missing
    free.append(index)
  }

  /// Sets another limit and evicts old answers until it holds, except those of `kept`.
  mutating func limit(to bytes: Int, keeping kept: Set<TileID>) {
    byteLimit = bytes
    evict(keeping: kept)
  }

  /// Forgets that sources failed. O(answers).
  mutating func removeFailures() {
    for (id, index) in indices {
      if case .failed = slots[index].answer { remove(id) }
    }
  }

  /// Evicts old answers until the limit holds, except those of `kept`.
  mutating func evict(keeping kept: Set<TileID>) {
    var index = oldest
    while bytes > byteLimit, index >= 0 {
      let slot = slots[index]
      if !kept.contains(slot.id) { remove(slot.id) }
      index = slot.newer
    }
  }

  private mutating func link(_ index: Int) {
    slots[index].older = newest
    slots[index].newer = -1
    if newest >= 0 { slots[newest].newer = index } else { oldest = index }
    newest = index
  }

  private mutating func unlink(_ index: Int) {
    let slot = slots[index]
    if slot.older >= 0 { slots[slot.older].newer = slot.newer } else { oldest = slot.newer }
    if slot.newer >= 0 { slots[slot.newer].older = slot.older } else { newest = slot.older }
  }
}
