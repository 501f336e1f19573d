import Glibc

/// A moment of the clock that never jumps (CLOCK_MONOTONIC); it stands still while the machine
/// sleeps.
public struct MonotonicTime: Comparable, Hashable, Sendable {
  /// Nanoseconds since some moment before the program started.
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// That many seconds later.
  public func advanced(bySeconds seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds + Int64(seconds * 1e9))
  }

  /// Seconds from `other` to this moment.
  public func seconds(since other: MonotonicTime) -> Double {
    Double(nanoseconds - other.nanoseconds) / 1e9
  }

  public static func < (a: MonotonicTime, b: MonotonicTime) -> Bool {
    a.nanoseconds < b.nanoseconds
  }
}
