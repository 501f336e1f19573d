import Synchronization

/// A PMTiles v3 archive on disk, memory-mapped.
///
/// Opening reads the header, the root directory and the metadata; leaf directories are read when a
/// tile needs them, and kept.
///
/// Format: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
public final class PMTilesArchive: TileArchive {
  public let description: TileSourceDescription
  public let header: PMTilesHeader
  public let metadata: TileMetadata

  private let file: MappedFile
  private let decoder: TileDecoder
  private let root: PMTilesDirectory
  private let leaves = Mutex(LeafCache())

  /// Directories from the root to a tile; the specification leaves it open, writers make two.
  static let maximumDepth = 4
  /// Bytes after decompression of a directory or the metadata; more is an error.
  static let maximumDirectorySize = 16 << 20

  /// Opens an archive.
  /// - Parameters:
  ///   - path: of the file.
  ///   - layers: the vector layers to decode; nil is all.
  /// - Throws: `.unreadable`, `.damaged`, or `.unsupported` for a version, compression or tile
  ///   format that is not read.
  public init(path: String, layers: Set<String>? = nil) throws(TileError) {
    let file = try MappedFile(path: path)
    let header = try Self.header(of: file)
    guard header.internalCompression.isReadable else {
      throw TileError(
        .unsupported, file: path,
        reason: "has directories compressed as \(header.internalCompression)")
    }
    decoder = try TileDecoder(
      format: header.format, compression: header.tileCompression, layers: layers, file: path)
    root = try Self.inflated(
      header.root, part: "the root directory", file: file, header: header, decoder: decoder
    ) { (bytes) throws(TileDamage) in try PMTilesDirectory(bytes) }
    var text = ""
    if header.metadata.length > 0 {
      text = try Self.inflated(
        header.metadata, part: "the metadata", file: file, header: header, decoder: decoder
      ) { String(decoding: $0, as: UTF8.self) }
    }
    self.file = file
    self.header = header
    metadata = TileMetadata(text: text)
    description = TileSourceDescription(
      name: path, kind: decoder.kind, minimumZoom: header.minimumZoom,
      maximumZoom: header.maximumZoom, bounds: header.bounds, attribution: metadata.attribution)
  }

  public var information: TileArchiveInformation {
    TileArchiveInformation(
      path: file.path, container: .pmtiles, format: header.format,
      compression: header.tileCompression, minimumZoom: header.minimumZoom,
      maximumZoom: header.maximumZoom, bounds: header.bounds,
      tileCount: header.addressedTiles > 0 ? Int(clamping: header.addressedTiles) : nil,
      fileSize: file.size, metadata: metadata)
  }

  public func load(_ id: TileID) throws(TileError) -> TileContent? {
    guard id.isValid, let section = try section(of: id) else { return nil }
    return try file.withBytes(offset: section.offset, count: section.length) {
      (bytes) throws(TileError) in
      do throws(TileDamage) {
        return try decoder.decode(bytes)
      } catch {
        throw error.error(file: file.path, part: "tile \(id.z)/\(id.x)/\(id.y)")
      }
    }
  }

  /// Where the tile is in the file; nil when the archive has no such tile.
  private func section(of id: TileID) throws(TileError) -> PMTilesHeader.Section? {
    let index = id.hilbertIndex
    var directory = root
    for _ in 0..<Self.maximumDepth {
      guard let entry = directory.entry(for: index) else { return nil }
      if entry.runLength > 0 {
        return try section(of: entry, in: header.tiles, part: "a tile")
      }
      directory = try leaf(
        section(of: entry, in: header.leaves, part: "a leaf directory"))
    }
    throw TileError(.damaged, file: file.path, reason: "has directories that are nested too deep")
  }

  private func section(
    of entry: PMTilesDirectory.Entry, in whole: PMTilesHeader.Section, part: String
  ) throws(TileError) -> PMTilesHeader.Section {
    guard entry.offset <= whole.length, UInt64(entry.length) <= whole.length - entry.offset else {
      throw TileError(
        .damaged, file: file.path, reason: "has \(part) outside of the section for them")
    }
    // The header's check has shown that the section, and so this sum, is within the file.
    return PMTilesHeader.Section(
      offset: whole.offset + entry.offset, length: UInt64(entry.length))
  }

  private func leaf(_ section: PMTilesHeader.Section) throws(TileError) -> PMTilesDirectory {
    if let directory = leaves.withLock({ $0[section.offset] }) { return directory }
    let directory = try Self.inflated(
      section, part: "a leaf directory", file: file, header: header, decoder: decoder
    ) { (bytes) throws(TileDamage) in try PMTilesDirectory(bytes) }
    leaves.withLock { $0[section.offset] = directory }
    return directory
  }

  private static func header(of file: MappedFile) throws(TileError) -> PMTilesHeader {
    let size = min(file.size, PMTilesHeader.size)
    return try file.withBytes(offset: 0, count: UInt64(size)) { (bytes) throws(TileError) in
      do throws(TileDamage) {
        return try PMTilesHeader(bytes, fileSize: UInt64(file.size))
      } catch {
        throw TileError(error.kind, file: file.path, reason: "\(error.reason)")
      }
    }
  }

  private static func inflated<Result>(
    _ section: PMTilesHeader.Section, part: String, file: MappedFile, header: PMTilesHeader,
    decoder: TileDecoder, _ body: (UnsafeRawBufferPointer) throws(TileDamage) -> Result
  ) throws(TileError) -> Result {
    try file.withBytes(offset: section.offset, count: section.length) {
      (bytes) throws(TileError) in
      do throws(TileDamage) {
        return try decoder.withInflated(
          bytes, compression: header.internalCompression, limit: maximumDirectorySize, body)
      } catch {
        throw error.error(file: file.path, part: part)
      }
    }
  }
}

/// Leaf directories by their offset, limited in entries; the one read first goes first.
private struct LeafCache {
  private var directories: [UInt64: PMTilesDirectory] = [:]
  private var order: [UInt64] = []
  private var entries = 0

  /// 6 MB.
  private static let maximumEntries = 1 << 18

  subscript(offset: UInt64) -> PMTilesDirectory? {
    get { directories[offset] }
    set {
      guard let newValue, directories[offset] == nil else { return }
      directories[offset] = newValue
      order.append(offset)
      entries += newValue.entries.count
      while entries > Self.maximumEntries, order.count > 1 {
        let removed = directories.removeValue(forKey: order.removeFirst())
        entries -= removed?.entries.count ?? 0
      }
    }
  }
}
