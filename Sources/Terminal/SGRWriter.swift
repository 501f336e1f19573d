/// Writes one SGR sequence (ECMA-48 8.3.117) into storage that is lent to it.
struct SGRWriter {
  /// More than the longest sequence: a reset, attributes on and off, and two direct colours.
  static let capacity = 128

  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var count = 2

  /// - Parameter buffer: of `capacity` bytes.
  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
    buffer[0] = Byte.escape
    buffer[1] = UInt8(ascii: "[")
  }

  /// The whole sequence.
  mutating func finish() -> UnsafeBufferPointer<UInt8> {
    // Each parameter was written with a `;` after it; a reset alone was not written.
    if count > 2 { count -= 1 }
    buffer[count] = UInt8(ascii: "m")
    return UnsafeBufferPointer(rebasing: buffer[...count])
  }

  /// - Parameters:
  ///   - color: as in a `RenditionFilter.Rendition`.
  ///   - base: 30 for the foreground, 40 for the background.
  mutating func append(color: UInt32, base: Int) {
    if color == RenditionFilter.defaultColor { return append(base + 9) }
    if color < RenditionFilter.indexedBase {
      append(base + 8)
      append(2)
      append(Int(color >> 16))
      append(Int(color >> 8 & 0xFF))
      return append(Int(color & 0xFF))
    }
    let index = Int(color & 0xFF)
    switch index {
    case 0..<8: append(base + index)
    case 8..<16: append(base + 60 + index - 8)
    default:
      append(base + 8)
      append(5)
      append(index)
    }
  }

  /// A parameter, 0 to 999, and the `;` after it.
  mutating func append(_ number: Int) {
    if number >= 100 { write(number / 100) }
    if number >= 10 { write(number / 10 % 10) }
    write(number % 10)
    buffer[count] = UInt8(ascii: ";")
    count += 1
  }

  private mutating func write(_ digit: Int) {
    buffer[count] = UInt8(truncatingIfNeeded: 0x30 + digit)
    count += 1
  }
}
