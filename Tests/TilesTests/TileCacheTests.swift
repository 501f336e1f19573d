import TestSupport
import Testing

@testable import Tiles

@Suite struct TileCacheTests {
  /// An answer whose content takes that many bytes.
  private func answer(_ bytes: Int) -> TileLookup {
    .ready(
      .raster(RasterTile(width: bytes, height: 1, pixels: [UInt8](repeating: 0, count: bytes))))
  }

  private func id(_ number: Int) -> TileID { TileID(z: 10, x: number, y: 0) }

  private func present(_ cache: TileCache) -> [Int] {
    (0..<1000).filter { cache.contains(id($0)) }
  }

  @Test func leastRecentlyUsedGoesFirst() {
    var cache = TileCache(byteLimit: 35_000)
    for number in 0..<3 { cache.insert(answer(10_000), for: id(number), keeping: []) }
    #expect(present(cache) == [0, 1, 2])
    _ = cache.answer(for: id(0), now: 0)
    cache.insert(answer(10_000), for: id(3), keeping: [])
    #expect(present(cache) == [0, 2, 3])
    _ = cache.answer(for: id(2), now: 0)
    cache.insert(answer(20_000), for: id(4), keeping: [])
    #expect(present(cache) == [2, 4])
    #expect(cache.bytes > 30_000 && cache.bytes <= 35_000)
  }

  @Test func keptTilesOutlastTheLimit() {
    var cache = TileCache(byteLimit: 15_000)
    let kept: Set = [id(0), id(2)]
    for number in 0..<3 { cache.insert(answer(10_000), for: id(number), keeping: kept) }
    #expect(present(cache) == [0, 2])
    cache.insert(answer(1), for: id(3), keeping: [])
    #expect(present(cache) == [2, 3])
  }

  @Test func aSmallerLimitHoldsAtOnce() {
    var cache = TileCache(byteLimit: 50_000)
    for number in 0..<4 { cache.insert(answer(10_000), for: id(number), keeping: []) }
    cache.limit(to: 25_000, keeping: [id(0)])
    #expect(present(cache) == [0, 3])
    cache.limit(to: 50_000, keeping: [])
    cache.insert(answer(10_000), for: id(5), keeping: [])
    #expect(present(cache) == [0, 3, 5])
  }

  @Test func anAnswerReplacesTheOneBefore() {
    var cache = TileCache(byteLimit: 1 << 20)
    cache.insert(.absent, for: id(0), keeping: [])
    let empty = cache.bytes
    cache.insert(answer(5000), for: id(0), keeping: [])
    #expect(cache.bytes == empty + 5000 && cache.count == 1)
    cache.remove(id(0))
    cache.remove(id(0))
    #expect(cache.bytes == 0 && cache.count == 0 && cache.answer(for: id(0), now: 0) == nil)
  }

  @Test func failuresCanBeForgotten() {
    var cache = TileCache(byteLimit: 1 << 20)
    cache.insert(.absent, for: id(0), keeping: [])
    for number in 1...5 {
      cache.insert(
        .failed(TileError(.damaged, file: "a", reason: "b")), for: id(number), keeping: [])
    }
    cache.removeFailures()
    #expect(present(cache) == [0])
  }

  @Test func agreesWithASimpleModel() {
    var cache = TileCache(byteLimit: 20_000)
    var model: [(number: Int, size: Int)] = []  // the oldest first
    var generator = SeededGenerator(state: 6)
    let overhead = {
      var cache = TileCache(byteLimit: 1 << 20)
      cache.insert(.absent, for: TileID(z: 0, x: 0, y: 0), keeping: [])
      return cache.bytes
    }()
    for _ in 0..<5000 {
      let number = Int.random(in: 0..<40, using: &generator)
      let known = model.firstIndex { $0.number == number }
      switch Int.random(in: 0..<3, using: &generator) {
      case 0:
        let size = Int.random(in: 0..<3000, using: &generator)
        cache.insert(answer(size), for: id(number), keeping: [])
        if let known { model.remove(at: known) }
        model.append((number, size + overhead))
        while model.reduce(0, { $0 + $1.size }) > 20_000 { model.removeFirst() }
      case 1:
        #expect((cache.answer(for: id(number), now: 0) != nil) == (known != nil))
        if let known { model.append(model.remove(at: known)) }
      default:
        if Bool.random(using: &generator) {
          cache.remove(id(number))
          if let known { model.remove(at: known) }
        }
      }
      #expect(cache.bytes == model.reduce(0) { $0 + $1.size })
    }
    #expect(present(cache) == model.map(\.number).sorted())
  }
}
