import CellGrid
import Geodesy
import Places
import Positioning
import Preferences

/// Everything the screen is drawn from, as one value.
public struct State: Equatable, Sendable {
  /// Which screen has the keyboard.
  public enum Screen: Equatable, Sendable {
    case map
    /// Asking for the title of a pin about to be dropped.
    case titlePrompt(TitlePrompt)
    /// The keys and credits, scrolled by so many lines.
    case help(scroll: Int)
    case settings(SettingsScreen)
  }

  /// The window, in cells.
  public var columns: Int
  public var rows: Int
  /// The map's part of the window; `center` and `zoom` are what the user moves.
  public var viewport: MapViewport
  public var mapType: MapType = .standard
  public var trackingMode: TrackingMode = .none
  /// The user moved the map by hand while following. The preference stays; the map stands still.
  public var isFollowingPaused = false
  /// The remembered location. Only `setAnnotation` changes it.
  public internal(set) var annotation: PointAnnotation?
  public var isAnnotationSelected = false
  public var history = AnnotationHistory()
  public var fix: Fix?
  /// Whether any position source was asked for; tells "no fix yet" from "nobody to ask".
  public var hasPositionSource = false
  public var screen: Screen = .map
  /// What the settings screen offers.
  public var settingsSchema = SettingsSchema()
  /// The effective preferences, as they are stored; `apply` and `change` alone change them.
  public internal(set) var preferences: [String: PropertyListValue] = [:]
  /// What they mean.
  public internal(set) var settings = Settings()
  /// Whether the terminal is known to be light, where the settings name no theme.
  public var isTerminalLight = false
  /// The system's language, an ISO 639 code; nil when it has none.
  public var systemLanguage: String?
  /// The command line's position source, which wins over the preference.
  public var positionOverride: PositionSource?
  /// The position source in use.
  public internal(set) var positionSource: PositionSource = .none
  /// The command line's files of tiles, which go before the preference's: full paths.
  public var launchTileSources: [String] = []
  /// HOME, which `~/` stands for in the tile sources.
  public var homeFolder: String?
  /// Where relative paths start that are typed.
  public var workingFolder: String?
  /// The files of tiles asked for: full paths, the most wanted first.
  public internal(set) var tileSources: [String] = []
  /// What became of them, by path.
  public internal(set) var tileSourceStatus: [String: TileSourceStatus] = [:]
  /// Told above the bottom bar until a key; more than have room wait for the next.
  public internal(set) var notices: [Notice] = []
  /// The notice told first.
  public var notice: Notice? { notices.first }
  /// Those being told, as many as leave most of the map in view.
  public var toldNotices: [Notice] { Array(notices.prefix(min(max(viewport.rows / 8, 1), 3))) }
  /// Why preferences or view state could not be saved; told until a save succeeds.
  public var saveFailure: String?
  /// The drag or the click going on.
  var pointer = PointerState()

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    viewport = MapViewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: 0, columns: 0, rows: 0)
    layOut()
    viewport = viewport.wholeWorld
  }

  /// Rows of the map: the window less the two bars, which a tiny window does without.
  public var hasBars: Bool { rows >= 4 }

  mutating func layOut() {
    viewport.columns = columns
    viewport.rows = hasBars ? rows - 2 : rows
  }

  /// The row of the window where the map starts.
  public var mapTop: Int { hasBars ? 1 : 0 }

  /// The shallowest zoom: the whole world, or z0 in a large window.
  public var minimumZoom: Double { min(0, viewport.wholeWorldZoom) }

  /// How the screen is to look.
  public var theme: Theme { settings.theme ?? (isTerminalLight ? .light : .dark) }

  /// The language that names on the map are to have; nil is that of the place.
  public var labelLanguage: String? { settings.labelLanguage ?? systemLanguage }

  /// Whether the crosshair is being kept on the position.
  public var isFollowing: Bool { trackingMode != .none && !isFollowingPaused && fix != nil }
}

extension State {
  /// What the user is told in answer to a key goes before what was waiting; warnings wait their
  /// turn, so that none is lost.
  mutating func tell(_ notice: Notice) {
    switch notice.severity {
    case .information: notices.insert(notice, at: 0)
    case .warning: if !notices.contains(notice) { notices.append(notice) }
    }
  }
}

/// Something to tell the user.
public struct Notice: Equatable, Sendable {
  public enum Severity: Equatable, Sendable { case information, warning }

  public var text: String
  public var severity: Severity

  public init(_ text: String, _ severity: Severity = .information) {
    self.text = text
    self.severity = severity
  }
}

/// The remembered locations before and after each change, for undo and redo.
public struct AnnotationHistory: Equatable, Sendable {
  /// Steps; the oldest are forgotten.
  static let limit = 100

  public var past: [PointAnnotation?] = []
  public var future: [PointAnnotation?] = []

  public init() {}

  mutating func record(_ annotation: PointAnnotation?) {
    past.append(annotation)
    if past.count > Self.limit { past.removeFirst() }
    future.removeAll()
  }
}

struct PointerState: Equatable, Sendable {
  var isDown = false
  var isDragging = false
  var column = 0
  var row = 0
  /// When and where the last click was, to know a double click.
  var lastClick: (time: Double, column: Int, row: Int)?

  static func == (a: PointerState, b: PointerState) -> Bool {
    a.isDown == b.isDown && a.isDragging == b.isDragging && a.column == b.column && a.row == b.row
      && a.lastClick?.time == b.lastClick?.time
  }
}
