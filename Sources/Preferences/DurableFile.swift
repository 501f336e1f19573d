import Glibc

/// A file that is always whole: replaced by renaming, never written in place, and on the disk
/// when `replace(with:)` returns.
///
/// Links are followed and stay links; permissions and group stay. What does not stay: hard links
/// to the old file, access control lists and extended attributes.
public struct DurableFile: Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  /// The file a link at `path` leads to, which need not exist yet.
  public func resolvedPath() throws(PreferencesError) -> String {
    let chain = try FilePath.chain(from: path)
    return chain[chain.count - 1]
  }

  /// Reads the file. Never waits for a writer of a pipe; refuses whatever is not a regular file. The
  /// one way to read a small file whole; those that are read in parts are `ArchiveFile`s of Tiles.
  /// - Parameter limit: bytes
  /// - Returns: nil only when there is no such file or no such folder.
  public func read(
    limit: Int = PropertyListXML.maximumSize
  ) throws(PreferencesError) -> [UInt8]? {
    let file: FileDescriptor
    do {
      file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK, as: .open)
    } catch .system(_, _, ENOENT) {
      return nil
    }
    return try Self.read(file.number, path: path, limit: limit)
  }

  static func read(
    _ descriptor: Int32, path: String, limit: Int
  ) throws(PreferencesError) -> [UInt8] {
    var status = stat()
    if fstat(descriptor, &status) != 0 { throw .system(.inspect, path: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegularFile(path: path) }
    if status.st_size > limit {
      throw .tooLarge(path: path, bytes: status.st_size, limit: limit)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(status.st_size)
    // One byte more than the size, so that the first read usually takes all.
    var buffer = [UInt8](repeating: 0, count: min(max(status.st_size + 1, 512), 64 << 10))
    while true {
      let count = buffer.withUnsafeMutableBytes { buffer in
        retryingInterrupted { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
      }
      if count < 0 { throw .system(.read, path: path, code: errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      // The file may have grown since its size was asked for.
      if bytes.count > limit { throw .tooLarge(path: path, bytes: bytes.count, limit: limit) }
    }
  }

  /// Replaces the whole contents, durably. Folders that are missing are created with mode 0700, a
  /// new file gets mode 0600.
  /// - Throws: `PreferencesError`. Then the file holds the old contents, or, if only the folder
  ///   could not be written to disk, the new.
  public func replace(with bytes: [UInt8]) throws(PreferencesError) {
    let target = try resolvedPath()
    let original = try writableStatus(target)
    let folder = FilePath.folder(of: target)
    try Self.createFolder(folder)
    Self.removeAbandonedTemporaries(of: target)
    let temporary = Self.temporaryPath(for: target)
    var isInPlace = false
    defer { if !isInPlace { _ = unlink(temporary) } }
    try Self.write(bytes, to: temporary, like: original)
    if rename(temporary, target) != 0 {
      throw .system(.replace, path: target, code: errno)
    }
    isInPlace = true
    try Self.synchronizeFolder(folder)
  }

  /// Makes sure that what can be read now is also on the disk, whoever wrote it.
  func synchronize() throws(PreferencesError) {
    let target = try resolvedPath()
    do {
      let file = try FileDescriptor(opening: target, O_RDONLY | O_NONBLOCK, as: .open)
      try Self.synchronize(file.number, path: target)
    } catch .system(_, _, ENOENT) {
      return
    }
    try Self.synchronizeFolder(FilePath.folder(of: target))
  }

  /// The status of a file that may be replaced; nil when there is none and one may be created.
  /// - Throws: `.notRegularFile`, or `.foreignOwner` for a file of another user, and for a new
  ///   file when root would create it for another user.
  func writableStatus(_ target: String) throws(PreferencesError) -> FileStatus? {
    if let status = try FileStatus.ofFile(at: target) {
      guard status.isRegular else { throw .notRegularFile(path: target) }
      guard status.owner == geteuid() else {
        throw .foreignOwner(path: target, owner: status.owner)
      }
      return status
    }
    guard geteuid() == 0 else { return nil }
    var folder = FilePath.folder(of: target)
    while true {
      if let status = try FileStatus.ofFile(at: folder) {
        if status.owner != 0 { throw .foreignOwner(path: folder, owner: status.owner) }
        return nil
      }
      if folder == "/" || folder == "." { return nil }
      folder = FilePath.folder(of: folder)
    }
  }

  /// Creates a folder and those above it, mode 0700, each on the disk before it is used.
  static func createFolder(_ folder: String) throws(PreferencesError) {
    if mkdir(folder, 0o700) == 0 {
      return try synchronizeFolder(FilePath.folder(of: folder))
    }
    switch errno {
    case EEXIST, EISDIR: return
    case ENOENT:
      let parent = FilePath.folder(of: folder)
      if parent == folder { throw .system(.createFolder, path: folder, code: ENOENT) }
      try createFolder(parent)
      if mkdir(folder, 0o700) != 0 && errno != EEXIST {
        throw .system(.createFolder, path: folder, code: errno)
      }
      try synchronizeFolder(parent)
    case let code:
      // Some file systems name the lack of permission before the folder that is there already.
      if try FileStatus.ofFile(at: folder) == nil {
        throw .system(.createFolder, path: folder, code: code)
      }
    }
  }

  private static func write(
    _ bytes: [UInt8], to temporary: String, like original: FileStatus?
  ) throws(PreferencesError) {
    let file = try FileDescriptor(
      opening: temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600, as: .create)
    try writeAll(bytes, to: file.number, path: temporary)
    let status = try FileStatus.ofDescriptor(file.number, path: temporary)
    // A file system that counts more than it wrote must not get its result renamed over the old.
    if status.size != bytes.count { throw .system(.write, path: temporary, code: EIO) }
    if let original { try adopt(original, on: file.number, of: status, path: temporary) }
    try synchronize(file.number, path: temporary)
    let code = file.close()
    if code != 0 { throw .system(.write, path: temporary, code: code) }
  }

  private static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, path: String
  ) throws(PreferencesError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return retryingInterrupted { Glibc.write(descriptor, rest.baseAddress, rest.count) }
      }
      if count < 0 { throw .system(.write, path: path, code: errno) }
      // A file system that takes nothing and gives no reason would be asked for ever.
      if count == 0 { throw .system(.write, path: path, code: EIO) }
      written += count
    }
  }

  private static func adopt(
    _ original: FileStatus, on descriptor: Int32, of status: FileStatus, path: String
  ) throws(PreferencesError) {
    var permissions = original.permissions & 0o777
    if status.group != original.group && fchown(descriptor, uid_t.max, original.group) != 0 {
      // What the old group was allowed is not meant for the new one.
      permissions &= 0o707
    }
    if fchmod(descriptor, permissions) != 0 {
      throw .system(.setMode, path: path, code: errno)
    }
  }

  private static func synchronize(
    _ descriptor: Int32, path: String
  ) throws(PreferencesError) {
    if retryingInterrupted({ fsync(descriptor) }) != 0 {
      throw .system(.synchronize, path: path, code: errno)
    }
  }

  static func synchronizeFolder(_ folder: String) throws(PreferencesError) {
    do throws(PreferencesError) {
      let file = try FileDescriptor(
        opening: folder, O_RDONLY | O_DIRECTORY, as: .synchronizeFolder)
      // EINVAL: the file system has nothing to synchronize in a folder.
      if retryingInterrupted({ fsync(file.number) }) != 0 && errno != EINVAL {
        throw .system(.synchronizeFolder, path: folder, code: errno)
      }
    } catch .system(.synchronizeFolder, _, EACCES) {
      // A folder that may be written and not read can not be opened. On Linux this waits for all.
      sync()
    }
  }
}
