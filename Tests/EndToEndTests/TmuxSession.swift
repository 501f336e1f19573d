import CTerminal
import Foundation

/// A program in a real terminal, with a screen to look at: a tmux server of its own, on a socket
/// and with settings nobody else uses.
final class TmuxSession {
  private let directory: String
  private var socket: String { directory + "/socket" }

  /// Starts a command line of the shell in a window of that size.
  /// - Parameter environment: variables set for the command, besides those of this process.
  init(
    _ command: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws {
    directory = NSTemporaryDirectory() + "tmux-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let settings = """
      set -g default-terminal tmux-256color
      set -g status off
      set -g remain-on-exit on
      set -g escape-time 0
      set -g default-size \(columns)x\(rows)
      set -ga terminal-overrides ",*:Tc"
      set -g history-limit 100
      """
    try settings.write(toFile: directory + "/tmux.conf", atomically: true, encoding: .utf8)
    let variables = environment.flatMap { ["-e", "\($0.key)=\($0.value)"] }
    try tmux(
      ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"] + variables + [command])
  }

  deinit {
    _ = try? tmux(["kill-server"])
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Sends keys by tmux's names: "Up", "C-l", "Enter", or a character.
  func send(keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// Sends text as it is.
  func send(text: String) throws { try tmux(["send-keys", "-l", text]) }

  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// The rows of the screen as text, without trailing blanks.
  func rows() throws -> [String] {
    var rows = try tmux(["capture-pane", "-p"]).components(separatedBy: "\n")
    rows.removeLast()
    return rows
  }

  /// The rows of the screen with their colours as SGR sequences, with trailing blanks: what is cleared
  /// with a colour looks like blanks of that colour.
  func styledRows() throws -> [String] {
    var rows = try tmux(["capture-pane", "-p", "-e", "-N"]).components(separatedBy: "\n")
    rows.removeLast()
    return rows
  }

  /// A format of tmux, such as `#{alternate_on}`, `#{cursor_flag}` or `#{pane_dead_status}`.
  func value(_ format: String) throws -> String {
    try tmux(["display-message", "-p", format]).trimmingCharacters(in: .newlines)
  }

  /// Looks at the screen until it satisfies the condition; returns its rows.
  @discardableResult
  func wait(
    seconds: Double = 10, for what: String = "screen", until isReached: ([String]) throws -> Bool
  ) throws -> [String] {
    let limit = Date(timeIntervalSinceNow: seconds)
    while true {
      // A call of tmux takes some milliseconds: that is the pace.
      let rows = try self.rows()
      if try isReached(rows) { return rows }
      guard Date() < limit else {
        throw PseudoTerminal.Failure(
          description: "no \(what) within \(seconds) s:\n" + rows.joined(separator: "\n"))
      }
    }
  }

  @discardableResult
  func wait(forText text: String, seconds: Double = 10) throws -> [String] {
    try wait(seconds: seconds, for: text.debugDescription) { rows in
      rows.contains { $0.contains(text) }
    }
  }

  @discardableResult private func tmux(_ arguments: [String]) throws -> String {
    try Self.run(
      ["tmux", "-S", socket, "-f", directory + "/tmux.conf", "-u"] + arguments)
  }

  /// Runs a command; returns what it wrote, throws when it fails. Not with `Process`, which takes
  /// a command for running as long as the server it started holds its files.
  @discardableResult private static func run(_ command: [String]) throws -> String {
    let path = NSTemporaryDirectory() + "output-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    var environment = ProcessInfo.processInfo.environment
    environment["TMUX"] = nil
    environment["LC_ALL"] = "C.UTF-8"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    // Threads of the test block signals; a server that inherits this can not be told to end.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = CStringList(command)
    let variables = CStringList(environment.map { "\($0.key)=\($0.value)" })
    var child: pid_t = 0
    var status: Int32 = -1
    if posix_spawnp(
      &child, command[0], &actions, &attributes, arguments.pointers, variables.pointers) == 0
    {
      while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    }
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    guard status == 0 else {
      throw PseudoTerminal.Failure(
        description: "\(command.joined(separator: " ")): \(text)")
    }
    return text
  }
}
