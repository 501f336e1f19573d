/// Puts lines in the order they are drawn in, and joins those of a kind that go on in one another.
///
/// Tiles cut a road wherever one of its tags changes. Joined, a dash runs through, and what runs
/// beside something else can be told from what crosses it.
struct LineJoiner {
  private(set) var points: [ScenePoint] = []
  private(set) var rings: [SceneRing] = []
  private(set) var lines: [SceneLine] = []
  private let source: [ScenePoint]

  /// The points of rings are kept as they are.
  init(points source: [ScenePoint], rings: [SceneRing]) {
    self.source = source
    points.reserveCapacity(source.count)
    self.rings.reserveCapacity(rings.count)
    for ring in rings {
      let start = Int32(points.count)
      points.append(contentsOf: source[Int(ring.points.lowerBound)..<Int(ring.points.upperBound)])
      self.rings.append(SceneRing(points: start..<Int32(points.count)))
    }
  }

  /// O(points + lines · log lines).
  mutating func join(_ unordered: [SceneLine]) {
    let order = unordered.indices.sorted {
      let (a, b) = (unordered[$0], unordered[$1])
      return Self.precedes(a.kind, b.kind) || (a.kind == b.kind && $0 < $1)
    }
    var first = 0
    while first < order.count {
      let kind = unordered[order[first]].kind
      var end = first + 1
      while end < order.count, unordered[order[end]].kind == kind { end += 1 }
      let start = lines.count
      joinAlike(order[first..<end].map { unordered[$0] })
      sortByDirection(from: start)
      first = end
    }
  }

  private static func precedes(_ a: SceneLine.Kind, _ b: SceneLine.Kind) -> Bool {
    (a.lineClass.rawValue, a.rank, a.isTunnel ? 1 : 0)
      < (b.lineClass.rawValue, b.rank, b.isTunnel ? 1 : 0)
  }

  /// Of the two sides of a road the one that leads east comes first, in every tile: where there is
  /// room for one only, it is the same one everywhere.
  private mutating func sortByDirection(from start: Int) {
    guard lines.count - start > 1 else { return }
    func isBackward(_ line: SceneLine) -> Bool {
      let from = points[Int(line.points.lowerBound)]
      let to = points[Int(line.points.upperBound) - 1]
      return 2 * (Int(to.x) - Int(from.x)) + Int(to.y) - Int(from.y) < 0
    }
    let tail = lines[start...]
    let sorted = tail.filter { !isBackward($0) } + tail.filter { isBackward($0) }
    lines.replaceSubrange(start..., with: sorted)
  }

  private mutating func joinAlike(_ alike: [SceneLine]) {
    var byStart: [UInt32: Int] = [:]
    var next = Array(repeating: -1, count: alike.count)
    var ends: Set<UInt32> = []
    for index in alike.indices.reversed() where alike[index].size == .infinity {
      next[index] = byStart.updateValue(index, forKey: startKey(alike[index])) ?? -1
      ends.insert(endKey(alike[index]))
    }
    var isUsed = Array(repeating: false, count: alike.count)
    // Lines that nothing leads to begin the chains; what is left then are circles.
    for isHeadWanted in [true, false] {
      for index in alike.indices where !isUsed[index] {
        let line = alike[index]
        if isHeadWanted, line.size == .infinity, ends.contains(startKey(line)) { continue }
        addChain(from: index, alike, &byStart, next, &isUsed)
      }
    }
  }

  private mutating func addChain(
    from head: Int, _ alike: [SceneLine], _ byStart: inout [UInt32: Int], _ next: [Int],
    _ isUsed: inout [Bool]
  ) {
    var line = alike[head]
    let start = Int32(points.count)
    append(line, skippingFirst: false)
    isUsed[head] = true
    while line.size == .infinity {
      let end = endKey(line)
      guard var follower = byStart[end] else { break }
      while follower >= 0, isUsed[follower] { follower = next[follower] }
      // Those passed over stay used: thousands of lines may begin at one point.
      byStart[end] = follower
      guard follower >= 0 else { break }
      line = alike[follower]
      append(line, skippingFirst: true)
      isUsed[follower] = true
    }
    let range = start..<Int32(points.count)
    lines.append(
      SceneLine(
        kind: line.kind, points: range,
        bounds: SceneBounds(of: points[Int(start)...]), size: line.size))
  }

  private mutating func append(_ line: SceneLine, skippingFirst: Bool) {
    let first = Int(line.points.lowerBound) + (skippingFirst ? 1 : 0)
    guard first < Int(line.points.upperBound) else { return }
    points.append(contentsOf: source[first..<Int(line.points.upperBound)])
  }

  private func startKey(_ line: SceneLine) -> UInt32 { key(source[Int(line.points.lowerBound)]) }
  private func endKey(_ line: SceneLine) -> UInt32 { key(source[Int(line.points.upperBound) - 1]) }

  private func key(_ point: ScenePoint) -> UInt32 {
    UInt32(UInt16(bitPattern: point.x)) << 16 | UInt32(UInt16(bitPattern: point.y))
  }
}
