/// The eight dots of a cell as the low byte of a Braille pattern (Unicode block U+2800…U+28FF), and
/// the characters that show them.
public enum BrailleDots {
  /// The bit of the dot at x 0…1, y 0…3.
  @inline(__always)
  public static func bit(x: Int, y: Int) -> UInt8 {
    // A byte each: 01 08, 02 10, 04 20, 40 80, from the top left.
    UInt8(
      truncatingIfNeeded: UInt64(0x8040_2004_1002_0801) >> UInt64(16 * (y & 3) + 8 * (x & 1)))
  }

  /// The character that shows the dots, as a scalar value; a blank for none.
  ///
  /// Block: a quadrant is set when one of its two dots is, so that lines stay whole. ASCII: the
  /// character whose strokes are most like the dots.
  @inline(__always)
  public static func glyph(_ dots: UInt8, charset: Charset) -> UInt32 {
    if dots == 0 { return 0x20 }
    return switch charset {
    case .braille: 0x2800 + UInt32(dots)
    case .block: quadrants[quadrantBits(dots)]
    case .ascii: UInt32(asciiGlyphs[Int(dots)])
    }
  }

  /// Upper left 1, upper right 2, lower left 4, lower right 8.
  private static func quadrantBits(_ dots: UInt8) -> Int {
    (dots & 0x03 != 0 ? 1 : 0) | (dots & 0x18 != 0 ? 2 : 0)
      | (dots & 0x44 != 0 ? 4 : 0) | (dots & 0xA0 != 0 ? 8 : 0)
  }

  private static let quadrants: [UInt32] = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars).map(\.value)

  /// What strokes look like in dots; of equally like ones the first counts.
  private static let strokes: [(character: Unicode.Scalar, dots: UInt8)] = [
    ("|", 0x47), ("|", 0xB8), ("|", 0x06), ("|", 0x30),
    ("-", 0x12), ("-", 0x24), ("-", 0x1A), ("-", 0x13), ("-", 0x64), ("-", 0xA4),
    ("_", 0xC0), ("\"", 0x09), ("~", 0x11), ("~", 0x0A),
    ("/", 0x5C), ("/", 0x14), ("/", 0x60), ("/", 0x58), ("/", 0x4C), ("/", 0x48),
    ("\\", 0xA3), ("\\", 0x22), ("\\", 0x84), ("\\", 0x83), ("\\", 0xA1), ("\\", 0x81),
    ("'", 0x01), ("'", 0x08), ("'", 0x03), ("'", 0x18), (".", 0x40), (".", 0x80), (".", 0x44),
    (".", 0xA0), (":", 0x05), (":", 0x42), (":", 0x28), (":", 0x90), ("-", 0x02), ("-", 0x10),
    ("-", 0x04), ("-", 0x20), ("+", 0x57), ("+", 0x4F), ("+", 0xBA), ("+", 0xB9), ("+", 0x7E),
    ("+", 0xBE), ("+", 0x76), ("+", 0xB6), ("#", 0xFF),
  ]

  private static let asciiGlyphs: [UInt8] = (0..<256).map { number in
    let dots = UInt8(number)
    if dots == 0 { return 0x20 }
    if dots.nonzeroBitCount >= 7 { return UInt8(ascii: "#") }
    let best = strokes.min { ($0.dots ^ dots).nonzeroBitCount < ($1.dots ^ dots).nonzeroBitCount }
    return best.map { UInt8(ascii: $0.character) } ?? UInt8(ascii: "+")
  }
}
