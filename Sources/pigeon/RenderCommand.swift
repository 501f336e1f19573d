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
  /// Prints one frame of the map.
  func run(_ store: PreferencesStore, _ schema: SettingsSchema) throws(CommandError) {
    let resources = ResourceDirectory()
    let tiles = MapTiles(resources: resources, onArrival: {})
    for problem in tiles.problems { Output.warn(problem) }
    let size = self.size ?? Self.windowSize()
    var state = State(columns: size.columns, rows: size.rows + 2)
    state.systemLanguage = SystemLanguage.current
    state.settingsSchema = schema
    // Nobody waits here for what the terminal would answer.
    state.isTerminalLight = TerminalBackground.isLight
    state.positionOverride = position
    state.takeFolders(tiles: self.tiles)
    _ = update(
      &state, .preferences(store.dictionaryRepresentation.mapValues { .some($0) }), time: 0)
    try openSources(&state, tiles.own)
    for notice in state.notices { Output.warn(notice.text) }
    if tiles.isEmpty { throw CommandError("no map to draw", .noInput) }
    state.viewport.columns = size.columns
    state.viewport.rows = size.rows
    if let center = place ?? state.annotation?.coordinate {
      state.viewport.center = center
      state.viewport.zoom = State.placeZoom
    }
    if let zoom { state.viewport.zoom = max(zoom, state.minimumZoom) }
    state.viewport.heading = heading
    if let type { state.mapType = type }
    // Known at once, and nobody follows it here.
    if case .fixed(let coordinate) = state.positionSource {
      state.fix = Fix(coordinate: coordinate)
    }

    let options = displayOptions.resolved(state.settings)
    let depth = options.depth
    var grid = CellGrid(columns: size.columns, rows: size.rows)
    let styles = resources.styles()
    let report = MapRenderer().render(
      state, sources: tiles.sources, styles: styles, display: options, into: &grid, row: 0
    ) { map, _ in
      map.tileWait = Self.patience
      if hasGraticule { map.graticule = state.settings.notation }
    }
    for problem in styles.problems { Output.warn("\(problem)") }
    if let failure = report.failure { Output.warn("\(failure)") }
    if depth == .ansi16 { grid.reduceColors(to: depth) }
    let frame =
      depth == .monochrome ? ANSIEncoder.plainText(grid) : ANSIEncoder(depth: depth).encode(grid)
    try Output.write(frame)
  }

  /// Seconds to wait for the files of tiles to be opened, and for their tiles.
  private static let patience = 10.0

  /// Opens the user's own files of tiles. Those of the preferences that can not be used are told;
  /// one that was asked for by name ends the command, as a script expects.
  private func openSources(_ state: inout State, _ own: TileSourceList) throws(CommandError) {
    _ = own.use(state.tileSources)
    own.waitUntilSettled(seconds: Self.patience)
    for failure in own.failures where state.launchTileSources.contains(failure.file) {
      throw CommandError("\(failure)", failure.exitStatus)
    }
    for (path, status) in own.statuses.sorted(by: { $0.key < $1.key }) where status == .opening {
      let message = "\(path): does not answer"
      if state.launchTileSources.contains(path) { throw CommandError(message, .inputOutput) }
      Output.warn(message)
    }
    _ = update(&state, .tileSources(own.statuses), time: 0)
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
