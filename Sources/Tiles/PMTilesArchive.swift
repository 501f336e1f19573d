/// A PMTiles v3 archive on disk.
///
/// Opening reads the header, the root directory and the metadata.
///
/// Format: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
public final class PMTilesArchive: TileArchive {
  public let description: TileSourceDescription
  public let header: PMTilesHeader
  public let metadata: TileMetadata

  private let directories: PMTilesDirectories
  private let decoder: TileDecoder

  /// Opens an archive.
  /// - Parameters:
  ///   - path: of the file.
  ///   - layers: the vector layers to decode; nil is all.
  /// - Throws: `.unreadable`, `.damaged`, or `.unsupported` for a version, compression or tile
  ///   format that is not read.
  public init(path: String, layers: Set<String>? = nil) throws(TileError) {
    let directories = try PMTilesDirectories(path: path)
    let header = directories.header
    var format = header.format
    if format == .unknown {
      format = try directories.withFirstTile(ContentSniffer.format) ?? .unknown
    }
    decoder = try TileDecoder(
      format: format, compression: header.tileCompression, layers: layers, file: path)
    self.directories = directories
    self.header = header
    metadata = TileMetadata(text: try directories.metadata())
    description = TileSourceDescription(
      name: path, kind: decoder.kind, minimumZoom: header.minimumZoom,
      maximumZoom: header.maximumZoom, bounds: header.bounds, attribution: metadata.attribution)
  }

  /// Looks at one tile when they are images.
  public var information: TileArchiveInformation {
    var pixels: Int?
    if decoder.kind == .raster {
      let size = try? directories.withFirstTile { RasterTile.size(ofImage: $0)?.width }
      pixels = size ?? nil
    }
    return TileArchiveInformation(
      path: directories.file.path, container: .pmtiles, format: decoder.format,
      compression: header.tileCompression, minimumZoom: header.minimumZoom,
      maximumZoom: header.maximumZoom, bounds: header.bounds,
      center: header.center ?? metadata.center,
      tileCount: header.addressedTiles > 0 ? Int(clamping: header.addressedTiles) : nil,
      tilePixels: pixels, fileSize: directories.file.size, metadata: metadata)
  }

  public func load(_ id: TileID) throws(TileError) -> TileContent? {
    guard id.isValid, let section = try directories.section(of: id) else { return nil }
    let file = directories.file
    return try file.withBytes(offset: section.offset, count: section.length) {
      (bytes) throws(TileError) in
      do throws(TileDamage) {
        return try decoder.decode(bytes)
      } catch {
        throw error.error(file: file.path, part: "tile \(id.z)/\(id.x)/\(id.y)")
      }
    }
  }
}

extension PMTilesDirectories {
  /// Passes on the bytes of the first tile, if there is one.
  fileprivate func withFirstTile<Result>(
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(TileError) -> Result? {
    guard let section = try firstSection() else { return nil }
    return try file.withBytes(offset: section.offset, count: section.length) { body($0) }
  }
}
