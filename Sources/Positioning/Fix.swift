import Geodesy

/// One position report.
public struct Fix: Equatable, Sendable {
  public var coordinate: Coordinate
  /// Direction of travel over ground, degrees true; nil when unknown, which is not the same as 0.
  public var course: Double?
  /// Direction the device points, degrees true.
  public var heading: Double?
  /// Metres per second over ground.
  public var speed: Double?
  /// Metres, horizontal, 95 %.
  public var accuracy: Double?

  public init(
    coordinate: Coordinate, course: Double? = nil, heading: Double? = nil, speed: Double? = nil,
    accuracy: Double? = nil
  ) {
    self.coordinate = coordinate
    self.course = course
    self.heading = heading
    self.speed = speed
    self.accuracy = accuracy
  }
}
