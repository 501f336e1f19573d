import CellGrid
import Glibc

/// Standard output and standard error. Results go to the one, everything else to the other.
enum Output {
  /// Writes a result. What it is made of was made safe, or escaped, by whoever made it.
  /// - Throws: why not all of it could be written.
  static func write(_ text: String) throws(CommandError) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw CommandError("standard output: \(String(cString: strerror(errno)))", .inputOutput)
      }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Columns of a message; more is left out in its middle, where a path is that is not one.
  private static let maximumColumns = 1000

  /// One line on standard error; the text may hold anything from outside.
  static func warn(_ text: String) {
    let line = "pigeon: \(SafeText(text).shortened(to: maximumColumns).text)\n"
    line.utf8.withContiguousStorageIfAvailable { bytes in
      _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    } ?? { _ = Glibc.write(STDERR_FILENO, Array(line.utf8), line.utf8.count) }()
  }
}
