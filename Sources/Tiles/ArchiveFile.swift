import Glibc

/// A regular file that is read in parts, at any place and by several threads.
///
/// Read, not mapped into memory: a mapped file that another program truncates, or a disk that fails,
/// kills the process with SIGBUS. Reading a tile costs a system call and a copy, some microseconds.
final class ArchiveFile: Sendable {
  let path: String
  /// Bytes, as of opening.
  let size: Int
  private let descriptor: Int32

  /// Bytes of one part; more is an error, whatever the file promises.
  static let maximumPart = 32 << 20

  /// - Throws: `.unreadable` when it can not be opened or is not a regular file; `.damaged` when
  ///   it is empty.
  init(path: String) throws(TileError) {
    // A pipe without a writer would block without O_NONBLOCK; regular files ignore it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.systemError(path) }
    do throws(TileError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw Self.systemError(path) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw TileError(.unreadable, file: path, reason: "is not a regular file")
      }
      guard status.st_size > 0 else { throw TileError(.damaged, file: path, reason: "is empty") }
      self.path = path
      self.size = Int(status.st_size)
      self.descriptor = descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Passes on a part of the file.
  /// - Throws: `.damaged` when the part was not within the file when it was opened, or is larger
  ///   than `maximumPart`; `.unreadable` when it can not be read, or the file has been truncated
  ///   since; what `body` throws.
  func withBytes<Result>(
    offset: UInt64, count: UInt64,
    _ body: (UnsafeRawBufferPointer) throws(TileError) -> Result
  ) throws(TileError) -> Result {
    guard offset <= UInt64(size), count <= UInt64(size) - offset else {
      throw TileError(
        .damaged, file: path, reason: "ends before byte \(offset) + \(count) that it refers to")
    }
    guard count <= UInt64(Self.maximumPart) else {
      throw TileError(.damaged, file: path, reason: "has a part of \(count) bytes")
    }
    // What Swift allocates itself ends the process where there is no memory left.
    guard let start = malloc(max(Int(count), 1)) else {
      throw TileError(.unreadable, file: path, reason: "has a part there is no memory for")
    }
    defer { free(start) }
    let room = UnsafeMutableRawBufferPointer(start: start, count: Int(count))
    var done = 0
    while done < room.count {
      let read = pread(
        descriptor, room.baseAddress.map { $0 + done }, room.count - done, off_t(offset) + done)
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw Self.systemError(path) }
      guard read > 0 else {
        throw TileError(.unreadable, file: path, reason: "has been truncated")
      }
      done += read
    }
    return try body(UnsafeRawBufferPointer(room))
  }

  private static func systemError(_ path: String) -> TileError {
    TileError(.unreadable, file: path, reason: String(cString: strerror(errno)))
  }
}
