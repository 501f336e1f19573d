import CNcurses
import CellGrid
import Glibc

/// curses started on the best terminal description there is.
struct CursesStart {
  let handle: OpaquePointer
  let depth: ColorDepth
  let canShiftRows: Bool

  /// Nil when no description can be used.
  init?(
    environment: TerminalEnvironment, description: TerminalDescription, options: Screen.Options,
    stream: UnsafeMutablePointer<FILE>
  ) {
    // The size comes from the kernel only, not from LINES and COLUMNS, which may be outdated.
    use_env(false)
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
    canShiftRows = Self.capability("dch", is: "\u{1B}[%p1%dP") && Self.capability("ich", is: "\u{1B}[%p1%d@")
    Self.configure()
  }

  /// Starts with this program's own entry for direct colours.
  private static func startDirect(
    _ description: TerminalDescription, _ options: Screen.Options,
    _ stream: UnsafeMutablePointer<FILE>
  ) -> OpaquePointer? {
    guard let directory = options.terminfoDirectory else { return nil }
    let previous = getenv("TERMINFO").map { String(cString: $0) }
    setenv("TERMINFO", directory, 1)
    defer {
      if let previous { setenv("TERMINFO", previous, 1) } else { unsetenv("TERMINFO") }
    }
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
