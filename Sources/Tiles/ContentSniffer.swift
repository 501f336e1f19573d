/// Tells from their first bytes what some bytes are.
enum ContentSniffer {
  /// The format of a tile, as far as its first bytes tell. Compressed tiles are vector tiles: images
  /// are compressed in themselves.
  static func format(of bytes: UnsafeRawBufferPointer) -> TileFormat {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      return .webp
    }
    if bytes.dropFirst(4).starts(with: "ftypavif".utf8) { return .avif }
    if bytes.dropFirst(4).starts(with: "ftypavis".utf8) { return .avif }
    // A vector tile is a list of layers: field 3, a message.
    return bytes.first == 0x1A || compression(of: bytes) == .gzip ? .mvt : .unknown
  }

  /// Whether the bytes of a vector tile are compressed: as a gzip or zlib stream, which a vector
  /// tile can not begin like (RFC 1952, 2.3.1; RFC 1950, 2.2).
  static func compression(of bytes: UnsafeRawBufferPointer) -> TileCompression {
    guard bytes.count >= 2 else { return .none }
    if bytes[0] == 0x1F, bytes[1] == 0x8B { return .gzip }
    let isDeflate = bytes[0] & 0x0F == 8 && bytes[0] >> 4 <= 7
    let check = Int(bytes[0]) << 8 | Int(bytes[1])
    return isDeflate && bytes[0] != 0x1A && check % 31 == 0 ? .gzip : .none
  }

  /// What a file that is no container of tiles seems to be, as the end of a message: "is …". nil
  /// when nothing is known.
  /// - Parameter bytes: its first bytes, some hundred are enough.
  static func foreignFile(_ bytes: UnsafeRawBufferPointer) -> StaticString? {
    for (start, description) in signatures where bytes.starts(with: start.utf8Bytes) {
      return description
    }
    if bytes.dropFirst(257).starts(with: "ustar".utf8) {
      return "is a tar archive; unpack it first"
    }
    if bytes.dropFirst(6).starts(with: "OSMHeader".utf8) {
      return "holds OpenStreetMap data, not tiles made of them"
    }
    switch format(of: bytes) {
    case .png, .jpeg, .webp, .avif: return "is a single image, not an archive of tiles"
    case .mvt where bytes.first == 0x1A: return "is a single vector tile, not an archive of tiles"
    default: return textFile(bytes)
    }
  }

  private static let signatures: [(start: StaticString, description: StaticString)] = [
    ("PM\u{1}\u{0}", "is a PMTiles archive of version 1; only version 3 is read"),
    ("PM\u{2}\u{0}", "is a PMTiles archive of version 2; only version 3 is read"),
    ("PK\u{3}\u{4}", "is a zip archive; unpack it first"),
    ("BZh", "is compressed with bzip2; decompress it first"),
    ("version https://git-lfs", "is only a pointer to a file that Git LFS has not fetched yet"),
    ("mapsforge binary OSM", "is a Mapsforge map, which is not read"),
    ("fgb", "is a FlatGeobuf file, which is not read"),
  ]

  private static func textFile(_ bytes: UnsafeRawBufferPointer) -> StaticString? {
    if bytes.starts(with: [0x1F, 0x8B]) { return "is compressed with gzip; decompress it first" }
    if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      return "is compressed with Zstandard; decompress it first"
    }
    if bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A]) {
      return "is compressed with xz; decompress it first"
    }
    var text = Substring(decoding: bytes.prefix(512), as: UTF8.self)
    text = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let start = text.prefix(14).lowercased()
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
      return "is a web page: a download that failed, perhaps"
    }
    if start.hasPrefix("<") { return "is an XML text, not an archive of tiles" }
    if start.hasPrefix("{") || start.hasPrefix("[") {
      return "is a JSON text, not an archive of tiles"
    }
    return nil
  }
}

extension StaticString {
  fileprivate var utf8Bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}
