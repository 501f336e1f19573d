import Glibc

/// Where the stores are, by the XDG Base Directory Specification.
public struct StoreLocations: Equatable, Sendable {
  /// `$XDG_CONFIG_HOME/pigeon/preferences.plist`, else below `~/.config`.
  public let preferences: String
  /// `$XDG_DATA_HOME/pigeon/pins.sqlite`, else below `~/.local/share`.
  public let pins: String
  /// `$XDG_STATE_HOME/pigeon/state.plist`, else below `~/.local/state`.
  public let state: String
  /// `$XDG_CACHE_HOME/pigeon/tiles.sqlite`, else below `~/.cache`.
  public let tiles: String

  private static let application = "pigeon"

  /// - Parameters:
  ///   - environment: relative paths in the `XDG_…` variables and in `HOME` are ignored, as the
  ///     specification asks.
  ///   - accountHome: the home folder of the user's account, asked for when `HOME` says nothing.
  ///     Without that either, `/` is home: nothing can usually be stored there, and the error
  ///     that this gives names the path.
  public init(
    environment: [String: String], accountHome: () -> String? = StoreLocations.accountHome
  ) {
    func absolute(_ path: String?) -> String? {
      guard let path, path.hasPrefix("/") else { return nil }
      let end = path.lastIndex { $0 != "/" }
      return end.map { String(path[...$0]) } ?? ""
    }
    func folder(_ variable: String, _ fallback: String) -> String {
      if let base = absolute(environment[variable]) { return base + "/" + Self.application }
      let home = absolute(environment["HOME"]) ?? absolute(accountHome()) ?? ""
      return home + "/" + fallback + "/" + Self.application
    }
    preferences = folder("XDG_CONFIG_HOME", ".config") + "/preferences.plist"
    pins = folder("XDG_DATA_HOME", ".local/share") + "/pins.sqlite"
    state = folder("XDG_STATE_HOME", ".local/state") + "/state.plist"
    tiles = folder("XDG_CACHE_HOME", ".cache") + "/tiles.sqlite"
  }

  /// The home folder in the system's user database; nil for a user it does not know.
  public static func accountHome() -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16 << 10)
    return buffer.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress,
        getpwuid_r(getuid(), &entry, base, buffer.count, &found) == 0,
        let home = found?.pointee.pw_dir
      else { return nil }
      return String(cString: home)
    }
  }
}
