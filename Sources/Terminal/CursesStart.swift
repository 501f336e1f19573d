import CNcurses
import CellGrid
import Glibc

/// curses started on the best terminal description there is.
struct CursesStart {
  let handle: OpaquePointer
  let depth: ColorDepth
  /// Whether columns can be deleted and inserted with the sequences of ECMA-48.
  let canShiftRows: Bool
  /// Whether curses writes the numbers of pairs of colours, as our own descriptions have it.
  private let writesPairNumbers: Bool

  /// Nil when no description can be used.
  init?(
    environment: TerminalEnvironment, description: TerminalDescription, options: Screen.Options,
    size: (columns: Int, rows: Int), stream: UnsafeMutablePointer<FILE>
  ) {
    // What LINES and COLUMNS say may be outdated; and curses, which sees a file and not the
    // terminal, has to learn the size from them.
    let variables = TemporaryVariables([
      "LINES": String(size.rows), "COLUMNS": String(size.columns),
    ])
    defer { variables.restore() }
    var depth = environment.colorDepth(chosen: options.colorDepth, colors: description.colors)
    var started: OpaquePointer?
    if depth == .trueColor {
      started = Self.startDirect(description, options, stream)
      if started == nil, description.colors <= 256 {
        depth = description.colors >= 256 ? .indexed256 : .ansi16
        if description.colors < 8 { depth = .monochrome }
      }
    }
    guard let handle = started ?? newterm(environment.term, stream, stream) else { return nil }
    self.handle = handle
    if depth > .monochrome, has_colors(), start_color() == OK {
      use_default_colors()
    } else {
      depth = .monochrome
    }
    self.depth = depth
    canShiftRows =
      Self.capability("dch", is: "\u{1B}[%p1%dP") && Self.capability("ich", is: "\u{1B}[%p1%d@")
    writesPairNumbers = Self.capability("scp", is: "\u{1F}%p1%d;")
    Self.configure()
  }

  func makeEncoder(isUnicode: Bool) -> CellEncoder {
    CellEncoder(
      depth: depth, isUnicode: isUnicode, colors: Int(cn_colors()),
      pairs: PairTable(limit: Int(cn_color_pairs()), passesNumbers: writesPairNumbers))
  }

  func makeFilter(_ encoder: CellEncoder) -> RenditionFilter {
    RenditionFilter(
      canSwitchOff: depth > .monochrome,
      pairs: writesPairNumbers ? encoder.pairs.colors : nil)
  }

  /// Starts with this program's own entry for direct colours.
  private static func startDirect(
    _ description: TerminalDescription, _ options: Screen.Options,
    _ stream: UnsafeMutablePointer<FILE>
  ) -> OpaquePointer? {
    guard let directory = options.terminfoDirectory else { return nil }
    let variables = TemporaryVariables(["TERMINFO": directory])
    defer { variables.restore() }
    let name = description.erasesWithBackground ? "pigeon-direct" : "pigeon-direct-nobce"
    return newterm(name, stream, stream)
  }

  private static func configure() {
    let window = cn_stdscr()
    // Input is not curses' business: no looking for typed-ahead keys while drawing.
    typeahead(-1)
    keypad(window, true)
    leaveok(window, false)
    scrollok(window, false)
    // Lets curses move rows up and down instead of drawing them.
    idlok(window, true)
    curs_set(0)
  }

  private static func capability(_ name: String, is text: String) -> Bool {
    cn_string_capability(name).map { String(cString: $0) } == text
  }
}

/// Environment variables set for as long as curses starts, since it takes no such arguments.
private struct TemporaryVariables {
  private var previous: [String: String?] = [:]

  init(_ values: [String: String]) {
    for (name, value) in values {
      previous[name] = .some(getenv(name).map { String(cString: $0) })
      setenv(name, value, 1)
    }
  }

  func restore() {
    for (name, value) in previous {
      if let value { setenv(name, value, 1) } else { unsetenv(name) }
    }
  }
}
