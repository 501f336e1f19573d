/// How the map moves with the user. The numbers are MapKit's `MKUserTrackingMode`, as preferences
/// store them.
public enum TrackingMode: Int, CaseIterable, Sendable {
  case none = 0
  case follow = 1
  case followWithHeading = 2

  /// The mode after this one, going round.
  public var next: TrackingMode { TrackingMode(rawValue: (rawValue + 1) % 3) ?? .none }
}
