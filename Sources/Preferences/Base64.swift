/// Base64 with the standard alphabet and padding (RFC 4648, section 4).
public enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// One line, padded.
  public static func encode(_ data: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((data.count + 2) / 3 * 4)
    encode(data[...], into: &result)
    return String(decoding: result, as: UTF8.self)
  }

  static func encode(_ data: ArraySlice<UInt8>, into result: inout [UInt8]) {
    var index = data.startIndex
    while index < data.endIndex {
      let count = min(3, data.endIndex - index)
      var group = UInt32(data[index]) << 16
      if count > 1 { group |= UInt32(data[index + 1]) << 8 }
      if count > 2 { group |= UInt32(data[index + 2]) }
      result.append(alphabet[Int(group >> 18)])
      result.append(alphabet[Int(group >> 12 & 63)])
      result.append(count > 1 ? alphabet[Int(group >> 6 & 63)] : padding)
      result.append(count > 2 ? alphabet[Int(group & 63)] : padding)
      index += count
    }
  }

  /// White space is skipped anywhere. Nil for any other foreign character, wrong or missing
  /// padding, or anything after it.
  static func decode(_ text: String.UTF8View) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var count = 0
    var paddings = 0
    for byte in text where !byte.isXMLSpace {
      if byte == padding {
        paddings += 1
        continue
      }
      guard paddings == 0, let digit = digit(byte) else { return nil }
      group = group << 6 | digit
      count += 1
      if count % 4 == 0 {
        result.append(UInt8(truncatingIfNeeded: group >> 16))
        result.append(UInt8(truncatingIfNeeded: group >> 8))
        result.append(UInt8(truncatingIfNeeded: group))
      }
    }
    switch (count % 4, paddings) {
    case (0, 0): break
    case (2, 2): result.append(UInt8(truncatingIfNeeded: group >> 4))
    case (3, 1):
      result.append(UInt8(truncatingIfNeeded: group >> 10))
      result.append(UInt8(truncatingIfNeeded: group >> 2))
    default: return nil
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte) - 0x41
    case 0x61...0x7A: UInt32(byte) - 0x61 + 26
    case 0x30...0x39: UInt32(byte) - 0x30 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
