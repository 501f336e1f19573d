import Glibc

// Temporary files lie beside their target as `.NAME.RANDOM.tmp`. One is left behind when a process
// is killed between creating and renaming it.

extension DurableFile {
  /// Seconds after which nobody can still be writing a temporary file.
  private static let abandonedAge = 60

  static func temporaryPath(for target: String) -> String {
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    return FilePath.join(FilePath.folder(of: target), temporaryPrefix(target) + random + ".tmp")
  }

  private static func temporaryPrefix(_ target: String) -> String {
    "." + FilePath.name(of: target) + "."
  }

  /// Removes what killed processes left. Failure does no harm, so it is not reported.
  static func removeAbandonedTemporaries(of target: String) {
    let folder = FilePath.folder(of: target)
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    let prefix = temporaryPrefix(target)
    let now = time(nil)
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(prefix), name.hasSuffix(".tmp") else { continue }
      let path = FilePath.join(folder, name)
      if let status = try? FileStatus.ofLink(at: path), status.isRegular,
        now - status.modified > abandonedAge
      {
        _ = unlink(path)
      }
    }
  }
}
