import CellGrid

#if canImport(Glibc)
  import Glibc
#endif

/// Relative luminance and contrast as WCAG 2.2 defines them.
enum Contrast {
  private static let linear: [Float] = (0..<256).map { level in
    let value = Float(level) / 255
    return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }

  /// 0…1.
  static func luminance(_ color: Color) -> Float {
    0.2126 * linear[Int(color.red)] + 0.7152 * linear[Int(color.green)]
      + 0.0722 * linear[Int(color.blue)]
  }

  /// Of two luminances: 1…21.
  static func ratio(_ a: Float, _ b: Float) -> Float {
    (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }
}
