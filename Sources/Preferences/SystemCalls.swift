import Glibc

/// Repeats a call that a signal interrupted.
func retryingInterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// A file descriptor that closes itself.
struct FileDescriptor: ~Copyable {
  let number: Int32

  init(
    opening path: String, _ flags: Int32, mode: mode_t = 0,
    as operation: PreferencesError.FileOperation
  ) throws(PreferencesError) {
    number = retryingInterrupted { open(path, flags | O_CLOEXEC | O_NOCTTY, mode) }
    if number == -1 { throw .system(operation, path: path, code: errno) }
  }

  /// Takes over what a system call returned.
  init(
    adopting number: Int32, path: String, as operation: PreferencesError.FileOperation
  ) throws(PreferencesError) {
    self.number = number
    if number == -1 { throw .system(operation, path: path, code: errno) }
  }

  deinit { _ = Glibc.close(number) }

  /// Closes and says whether that worked: network file systems report failed writes only here.
  consuming func close() -> Int32 {
    let result = Glibc.close(number)
    let code = errno
    discard self
    // On Linux an interrupted close has closed.
    return result == 0 || code == EINTR ? 0 : code
  }
}

/// The part of `stat` that is used here.
struct FileStatus: Equatable {
  var device: dev_t
  var inode: ino_t
  var mode: mode_t
  var owner: uid_t
  var group: gid_t
  /// Bytes.
  var size: Int
  var modified: Int

  var isRegular: Bool { mode & S_IFMT == S_IFREG }
  var isLink: Bool { mode & S_IFMT == S_IFLNK }
  var permissions: mode_t { mode & 0o7777 }

  private init(_ status: stat) {
    device = status.st_dev
    inode = status.st_ino
    mode = status.st_mode
    owner = status.st_uid
    group = status.st_gid
    size = status.st_size
    modified = status.st_mtim.tv_sec
  }

  /// Nil when there is nothing at the path. Links are not followed.
  static func ofLink(at path: String) throws(PreferencesError) -> FileStatus? {
    var status = stat()
    if lstat(path, &status) == 0 { return FileStatus(status) }
    if errno == ENOENT { return nil }
    throw .system(.inspect, path: path, code: errno)
  }

  /// Nil when there is nothing at the path. Links are followed.
  static func ofFile(at path: String) throws(PreferencesError) -> FileStatus? {
    var status = stat()
    if stat(path, &status) == 0 { return FileStatus(status) }
    if errno == ENOENT { return nil }
    throw .system(.inspect, path: path, code: errno)
  }

  static func ofDescriptor(_ number: Int32, path: String) throws(PreferencesError) -> FileStatus {
    var status = stat()
    if fstat(number, &status) != 0 { throw .system(.inspect, path: path, code: errno) }
    return FileStatus(status)
  }
}

/// Paths as text.
enum FilePath {
  /// The folder a path lies in: "." for a bare name, "/" at the top.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let end = path[..<slash].lastIndex { $0 != "/" }
    return end.map { String(path[...$0]) } ?? "/"
  }

  static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// Follows the links at the end of a path, also to a file that is not there yet.
  /// - Returns: the path itself, then every path a link leads to; the last is no link.
  static func chain(from path: String) throws(PreferencesError) -> [String] {
    var chain = [path]
    var current = path
    while let status = try FileStatus.ofLink(at: current), status.isLink {
      if chain.count > 40 { throw .system(.resolve, path: path, code: ELOOP) }
      let destination = try readLink(current)
      current =
        destination.hasPrefix("/") ? destination : join(folder(of: current), destination)
      chain.append(current)
    }
    return chain
  }

  private static func readLink(_ path: String) throws(PreferencesError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    if count < 0 { throw .system(.resolve, path: path, code: errno) }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
