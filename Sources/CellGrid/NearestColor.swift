import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A search for the nearest of some palette colours, with a cache of its answers.
///
/// The cache is direct-mapped; an entry is one word that holds both question and answer, so that
/// threads can share it without locks: a lost update costs a search, never a wrong answer.
struct NearestColor: Sendable {
  private struct Group {
    var lightness = SIMD8<Float>(repeating: 1e9)
    var a = SIMD8<Float>(repeating: 1e9)
    var b = SIMD8<Float>(repeating: 1e9)
  }

  private let first: Int
  private let count: Int
  /// The candidates, eight by eight; the last group is filled up with unreachable colours.
  private let groups: [Group]
  private let cache: ColorCache

  init(_ indices: ClosedRange<UInt8>) {
    first = Int(indices.lowerBound)
    count = indices.count
    var groups = Array(repeating: Group(), count: (indices.count + 7) / 8)
    for (position, index) in indices.enumerated() {
      let color = PerceptualColor(rgb: Palette.rgb(index: index).packed)
      groups[position / 8].lightness[position % 8] = color.lightness
      groups[position / 8].a[position % 8] = color.a
      groups[position / 8].b[position % 8] = color.b
    }
    self.groups = groups
    cache = ColorCache()
  }

  /// The palette index nearest to 0xRRGGBB.
  func index(for rgb: UInt32) -> UInt8 {
    if let position = cache[rgb] { return UInt8(first + Int(position)) }
    let position = search(rgb)
    cache[rgb] = UInt8(position)
    return UInt8(first + position)
  }

  private func search(_ rgb: UInt32) -> Int {
    let color = PerceptualColor(rgb: rgb)
    var best = SIMD8<Float>(repeating: .infinity)
    var bestGroup = SIMD8<Int32>(repeating: 0)
    // Each lane has its own best; they meet at the end.
    for group in 0..<groups.count {
      let candidates = groups[group]
      let dL = candidates.lightness - color.lightness
      let da = candidates.a - color.a
      let db = candidates.b - color.b
      let distance = dL * dL + da * da + db * db
      let isNearer = distance .< best
      best.replace(with: distance, where: isNearer)
      bestGroup.replace(with: SIMD8(repeating: Int32(group)), where: isNearer)
    }
    var lane = 0
    for other in 1..<8 where best[other] < best[lane] { lane = other }
    return min(Int(bestGroup[lane]) * 8 + lane, count - 1)
  }
}

/// Answers for colours seen lately. Lives as long as the process.
private struct ColorCache: @unchecked Sendable {
  private static let bits: UInt32 = 14
  /// `answer + 1` in the top byte above the colour; 0 is empty.
  private let entries: UnsafeMutablePointer<Atomic<UInt32>>

  init() {
    let count = 1 << Int(Self.bits)
    entries = .allocate(capacity: count)
    for index in 0..<count { (entries + index).initialize(to: Atomic(0)) }
  }

  subscript(rgb: UInt32) -> UInt8? {
    get {
      let entry = entries[slot(rgb)].load(ordering: .relaxed)
      guard entry & 0xFF_FFFF == rgb, entry >> 24 != 0 else { return nil }
      return UInt8(entry >> 24 - 1)
    }
    nonmutating set {
      let answer = newValue.map { UInt32($0) + 1 } ?? 0
      entries[slot(rgb)].store(answer << 24 | rgb, ordering: .relaxed)
    }
  }

  /// Fibonacci hashing, since map colours differ in few bits.
  private func slot(_ rgb: UInt32) -> Int {
    Int((rgb &* 2_654_435_769) >> (32 - Self.bits))
  }
}

/// A colour in OKLab (Björn Ottosson, "A perceptual color space for image processing", 2020) with
/// the changes `Palette` describes.
struct PerceptualColor {
  var lightness: Float
  var a: Float
  var b: Float

  init(rgb: UInt32) {
    let (red, green, blue) = (Int(rgb >> 16 & 255), Int(rgb >> 8 & 255), Int(rgb & 255))
    let oklab = Self.oklab(Self.linear[red], Self.linear[green], Self.linear[blue])
    let mean = Self.linear[(red + green + blue + 1) / 3]
    let chroma = (oklab.a * oklab.a + oklab.b * oklab.b).squareRoot()
    let greyness = max(0, 1 - chroma / 0.08)
    lightness = oklab.lightness + greyness * (cbrtf(mean) - oklab.lightness)
    let compression = chroma > 1e-4 ? 0.7 / chroma.squareRoot() : 0
    a = oklab.a * compression
    b = oklab.b * compression
  }

  private static func oklab(
    _ red: Float, _ green: Float, _ blue: Float
  ) -> (lightness: Float, a: Float, b: Float) {
    let l = cbrtf(0.412_221_47 * red + 0.536_332_54 * green + 0.051_445_99 * blue)
    let m = cbrtf(0.211_903_5 * red + 0.680_699_55 * green + 0.107_396_96 * blue)
    let s = cbrtf(0.088_302_46 * red + 0.281_718_84 * green + 0.629_978_7 * blue)
    return (
      0.210_454_26 * l + 0.793_617_79 * m - 0.004_072_05 * s,
      1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
      0.025_904_04 * l + 0.782_771_77 * m - 0.808_675_77 * s
    )
  }

  /// sRGB channel values to linear light (IEC 61966-2-1).
  private static let linear: [Float] = (0..<256).map { level in
    let value = Float(level) / 255
    return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }
}
