import Synchronization

/// The header and the directories of a PMTiles v3 archive: where each of its tiles is.
///
/// The root directory is read at once; leaf directories are read when a tile needs them, and kept.
final class PMTilesDirectories: Sendable {
  let file: ArchiveFile
  let header: PMTilesHeader

  private let root: PMTilesDirectory
  private let leaves = Mutex(LeafCache())

  /// Directories from the root to a tile; the specification leaves it open, writers make two.
  static let maximumDepth = 4
  /// Bytes after decompression of a directory or the metadata; more is an error.
  static let maximumDirectorySize = 16 << 20

  /// - Throws: `.unreadable`, `.damaged`, or `.unsupported` for a version or compression that is
  ///   not read.
  init(path: String) throws(TileError) {
    file = try ArchiveFile(path: path)
    header = try Self.header(of: file)
    guard header.internalCompression.isReadable else {
      throw TileError(
        .unsupported, file: path,
        reason: "has directories compressed as \(header.internalCompression)")
    }
    root = try Self.inflated(
      header.root, part: "the root directory", file: file, header: header
    ) { (bytes) throws(TileDamage) in try PMTilesDirectory(bytes) }
  }

  /// The archive's JSON; empty when it has none.
  func metadata() throws(TileError) -> String {
    guard header.metadata.length > 0 else { return "" }
    return try Self.inflated(header.metadata, part: "the metadata", file: file, header: header) {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Where the tile is in the file; nil when the archive has no such tile.
  func section(of id: TileID) throws(TileError) -> PMTilesHeader.Section? {
    let index = id.hilbertIndex
    return try section { $0.entry(for: index) }
  }

  /// Where the first tile is; nil when there is none.
  func firstSection() throws(TileError) -> PMTilesHeader.Section? {
    try section { $0.entries.first }
  }

  private func section(
    following next: (PMTilesDirectory) -> PMTilesDirectory.Entry?
  ) throws(TileError) -> PMTilesHeader.Section? {
    var directory = root
    for _ in 0..<Self.maximumDepth {
      guard let entry = next(directory) else { return nil }
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
      section, part: "a leaf directory", file: file, header: header
    ) { (bytes) throws(TileDamage) in try PMTilesDirectory(bytes) }
    leaves.withLock { $0[section.offset] = directory }
    return directory
  }

  private static func header(of file: ArchiveFile) throws(TileError) -> PMTilesHeader {
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
    _ section: PMTilesHeader.Section, part: String, file: ArchiveFile, header: PMTilesHeader,
    _ body: (UnsafeRawBufferPointer) throws(TileDamage) -> Result
  ) throws(TileError) -> Result {
    try file.withBytes(offset: section.offset, count: section.length) {
      (bytes) throws(TileError) in
      do throws(TileDamage) {
        var inflater = Inflater()
        return try inflater.withInflated(
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
