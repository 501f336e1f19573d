import CellGrid
import Glibc
import Preferences
import Terminal

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
