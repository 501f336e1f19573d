/// A colour of a cell: 24-bit sRGB, or the terminal's own default.
public struct Color: Hashable, Sendable {
  /// 0xRRGGBB, or `UInt32.max` for the terminal's default.
  public var packed: UInt32

  @inlinable
  public init(_ rgb: UInt32) { packed = rgb & 0xFF_FFFF }

  @inlinable
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    packed = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  @inlinable
  init(unchecked packed: UInt32) { self.packed = packed }

  /// Whatever the terminal shows where nothing sets a colour.
  public static let terminalDefault = Color(unchecked: .max)

  @inlinable public var isTerminalDefault: Bool { packed == .max }
  @inlinable public var red: UInt8 { UInt8(truncatingIfNeeded: packed >> 16) }
  @inlinable public var green: UInt8 { UInt8(truncatingIfNeeded: packed >> 8) }
  @inlinable public var blue: UInt8 { UInt8(truncatingIfNeeded: packed) }
}

/// How many colours a terminal can show.
public enum ColorDepth: Int, Comparable, Sendable, CaseIterable {
  case monochrome = 0
  case ansi16 = 16
  case indexed256 = 256
  case trueColor = 16_777_216

  public static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }
}

/// Which characters a terminal can show.
public enum Charset: String, Sendable, CaseIterable {
  /// Braille dots for lines; needs UTF-8 and a font with U+2800…U+28FF.
  case braille
  /// Half blocks for lines; needs UTF-8.
  case block
  /// Printable ASCII only.
  case ascii
}
