import Geodesy

/// What a position source tells while it runs.
public enum PositionReport: Equatable, Sendable {
  case fix(Fix)
  /// The receiver answers but has no fix, or stopped answering.
  case lost
}

/// A running position source. Receivers are read on threads of their own and deliver through the
/// event loop's mailbox, so that nothing on the main loop waits for one.
public protocol PositionFeed: AnyObject {
  /// Starts delivering reports; `deliver` may be called on any thread.
  func start(deliver: @escaping @Sendable (PositionReport) -> Void)
  /// Stops; nothing is delivered after it returns.
  func stop()
}

extension PositionSource {
  /// The feed that reads this source; nil for `none`.
  public func makeFeed() -> PositionFeed? {
    switch self {
    case .none: nil
    case .fixed(let coordinate): FixedPositionFeed(coordinate)
    }
  }
}

/// Reports one place, once.
final class FixedPositionFeed: PositionFeed {
  let coordinate: Coordinate

  init(_ coordinate: Coordinate) { self.coordinate = coordinate }

  func start(deliver: @escaping @Sendable (PositionReport) -> Void) {
    deliver(.fix(Fix(coordinate: coordinate)))
  }

  func stop() {}
}
