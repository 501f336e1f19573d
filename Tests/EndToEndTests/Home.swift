import Foundation
import TestSupport
import Testing

/// A home folder for one test, and the program that lives in it.
final class Home {
  /// A temporary folder: HOME is in it, and tests may put other things beside.
  let folder: String
  let path: String
  var program = PackageUnderTest.binary
  /// All of the program's environment. No XDG_ variables.
  var environment: [String: String]

  init() throws {
    folder = try makeTemporaryFolder()
    path = folder + "/home"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    environment = [
      "HOME": path, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    ]
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  // MARK: The program

  /// Runs the program without a terminal.
  func run(_ arguments: String...) throws -> Command {
    try Command(program, arguments, environment: environment)
  }

  /// Opens the map on a pseudo terminal, and waits for the first frame.
  func open(_ arguments: String..., columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
    let terminal = try launch(arguments, columns: columns, rows: rows)
    try terminal.waitForFrame()
    return terminal
  }

  func launch(
    _ arguments: [String] = [], columns: Int = 80, rows: Int = 24, answer: String? = nil
  ) throws -> PseudoTerminal {
    guard let answer else {
      return try PseudoTerminal(
        program, arguments, columns: columns, rows: rows, environment: environment)
    }
    return try PseudoTerminal(
      program, arguments, columns: columns, rows: rows, environment: environment, answer: answer)
  }

  /// Opens the map in tmux, and waits for the first frame.
  func openInTmux(
    _ arguments: String..., columns: Int = 100, rows: Int = 30
  ) throws -> TmuxSession {
    let command = shellCommand([program] + arguments)
    let session = try TmuxSession("exec " + command, columns: columns, rows: rows)
    try session.waitForFrame()
    return session
  }

  /// A command line of the shell that runs a program in exactly this environment, but for the
  /// variables that tmux sets for whatever runs in it.
  func shellCommand(_ words: [String]) -> String {
    var variables = environment
    variables["TERM"] = nil
    let settings = variables.sorted { $0.key < $1.key }.map { Self.quoted("\($0.key)=\($0.value)") }
    return
      (["env", "-i"] + settings + [#"TERM="$TERM""#, #"TMUX="$TMUX""#]
      + words.map(Self.quoted)).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
  }

  // MARK: Its files

  var preferencesPath: String { path + "/.config/pigeon/preferences.plist" }
  var statePath: String { path + "/.local/state/pigeon/state.plist" }

  func writePreferences(_ bytes: some DataProtocol) throws {
    try FileManager.default.createDirectory(
      atPath: path + "/.config/pigeon", withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: preferencesPath))
  }

  func writeState(_ bytes: some DataProtocol) throws {
    try FileManager.default.createDirectory(
      atPath: path + "/.local/state/pigeon", withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: statePath))
  }

  /// The preferences on disk this moment; nil when there is no file.
  func preferences() throws -> [String: Any]? { try Self.propertyList(preferencesPath) }

  /// The saved view; nil when there is none.
  func view() throws -> SavedView? {
    guard let archive = try Self.propertyList(statePath),
      let objects = archive["Objects"] as? [String: [String: Any]],
      let map = objects["map"], let latitude = map["latitude"] as? Double,
      let longitude = map["longitude"] as? Double, let zoom = map["zoom"] as? Double
    else { return nil }
    let prompt = objects["map/title"]
    return SavedView(
      latitude: latitude, longitude: longitude, zoom: zoom,
      idiom: archive["Idiom"] as? String ?? "", title: prompt?["text"] as? String,
      cursor: prompt?["cursor"] as? Int,
      undoSteps: (objects["map/history"]?["past"] as? [Any])?.count ?? 0,
      screens: objects.keys.sorted())
  }

  /// Waits until a view that satisfies the condition has been saved.
  @discardableResult
  func waitForView(
    _ what: String, seconds: Double = patience, _ isReached: (SavedView) -> Bool
  ) throws -> SavedView {
    var last: SavedView?
    do {
      try waitUntil("saved view with \(what)", seconds: seconds) {
        last = try view()
        return last.map(isReached) ?? false
      }
    } catch {
      throw PseudoTerminal.Failure(description: "\(error); the view is \(String(describing: last))")
    }
    return try #require(last)
  }

  private static func propertyList(_ path: String) throws -> [String: Any]? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
  }
}

/// What `state.plist` tells.
struct SavedView: Equatable {
  var latitude: Double
  var longitude: Double
  var zoom: Double
  var idiom: String
  /// The half-typed title and the cursor in it, while it is being asked for.
  var title: String?
  var cursor: Int?
  var undoSteps: Int
  var screens: [String]

  func isNear(_ latitude: Double, _ longitude: Double, within tolerance: Double = 1e-9) -> Bool {
    abs(self.latitude - latitude) <= tolerance && abs(self.longitude - longitude) <= tolerance
  }
}

extension PseudoTerminal {
  /// Waits for a whole frame: the bottom bar is written last.
  func waitForFrame(from offset: Int = 0) throws {
    try wait(from: offset, seconds: patience, for: "frame") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      return ["standard", "satellite", "hybrid", "Title:"].contains(where: text.contains)
    }
  }

  /// Quits with `q`; the exit status must be 0.
  func quit(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try type("q")
    let status = try waitForExit(seconds: patience)
    #expect(status == .exited(0), sourceLocation: sourceLocation)
  }
}

extension TmuxSession {
  /// Waits until the bottom bar is there.
  func waitForFrame() throws {
    try wait(seconds: patience, for: "frame") { rows in
      guard let last = rows.last else { return false }
      return ["standard", "satellite", "hybrid", "Title:"].contains(where: last.contains)
    }
  }

  /// Waits until the program has ended; returns its exit status, or "signal" and the number.
  @discardableResult
  func waitForEnd() throws -> String {
    var parts: [String] = []
    do {
      try waitUntil("end of the program") {
        parts = try value("#{pane_dead}/#{pane_dead_status}/#{pane_dead_signal}/#{pid}")
          .components(separatedBy: "/")
        guard parts[0] == "1" else { return false }
        if parts[1] + parts[2] != "" { return true }
        // tmux 3.3a misses some ends, and looks after its children when it is told again.
        if let server = pid_t(parts[3]), server > 1 { kill(server, SIGCHLD) }
        return false
      }
    } catch {
      throw PseudoTerminal.Failure(
        description: "\(error), \(parts):\n\(try rows().joined(separator: "\n"))")
    }
    return parts[2].isEmpty ? parts[1] : "signal \(parts[2])"
  }

  /// The screen as it looks.
  func look() throws -> ScreenLook { ScreenLook(styledRows: try styledRows()) }

  /// Waits until the screen stands still and satisfies the condition; returns how it looks.
  func waitForStill(
    _ what: String, until isReached: ([String]) -> Bool = { _ in true }
  ) throws -> ScreenLook {
    var last = try look()
    var count = 0
    try waitUntil("still screen with \(what)") {
      let now = try look()
      count = now == last ? count + 1 : 0
      last = now
      return count >= 3 && isReached(now.rows)
    }
    return last
  }

  /// Waits until the screen looks like another one; throws with the rows that do not.
  func wait(forLook look: ScreenLook) throws {
    var now = try self.look()
    do {
      try waitUntil("screen as it was") {
        now = try self.look()
        return now == look
      }
    } catch {
      throw PseudoTerminal.Failure(description: "\(error): \(now.difference(from: look))")
    }
  }

  /// The process in the window.
  var processID: pid_t { get throws { try #require(pid_t(try value("#{pane_pid}"))) } }
}
