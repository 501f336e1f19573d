import Glibc

/// A file's bytes as memory, read only; unmapped and closed when the last reference goes.
///
/// Touching a mapped page that lies behind the end of its file kills the process with SIGBUS, and
/// copying a new archive over an old one truncates it first. So the size is asked again before
/// every access (a fraction of a microsecond), and a file that has become shorter is an error. What
/// remains is a truncation in the microseconds while one tile's bytes are being read.
final class MappedFile: @unchecked Sendable {
  // Unchecked because of the pointer only: nothing writes through it, and all is set at `init`.
  let path: String
  /// Bytes, as of opening.
  let size: Int
  private let descriptor: Int32
  private let start: UnsafeMutableRawPointer

  /// - Throws: `.unreadable` when it can not be opened or is not a regular file; `.damaged` when
  ///   it is empty.
  init(path: String) throws(TileError) {
    // A pipe without a writer would block without O_NONBLOCK; regular files ignore it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw TileError(.unreadable, file: path, reason: String(cString: strerror(errno)))
    }
    do throws(TileError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else {
        throw TileError(.unreadable, file: path, reason: String(cString: strerror(errno)))
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw TileError(.unreadable, file: path, reason: "is not a regular file")
      }
      guard status.st_size > 0 else { throw TileError(.damaged, file: path, reason: "is empty") }
      let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0)
      guard let start, start != MAP_FAILED else {
        throw TileError(.unreadable, file: path, reason: String(cString: strerror(errno)))
      }
      self.path = path
      self.size = Int(status.st_size)
      self.descriptor = descriptor
      self.start = start
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    munmap(start, size)
    close(descriptor)
  }

  /// Whether a range of bytes lay within the file when it was opened.
  func contains(offset: UInt64, count: UInt64) -> Bool {
    offset <= UInt64(size) && count <= UInt64(size) - offset
  }

  /// Passes on a range of the file's bytes.
  /// - Throws: `.damaged` when the range is not within the file, `.unreadable` when the file has
  ///   been truncated since it was opened; what `body` throws.
  func withBytes<Result>(
    offset: UInt64, count: UInt64,
    _ body: (UnsafeRawBufferPointer) throws(TileError) -> Result
  ) throws(TileError) -> Result {
    guard contains(offset: offset, count: count) else {
      throw TileError(
        .damaged, file: path, reason: "ends before byte \(offset) + \(count) that it refers to")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size >= 0,
      UInt64(status.st_size) >= offset + count
    else { throw TileError(.unreadable, file: path, reason: "has been truncated") }
    return try body(UnsafeRawBufferPointer(start: start + Int(offset), count: Int(count)))
  }
}
