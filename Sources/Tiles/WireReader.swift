/// Walks over numbers and messages in the wire format of Protocol Buffers, which PMTiles directories
/// share. Never reads outside its bytes.
///
/// Format: https://protobuf.dev/programming-guides/encoding/
struct WireReader {
  private(set) var position: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>

  /// The bytes must outlive the reader.
  init(start: UnsafePointer<UInt8>, count: Int) {
    position = start
    end = start + count
  }

  /// nil when the buffer is empty and has no address.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return nil }
    self.init(start: start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
  }

  @inline(__always) var isAtEnd: Bool { position == end }
  @inline(__always) var bytesLeft: Int { end - position }

  /// The bytes left as text, with U+FFFD for what is not UTF-8.
  var text: String {
    String(decoding: UnsafeBufferPointer(start: position, count: bytesLeft), as: UTF8.self)
  }

  /// A number of 1…10 bytes.
  @inline(__always)
  mutating func varint() throws(TileDamage) -> UInt64 {
    // Nearly all numbers of a tile are of one or two bytes.
    if end - position >= 2 {
      let first = position[0]
      let second = position[1]
      if first < 0x80 {
        position += 1
        return UInt64(first)
      }
      if second < 0x80 {
        position += 2
        return UInt64(first & 0x7F) | UInt64(second) << 7
      }
    }
    return try longVarint()
  }

  private mutating func longVarint() throws(TileDamage) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end {
      let byte = position.pointee
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 {
        guard shift < 63 || byte <= 1 else { break }
        return value
      }
      shift += 7
      guard shift <= 63 else { break }
    }
    throw TileDamage(
      position == end ? "ends in the middle of a number" : "has a number of more than 64 bits")
  }

  /// A field's number and wire type.
  @inline(__always)
  mutating func field() throws(TileDamage) -> (number: UInt64, type: WireType) {
    let key = try varint()
    guard key >= 8, let type = WireType(rawValue: UInt8(truncatingIfNeeded: key & 7)) else {
      throw TileDamage("has a field of no known type")
    }
    return (key >> 3, type)
  }

  /// A message, text or packed numbers: a length and as many bytes.
  @inline(__always)
  mutating func message() throws(TileDamage) -> WireReader {
    let length = try varint()
    guard length <= UInt64(bytesLeft) else {
      throw TileDamage("refers to bytes behind its end")
    }
    defer { position += Int(length) }
    return WireReader(start: position, count: Int(length))
  }

  /// Four bytes, little-endian.
  mutating func fixed32() throws(TileDamage) -> UInt32 {
    try need(4)
    defer { position += 4 }
    return UInt32(
      littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt32.self))
  }

  /// Eight bytes, little-endian.
  mutating func fixed64() throws(TileDamage) -> UInt64 {
    try need(8)
    defer { position += 8 }
    return UInt64(
      littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
  }

  /// Passes over a field's value.
  mutating func skip(_ type: WireType) throws(TileDamage) {
    switch type {
    case .varint: _ = try varint()
    case .fixed64: _ = try fixed64()
    case .message: _ = try message()
    case .fixed32: _ = try fixed32()
    }
  }

  private func need(_ count: Int) throws(TileDamage) {
    guard bytesLeft >= count else { throw TileDamage("ends in the middle of a number") }
  }
}

/// How a field's value is laid out. (Groups, types 3 and 4, went out of use before these formats.)
enum WireType: UInt8 {
  case varint = 0
  case fixed64 = 1
  case message = 2
  case fixed32 = 5
}
