import Foundation
import Testing

/// A program run to its end without any terminal, its output and its messages kept apart.
struct Command {
  var status: PseudoTerminal.ExitStatus
  var outputBytes: [UInt8]
  var errors: String

  var output: String { String(decoding: outputBytes, as: UTF8.self) }

  /// Runs a program in a session of its own, so that there is no controlling terminal.
  init(
    _ program: String, _ arguments: [String] = [], environment: [String: String],
    seconds: Double = patience
  ) throws {
    let child = try CommandProcess(program, arguments, environment: environment)
    self = try child.wait(seconds: seconds)
  }

  fileprivate init(
    status: PseudoTerminal.ExitStatus, outputBytes: [UInt8], errors: String
  ) {
    self.status = status
    self.outputBytes = outputBytes
    self.errors = errors
  }
}

/// How long to wait for anything, in seconds: machines that run tests are busy.
let patience = 20.0

/// A program that runs without a terminal.
final class CommandProcess {
  let processID: pid_t
  private let folder: String
  private var isReaped = false

  init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    folder = try makeTemporaryFolder()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for (descriptor, name) in [(STDOUT_FILENO, "output"), (STDERR_FILENO, "errors")] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, "\(folder)/\(name)", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID of spawn.h, which the Glibc module does not show.
    let setSession: Int16 = 0x80
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | setSession)
    let words = CStringList([program] + arguments)
    let variables = CStringList(environment.map { "\($0.key)=\($0.value)" })
    var child: pid_t = 0
    let code = posix_spawnp(
      &child, program, &actions, &attributes, words.pointers, variables.pointers)
    guard code == 0 else {
      try? FileManager.default.removeItem(atPath: folder)
      throw PseudoTerminal.Failure(description: "\(program): \(String(cString: strerror(code)))")
    }
    processID = child
  }

  deinit {
    if !isReaped {
      kill(processID, SIGKILL)
      var code: Int32 = 0
      waitpid(processID, &code, 0)
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  func wait(seconds: Double = patience) throws -> Command {
    var code: Int32 = 0
    try waitUntil("the command's end", seconds: seconds) {
      waitpid(processID, &code, WNOHANG) == processID
    }
    isReaped = true
    let status: PseudoTerminal.ExitStatus =
      code & 0x7F == 0 ? .exited(code >> 8 & 0xFF) : .killed(signal: code & 0x7F)
    let output = try Data(contentsOf: URL(fileURLWithPath: folder + "/output"))
    let errors = try Data(contentsOf: URL(fileURLWithPath: folder + "/errors"))
    return Command(
      status: status, outputBytes: Array(output), errors: String(decoding: errors, as: UTF8.self))
  }
}

/// Looks again and again until the condition holds; throws when it does not within the limit.
func waitUntil(
  _ what: String, seconds: Double = patience, _ isReached: () throws -> Bool
) throws {
  let limit = Date(timeIntervalSinceNow: seconds)
  while try !isReached() {
    guard Date() < limit else {
      throw PseudoTerminal.Failure(description: "no \(what) within \(seconds) s")
    }
    usleep(2000)
  }
}

func makeTemporaryFolder() throws -> String {
  var template = Array((NSTemporaryDirectory() + "pigeon-test-XXXXXX").utf8CString)
  guard mkdtemp(&template) != nil else {
    throw PseudoTerminal.Failure(
      description: "no temporary folder: \(String(cString: strerror(errno)))")
  }
  // Temporary folders may be reached by links; the program tells real paths.
  guard let resolved = realpath(template, nil) else {
    throw PseudoTerminal.Failure(description: "realpath: \(String(cString: strerror(errno)))")
  }
  defer { free(resolved) }
  return String(cString: resolved)
}
