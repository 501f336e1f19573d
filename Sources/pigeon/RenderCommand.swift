import Cartography
import CellGrid
import Geodesy
import Glibc
import Places
import Positioning
import Preferences
import Terminal
import ViewModel

extension RenderRequest {
  /// The zoom of a place when none is asked for: towns around it, and their names.
  static let placeZoom = 7.0

  /// Prints one frame of the map.
  func run(_ store: PreferencesStore) throws(CommandError) {
    let tiles = MapTiles(resources: ResourceDirectory(), onArrival: {})
    for problem in tiles.problems { Output.warn(problem) }
    if tiles.vector == nil, tiles.raster == nil { throw CommandError("no map to draw", .noInput) }

    let size = self.size ?? Self.windowSize()
    var state = State(columns: size.columns, rows: size.rows + 2)
    _ = update(
      &state,
      .preferences([
        PreferenceKey.mapType: store.value(forKey: PreferenceKey.mapType),
        PreferenceKey.location: store.value(forKey: PreferenceKey.location),
      ]), time: 0)
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

    let charset = terminal.charset ?? TerminalEnvironment.activateLocale()
    let depth = Self.depth(terminal.coloring)
    var overlay = MapOverlay()
    if let pin = state.annotation {
      overlay.pin = MapOverlay.Pin(coordinate: pin.coordinate, title: pin.title)
    }
    if case .fixed(let coordinate) = position {
      overlay.position = MapOverlay.Position(coordinate: coordinate)
    }
    var grid = CellGrid(columns: size.columns, rows: size.rows)
    let report = MapRenderer().render(
      viewport: viewport, type: type ?? state.mapType, vector: tiles.vector, raster: tiles.raster,
      options: MapOptions(charset: charset, depth: depth, tileWait: 10), overlay: overlay,
      into: &grid, column: 0, row: 0)
    if let failure = report.failure { Output.warn("\(failure)") }
    let frame =
      depth == .monochrome ? ANSIEncoder.plainText(grid) : ANSIEncoder(depth: depth).encode(grid)
    guard Output.write(frame) else {
      throw CommandError("standard output: \(String(cString: strerror(errno)))", .inputOutput)
    }
  }

  /// The terminal's size less a row for the prompt that follows, else 80 × 24.
  private static func windowSize() -> (columns: Int, rows: Int) {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 1
    else { return (80, 24) }
    return (Int(window.ws_col), Int(window.ws_row) - 1)
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
