import CellGrid
import Glibc
import Preferences
import Terminal
import ViewModel

extension StoreLocations {
  /// Those of this process's environment.
  static var current: StoreLocations {
    var environment: [String: String] = [:]
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "HOME"] {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    return StoreLocations(environment: environment)
  }
}

extension TerminalEnvironment {
  /// How many colours a frame printed without asking terminfo may use.
  var likelyColorDepth: ColorDepth {
    if isColorUnwanted || term.isEmpty || term == "dumb" { return .monochrome }
    if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") {
      return .trueColor
    }
    return term.contains("256") ? .indexed256 : .ansi16
  }
}

/// The language the user reads, as the environment tells.
enum SystemLanguage {
  static var current: String? {
    let variables: [String] = ["LC_ALL", "LC_MESSAGES", "LANG"]
    for variable in variables {
      guard let value = getenv(variable), value.pointee != 0 else { continue }
      return code(String(cString: value))
    }
    return nil
  }

  /// `de` of `de_CH.UTF-8`; nil for the C locale and for what is no locale's name.
  static func code(_ locale: String) -> String? {
    let code = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }
    guard (2...3).contains(code.utf8.count), code.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return nil }
    return String(code)
  }
}

extension State {
  /// The user's; nil where the environment does not tell.
  static var userHome: String? {
    getenv("HOME").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Tells where paths start, and which files of tiles the command line names.
  mutating func takeFolders(tiles: [String]) {
    homeFolder = Self.userHome
    if let path = getcwd(nil, 0) {
      workingFolder = String(cString: path)
      free(path)
    }
    launchTileSources = tiles.compactMap {
      FilePath.absolute($0, home: homeFolder, folder: workingFolder)
    }
  }
}
