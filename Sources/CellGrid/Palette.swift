/// The colours of terminals that do not show 24-bit colour, and the nearest one to any colour.
///
/// Nearness is Euclidean distance in OKLab with two changes, both needed because the first step of
/// xterm's colour cube above black is 95: chroma is compressed by a square root, so that a dark
/// blue prefers a blue that is too strong to a grey that is just as dark; and the lightness of
/// near-greys is taken from the plain mean of their channels, which keeps slightly blue and
/// slightly green dark greys apart.
public enum Palette {
  /// The index, 16…255, of the nearest colour in xterm's 6×6×6 cube and grey ramp.
  ///
  /// Indices 0…15 are never returned: users redefine them. O(1) for colours seen lately.
  /// Precondition: not the terminal default.
  public static func index256(_ color: Color) -> UInt8 {
    indexed.index(for: color.packed & 0xFF_FFFF)
  }

  /// The number, 0…15, of the nearest of xterm's default ANSI colours; 8…15 are the bright ones.
  ///
  /// Blues stay blue or cyan, even where a grey is nearer: else pale water would be land.
  /// O(1) for colours seen lately. Precondition: not the terminal default.
  public static func ansi16(_ color: Color) -> UInt8 {
    ansi.index(for: color.packed & 0xFF_FFFF)
  }

  /// Whether text in one of the 16 colours can be read on all of some others, a bit for each: a
  /// contrast of 2 at least, by the formula of WCAG 2.
  static func isReadable(_ foreground: UInt8, on grounds: UInt16) -> Bool {
    leastContrast(foreground, grounds) >= 2
  }

  /// White or black, whichever has more contrast where it has least.
  static func readable(on grounds: UInt16) -> UInt8 {
    leastContrast(15, grounds) > leastContrast(0, grounds) ? 15 : 0
  }

  private static func leastContrast(_ foreground: UInt8, _ grounds: UInt16) -> Float {
    var least = Float.infinity
    var rest = grounds
    while rest != 0 {
      let a = luminances[Int(foreground)] + 0.05
      let b = luminances[rest.trailingZeroBitCount] + 0.05
      least = min(least, max(a, b) / min(a, b))
      rest &= rest - 1
    }
    return least
  }

  private static let luminances = ansiColors.map { PerceptualColor.luminance(rgb: $0) }

  /// The colour xterm shows for an index: ANSI colours, colour cube, grey ramp.
  public static func rgb(index: UInt8) -> Color {
    let index = Int(index)
    if index < 16 { return Color(ansiColors[index]) }
    if index >= 232 { return Color(UInt32(8 + 10 * (index - 232)) * 0x01_0101) }
    let cube = index - 16
    return Color(
      red: cubeLevels[cube / 36], green: cubeLevels[cube / 6 % 6], blue: cubeLevels[cube % 6])
  }

  /// xterm's compiled-in colours 0…15 (XTerm-col.ad).
  private static let ansiColors: [UInt32] = [
    0x00_0000, 0xCD_0000, 0x00_CD00, 0xCD_CD00, 0x00_00EE, 0xCD_00CD, 0x00_CDCD, 0xE5_E5E5,
    0x7F_7F7F, 0xFF_0000, 0x00_FF00, 0xFF_FF00, 0x5C_5CFF, 0xFF_00FF, 0x00_FFFF, 0xFF_FFFF,
  ]

  private static let cubeLevels: [UInt8] = [0, 95, 135, 175, 215, 255]

  private static let indexed = NearestColor(16...255)
  /// Blue, bright blue, cyan, bright cyan.
  private static let ansi = NearestColor(0...15, blues: [4, 12, 6, 14])
}
