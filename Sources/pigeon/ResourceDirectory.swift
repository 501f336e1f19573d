import Cartography
import Glibc
import Preferences

/// Where the shipped data lies: found from the program's own path, so that it works from the build
/// tree (`…/Resources`) and installed (`PREFIX/bin/pigeon`, `PREFIX/share/pigeon`) alike.
struct ResourceDirectory {
  /// The folder; nil when none was found.
  let path: String?

  static let atlas = "atlas.pmtiles"
  static let satellite = "satellite.pmtiles"
  static let licenses = "LICENSES.md"
  static let terminfo = "terminfo"
  static let styles = "Styles"

  /// - Parameter executable: The path of the program, without symbolic links.
  init(executable: String? = Self.executablePath()) {
    path = executable.flatMap(Self.find(from:))
  }

  /// The path of a file in the folder, whether it exists or not; nil when there is no folder.
  func file(_ name: String) -> String? { path.map { "\($0)/\(name)" } }

  /// Looks beside the program and upwards, nearest first.
  private static func find(from executable: String) -> String? {
    var folder = Substring(executable)
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      for candidate in ["share/pigeon", "Resources"] {
        let path = "\(folder)/\(candidate)"
        if access("\(path)/\(licenses)", R_OK) == 0 { return path }
      }
    }
    return nil
  }

  private static func executablePath() -> String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The styles of the map.
  func styles() -> MapStyleLibrary {
    MapStyleLibrary(
      MapStyleFile { theme in
        file("\(Self.styles)/\(theme).json").flatMap(Self.read).map { Array($0.utf8) }
      })
  }

  /// The credit lines of the licences file, for the help screen: the list under its first heading.
  func credits() -> [String] {
    guard let path = file(Self.licenses), let text = Self.read(path) else { return [] }
    var result: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#"), !result.isEmpty { break }
      if line.hasPrefix("- ") { result.append(String(line.dropFirst(2))) }
    }
    return result
  }

  /// A text file of at most 64 KiB; nil when it can not be read, or is no file.
  private static func read(_ path: String) -> String? {
    let bytes = try? DurableFile(path: path).read(limit: 64 << 10)
    return bytes.flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
  }
}
