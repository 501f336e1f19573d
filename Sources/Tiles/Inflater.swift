import CZlib

/// Decompresses gzip and zlib data into a buffer that is kept from one use to the next.
struct Inflater: Sendable {
  /// Holds the result in its first bytes; the rest is room.
  private(set) var buffer: [UInt8] = []

  /// A buffer larger than this is given back by `trim`.
  static let keptCapacity = 512 << 10
  /// Deflate can not expand a byte to more than this many.
  private static let maximumExpansion = 1032

  /// Decompresses to at most `limit` bytes and returns how many there are, at the start of
  /// `buffer`. Several gzip members one after the other are one stream (RFC 1952, 2.2).
  /// - Throws: `TileDamage` when the data is damaged, ends early, or would be larger than `limit`.
  mutating func inflate(_ input: UnsafeRawBufferPointer, limit: Int) throws(TileDamage) -> Int {
    guard let start = input.baseAddress, let length = UInt32(exactly: input.count), length > 0
    else {
      throw TileDamage("has no compressed data")
    }
    var stream = z_stream()
    // 15 bits of window, plus 32 to recognise gzip and zlib headers alike.
    let status = inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw TileDamage("can not be decompressed: out of memory") }
    defer { inflateEnd(&stream) }
    // zlib's declaration lacks the const; it does not write to its input.
    stream.next_in = UnsafeMutablePointer(
      mutating: start.assumingMemoryBound(to: UInt8.self))
    stream.avail_in = length
    buffer.grow(to: Self.expectedSize(input, limit: limit), keeping: 0)
    var used = 0
    while true {
      switch step(&stream, used: &used) {
      case Z_STREAM_END:
        guard Self.isGzip(stream.next_in, count: Int(stream.avail_in)) else { return used }
        inflateReset(&stream)
      case Z_OK, Z_BUF_ERROR:
        // Room left over means that the input ran out.
        guard used == buffer.count else { throw TileDamage("ends in its compressed data") }
        guard used < limit else { throw TileDamage("is too large when decompressed") }
        buffer.grow(to: min(used * 2, limit), keeping: used)
      default:
        throw TileDamage("has damaged compressed data")
      }
    }
  }

  /// Passes on what the bytes are without their compression.
  /// - Throws: `TileDamage` as `inflate`, or when there are more than `limit` bytes; what `body`
  ///   throws.
  mutating func withInflated<Result>(
    _ bytes: UnsafeRawBufferPointer, compression: TileCompression, limit: Int,
    _ body: (UnsafeRawBufferPointer) throws(TileDamage) -> Result
  ) throws(TileDamage) -> Result {
    switch compression {
    case .none:
      guard bytes.count <= limit else { throw TileDamage("is too large") }
      return try body(bytes)
    case .gzip:
      let count = try inflate(bytes, limit: limit)
      return try buffer.withUnsafeBufferPointer { (all) throws(TileDamage) in
        try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(all)[..<count]))
      }
    default:
      throw TileDamage("has a compression that is not read", kind: .unsupported)
    }
  }

  /// Gives an unusually large buffer back, so that one large tile does not occupy memory for good.
  mutating func trim() {
    if buffer.count > Self.keptCapacity { buffer = [] }
  }

  private mutating func step(_ stream: inout z_stream, used: inout Int) -> Int32 {
    let room = buffer.count - used
    let result = buffer.withUnsafeMutableBufferPointer { output in
      stream.next_out = output.baseAddress.map { $0 + used }
      stream.avail_out = UInt32(room)
      return CZlib.inflate(&stream, Z_NO_FLUSH)
    }
    used += room - Int(stream.avail_out)
    return result
  }

  /// A first guess: what the gzip trailer says, as far as the input could expand to it.
  private static func expectedSize(_ input: UnsafeRawBufferPointer, limit: Int) -> Int {
    var guess = input.count * 4
    if input.count >= 18, input[0] == 0x1F, input[1] == 0x8B {
      let trailer = input.loadUnaligned(fromByteOffset: input.count - 4, as: UInt32.self)
      guess = min(Int(UInt32(littleEndian: trailer)), input.count * maximumExpansion)
    }
    return min(max(guess, 4096), limit)
  }

  private static func isGzip(_ bytes: UnsafeMutablePointer<UInt8>?, count: Int) -> Bool {
    guard let bytes, count >= 2 else { return false }
    return bytes[0] == 0x1F && bytes[1] == 0x8B
  }
}
