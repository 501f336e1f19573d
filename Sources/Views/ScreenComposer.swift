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
    let notices = noticeLines(state)
    let report = renderer.render(
      state, sources: sources, styles: styles, display: options, into: &grid, row: state.mapTop
    ) {
      $1.showsCrosshair = true
      $1.strips = notices.map {
        MapOverlay.Strip(row: $0.row - state.mapTop, columns: $0.text.columns)
      }
    }
    result.tileFailure = report.failure
    if state.hasBars { drawBars(state, report, into: &grid) }
    switch state.screen {
    case .map: break
    case .help(let scroll):
      HelpPanel(
        lines: HelpPanel.lines(credits: allCredits), style: style, symbols: symbols,
        options: options
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
    draw(notices, into: &grid)
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
    style = .suited(isLight: state.theme.isLight, depth: options.depth)
  }

  private func drawBars(_ state: State, _ report: MapFrameReport, into grid: inout CellGrid) {
    let contents = BarContents(
      state: state, style: style, symbols: symbols, charset: options.charset)
    contents.top().draw(
      into: &grid, row: 0, background: style.barBackground, attributes: options.barAttributes)
    if case .titlePrompt = state.screen { return }
    contents.bottom(
      scales: scaleBars(state), unusable: unusableFiles(state, report), report: report
    ).draw(
      into: &grid, row: state.rows - 1, background: style.barBackground,
      attributes: options.barAttributes)
  }

  /// The user's files that are wanted and can not be used, or of which a tile in view can not.
  private func unusableFiles(_ state: State, _ report: MapFrameReport) -> [String] {
    let files = state.unusableTileSources
    guard let failure = report.failure, !files.contains(failure.file) else { return files }
    return files + [failure.file]
  }

  /// The credits of the help screen: of the atlas, then of the user's sources in use, each once.
  private var allCredits: [String] {
    sources.own.reduce(into: credits) { all, source in
      let text = AttributionText.plain(source.description.attribution)
      if !text.isEmpty, !all.contains(text) { all.append(text) }
    }
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

  private struct NoticeLine {
    var text: SafeText
    var row: Int
    var isWarning: Bool
  }

  /// Strips over the last rows of the map, each as wide as what it tells. What lasts is at the
  /// bottom.
  private func noticeLines(_ state: State) -> [NoticeLine] {
    let failure = state.saveFailure.map { Notice("Not saved: \($0)", .warning) }
    let conflict = state.changedMeanwhile.map {
      Notice("Meanwhile it became \($0.title); Enter keeps what you typed", .warning)
    }
    var result: [NoticeLine] = []
    var row = state.hasBars ? state.rows - 2 : state.rows - 1
    for notice in (state.toldNotices + [failure ?? conflict].compactMap(\.self)).reversed() {
      let lines = SafeText(notice.text, charset: options.charset)
        .wrapped(columns: state.columns - 2).prefix(min(Self.noticeRows, row + 1))
      row -= lines.count
      for (index, line) in lines.enumerated() {
        result.append(
          NoticeLine(
            text: SafeText.blanks(1) + line + SafeText.blanks(1), row: row + 1 + index,
            isWarning: notice.severity == .warning))
      }
    }
    return result
  }

  private func draw(_ notices: [NoticeLine], into grid: inout CellGrid) {
    for line in notices {
      grid.draw(
        line.text, column: 0, row: line.row,
        foreground: line.isWarning ? style.warning : style.text,
        background: style.panelBackground, attributes: options.barAttributes.union(.bold),
        maximumColumns: grid.columns)
    }
  }
}
