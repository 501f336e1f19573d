/// How bytes of an archive are compressed.
public enum TileCompression: UInt8, Sendable {
  case unknown = 0
  case none
  /// Or zlib, where a source has that.
  case gzip
  case brotli
  case zstandard
}

/// The form of a source's tiles.
public enum TileFormat: UInt8, Sendable {
  case unknown = 0
  /// Mapbox Vector Tile.
  case mvt
  case png
  case jpeg
  case webp
  case avif

  /// As it is written: "PNG".
  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .mvt: "MVT"
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    case .avif: "AVIF"
    }
  }

  /// What tiles of this form hold.
  public var kind: TileSourceDescription.Kind { self == .mvt ? .vector : .raster }

  /// From what metadata says, file name extension or media type; nil when it is none of them.
  init?(metadata text: String) {
    switch text.lowercased() {
    case "pbf", "mvt", "application/vnd.mapbox-vector-tile", "application/x-protobuf": self = .mvt
    case "png", "png8", "png24", "png32", "image/png": self = .png
    case "jpg", "jpeg", "image/jpeg", "image/jpg": self = .jpeg
    case "webp", "image/webp": self = .webp
    case "avif", "image/avif": self = .avif
    default: return nil
    }
  }
}
