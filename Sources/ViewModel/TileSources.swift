import Preferences

// The user's own files of tiles, as the view model knows them: which are asked for, and what became
// of each. Opening and reading them is the work of others.

/// What became of a file of tiles.
public enum TileSourceStatus: Equatable, Sendable {
  case opening
  case open(TileSourceSummary)
  /// Why it can not be used; the file's name is not in it.
  case failed(String)
}

/// What there is to tell of an open file. All texts are from outside.
public struct TileSourceSummary: Equatable, Sendable {
  /// A thing told of it, such as its size.
  public struct Detail: Equatable, Sendable {
    public var label: String
    public var text: String

    public init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }
  }

  /// What it has, in a few words: `vector z0–14`.
  public var coverage: String
  /// What it calls itself; empty when it does not.
  public var name: String
  /// Whom to credit, as plain text of any length.
  public var attribution: String
  public var details: [Detail]
  /// Its layers, when its tiles are vectors.
  public var layers: [Detail]

  public init(
    coverage: String, name: String, attribution: String = "", details: [Detail] = [],
    layers: [Detail] = []
  ) {
    self.coverage = coverage
    self.name = name
    self.attribution = attribution
    self.details = details
    self.layers = layers
  }
}

/// Paths as users write them.
public enum FilePath {
  /// The full path: `~/` stands for the home folder, and a relative path starts at `folder`. nil
  /// when the folder that it starts at is not known.
  public static func absolute(
    _ path: String, home: String?, folder: String? = nil
  ) -> String? {
    if path.hasPrefix("/") { return path }
    if path == "~" { return home }
    if path.hasPrefix("~/") { return home.map { "\($0)\(path.dropFirst())" } }
    return folder.map { $0 == "/" ? "/\(path)" : "\($0)/\(path)" }
  }

  /// What comes after the last slash.
  public static func name(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}

extension State {
  /// Files of tiles in use at once; more are not asked for.
  public static let maximumTileSources = 32

  /// The full path of a stored one; nil for one that is relative.
  func tileSourcePath(_ stored: String) -> String? {
    FilePath.absolute(stored, home: homeFolder)
  }

  /// The files asked for: those of the command line, then those of the settings, each once, however
  /// many they are.
  private func namedTileSources(_ settings: Settings) -> [String] {
    var seen: Set<String> = []
    let all = launchTileSources + settings.tileSources.compactMap(tileSourcePath)
    return all.filter { seen.insert($0).inserted }
  }

  /// The first of them, which are used.
  func wantedTileSources(_ settings: Settings) -> [String] {
    Array(namedTileSources(settings).prefix(Self.maximumTileSources))
  }

  /// The files wanted that can not be used, the most wanted first.
  public var unusableTileSources: [String] {
    tileSources.filter { if case .failed? = tileSourceStatus[$0] { true } else { false } }
      + settings.tileSources.filter { tileSourcePath($0) == nil }
  }

  /// Tells what of a new list of the preferences can not be used.
  mutating func tellTileSourceFaults(_ settings: Settings) {
    for path in settings.tileSources where tileSourcePath(path) == nil {
      tell(
        Notice(
          "\(PreferenceKey.tileSources): \(path) is not a full path; the map goes on without it",
          .warning))
    }
    let count = namedTileSources(settings).count
    if count > Self.maximumTileSources {
      let used = Self.maximumTileSources
      tell(Notice("Of \(count) tile sources the first \(used) are used", .warning))
    }
  }

  /// Takes over what became of the files. A reason is told once, until the file is well again.
  mutating func take(_ statuses: [String: TileSourceStatus]) {
    for path in tileSources {
      guard case .failed(let reason)? = statuses[path], tileSourceStatus[path] != statuses[path]
      else { continue }
      tell(Notice("\(path): \(reason); the map goes on without it", .warning))
    }
    let wanted = Set(tileSources)
    tileSourceStatus = statuses.filter { wanted.contains($0.key) }
  }
}
