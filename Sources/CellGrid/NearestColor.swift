import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A search for the nearest of some palette colours, with a cache of its answers.
///
/// The cache is direct-mapped; an entry is one word that holds both question and answer, so that
/// threads can share it without locks: a lost update costs a search, never a wrong answer.
struct NearestColor: Sendable {
  private struct Candidate {
    var color: PerceptualColor
    var index: UInt8
  }

  /// From dark to light.
  private let candidates: [Candidate]
  /// Those for blues; empty when all are.
  private let blueCandidates: [Candidate]
  private let cache = ColorCache()

  /// - Parameter blues: the only ones that blues may become; none for no such rule.
  init(_ indices: ClosedRange<UInt8>, blues: [UInt8] = []) {
    candidates = Self.candidates(Array(indices))
    blueCandidates = Self.candidates(blues)
  }

  private static func candidates(_ indices: [UInt8]) -> [Candidate] {
    indices.map {
      Candidate(color: PerceptualColor(rgb: Palette.rgb(index: $0).packed), index: $0)
    }
    .sorted { $0.color.lightness < $1.color.lightness }
  }

  /// The palette index nearest to 0xRRGGBB.
  func index(for rgb: UInt32) -> UInt8 {
    if let index = cache[rgb] { return index }
    let index = search(rgb)
    cache[rgb] = index
    return index
  }

  /// Looks from the candidates of the same lightness outwards, to both sides in turn, until
  /// lightness alone makes the rest too far.
  private func search(_ rgb: UInt32) -> UInt8 {
    let color = PerceptualColor(rgb: rgb)
    let suited = blueCandidates.isEmpty || !color.isBlue ? candidates : blueCandidates
    return suited.withUnsafeBufferPointer { candidates in
      var low = 0
      var high = candidates.count
      while low < high {
        let middle = (low + high) / 2
        if candidates[middle].color.lightness < color.lightness {
          low = middle + 1
        } else {
          high = middle
        }
      }
      var best = Float.infinity
      var index: UInt8 = 0
      var (up, down) = (low, low - 1)
      while up < candidates.count || down >= 0 {
        if up < candidates.count {
          let candidate = candidates[up]
          let isWithin = candidate.color.lightness - color.lightness < best
          up = isWithin ? up + 1 : candidates.count
          let distance = isWithin ? color.distance(candidate.color) : .infinity
          if distance < best { (best, index) = (distance, candidate.index) }
        }
        if down >= 0 {
          let candidate = candidates[down]
          let isWithin = color.lightness - candidate.color.lightness < best
          down = isWithin ? down - 1 : -1
          let distance = isWithin ? color.distance(candidate.color) : .infinity
          if distance < best { (best, index) = (distance, candidate.index) }
        }
      }
      return index
    }
  }
}

/// Answers for colours seen lately. Lives as long as the process.
private struct ColorCache: @unchecked Sendable {
  private static let bits: UInt32 = 14
  /// The answer in the top byte above the colour.
  private let entries: UnsafeMutablePointer<Atomic<UInt32>>

  init() {
    let count = 1 << Int(Self.bits)
    entries = .allocate(capacity: count)
    // Black has slot 0 and so is the question of no other; there, colour 1 is not.
    for index in 0..<count { (entries + index).initialize(to: Atomic(index == 0 ? 1 : 0)) }
  }

  subscript(rgb: UInt32) -> UInt8? {
    get {
      let entry = entries[slot(rgb)].load(ordering: .relaxed)
      return entry & 0xFF_FFFF == rgb ? UInt8(entry >> 24) : nil
    }
    nonmutating set {
      guard let newValue else { return }
      entries[slot(rgb)].store(UInt32(newValue) << 24 | rgb, ordering: .relaxed)
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
    let mean = Self.greyLightness[(red + green + blue + 1) / 3]
    let chroma = (oklab.a * oklab.a + oklab.b * oklab.b).squareRoot()
    let greyness = max(0, 1 - chroma / 0.08)
    lightness = oklab.lightness + greyness * (mean - oklab.lightness)
    let compression = chroma > 1e-4 ? 0.7 / chroma.squareRoot() : 0
    a = oklab.a * compression
    b = oklab.b * compression
  }

  /// Whether it is a blue, if maybe a pale or dark one: chroma of 0.026 at least, and a hue of 215°
  /// to 285°. Water on maps is, dark or light; grey bars and names are not.
  var isBlue: Bool {
    let compressed = (a * a + b * b).squareRoot()
    let hue = atan2f(b, a) * 180 / .pi + 360
    return compressed >= 0.7 * Float(0.026).squareRoot() && (215...285).contains(hue)
  }

  /// OKLab as it is: lightness, a, b.
  static func plain(rgb: UInt32) -> SIMD3<Float> {
    let color = oklab(
      linear[Int(rgb >> 16 & 255)], linear[Int(rgb >> 8 & 255)], linear[Int(rgb & 255)])
    return SIMD3(color.lightness, color.a, color.b)
  }

  @inline(__always)
  func distance(_ other: PerceptualColor) -> Float {
    let (dL, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
    return (dL * dL + da * da + db * db).squareRoot()
  }

  /// The relative luminance of sRGB, 0…1 (IEC 61966-2-1).
  static func luminance(rgb: UInt32) -> Float {
    0.2126 * linear[Int(rgb >> 16 & 255)] + 0.7152 * linear[Int(rgb >> 8 & 255)]
      + 0.0722 * linear[Int(rgb & 255)]
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

  private static let greyLightness: [Float] = linear.map(cbrtf)

  /// sRGB channel values to linear light (IEC 61966-2-1).
  private static let linear: [Float] = (0..<256).map { level in
    let value = Float(level) / 255
    return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }
}
