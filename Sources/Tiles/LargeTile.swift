import Synchronization

/// Unusually large tiles are made ready one at a time, so that what decoding and compiling take counts
/// once, however many threads load tiles of however many sources.
public enum LargeTile {
  /// Bytes of a vector tile, decompressed or decoded, above which it is one: five times what the
  /// densest parts of cities have.
  public static let size = 1 << 20

  private static let turn = Mutex(())

  /// Waits until no other thread is in here.
  public static func alone<Result: Sendable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try turn.withLock { (_) throws(Failure) in try body() }
  }
}
