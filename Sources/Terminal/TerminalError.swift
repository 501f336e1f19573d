/// Why the screen can not be opened.
public enum TerminalError: Error, Equatable, Sendable {
  /// Neither the controlling terminal nor standard input and output are a terminal.
  case notATerminal
  /// TERM is not set.
  case terminalTypeNotSet
  /// There is no terminfo entry of that name.
  case unknownTerminalType(String)
  /// The terminal can not move its cursor.
  case noCursorAddressing(String)
  /// A system call failed; the text names it and the reason.
  case systemFailure(String)
}

extension TerminalError: CustomStringConvertible {
  /// One line for the user. The name of the terminal type is text from outside.
  public var description: String {
    switch self {
    case .notATerminal:
      "standard input is not a terminal, and there is no controlling terminal"
    case .terminalTypeNotSet:
      "the environment variable TERM is not set"
    case .unknownTerminalType(let name):
      "unknown terminal type '\(name)': set TERM to one that this machine knows, "
        + "such as xterm-256color"
    case .noCursorAddressing(let name):
      "the terminal type '\(name)' can not place its cursor; the map needs that"
    case .systemFailure(let reason):
      reason
    }
  }
}
