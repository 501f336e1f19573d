import Glibc
import ViewModel

/// Names in folders, for Tab.
enum FolderListing {
  /// Entries looked at, at most.
  static let maximumEntries = 20_000

  /// The names that begin as wanted, in order: folders, with a slash, and files of the types asked
  /// for. Hidden ones only when the beginning is a dot. Empty for a folder that can not be read.
  /// Blocks as long as the disk takes.
  /// - Returns: also whether these are all names that begin so.
  static func names(for completion: PathCompletion) -> (names: [String], isWhole: Bool) {
    guard let folder = opendir(completion.folder) else { return ([], true) }
    defer { closedir(folder) }
    var names: [String] = []
    for _ in 0..<maximumEntries {
      guard let entry = readdir(folder) else { return (names.sorted(), true) }
      // A name that is not UTF-8 can not be typed, nor stored.
      guard let name = name(of: entry), name != ".", name != "..",
        name.utf8.starts(with: completion.prefix.utf8),
        !name.hasPrefix(".") || completion.prefix.hasPrefix(".")
      else { continue }
      var status = stat()
      guard fstatat(dirfd(folder), name, &status, 0) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: names.append(name + "/")
      case S_IFREG where isOfType(name, completion.fileTypes): names.append(name)
      default: continue
      }
    }
    return (names.sorted(), false)
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static func isOfType(_ name: String, _ types: [String]) -> Bool {
    let name = name.lowercased()
    return types.isEmpty || types.contains { name.hasSuffix("." + $0) }
  }
}
