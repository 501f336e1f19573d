import Glibc

/// What tells a file from another one under the same path, and from itself before it was written to.
public struct FileIdentity: Equatable, Sendable {
  public var device: UInt64
  public var number: UInt64
  public var size: Int64
  public var modified: Int64
  public var modifiedNanoseconds: Int64

  public init(
    device: UInt64, number: UInt64, size: Int64, modified: Int64, modifiedNanoseconds: Int64
  ) {
    self.device = device
    self.number = number
    self.size = size
    self.modified = modified
    self.modifiedNanoseconds = modifiedNanoseconds
  }

  /// Asks the system, without opening the file.
  /// - Throws: `.unreadable` with the system's reason.
  public init(path: String) throws(TileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw TileError(.unreadable, file: path, reason: String(cString: strerror(errno)))
    }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec)
    modifiedNanoseconds = Int64(status.st_mtim.tv_nsec)
  }
}
