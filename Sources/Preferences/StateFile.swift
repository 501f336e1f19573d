import Glibc

/// The file of the restoration archive, and the rule that a state which crashed the program once is
/// not restored again.
///
/// While a state is being restored its file is called `NAME.restoring.plist` and locked. When that
/// file is found unlocked at a launch, the launch before died over it. If it crashed, which the file
/// `crashMark` tells, the state becomes `NAME.discarded.plist`, of which one generation is kept. If it
/// was killed or lost its power, the state is tried once more, as `NAME.retrying.plist`.
public final class StateFile {
  /// What there is to restore.
  public enum Restoration: Equatable, Sendable {
    /// No state was saved, or another running process is just restoring it.
    case nothing
    /// Call `finishRestoring()` after the first frame.
    case archive(RestorationArchive)
    /// Not restored, and kept at the path to tell the user.
    case discarded(Reason, keptAs: String)
  }

  public enum Reason: Error, Equatable, Sendable {
    /// The program ended while it restored this state.
    case interrupted
    case damaged(PropertyListError)
    /// A property list, but no archive.
    case notAnArchive
    /// The state of an older or newer program.
    case otherVersion(Int64)
  }

  private let file: DurableFile
  private let version: Int64
  /// The state being restored, open and locked.
  private var restoring: (descriptor: Int32, path: String)?

  /// - Parameters:
  ///   - path: ends in `.plist`
  ///   - version: the only one that is restored and saved
  public init(path: String, version: Int64) {
    file = DurableFile(path: path)
    self.version = version
  }

  deinit { unlock() }

  /// Writes the archive durably, as the whole file.
  public func save(_ archive: RestorationArchive) throws(PreferencesError) {
    let bytes: [UInt8]
    do {
      bytes = try PropertyListXML.encode(archive.propertyList)
    } catch {
      throw .unstorable(error)
    }
    try file.replace(with: bytes)
  }

  /// What a crash while a state is being restored should create; nil when the path can not be told.
  public var crashMark: String? {
    (try? file.resolvedPath()).map { Self.sibling(of: $0, "crashed") }
  }

  /// Removes the saved state: what `--fresh` does.
  public func discard() throws(PreferencesError) {
    let target = try file.resolvedPath()
    for path in [target]
      + ["restoring", "retrying", "crashed"].map({ Self.sibling(of: target, $0) })
    where unlink(path) != 0 && errno != ENOENT && errno != ENOTDIR {
      throw .system(.replace, path: path, code: errno)
    }
  }

  /// Looks at launch for a state, and marks it as being restored before it is decoded.
  /// - Throws: `PreferencesError` when the file can not be read or renamed. Start without a state
  ///   then.
  public func beginRestoring() throws(PreferencesError) -> Restoration {
    let target = try file.resolvedPath()
    let marked = Self.sibling(of: target, "restoring")
    let retried = Self.sibling(of: target, "retrying")
    let hasCrashed = unlink(Self.sibling(of: target, "crashed")) == 0
    var isSecondTry = false
    for path in [retried, marked] {
      if try lock(path) {
        let isAlone = try FileStatus.ofLink(at: target) == nil
        if path == marked, isAlone, !hasCrashed {
          // Killed, or without power: not the state's fault. It has one more chance.
          let result = rename(marked, target)
          unlock()
          if result != 0 { throw .system(.replace, path: marked, code: errno) }
          isSecondTry = true
        } else {
          let interrupted = try discardLocked(.interrupted, target: target)
          // A state saved after that one was marked is another one, and has its own chance.
          if isAlone { return interrupted }
        }
      } else if try FileStatus.ofLink(at: path) != nil {
        return .nothing
      }
    }
    // Locked before it is renamed: whoever meets the marked file must meet the lock too.
    guard try lock(target), let restoring else { return .nothing }
    let bytes: [UInt8]
    do {
      bytes = try DurableFile.read(
        restoring.descriptor, path: target, limit: PropertyListXML.maximumSize)
    } catch .tooLarge(_, let size, let limit) {
      return try discardLocked(.damaged(.tooLarge(bytes: size, limit: limit)), target: target)
    } catch {
      unlock()
      throw error
    }
    let mark = isSecondTry ? retried : marked
    if rename(target, mark) != 0 {
      let code = errno
      unlock()
      if code == ENOENT { return .nothing }
      throw .system(.replace, path: target, code: code)
    }
    self.restoring = (restoring.descriptor, mark)
    switch Self.decode(bytes, version: version) {
    case .success(let archive): return .archive(archive)
    case .failure(let reason): return try discardLocked(reason, target: target)
    }
  }

  /// The first frame is drawn: the state is good, and stays for the next launch unless a newer one
  /// has been saved. Does nothing when nothing is being restored.
  public func finishRestoring() throws(PreferencesError) {
    guard let restoring else { return }
    defer { unlock() }
    let target = try file.resolvedPath()
    // link does not replace a newer state.
    if link(restoring.path, target) == 0 || errno == EEXIST {
      if unlink(restoring.path) != 0 && errno != ENOENT {
        throw .system(.replace, path: restoring.path, code: errno)
      }
    } else {
      // No hard links on this file system.
      let newer = try FileStatus.ofLink(at: target)
      let result = newer == nil ? rename(restoring.path, target) : unlink(restoring.path)
      if result != 0 && errno != ENOENT {
        throw .system(.replace, path: restoring.path, code: errno)
      }
    }
    // Else a power cut could bring the mark back, and the state would be taken for a bad one.
    try DurableFile.synchronizeFolder(FilePath.folder(of: target))
  }

  private static func decode(
    _ bytes: [UInt8], version: Int64
  ) -> Result<RestorationArchive, Reason> {
    let value: PropertyListValue
    do {
      value = try PropertyListXML.decode(bytes)
    } catch {
      return .failure(.damaged(error))
    }
    guard let archive = RestorationArchive(propertyList: value) else {
      return .failure(.notAnArchive)
    }
    return archive.version == version
      ? .success(archive) : .failure(.otherVersion(archive.version))
  }

  /// Renames the locked file to where it is kept.
  private func discardLocked(
    _ reason: Reason, target: String
  ) throws(PreferencesError) -> Restoration {
    defer { unlock() }
    let kept = Self.sibling(of: target, "discarded")
    if let restoring, rename(restoring.path, kept) != 0 {
      // Another process was just done with it.
      if errno == ENOENT { return .nothing }
      throw .system(.setAside, path: restoring.path, code: errno)
    }
    return .discarded(reason, keptAs: kept)
  }

  /// - Returns: false when there is no such file or another process holds its lock.
  private func lock(_ path: String) throws(PreferencesError) -> Bool {
    let descriptor = retryingInterrupted {
      open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    }
    if descriptor == -1 {
      if errno == ENOENT { return false }
      throw .system(.open, path: path, code: errno)
    }
    if retryingInterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0, errno == EWOULDBLOCK {
      _ = close(descriptor)
      return false
    }
    restoring = (descriptor, path)
    return true
  }

  private func unlock() {
    if let restoring { _ = close(restoring.descriptor) }
    restoring = nil
  }

  /// `state.plist` → `state.restoring.plist`.
  private static func sibling(of path: String, _ word: String) -> String {
    let stem = path.hasSuffix(".plist") ? String(path.dropLast(6)) : path
    return "\(stem).\(word).plist"
  }
}
