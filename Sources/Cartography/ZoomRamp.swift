/// A value that changes with the zoom: straight between its stops, constant beyond them.
public struct ZoomRamp: Equatable, Sendable {
  public struct Stop: Equatable, Sendable {
    public var zoom: Double
    public var value: Double

    public init(_ zoom: Double, _ value: Double) {
      self.zoom = zoom
      self.value = value
    }
  }

  /// In order of zoom.
  public var stops: [Stop]

  public init(_ stops: [Stop]) { self.stops = stops }

  /// The same value at every zoom.
  public static func constant(_ value: Double) -> ZoomRamp { ZoomRamp([Stop(0, value)]) }

  /// The value at a zoom; 0 for a ramp without stops. O(stops).
  public func value(at zoom: Double) -> Double {
    guard var previous = stops.first else { return 0 }
    if zoom <= previous.zoom { return previous.value }
    for stop in stops.dropFirst() {
      if zoom < stop.zoom {
        let share = (zoom - previous.zoom) / (stop.zoom - previous.zoom)
        return previous.value + share * (stop.value - previous.value)
      }
      previous = stop
    }
    return previous.value
  }
}
