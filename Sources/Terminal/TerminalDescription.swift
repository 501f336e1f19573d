import CNcurses
import ViewModel

/// What terminfo knows about a terminal type, read before curses starts.
struct TerminalDescription {
  var colors = 0
  /// Whether erasing fills with the background colour (`bce`).
  var erasesWithBackground = false
  /// Whether it understands xterm's private modes: mouse, bracketed paste, focus.
  var isXtermLike = false
  /// Whether it may be asked for its background: it tells, or says nothing at all. The console of
  /// Linux has a mouse, but older ones print what is asked.
  var tellsBackground = false
  /// Key sequences the decoder does not know by itself.
  var extraKeys: [[UInt8]: Key] = [:]

  init(term: String, descriptor: Int32) throws(TerminalError) {
    if term.isEmpty { throw .terminalTypeNotSet }
    var status: Int32 = 0
    guard setupterm(term, descriptor, &status) == OK else { throw .unknownTerminalType(term) }
    defer { cn_forget_terminal() }
    guard cn_string_capability("cup") != nil, cn_string_capability("clear") != nil,
      tigetflag("hc") <= 0
    else { throw .noCursorAddressing(term) }
    colors = Int(max(tigetnum("colors"), 0))
    erasesWithBackground = tigetflag("bce") > 0
    tellsBackground =
      tigetflag("XT") > 0 || Self.xtermLike.contains { term.hasPrefix($0) }
    isXtermLike = tellsBackground || cn_string_capability("kmous") != nil
    extraKeys = Self.extraKeys()
  }

  /// A string capability of the current terminal as it is to be written: without the delays, as `$<2>`,
  /// that are curses' to make, and no terminal needs any more.
  static func sequence(_ name: String) -> String? {
    guard let text = cn_string_capability(name) else { return nil }
    return withoutDelays(String(cString: text))
  }

  /// - Parameter text: with delays as in terminfo(5): `$<`, milliseconds, `*` or `/`, `>`.
  static func withoutDelays(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "$") {
      result += rest[..<start]
      let after = rest[start...].dropFirst()
      if after.first == "<", let end = after.firstIndex(of: ">"),
        after[..<end].dropFirst().allSatisfy({ "0123456789.*/".contains($0) })
      {
        rest = after[end...].dropFirst()
      } else {
        result += "$"
        rest = after
      }
    }
    return result + rest
  }

  /// Terminals whose entries may tell of neither `XT` nor `kmous`.
  private static let xtermLike = [
    "xterm", "tmux", "screen", "rxvt", "foot", "alacritty", "konsole", "vte", "gnome", "putty",
    "st-", "kitty", "wezterm", "contour", "mintty", "ghostty",
  ]

  private static func extraKeys() -> [[UInt8]: Key] {
    var keys: [[UInt8]: Key] = [:]
    for (name, key) in capabilities {
      guard let text = cn_string_capability(name) else { continue }
      let sequence = Array(String(cString: text).utf8)
      // CSI M begins an X10 mouse report.
      if sequence == Array("\u{1B}[M".utf8) { continue }
      var decoder = InputDecoder()
      if decoder.decode(sequence) != [.key(key)] { keys[sequence] = key }
    }
    return keys
  }

  /// terminfo's names of keys. F13 and up are left out: xterm's entries use them for F1 with Shift.
  private static let capabilities: [(String, Key)] =
    [
      ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
      ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
      ("kich1", Key(.insert)), ("kdch1", Key(.delete)), ("kcbt", Key(.backTab)),
      ("kent", Key(.enter)),
      ("kLFT", Key(.left, modifiers: .shift)), ("kRIT", Key(.right, modifiers: .shift)),
      ("kri", Key(.up, modifiers: .shift)), ("kind", Key(.down, modifiers: .shift)),
    ] + (1...12).map { ("kf\($0)", Key(.function($0))) }
}
