import Dispatch

extension TileStore {
  /// What the threads of a store share, under its lock.
  struct State {
    /// A call to `request` that waits.
    struct Waiter {
      /// Signalled once, when nothing remains.
      let arrived: DispatchSemaphore
      var remaining: Set<TileID>
    }

    var cache: TileCache
    /// The last request, as it was made.
    private var request: [TileID] = []
    /// Whether all of it is answered for good: the same request again has nothing to do.
    private var isAnswered = false
    /// The tiles of the last request.
    private(set) var wanted: Set<TileID> = []
    /// Those of them that nobody has taken yet, the most wanted last.
    var queue: [TileID] = []
    /// Taken, not answered; not only of the last request.
    var loading: Set<TileID> = []
    var waiters: [Waiter] = []
    /// Worker threads at work.
    var workers = 0
    /// Whether a call waited in vain and no tile came since.
    var isLate = false

    init(cache: TileCache) { self.cache = cache }

    /// Makes these the tiles of the last request, and lets go of what only the one before it kept.
    /// O(tiles); next to nothing when it is the same request, all of it answered.
    /// - Returns: what to wait for, when the caller waits and something is missing.
    mutating func replaceRequest(
      _ ids: [TileID], _ isInSource: (TileID) -> Bool, waits: Bool, now: Double
    ) -> DispatchSemaphore? {
      if isAnswered, ids == request { return nil }
      // Copied, so that the caller's storage stays its own.
      request.removeAll(keepingCapacity: true)
      request.append(contentsOf: ids)
      wanted.removeAll(keepingCapacity: true)
      queue.removeAll(keepingCapacity: true)
      var missing: Set<TileID> = []
      for id in ids.lazy.filter(isInSource).prefix(TileStore.maximumRequest)
      where wanted.insert(id).inserted && cache.answer(for: id, now: now) == nil {
        missing.insert(id)
        if !loading.contains(id) { queue.append(id) }
      }
      queue.reverse()
      isAnswered = missing.isEmpty && cache.retryCount == 0
      cache.evict(keeping: wanted)
      if !waiters.isEmpty {
        // Nobody will load what another caller waits for and this one does not want.
        let coming = missing.union(loading)
        settleWaiters { $0.formIntersection(coming) }
      }
      guard waits, !isLate, !missing.isEmpty else { return nil }
      let waiter = Waiter(arrived: DispatchSemaphore(value: 0), remaining: missing)
      waiters.append(waiter)
      return waiter.arrived
    }

    /// Lets a tile be loaded again.
    mutating func forget(_ id: TileID) {
      cache.remove(id)
      isAnswered = false
    }

    /// Lets tiles that failed be loaded again.
    mutating func forgetFailures() {
      cache.removeFailures()
      isAnswered = false
    }

    /// The most wanted tile that nobody has taken, which the caller must `finish`.
    mutating func takeNext() -> TileID? {
      guard let id = queue.popLast() else { return nil }
      loading.insert(id)
      return id
    }

    /// Ends a wait that was in vain.
    mutating func giveUp(_ arrived: DispatchSemaphore) {
      waiters.removeAll { $0.arrived === arrived }
      isLate = true
    }

    /// Stores the answer for a tile that was taken.
    /// - Parameter retriedFrom: for a failure that may pass, the time of it.
    /// - Returns: whether somebody should be told: it is wanted, and no one waits for it.
    mutating func finish(
      _ id: TileID, with answer: TileLookup, retriedFrom: Double?
    ) -> Bool {
      loading.remove(id)
      isLate = false
      cache.insert(answer, for: id, keeping: wanted, retriedFrom: retriedFrom)
      var isAwaited = false
      settleWaiters { if $0.remove(id) != nil { isAwaited = true } }
      return !isAwaited && wanted.contains(id)
    }

    private mutating func settleWaiters(_ change: (inout Set<TileID>) -> Void) {
      for index in waiters.indices {
        change(&waiters[index].remaining)
        if waiters[index].remaining.isEmpty { waiters[index].arrived.signal() }
      }
      waiters.removeAll { $0.remaining.isEmpty }
    }
  }
}
