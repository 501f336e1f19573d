/// How the program ends; the numbers of sysexits.h.
enum ExitStatus: Int32 {
  case done = 0
  case nothingFound = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  case unavailable = 69
  case cannotCreate = 73
  case inputOutput = 74
}

/// A failure that ends a command: what to tell, and the status to end with.
struct CommandError: Error {
  var message: String
  var status: ExitStatus

  init(_ message: String, _ status: ExitStatus) {
    self.message = message
    self.status = status
  }

  static func usage(_ message: String) -> CommandError { CommandError(message, .usage) }
}
