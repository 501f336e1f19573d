import CellGrid

/// The nearest colour a terminal with a palette has. Stands in for CellGrid's `Palette` until that
/// is here.
enum TerminalPalette {
  /// The nearest of xterm's colours 16…255: a 6 × 6 × 6 cube and 24 greys. The first 16 are the
  /// user's own and may look like anything.
  static func index256(_ color: Color) -> UInt8 {
    func level(_ value: UInt8) -> Int { value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40 }
    func value(_ level: Int) -> Int { level == 0 ? 0 : 55 + level * 40 }
    func distance(_ red: Int, _ green: Int, _ blue: Int) -> Int {
      let dr = red - Int(color.red)
      let dg = green - Int(color.green)
      let db = blue - Int(color.blue)
      return dr * dr + dg * dg + db * db
    }
    let (red, green, blue) = (level(color.red), level(color.green), level(color.blue))
    let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let grey = max(0, min(23, (mean - 3) / 10))
    let shade = 8 + grey * 10
    return distance(shade, shade, shade) < distance(value(red), value(green), value(blue))
      ? UInt8(232 + grey) : UInt8(16 + 36 * red + 6 * green + blue)
  }

  /// The nearest of the 16 colours of xterm's defaults.
  static func ansi16(_ color: Color) -> UInt8 {
    let table: [UInt32] = [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    var best = (index: 0, distance: Int.max)
    for (index, packed) in table.enumerated() {
      let candidate = Color(packed)
      let dr = Int(candidate.red) - Int(color.red)
      let dg = Int(candidate.green) - Int(color.green)
      let db = Int(candidate.blue) - Int(color.blue)
      let distance = dr * dr + dg * dg + db * db
      if distance < best.distance { best = (index, distance) }
    }
    return UInt8(best.index)
  }
}
