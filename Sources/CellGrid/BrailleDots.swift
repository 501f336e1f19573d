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
  /// Block: a quadrant is set when one of its two dots is, so that lines stay whole. ASCII: a stroke
  /// that lies or leans as the dots do.
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

  /// By the rows the dots take and the way they lean: a stroke, or a point.
  private static let asciiGlyphs: [UInt8] = (0..<256).map { number in
    let dots = UInt8(number)
    let rows = (0..<4).map { y in
      (dots & bit(x: 0, y: y) != 0 ? 1 : 0) | (dots & bit(x: 1, y: y) != 0 ? 2 : 0)
    }
    guard let top = rows.first(where: { $0 != 0 }), let bottom = rows.last(where: { $0 != 0 })
    else { return 0x20 }
    if dots.nonzeroBitCount == 1 { return UInt8(ascii: ".") }
    let height = rows.count { $0 != 0 }
    // The two columns together are no wider than two rows are high.
    if height <= 2, top | bottom == 3 { return UInt8(ascii: "-") }
    if top == 2, bottom == 1 { return UInt8(ascii: "/") }
    if top == 1, bottom == 2 { return UInt8(ascii: "\\") }
    return UInt8(ascii: "|")
  }
}
