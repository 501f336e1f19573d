/// Two palette colours that, seen from afar, mix to a third: what ordered dithering needs.
public struct PaletteMix: Equatable, Sendable {
  /// Palette indices, `first` the darker one; the same when one colour alone is best.
  public var first: UInt8
  public var second: UInt8
  /// How much of `second`, 0…64, in sixty-fourths.
  public var share: UInt8
}

/// Finds the mixes of palette colours, and remembers them. Use it from one thread.
///
/// Colours are taken to six bits a channel; between those dithering shows no difference. Of the
/// colours near the wanted one the pair is chosen that leaves the least error, plus a share of the
/// noise the pattern makes (its variance), both in OKLab; that of hues counts more, since greens
/// among greys are seen as dots before they are seen as a dark green. Mixing is taken to be linear
/// there, which for colours so near is as good as mixing light.
public final class PaletteMixer {
  private struct Candidate {
    var color: SIMD3<Float>
    var index: UInt8
  }

  /// Colours among which a pair is looked for.
  private static let neighbours = 10

  private let candidates: [Candidate]
  /// How much of a pattern's variance counts as error: of its lightness, and of its a and b.
  private let noiseWeights: SIMD3<Float>
  /// By colour; 0 is not known yet.
  private var known: [UInt32]

  /// - Parameter depth: 256 colours, or else 16.
  public init(depth: ColorDepth) {
    let indices: ClosedRange<UInt8> = depth == .indexed256 ? 16...255 : 0...15
    candidates = indices.map {
      Candidate(color: PerceptualColor.plain(rgb: Palette.rgb(index: $0).packed), index: $0)
    }
    noiseWeights = depth == .indexed256 ? SIMD3(0.45, 0.7, 0.7) : SIMD3(repeating: 0.35)
    known = Array(repeating: 0, count: 1 << 18)
  }

  /// The mix for 0xRRGGBB. O(1) for colours seen before.
  public func mix(for rgb: UInt32) -> PaletteMix {
    let red = rgb >> 6 & 0x3_f000
    let green = rgb >> 4 & 0xfc0
    let blue = rgb >> 2 & 0x3f
    let key = Int(red | green | blue)
    var word = known[key]
    if word == 0 {
      // The middle of the colours that share the six bits.
      let mix = search(rgb & 0xfc_fcfc | 0x02_0202)
      let indices = UInt32(mix.second) << 8 | UInt32(mix.first)
      word = 0x8000_0000 | UInt32(mix.share) << 16 | indices
      known[key] = word
    }
    return PaletteMix(
      first: UInt8(truncatingIfNeeded: word), second: UInt8(truncatingIfNeeded: word >> 8),
      share: UInt8(truncatingIfNeeded: word >> 16 & 0x7f))
  }

  private func search(_ rgb: UInt32) -> PaletteMix {
    let wanted = PerceptualColor.plain(rgb: rgb)
    let near = nearest(to: wanted)
    var best = Float.infinity
    var result = PaletteMix(first: near[0].index, second: near[0].index, share: 0)
    for (number, a) in near.enumerated() {
      for b in near[number...] {
        let way = b.color - a.color
        let length = (way * way).sum()
        let offset = ((wanted - a.color) * way).sum()
        let share = length > 0 ? min(max(offset / length, 0), 1) : 0
        let error = wanted - a.color - way * share
        let noise = (way * way * noiseWeights).sum() * share * (1 - share)
        let cost = (error * error).sum() + noise
        guard cost < best else { continue }
        best = cost
        let parts = UInt8((share * 64).rounded())
        result =
          a.color.x <= b.color.x
          ? PaletteMix(first: a.index, second: b.index, share: parts)
          : PaletteMix(first: b.index, second: a.index, share: 64 - parts)
      }
    }
    return result
  }

  private func nearest(to wanted: SIMD3<Float>) -> [Candidate] {
    let distances = candidates.enumerated().map { number, candidate in
      let offset = candidate.color - wanted
      return (distance: (offset * offset).sum(), number: number)
    }
    return distances.sorted { $0 < $1 }.prefix(Self.neighbours).map { candidates[$0.number] }
  }
}
