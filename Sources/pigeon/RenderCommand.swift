import Cartography
import CellGrid
import Geodesy
import Glibc
import Places
import Positioning
import Preferences
import Terminal
import ViewModel
import Views

extension RenderRequest {
  /// The zoom of a place when none is asked for: towns around it, and their names.
  static let placeZoom = 7.0

  /// Prints one frame of the map.
  func run(_ store: PreferencesStore) throws(CommandError) {
    let resources = ResourceDirectory()
    let tiles = MapTiles(resources: resources, onArrival: {})
    for problem in tiles.problems { Output.warn(problem) }
    if tiles.vector == nil, tiles.raster == nil { throw CommandError("no map to draw", .noInput) }

    let size = self.size ?? Self.windowSize()
    var state = State(columns: size.columns, rows: size.rows + 2)
    state.systemLanguage = SystemLanguage.current
    state.settingsSchema = SettingsBundle.read(resources)
    state.positionOverride = position
    _ = update(
      &state, .preferences(store.dictionaryRepresentation.mapValues { .some($0) }), time: 0)
    if let notice = state.notice { Output.warn(notice.text) }
    var viewport = state.viewport
    viewport.columns = size.columns
    viewport.rows = size.rows
    if let center = place ?? state.annotation?.coordinate {
      viewport.center = center
      viewport.zoom = Self.placeZoom
    }
    if let zoom { viewport.zoom = zoom }
    viewport.heading = heading

    let options = displayOptions.resolved(state.settings)
    let depth = options.depth
    var overlay = MapOverlay(showsNorth: true)
    if let pin = state.annotation {
      overlay.pin = MapOverlay.Pin(coordinate: pin.coordinate, title: pin.title)
    }
    if case .fixed(let coordinate) = state.positionSource {
      overlay.position = MapOverlay.Position(coordinate: coordinate)
    }
    var grid = CellGrid(columns: size.columns, rows: size.rows)
    let type = type ?? state.mapType
    let isPaper = state.isLight && type == .standard
    let report = MapRenderer(style: isPaper ? .light : .dark).render(
      viewport: viewport, type: type, sources: tiles.sources,
      options: MapOptions(
        charset: options.charset, depth: depth, language: state.labelLanguage,
        density: state.settings.labelDensity, tileWait: 10,
        graticule: hasGraticule || state.settings.showsGraticule ? state.settings.notation : nil,
        units: state.settings.units),
      overlay: overlay,
      into: &grid, column: 0, row: 0)
    if let failure = report.failure { Output.warn("\(failure)") }
    let frame =
      depth == .monochrome ? ANSIEncoder.plainText(grid) : ANSIEncoder(depth: depth).encode(grid)
    try Output.write(frame)
  }

  /// The terminal's size less a row for the prompt that follows, else 80 × 24.
  private static func windowSize() -> (columns: Int, rows: Int) {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 1
    else { return (80, 24) }
    return (Int(window.ws_col), Int(window.ws_row) - 1)
  }

  private var displayOptions: DisplayOptions {
    var isDepthFixed = true
    if case .automatic = terminal.coloring { isDepthFixed = false }
    let locale = TerminalEnvironment.activateLocale()
    return DisplayOptions(
      charset: terminal.charset ?? locale, depth: Self.depth(terminal.coloring),
      isCharsetFixed: terminal.charset != nil, isDepthFixed: isDepthFixed)
  }

  private static func depth(_ coloring: TerminalChoice.Coloring) -> ColorDepth {
    let environment = TerminalEnvironment.current
    switch coloring {
    case .depth(let depth): return depth
    case .automatic:
      return isatty(STDOUT_FILENO) == 1 ? environment.likelyColorDepth : .monochrome
    case .always: return max(environment.likelyColorDepth, .ansi16)
    }
  }
}
