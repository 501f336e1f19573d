/// Light of 8-bit sRGB values, for means: the square stands in for the exact curve, which it leaves
/// by less than two code values in a mean of black and white.
enum Light {
  /// 0…65025.
  @inline(__always)
  static func of(_ value: UInt8) -> Int { Int(value) &* Int(value) }

  /// The 8-bit value of a light.
  static let root: [UInt8] = (0...65_025).map { UInt8(Double($0).squareRoot().rounded()) }
}

/// Four channels of 8 bits in a word.
enum Packed {
  private static let lanes: UInt64 = 0x00ff_00ff_00ff_00ff
  private static let half: UInt64 = 0x0080_0080_0080_0080

  /// Two channels of 8 bits spread over lanes of 16, so that all four are computed at once.
  @inline(__always)
  static func spread(_ pixel: UInt32) -> UInt64 {
    let wide = UInt64(pixel)
    return (wide | wide << 24) & lanes
  }

  @inline(__always)
  static func join(_ lanes: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: lanes | lanes >> 24)
  }

  /// A colour 0xRRGGBB multiplied by its alpha, with the alpha on top.
  @inline(__always)
  static func premultiplied(_ color: UInt32, alpha: UInt8) -> UInt32 {
    if alpha == 255 { return 0xff00_0000 | color }
    let share = UInt64(alpha) &+ UInt64(alpha >> 7)
    return UInt32(alpha) << 24 | join(mix(0, spread(color), share)) & 0xff_ffff
  }

  /// Between two spread pixels; `share` of the second, 0…256.
  @inline(__always)
  static func mix(_ a: UInt64, _ b: UInt64, _ share: UInt64) -> UInt64 {
    (a &* (256 &- share) &+ b &* share &+ half) >> 8 & lanes
  }

  /// Between four pixels around a place; shares of the right and of the lower ones, 0…256.
  @inline(__always)
  static func bilinear(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ shareX: UInt64, _ shareY: UInt64
  ) -> UInt32 {
    let upper = mix(spread(a), spread(b), shareX)
    let lower = mix(spread(c), spread(d), shareX)
    return join(mix(upper, lower, shareY))
  }
}
