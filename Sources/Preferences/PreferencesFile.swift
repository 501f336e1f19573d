import Glibc

/// The preferences file: read as a dictionary, changed key by key, so that several processes can
/// write at once and none undoes another's change.
final class PreferencesFile {
  enum Change: Equatable {
    case set(PropertyListValue)
    case remove
  }

  let file: DurableFile
  /// What the file held when it was last read or written without error.
  private(set) var contents: [String: PropertyListValue] = [:]
  /// Damaged files that were renamed, until someone takes the list to tell the user.
  var setAside: [SetAsideFile] = []

  /// The bytes behind `contents`; nil when there was no file.
  /// Whether the lock was waited for in vain the last time.
  private var wasLocked = false
  private var bytes: [UInt8]?
  /// Whether those bytes are known to be on the disk, not only in the page cache.
  private var isDurable = false
  /// After a failed fsync the kernel calls the lost pages clean: the file has to be written anew.
  private var mustRewrite = false

  init(path: String) { file = DurableFile(path: path) }

  /// Reads the file again if its bytes changed. A damaged file is left where it is.
  /// - Throws: `.damaged` or why it can not be read; `contents` then stays as it was.
  func reload() throws(PreferencesError) {
    let newBytes = try readLimited()
    if newBytes == bytes { return }
    var newContents: [String: PropertyListValue] = [:]
    if let newBytes {
      do {
        newContents = try PropertyListXML.decodeDictionary(newBytes)
      } catch {
        throw .damaged(path: file.path, error)
      }
    }
    contents = newContents
    bytes = newBytes
    isDurable = false
  }

  /// A file over the limit is as useless as a damaged one, and treated so.
  private func readLimited() throws(PreferencesError) -> [UInt8]? {
    do {
      return try file.read()
    } catch .tooLarge(let path, let size, let limit) {
      throw .damaged(path: path, .tooLarge(bytes: size, limit: limit))
    }
  }

  /// Reads the file at launch. A damaged file is set aside, and `contents` is empty.
  /// - Throws: why it can not be read, or `.damaged` when it can not be set aside either.
  func load() throws(PreferencesError) {
    do {
      try reload()
    } catch .damaged(let path, let reason) {
      do {
        try withLock { () throws(PreferencesError) in try reloadSettingAsideDamage() }
      } catch {
        throw .damaged(path: path, reason)
      }
    }
  }

  /// Applies changes to what is on the disk now, durably. Writes nothing when that already holds
  /// them. If another process damaged the file, it is set aside and replaced by the last good
  /// contents and the changes.
  /// - Throws: why it failed. The caller keeps the changes and tries again.
  func commit(_ changes: [String: Change]) throws(PreferencesError) {
    if !mustRewrite {
      do {
        try reload()
        if applying(changes) == contents { return try ensureDurable() }
      } catch .damaged {
        // Looked at again under the lock.
      }
    }
    try withLock { () throws(PreferencesError) in
      try reloadSettingAsideDamage()
      let merged = applying(changes)
      if merged == contents && !mustRewrite {
        try ensureDurable()
      } else {
        try write(merged)
      }
    }
  }

  /// Changes one value to what the closure makes of the stored one, durably; no other process
  /// changes it in between.
  /// - Throws: why it failed, or what the closure throws. Nothing changed then, unless only the
  ///   folder could not be written to disk.
  func update(
    _ key: String,
    _ transform: (PropertyListValue?) throws(PreferencesError) -> PropertyListValue
  ) throws(PreferencesError) {
    try withLock { () throws(PreferencesError) in
      try reloadSettingAsideDamage()
      try write(applying([key: .set(try transform(contents[key]))]))
    }
  }

  private func applying(_ changes: [String: Change]) -> [String: PropertyListValue] {
    var result = contents
    for (key, change) in changes {
      switch change {
      case .set(let value): result[key] = value
      case .remove: result[key] = nil
      }
    }
    return result
  }

  private func write(_ merged: [String: PropertyListValue]) throws(PreferencesError) {
    let newBytes: [UInt8]
    do {
      newBytes = try PropertyListXML.encode(.dictionary(merged))
    } catch .tooLarge(let size, let limit) {
      throw .tooLarge(path: file.path, bytes: size, limit: limit)
    } catch {
      throw .unstorable(error)
    }
    mustRewrite = true
    try file.replace(with: newBytes)
    mustRewrite = false
    contents = merged
    bytes = newBytes
    isDurable = true
  }

  /// Another process may have written these bytes and not yet, or never, brought them to the disk.
  private func ensureDurable() throws(PreferencesError) {
    if isDurable || bytes == nil { return }
    try file.synchronize()
    isDurable = true
  }

  /// The lock lies beside the file itself, not beside a link to it: whoever reaches the file by
  /// another link must meet the same lock.
  private func withLock(
    _ body: () throws(PreferencesError) -> Void
  ) throws(PreferencesError) {
    let target = try file.resolvedPath()
    _ = try file.writableStatus(target)
    let folder = FilePath.folder(of: target)
    try DurableFile.createFolder(folder)
    let path = FilePath.join(folder, "." + FilePath.name(of: target) + ".lock")
    let lock: FileLock
    do {
      lock = try FileLock(
        path: path, patience: wasLocked ? FileLock.shortPatience : FileLock.patience)
      wasLocked = false
    } catch {
      if case .locked = error { wasLocked = true }
      throw error
    }
    try body()
    _ = consume lock
  }

  private func reloadSettingAsideDamage() throws(PreferencesError) {
    do {
      try reload()
    } catch .damaged(_, let reason) {
      let target = try file.resolvedPath()
      let kept = try DamagedFile.setAside(target)
      setAside.append(SetAsideFile(path: target, keptAs: kept, reason: reason))
      // Without a file the last good contents would be gone: they are written back.
      mustRewrite = mustRewrite || !contents.isEmpty
      bytes = nil
      isDurable = false
    }
  }
}

/// Keeping damaged files.
enum DamagedFile {
  private static let maximumNumber = 9999

  /// Renames a file to `NAME.damaged-N` with the first N that is free. Never replaces a file.
  /// - Returns: the new path.
  static func setAside(_ path: String) throws(PreferencesError) -> String {
    for number in 1...maximumNumber {
      let kept = "\(path).damaged-\(number)"
      // link does not replace, rename would.
      if link(path, kept) == 0 {
        if unlink(path) != 0 { throw .system(.setAside, path: path, code: errno) }
        try DurableFile.synchronizeFolder(FilePath.folder(of: path))
        return kept
      }
      switch errno {
      case EEXIST: continue
      case EPERM, EOPNOTSUPP, EMLINK:
        // No hard links on this file system.
        if try FileStatus.ofLink(at: kept) != nil { continue }
        if rename(path, kept) != 0 { throw .system(.setAside, path: path, code: errno) }
        try DurableFile.synchronizeFolder(FilePath.folder(of: path))
        return kept
      case let code: throw .system(.setAside, path: path, code: code)
      }
    }
    throw .system(.setAside, path: path, code: EEXIST)
  }
}
