import Glibc

/// An exclusive lock between processes, held until the value goes away.
///
/// The lock file stays for ever: removing it would let two processes lock two different files.
/// On file systems without locks (some network mounts) nothing is locked; renaming still keeps
/// files whole there, and only changes made in the same millisecond could be lost.
struct FileLock: ~Copyable {
  /// Milliseconds to wait for another process.
  static let patience = 2000

  private let file: FileDescriptor

  /// - Throws: `.locked` after `patience`, so that the program never hangs; `.system`.
  init(path: String, patience: Int = FileLock.patience) throws(PreferencesError) {
    let deadline = Self.milliseconds() + patience
    while true {
      // NFS wants a lock file open for writing.
      let file = try FileDescriptor(
        opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600, as: .lock)
      try Self.acquire(file.number, path: path, deadline: deadline, patience: patience)
      // Someone may have removed the file between opening and locking it.
      let opened = try FileStatus.ofDescriptor(file.number, path: path)
      if let named = try FileStatus.ofLink(at: path), named.inode == opened.inode,
        named.device == opened.device
      {
        self.file = file
        return
      }
      if Self.milliseconds() > deadline { throw .locked(path: path, milliseconds: patience) }
    }
  }

  private static func acquire(
    _ descriptor: Int32, path: String, deadline: Int, patience: Int
  ) throws(PreferencesError) {
    var pause: UInt32 = 200
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK:
        if milliseconds() > deadline { throw .locked(path: path, milliseconds: patience) }
        // flock has no time limit of its own. A commit takes about a millisecond.
        usleep(pause)
        pause = min(pause * 2, 5000)
      case ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL: return
      case let code: throw .system(.lock, path: path, code: code)
      }
    }
  }

  private static func milliseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }
}
