import Glibc

/// Tells that a file may have changed: an inotify descriptor to wait for with `poll`.
///
/// Folders are watched, not the file: whoever replaces a file by renaming gives it a new inode.
/// Watched are the folder of the path and of every file that links lead to, and for a folder that
/// does not exist yet the nearest one above that does.
public final class PreferencesWatcher {
  private let path: String
  private let file: FileDescriptor
  private var watches: [Int32: Watch] = [:]

  private struct Watch {
    /// The names in the folder that matter, with their full paths.
    var paths: [String: String]
    /// Whether a change there means that other folders have to be watched.
    var leadsElsewhere: Bool
  }

  /// - Throws: `PreferencesError.system` when the system has no more inotify descriptors. The
  ///   program can go on without and read the file again from time to time.
  public init(path: String) throws(PreferencesError) {
    self.path = path
    file = try FileDescriptor(
      adopting: inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)), path: path, as: .watch)
    try watchFolders()
  }

  /// To be polled for input.
  public var descriptor: Int32 { file.number }

  /// Takes all events that are waiting. Never blocks.
  /// - Returns: whether any of them may mean a change of the file's contents. Read it then: own
  ///   changes are among the events.
  public func drain() -> Bool {
    var isChanged = false
    var mustWatchAgain = false
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = buffer.withUnsafeMutableBytes { buffer in
        retryingInterrupted { read(file.number, buffer.baseAddress, buffer.count) }
      }
      if count <= 0 { break }
      buffer[..<count].withUnsafeBytes { bytes in
        Self.forEachEvent(in: bytes) { event, name in
          let effect = effect(of: event, name: name)
          isChanged = isChanged || effect.isChanged
          mustWatchAgain = mustWatchAgain || effect.mustWatchAgain
        }
      }
    }
    if mustWatchAgain {
      // A folder that can not be watched now is tried again with its parent's next event.
      try? watchFolders()
    }
    return isChanged
  }

  private static func forEachEvent(
    in bytes: UnsafeRawBufferPointer, _ body: (inotify_event, String) -> Void
  ) {
    let header = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + header <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = offset + header + Int(event.len)
      guard end <= bytes.count else { return }
      let name = bytes[(offset + header)..<end].prefix { $0 != 0 }
      body(event, String(decoding: name, as: UTF8.self))
      offset = end
    }
  }

  private func effect(
    of event: inotify_event, name: String
  ) -> (isChanged: Bool, mustWatchAgain: Bool) {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return (true, true) }
    guard let watch = watches[event.wd] else { return (false, false) }
    let folderIsGone = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_UNMOUNT)
    if event.mask & folderIsGone != 0 { return (true, true) }
    guard let path = watch.paths[name] else { return (false, false) }
    if event.mask & UInt32(IN_CREATE) != 0 && !watch.leadsElsewhere {
      // A file that was just created is still empty, and is told of again when it is closed; a
      // link is complete at once.
      let isLink = (try? FileStatus.ofLink(at: path))??.isLink ?? false
      return (isLink, isLink)
    }
    return (true, watch.leadsElsewhere || event.mask & UInt32(IN_CLOSE_WRITE) == 0)
  }

  /// Watches what has to be watched now, and nothing else.
  private func watchFolders() throws(PreferencesError) {
    var wanted: [Int32: Watch] = [:]
    for path in (try? FilePath.chain(from: path)) ?? [path] {
      var path = path
      var leadsElsewhere = false
      while true {
        let folder = FilePath.folder(of: path)
        if let number = try add(folder) {
          // The folder may have appeared after it was looked for and before its parent was watched.
          if leadsElsewhere, try add(path) != nil { return try watchFolders() }
          var watch = wanted[number] ?? Watch(paths: [:], leadsElsewhere: false)
          watch.paths[FilePath.name(of: path)] = path
          watch.leadsElsewhere = watch.leadsElsewhere || leadsElsewhere
          wanted[number] = watch
          break
        }
        if folder == path || folder == "." { break }
        path = folder
        leadsElsewhere = true
      }
    }
    for number in watches.keys where wanted[number] == nil {
      _ = inotify_rm_watch(file.number, number)
    }
    watches = wanted
  }

  /// Nil when there is no such folder.
  private func add(_ folder: String) throws(PreferencesError) -> Int32? {
    let mask =
      IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
      | IN_MOVE_SELF
    let number = inotify_add_watch(file.number, folder, UInt32(mask) | UInt32(IN_ONLYDIR))
    if number >= 0 { return number }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw .system(.watch, path: folder, code: errno)
  }
}
