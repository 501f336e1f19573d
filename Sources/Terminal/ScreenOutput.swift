import CNcurses
import CTerminal
import Glibc

/// Where curses writes to: a file in memory. What it wrote is shortened and sent to the terminal
/// in one piece, by this program, which can give up on a terminal that takes nothing any more.
final class ScreenOutput {
  let terminal: Int32
  let stream: UnsafeMutablePointer<FILE>
  var filter = RenditionFilter(canSwitchOff: false)
  /// Bytes sent to the terminal so far.
  private(set) var byteCount = 0
  /// Whether bytes were lost, so that what the terminal shows is not known.
  var hasLost = false
  private let memory: Int32
  private var raw: [UInt8] = []
  private var outgoing: [UInt8] = []

  init(terminal: Int32) throws(TerminalError) {
    self.terminal = terminal
    memory = ct_memory_file("screen")
    guard memory >= 0, let stream = fdopen(memory, "w") else {
      throw .systemFailure("memfd_create: \(String(cString: strerror(errno)))")
    }
    self.stream = stream
  }

  deinit { fclose(stream) }

  /// Adds bytes of our own before what curses will write.
  func write(_ text: String) {
    outgoing.append(contentsOf: text.utf8)
  }

  /// Adds what resets the rendition. Others draw on the terminal while the program does not have it,
  /// and leaving the alternate screen brings back a rendition of before.
  func resetRendition() {
    if let sequence = TerminalDescription.sequence("sgr0") { write(sequence) }
    filter.forget()
  }

  /// Adds what curses has written.
  func collect() {
    fflush(stream)
    let length = Int(lseek(memory, 0, SEEK_CUR))
    guard length > 0 else { return }
    if raw.count < length { raw = [UInt8](repeating: 0, count: length) }
    raw.withUnsafeMutableBytes { buffer in
      var filled = 0
      while filled < length {
        let count = pread(
          memory, buffer.baseAddress?.advanced(by: filled), length - filled, off_t(filled))
        if count <= 0 { break }
        filled += count
      }
    }
    lseek(memory, 0, SEEK_SET)
    ftruncate(memory, 0)
    raw.withUnsafeBufferPointer {
      filter.filter(UnsafeBufferPointer(rebasing: $0[..<length]), into: &outgoing)
    }
  }

  /// Adds a sequence in the terminal's own colours, without curses learning of it.
  func writePlain(_ bytes: [UInt8]) {
    let wanted = filter.wanted
    filter.wanted = RenditionFilter.Rendition()
    bytes.withUnsafeBufferPointer { filter.filter($0, into: &outgoing) }
    filter.wanted = wanted
  }

  /// Sends everything added since the last time.
  /// - Parameter restart: called whenever the terminal has taken nothing for a moment.
  func flush(onStall restart: () -> Void = {}) {
    collect()
    defer { outgoing.removeAll(keepingCapacity: true) }
    var position = 0
    var isFirstStall = true
    while position < outgoing.count {
      let count = outgoing.withUnsafeBytes { bytes in
        Glibc.write(
          terminal, bytes.baseAddress?.advanced(by: position), outgoing.count - position)
      }
      if count > 0 {
        position += count
        continue
      }
      if errno == EINTR { continue }
      guard errno == EAGAIN, isFirstStall || !ct_signals_termination_pending() else {
        hasLost = true
        break
      }
      // Not longer than a moment: the signal that ends the wait may come just before it.
      var request = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
      if poll(&request, 1, 250) == 0 {
        isFirstStall = false
        restart()
      }
    }
    byteCount += position
  }
}
