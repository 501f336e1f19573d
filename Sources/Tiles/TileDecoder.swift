import Synchronization

/// Turns the bytes of a source's tiles into content: decompresses, then decodes by format. Safe to
/// use from several threads; keeps a few buffers between tiles.
///
/// An image is decoded as what it is, since writers mix formats: JPEG within, PNG at the edges. So
/// is a vector tile decompressed that is compressed where its source does not say so.
final class TileDecoder: Sendable {
  let format: TileFormat
  let compression: TileCompression
  private let vectorDecoder: MVTDecoder
  private let workspaces = Mutex<[TileWorkspace]>([])

  /// Bytes of an image, and of a vector tile after decompression; more is an error. Decoded, nearly
  /// all vector tiles take two times as much and more.
  static let maximumImageSize = 16 << 20
  static let maximumVectorSize = MVTDecoder.maximumSize / 2

  /// - Parameter layers: the vector layers to decode; nil is all.
  /// - Throws: `.unsupported` naming a format or compression that is not read.
  init(
    format: TileFormat, compression: TileCompression, layers: Set<String>?, file: String
  ) throws(TileError) {
    guard format.isReadable else {
      throw TileError(
        .unsupported, file: file, reason: "has \(format.name) tiles, which are not read")
    }
    guard compression.isReadable || compression == .unknown else {
      throw TileError(.unsupported, file: file, reason: "has tiles compressed as \(compression)")
    }
    self.format = format
    self.compression = compression
    vectorDecoder = MVTDecoder(layers: layers)
  }

  var kind: TileSourceDescription.Kind { format.kind }

  func decode(_ bytes: UnsafeRawBufferPointer) throws(TileDamage) -> TileContent {
    try withWorkspace { (workspace) throws(TileDamage) in
      try decode(bytes, inflater: &workspace.inflater, geometry: &workspace.geometry)
    }
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, inflater: inout Inflater, geometry: inout MVTStorage
  ) throws(TileDamage) -> TileContent {
    var compression = compression
    if compression != .gzip {
      compression = kind == .vector ? ContentSniffer.compression(of: bytes) : .none
    }
    let limit = kind == .vector ? Self.maximumVectorSize : Self.maximumImageSize
    return try inflater.withInflated(bytes, compression: compression, limit: limit) {
      (tile) throws(TileDamage) in
      switch kind {
      case .raster: return .raster(try RasterTile(image: tile))
      case .vector where tile.count > LargeTile.size:
        return try LargeTile.alone { () throws(TileDamage) in
          .vector(try vectorDecoder.decode(tile, storage: &geometry))
        }
      case .vector: return .vector(try vectorDecoder.decode(tile, storage: &geometry))
      }
    }
  }

  private func withWorkspace<Result>(
    _ body: (inout TileWorkspace) throws(TileDamage) -> Result
  ) throws(TileDamage) -> Result {
    var workspace = workspaces.withLock { $0.popLast() } ?? TileWorkspace()
    defer {
      workspace.trim()
      // Left behind empty under the lock: a second reference would make the next user copy it.
      workspaces.withLock {
        $0.append(workspace)
        workspace = TileWorkspace()
      }
    }
    return try body(&workspace)
  }
}

/// What one thread needs to decode a tile.
struct TileWorkspace: Sendable {
  var inflater = Inflater()
  var geometry = MVTStorage()

  mutating func trim() {
    inflater.trim()
    geometry.trim()
  }
}

extension TileCompression {
  var isReadable: Bool { self == .none || self == .gzip }
}

extension TileFormat {
  var isReadable: Bool {
    switch self {
    case .mvt, .png, .jpeg, .webp: true
    case .avif, .unknown: false
    }
  }
}
