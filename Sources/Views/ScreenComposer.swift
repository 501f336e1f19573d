import Cartography
import CellGrid
import Geodesy
import Tiles
import ViewModel

/// Draws a state: the whole screen is a function of the state and the tiles at hand.
public final class ScreenComposer {
  /// What came with a frame besides its cells.
  public struct Result {
    /// Where the terminal's own cursor belongs, when text is being edited.
    public var cursor: (column: Int, row: Int)?
    /// Why something of the map is missing for good.
    public var tileFailure: TileError?
  }

  private let renderer: MapRenderer
  /// What the map is drawn from.
  public var sources: MapSources
  private let styles: MapStyleLibrary
  private let credits: [String]
  /// What the terminal can show.
  public var terminal: DisplayOptions
  /// What of that this frame uses, and how it looks.
  private var options: DisplayOptions
  private var style = ChromeStyle.dark
  private var symbols: Symbols

  /// - Parameter credits: Lines for the help screen: text from outside.
  public init(
    renderer: MapRenderer, sources: MapSources, styles: MapStyleLibrary,
    options: DisplayOptions, credits: [String]
  ) {
    self.renderer = renderer
    self.sources = sources
    self.styles = styles
    terminal = options
    self.options = options
    self.credits = credits
    symbols = Symbols(options.charset)
  }

  /// Draws the state into a grid, which takes the size of the window.
  public func compose(_ state: State, into grid: inout CellGrid) -> Result {
    grid.reset(columns: state.columns, rows: state.rows)
    var result = Result()
    guard state.columns > 0, state.rows > 0 else { return result }
    takeSettings(state)
    let report = renderer.render(
      viewport: state.viewport, type: state.mapType, sources: sources,
      options: MapOptions(
        charset: options.charset, depth: options.depth, language: state.labelLanguage,
        density: state.settings.labelDensity,
        graticule: state.settings.showsGraticule ? state.settings.notation : nil,
        units: state.settings.units),
      overlay: overlay(state), into: &grid, column: 0, row: state.mapTop)
    result.tileFailure = report.failure
    if state.hasBars { drawBars(state, report, into: &grid) }
    switch state.screen {
    case .map: break
    case .help(let scroll):
      HelpPanel(
        lines: HelpPanel.lines(credits: credits), style: style, symbols: symbols, options: options
      ).draw(into: &grid, top: state.mapTop, rows: state.viewport.rows, scroll: scroll)
    case .settings(let settings):
      result.cursor = SettingsPanel(
        presentation: state.present(settings), style: style, symbols: symbols, options: options
      ).draw(into: &grid, top: state.mapTop, rows: state.viewport.rows)
    case .titlePrompt(let prompt):
      result.cursor = PromptLine(
        label: "Title:", editor: prompt.editor, placeholder: prompt.suggestion ?? "",
        hints: [
          prompt.purpose == .drop
            ? "Enter drops the pin, Esc cancels" : "Enter keeps the title, Esc cancels",
          "Enter, Esc",
        ], style: style, options: options
      ).draw(into: &grid, row: state.rows - 1)
    }
    drawNotice(state, into: &grid)
    // Among 16 colours text may need another than the nearest.
    if options.depth < terminal.depth || options.depth == .ansi16 {
      grid.reduceColors(to: options.depth)
    }
    return result
  }

  /// How the user wants it to look, which may be another way with every frame.
  private func takeSettings(_ state: State) {
    options = terminal.resolved(state.settings)
    symbols = Symbols(options.charset)
    let isLight = state.isLight
    style = .suited(isLight: isLight, depth: options.depth)
    renderer.style = styles.style(
      state.mapTheme(state.mapType, hasImagery: sources.hasImagery), depth: options.depth)
  }

  private func overlay(_ state: State) -> MapOverlay {
    var overlay = MapOverlay()
    // While its title is asked for, the pin to be is already shown.
    if case .titlePrompt(let prompt) = state.screen {
      let title = prompt.editor.isEmpty ? prompt.suggestion ?? "" : prompt.editor.text
      overlay.pin = MapOverlay.Pin(coordinate: prompt.coordinate, title: title, isSelected: true)
    } else if let annotation = state.annotation {
      overlay.pin = MapOverlay.Pin(
        coordinate: annotation.coordinate, title: annotation.title,
        isSelected: state.isAnnotationSelected)
    }
    if let fix = state.fix {
      overlay.position = MapOverlay.Position(
        coordinate: fix.coordinate, course: fix.heading ?? fix.course)
    }
    overlay.showsCrosshair = true
    overlay.showsNorth = true
    return overlay
  }

  private func drawBars(_ state: State, _ report: MapFrameReport, into grid: inout CellGrid) {
    let contents = BarContents(
      state: state, style: style, symbols: symbols, charset: options.charset)
    contents.top().draw(
      into: &grid, row: 0, background: style.barBackground, attributes: options.barAttributes)
    if case .titlePrompt = state.screen { return }
    contents.bottom(
      scales: scaleBars(state), detailZoom: report.isOverZoomed ? report.tileZoom : nil
    ).draw(
      into: &grid, row: state.rows - 1, background: style.barBackground,
      attributes: options.barAttributes)
  }

  /// The longest scale bar there is to be, and shorter ones for when there is no room.
  private func scaleBars(_ state: State) -> [ScaleBar] {
    guard state.settings.showsScaleBar else { return [] }
    var bars: [ScaleBar] = []
    for columns in stride(from: min(state.columns / 5, 24), through: 3, by: -1) {
      let bar = ScaleBar(
        metersPerDot: state.viewport.metersPerDot, maximumColumns: columns,
        units: state.settings.units)
      if let bar, bar.columns >= 3, bars.last.map({ bar.columns < $0.columns }) ?? true {
        bars.append(bar)
      }
    }
    return bars
  }

  /// The most rows a notice may take: enough for two paths in a narrow window.
  private static let noticeRows = 4

  /// A strip over the last rows of the map, as wide as what it tells.
  private func drawNotice(_ state: State, into grid: inout CellGrid) {
    let failure = state.saveFailure.map { Notice("Not saved: \($0)", .warning) }
    let conflict = state.changedMeanwhile.map {
      Notice("Meanwhile it became \($0.title); Enter keeps what you typed", .warning)
    }
    guard let notice = failure ?? conflict ?? state.notice else { return }
    let lines = SafeText(notice.text, charset: options.charset).wrapped(columns: grid.columns - 2)
    let bottom = state.hasBars ? state.rows - 2 : state.rows - 1
    let shown = lines.prefix(min(Self.noticeRows, bottom + 1))
    for (index, line) in shown.enumerated() {
      grid.draw(
        SafeText.blanks(1) + line + SafeText.blanks(1), column: 0,
        row: bottom - shown.count + 1 + index,
        foreground: notice.severity == .warning ? style.warning : style.text,
        background: style.panelBackground, attributes: options.barAttributes.union(.bold),
        maximumColumns: grid.columns)
    }
  }
}
