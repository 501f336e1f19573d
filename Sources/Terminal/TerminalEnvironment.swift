import CNcurses
import CellGrid
import Glibc

/// What the environment says about the terminal.
public struct TerminalEnvironment: Equatable, Sendable {
  /// TERM.
  public var term: String
  /// COLORTERM.
  public var colorTerm: String
  /// Whether NO_COLOR is set to something (https://no-color.org).
  public var isColorUnwanted: Bool
  /// Whether TMUX is set.
  public var isInsideTmux: Bool

  public init(
    term: String, colorTerm: String = "", isColorUnwanted: Bool = false, isInsideTmux: Bool = false
  ) {
    self.term = term
    self.colorTerm = colorTerm
    self.isColorUnwanted = isColorUnwanted
    self.isInsideTmux = isInsideTmux
  }

  /// The environment of this process.
  public static var current: TerminalEnvironment {
    TerminalEnvironment(
      term: variable("TERM"), colorTerm: variable("COLORTERM"),
      isColorUnwanted: !variable("NO_COLOR").isEmpty, isInsideTmux: !variable("TMUX").isEmpty)
  }

  private static func variable(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }

  /// Whether COLORTERM may be believed. GNU screen passes it on from the terminal outside, but
  /// does not pass direct colours on; tmux translates them.
  var saysDirectColor: Bool {
    guard colorTerm == "truecolor" || colorTerm == "24bit" else { return false }
    return !term.hasPrefix("screen") || isInsideTmux
  }

  /// The best depth: what the user chose, else what the environment and terminfo tell.
  /// - Parameter colors: terminfo's `colors`; below 8 there are none worth having.
  func colorDepth(chosen: ColorDepth?, colors: Int) -> ColorDepth {
    let possible: ColorDepth =
      switch colors {
      case ..<8: .monochrome
      case ..<256: .ansi16
      case 256: .indexed256
      default: .trueColor
      }
    if let chosen { return chosen == .trueColor ? .trueColor : min(chosen, possible) }
    if isColorUnwanted || possible == .monochrome { return .monochrome }
    return saysDirectColor ? .trueColor : possible
  }

  /// Takes the character encoding from the environment (LC_CTYPE only: numbers keep their decimal
  /// point) and tells which characters it allows. When the locale that is named is not installed
  /// but its name says UTF-8, as is common over SSH, C.UTF-8 stands in for it.
  public static func activateLocale() -> Charset {
    let isInstalled = setlocale(LC_CTYPE, "") != nil
    let named =
      ["LC_ALL", "LC_CTYPE", "LANG"].map(variable).first { !$0.isEmpty } ?? ""
    if !isInstalled { setlocale(LC_CTYPE, saysUTF8(named) ? "C.UTF-8" : "C") }
    guard let codeset = nl_langinfo(nl_item(CODESET)) else { return .ascii }
    return saysUTF8(String(cString: codeset)) ? .braille : .ascii
  }

  private static func saysUTF8(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}
