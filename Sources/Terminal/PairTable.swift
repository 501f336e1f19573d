import CNcurses

/// What the numbers of colour pairs mean; for the encoder, which hands them out, and the filter, which
/// meets them in what curses writes.
final class PairColors {
  /// curses' numbers of colours; -1 is the terminal's default.
  typealias Pair = (foreground: Int32, background: Int32)

  /// By the number of the pair.
  fileprivate(set) var all: [Pair] = [(-1, -1)]
}

/// curses' colour pairs, handed out as combinations of colours turn up.
struct PairTable {
  let colors = PairColors()
  private var pairs = PairNumbers()
  private var latest: (key: UInt64, pair: Int32) = (0, 0)
  private let limit: Int
  /// Whether curses only passes the numbers on, and need not know what they mean.
  private let passesNumbers: Bool
  /// The last number curses knows, where it only passes them on.
  private var lastKnown: Int32 = 0
  /// Numbers that mean nothing any more.
  private var free: [Int32] = []
  /// From how many pairs on it is time to look which are still needed.
  private var enough: Int
  /// Tells curses of a pair; whether it took it.
  private let define: (_ pair: Int32, _ foreground: Int32, _ background: Int32) -> Bool
  /// Whether a combination found no room since `beginFrame()`.
  private(set) var isExhausted = false

  /// - Parameters:
  ///   - limit: COLOR_PAIRS; pair 0 is the terminal's own colours.
  ///   - passesNumbers: whether a number may change its meaning without curses learning of it. For
  ///     curses to forget all of them takes longer than several frames.
  init(
    limit: Int, passesNumbers: Bool,
    define: @escaping (_ pair: Int32, _ foreground: Int32, _ background: Int32) -> Bool = {
      init_extended_pair($0, $1, $2) == OK
    }
  ) {
    self.limit = limit
    self.passesNumbers = passesNumbers
    self.define = define
    enough = passesNumbers ? Self.usual : limit
    latest = (Self.key(-1, -1), 0)
  }

  /// Few enough to stay near the processor, and more than a usual screen has.
  private static let usual = 1 << 14

  mutating func beginFrame() { isExhausted = false }

  /// Whether it is time to take back what is not on the screen.
  var isWorthReclaiming: Bool { pairs.count > enough }

  /// The pair of two of curses' colours; -1 is the terminal's default. When there is no room the
  /// background is kept and the foreground is the terminal's.
  mutating func pair(foreground: Int32, background: Int32) -> Int32 {
    let key = Self.key(foreground, background)
    if key == latest.key { return latest.pair }
    if foreground == -1, background == -1 { return 0 }
    if let pair = pairs[key] {
      latest = (key, pair)
      return pair
    }
    let pair = free.last ?? Int32(colors.all.count)
    guard pair < limit, introduce(pair, foreground, background) else {
      isExhausted = true
      return pairs[Self.key(-1, background)] ?? 0
    }
    pairs.insert(pair, for: key)
    if free.popLast() != nil {
      colors.all[Int(pair)] = (foreground, background)
    } else {
      colors.all.append((foreground, background))
    }
    latest = (key, pair)
    return pair
  }

  /// Tells curses what it has to know of a pair. It takes cells for equal whose pairs have the same
  /// colours, so that each number has a colour of its own, once and for all.
  private mutating func introduce(
    _ pair: Int32, _ foreground: Int32, _ background: Int32
  ) -> Bool {
    if !passesNumbers { return define(pair, foreground, background) }
    if pair <= lastKnown { return true }
    lastKnown = pair
    return define(pair, pair, pair)
  }

  /// Takes numbers back, to mean something else later; for where curses only passes them on.
  /// - Parameter isUsed: by number, whether a cell on the screen has it; later numbers are kept.
  mutating func reclaim(keeping isUsed: [Bool]) {
    pairs.removeAll()
    free.removeAll(keepingCapacity: true)
    for pair in (1..<colors.all.count).reversed() {
      if pair >= isUsed.count || isUsed[pair] {
        let (foreground, background) = colors.all[pair]
        pairs.insert(Int32(pair), for: Self.key(foreground, background))
      } else {
        free.append(Int32(pair))
      }
    }
    latest = (Self.key(-1, -1), 0)
    enough = max(Self.usual, 2 * pairs.count)
  }

  /// Forgets all pairs. Everything on the screen must be drawn again.
  mutating func reset() {
    // All at once: for each pair that is redefined alone, curses looks through the whole screen.
    if !passesNumbers { reset_color_pairs() }
    pairs.removeAll()
    free.removeAll()
    enough = passesNumbers ? Self.usual : limit
    colors.all.removeLast(colors.all.count - 1)
    latest = (Self.key(-1, -1), 0)
    isExhausted = false
  }

  private static func key(_ foreground: Int32, _ background: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
  }
}

/// Numbers of pairs by their colours, by open addressing: an image asks for thousands a frame, which
/// a `Dictionary` answers at several times the price.
private struct PairNumbers {
  private(set) var count = 0
  /// A power of two of places, at most half of them taken; 0 is nobody's number here.
  private var places: [(key: UInt64, pair: Int32)] = Array(repeating: (0, 0), count: 1 << 10)

  /// The number for a key, nil when there is none.
  subscript(key: UInt64) -> Int32? {
    let pair = places[place(of: key)].pair
    return pair == 0 ? nil : pair
  }

  /// - Parameter pair: more than 0.
  mutating func insert(_ pair: Int32, for key: UInt64) {
    if count * 2 >= places.count { grow() }
    let place = place(of: key)
    if places[place].pair == 0 { count += 1 }
    places[place] = (key, pair)
  }

  mutating func removeAll() {
    count = 0
    for place in places.indices { places[place] = (0, 0) }
  }

  /// Where a key is, or would be.
  private func place(of key: UInt64) -> Int {
    let mask = places.count - 1
    // The highest bits of the product depend on all bits of the key (Knuth, 6.4).
    let product = key &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: product >> UInt64(places.count.leadingZeroBitCount + 1))
    while places[place].pair != 0, places[place].key != key { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: (0, 0), count: old.count * 2)
    for entry in old where entry.pair != 0 { places[place(of: entry.key)] = entry }
  }
}
