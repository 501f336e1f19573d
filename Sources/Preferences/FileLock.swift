import Dispatch
import Glibc
import Synchronization

/// An exclusive lock between processes, held until the value goes away.
///
/// The lock file stays for ever: removing it would let two processes lock two different files.
/// On file systems without locks (some network mounts) nothing is locked; renaming still keeps
/// files whole there, and only changes made in the same millisecond could be lost.
struct FileLock: ~Copyable {
  /// Milliseconds to wait for another process.
  static let patience = 2000
  /// After it was waited for in vain: the program stays quick while the change is pending.
  static let shortPatience = 50

  private let file: FileDescriptor

  /// - Throws: `.locked` after `patience` milliseconds, so that the program never hangs; `.system`.
  init(path: String, patience: Int = Self.patience) throws(PreferencesError) {
    let deadline = DispatchTime.now() + .milliseconds(patience)
    while true {
      // NFS wants a lock file open for writing.
      let file = try FileDescriptor(
        opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600, as: .lock)
      try Self.acquire(
        file.number, path: path, deadline: deadline, patience: patience)
      // Someone may have removed the file between opening and locking it.
      let opened = try FileStatus.ofDescriptor(file.number, path: path)
      if let named = try FileStatus.ofLink(at: path), named.inode == opened.inode,
        named.device == opened.device
      {
        self.file = file
        return
      }
      if DispatchTime.now() > deadline { throw .locked(path: path, milliseconds: patience) }
    }
  }

  private static func acquire(
    _ descriptor: Int32, path: String, deadline: DispatchTime, patience: Int
  ) throws(PreferencesError) {
    var code = lock(descriptor, LOCK_EX | LOCK_NB)
    if code == EWOULDBLOCK {
      guard let waited = try LockWait.wait(descriptor, path: path, until: deadline) else {
        throw .locked(path: path, milliseconds: patience)
      }
      code = waited
    }
    switch code {
    case 0, ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL: return
    default: throw .system(.lock, path: path, code: code)
    }
  }

  fileprivate static func lock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    retryingInterrupted { flock(descriptor, operation) } == 0 ? 0 : errno
  }
}

/// Waiting for a lock for a limited time. flock itself waits for ever, but lets waiting processes in
/// one after the other; asking again and again would starve some of them on a slow disk. So a thread
/// waits, and is left behind when it takes too long.
private final class LockWait: Sendable {
  /// Threads left behind. When there are that many, the holder is stuck, and nobody waits any more.
  private static let maximumWaiting = 4
  private static let waiting = Atomic<Int>(0)

  private let result = Atomic<Int32>(0)
  private let isDone = DispatchSemaphore(value: 0)

  /// - Returns: nil when it took too long, else 0 or why flock failed.
  static func wait(
    _ descriptor: Int32, path: String, until deadline: DispatchTime
  ) throws(PreferencesError) -> Int32? {
    guard waiting.load(ordering: .relaxed) < maximumWaiting else { return nil }
    // Shares the lock with the original. If that is closed first, the lock, once granted, goes away
    // with the copy.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if copy == -1 { throw .system(.lock, path: path, code: errno) }
    let wait = LockWait()
    waiting.add(1, ordering: .relaxed)
    DispatchQueue(label: "file lock").async {
      wait.result.store(FileLock.lock(copy, LOCK_EX), ordering: .releasing)
      _ = close(copy)
      waiting.subtract(1, ordering: .relaxed)
      wait.isDone.signal()
    }
    guard wait.isDone.wait(timeout: deadline) == .success else { return nil }
    return wait.result.load(ordering: .acquiring)
  }
}
