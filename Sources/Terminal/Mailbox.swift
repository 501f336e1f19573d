import CTerminal
import Glibc
import Synchronization

/// A bell with which any thread wakes the event loop. What there is to say is kept elsewhere;
/// ringing several times before the loop looks is ringing once.
public final class Mailbox: Sendable {
  /// Readable while there is something unheard; -1 when the system had no file left.
  let descriptor: Int32
  private let isRung = Atomic<Bool>(false)

  public init() { descriptor = ct_event_file() }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Wakes the loop. Never blocks.
  public func post() {
    if isRung.exchange(true, ordering: .acquiringAndReleasing) { return }
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Hears the bell. Call before looking at what there is, so that a post after it rings again.
  func drain() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    isRung.store(false, ordering: .sequentiallyConsistent)
  }
}
