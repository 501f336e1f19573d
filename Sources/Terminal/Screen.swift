import CNcurses
import CTerminal
import CellGrid
import Glibc
import ViewModel

/// The terminal while the program has it: cell grids go in, the terminal shows them.
///
/// There can be one screen at a time, used from one thread. Whatever ends the program, crashes
/// included, the terminal is left as it was found.
public final class Screen {
  public struct Options: Sendable {
    /// Where the terminfo entries of this program are (`Resources/terminfo`); without them there
    /// are no direct colours.
    public var terminfoDirectory: String?
    /// The user's choice; nil takes what the environment and terminfo tell.
    public var colorDepth: ColorDepth?
    /// Whether the terminal should report the mouse.
    public var usesMouse = true
    /// Whether the terminal should report when it gains or loses the focus.
    public var reportsFocus = false

    public init(terminfoDirectory: String? = nil) { self.terminfoDirectory = terminfoDirectory }
  }

  enum Phase { case active, suspended, left }

  /// Cells across and down, at least 1.
  public internal(set) var size: (columns: Int, rows: Int)
  /// How many colours are shown.
  public var colorDepth: ColorDepth { curses.depth }
  /// Which characters the locale allows.
  public let charset: Charset
  /// Bytes sent to the terminal so far.
  public var byteCount: Int { output.byteCount }

  /// The terminal, for reading and polling; non-blocking.
  let descriptor: Int32
  /// Where the numbers of signals can be read.
  let signalDescriptor: Int32
  let extraKeys: [[UInt8]: Key]
  let output: ScreenOutput
  let modes: TerminalModes
  /// What the terminal was asked.
  let query = TerminalQuery()
  var phase = Phase.active
  var curses: CursesStart
  /// Those of other depths, which are kept: curses crashes when one is deleted that is not current.
  private var started: [ColorDepth: (curses: CursesStart, encoder: CellEncoder)] = [:]
  var encoder: CellEncoder
  /// What the terminal shows; empty when that is not known.
  var shownCells: [Cell] = []
  var shownClusters: [String] = []
  /// Columns of the rows of `shownCells`.
  var shownColumns = 0
  var shownCursor: (column: Int, row: Int)?
  /// Whether the terminal's cursor is as `shownCursor` tells.
  var isCursorKnown = false
  var row: [cchar_t] = []
  private let environment: TerminalEnvironment
  private let description: TerminalDescription
  private var options: Options
  let isXtermLike: Bool
  /// Whether the terminal reports the mouse.
  var reportsMouse: Bool
  private let enterSequence: String
  private let leaveSequence: String
  private let ownsDescriptor: Bool

  /// Takes the controlling terminal, or else the terminal that is standard input.
  public convenience init(
    environment: TerminalEnvironment = .current, options: Options
  ) throws(TerminalError) {
    let flags = O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK
    var descriptor = open("/dev/tty", flags)
    // Opened anew, so that the shell's own open file does not become non-blocking.
    for standard in [STDIN_FILENO, STDOUT_FILENO] where descriptor < 0 && isatty(standard) == 1 {
      descriptor = open("/proc/self/fd/\(standard)", flags)
    }
    guard descriptor >= 0 else { throw .notATerminal }
    do {
      try self.init(
        descriptor: descriptor, ownsDescriptor: true, environment: environment, options: options)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// - Parameter descriptor: an open terminal, non-blocking, for reading and writing.
  init(
    descriptor: Int32, ownsDescriptor: Bool = false, environment: TerminalEnvironment,
    options: Options
  ) throws(TerminalError) {
    guard let modes = TerminalModes(descriptor) else { throw .notATerminal }
    let charset = TerminalEnvironment.activateLocale()
    let description = try TerminalDescription(term: environment.term, descriptor: descriptor)
    let output = try ScreenOutput(terminal: descriptor)
    // Before newterm: curses leaves handlers alone that it finds.
    let signals = ct_signals_install()
    guard signals >= 0 else {
      throw .systemFailure("pipe: \(String(cString: strerror(errno)))")
    }
    let start = CursesStart(
      environment: environment, description: description, options: options,
      size: Self.windowSize(descriptor), stream: output.stream)
    guard let start else {
      ct_signals_restore()
      throw .unknownTerminalType(environment.term)
    }
    self.descriptor = descriptor
    self.ownsDescriptor = ownsDescriptor
    self.modes = modes
    // The console of Linux has 512 glyphs, and no Braille among them.
    self.charset = charset == .braille && environment.term.hasPrefix("linux") ? .block : charset
    self.output = output
    signalDescriptor = signals
    extraKeys = description.extraKeys
    self.environment = environment
    self.description = description
    self.options = options
    curses = start
    encoder = start.makeEncoder(isUnicode: charset != .ascii)
    output.filter = start.makeFilter(encoder)
    isXtermLike = description.isXtermLike
    reportsMouse = options.usesMouse
    (enterSequence, leaveSequence) = Self.modeSequences(description, options)
    size = Self.windowSize(descriptor)
    enter()
  }

  deinit { leave() }

  // MARK: Taking and giving back the terminal

  private func enter() {
    let reset = Array((leaveSequence + Self.curseReset()).utf8CString.dropLast())
    modes.takeOver()
    modes.withOriginal { ct_guard_arm(descriptor, $0, reset, reset.count) }
    _ = ct_stderr_capture()
    phase = .active
    size = Self.windowSize(descriptor)
    resizeterm(Int32(size.rows), Int32(size.columns))
    forgetShown()
    clearok(cn_curscr(), true)
    output.resetRendition()
    wrefresh(cn_stdscr())
    output.collect()
    // curses switches the keypad off when it leaves, and does not switch it on again.
    if let keypad = TerminalDescription.sequence("smkx") { output.write(keypad) }
    output.write(enterSequence)
    if reportsMouse { output.write(mouseSequence) }
    if description.tellsBackground {
      // Also after a stop: the user may have changed it.
      output.write(TerminalQuery.sequence)
      query.ask()
    }
    output.flush()
  }

  /// Leaves the terminal as it was found, in a state to enter again.
  private func giveBack() {
    modes.restartOutput(discardingWhatWaits: output.hasLost)
    output.write(leaveSequence)
    // Also puts the cursor below what was there.
    curs_set(1)
    endwin()
    output.collect()
    output.resetRendition()
    // A Ctrl-S may come after the restart, too.
    output.flush { [modes] in modes.restartOutput(discardingWhatWaits: false) }
    query.drain(descriptor)
    modes.giveBack()
    ct_guard_disarm()
    ct_stderr_release()
  }

  /// Gives the terminal back for good. May be called any number of times.
  public func leave() {
    if phase == .left { return }
    if phase == .active { giveBack() }
    phase = .left
    delscreen(curses.handle)
    ct_signals_restore()
    if ownsDescriptor { close(descriptor) }
  }

  /// Gives the terminal back and stops the process, as Ctrl-Z does. Returns when the process is
  /// continued; then reload what may have changed and call `resume()`.
  public func suspend() {
    guard phase == .active else { return }
    giveBack()
    phase = .suspended
    ct_signals_stop()
  }

  /// Takes the terminal again after `suspend()`, or, when the process was stopped without being
  /// asked (SIGSTOP) and is continued, makes good what happened to the terminal meanwhile. The size
  /// may have changed. The next `draw` draws everything.
  public func resume() {
    switch phase {
    case .left: return
    case .suspended: modes.rememberOriginal()
    case .active: endwin()
    }
    enter()
  }

  /// Shows so many colours from now on; nil takes what the environment and terminfo tell. Where that
  /// is another depth than now, curses goes on with another description of the terminal, and the
  /// next `draw` draws everything.
  public func use(colorDepth chosen: ColorDepth?) {
    options.colorDepth = chosen
    let wanted = environment.colorDepth(chosen: chosen, colors: description.colors)
    guard phase == .active, wanted != colorDepth else { return }
    endwin()
    output.collect()
    started[colorDepth] = (curses, encoder)
    if let known = started[wanted] {
      set_term(known.curses.handle)
      (curses, encoder) = known
    } else if let start = CursesStart(
      environment: environment, description: description, options: options, size: size,
      stream: output.stream)
    {
      curses = start
      encoder = start.makeEncoder(isUnicode: charset != .ascii)
    } else {
      set_term(curses.handle)
    }
    output.filter = curses.makeFilter(encoder)
    enter()
  }

  /// Has a file created when the program crashes, so that the next launch can tell that from a
  /// kill; nil for none.
  public func setCrashMark(_ path: String?) { ct_guard_set_crash_mark(path) }

  /// Looks how large the window is now. The next `draw` draws everything.
  public func resize() {
    guard phase == .active else { return }
    size = Self.windowSize(descriptor)
    resizeterm(Int32(size.rows), Int32(size.columns))
    redrawAll()
  }

  /// The next `draw` draws everything, whatever the terminal shows.
  public func redrawAll() {
    forgetShown()
    clearok(cn_curscr(), true)
  }

  private func forgetShown() {
    shownCells.removeAll(keepingCapacity: true)
    shownClusters.removeAll()
    shownCursor = nil
    isCursorKnown = false
  }

  // MARK: What the terminal is told besides

  /// Private modes of xterm: button and drag reports (1002) in SGR form (1006), bracketed paste
  /// (2004), focus (1004). And reports when the user changes between dark and light (2031), which
  /// Contour, kitty and others know and the rest ignores.
  private static func modeSequences(
    _ description: TerminalDescription, _ options: Options
  ) -> (enter: String, leave: String) {
    guard description.isXtermLike else { return ("", "") }
    var modes = ["2004"]
    if options.reportsFocus { modes.append("1004") }
    if description.tellsBackground { modes.append("2031") }
    // The mouse is always told to be quiet at the end: it may have been switched on meanwhile.
    return (
      modes.map { "\u{1B}[?\($0)h" }.joined(),
      (["1006", "1002"] + modes.reversed()).map { "\u{1B}[?\($0)l" }.joined()
    )
  }

  /// What ends curses' own modes, for when curses can not be asked any more.
  private static func curseReset() -> String {
    ["sgr0", "cnorm", "rmkx", "rmcup"].reduce(into: "") { text, name in
      text += TerminalDescription.sequence(name) ?? ""
    }
  }

  /// The kernel may know no size (0 × 0, as on a serial line): then it is that of a VT100.
  private static func windowSize(_ descriptor: Int32) -> (columns: Int, rows: Int) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard ct_window_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return (80, 24)
    }
    return (min(Int(columns), 1000), min(Int(rows), 1000))
  }
}
