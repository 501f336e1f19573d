import Geodesy

/// The user's own things on the map.
public struct MapOverlay: Equatable, Sendable {
  public struct Pin: Equatable, Sendable {
    public var coordinate: Coordinate
    /// Text from outside; made safe where it is drawn.
    public var title: String
    public var isSelected: Bool

    public init(coordinate: Coordinate, title: String, isSelected: Bool = false) {
      self.coordinate = coordinate
      self.title = title
      self.isSelected = isSelected
    }
  }

  public struct Position: Equatable, Sendable {
    public var coordinate: Coordinate
    /// The way the user moves or faces, degrees true; nil when not known.
    public var course: Double?

    public init(coordinate: Coordinate, course: Double? = nil) {
      self.coordinate = coordinate
      self.course = course
    }
  }

  /// The remembered pin.
  public var pin: Pin?
  /// Where the user is.
  public var position: Position?
  public var showsCrosshair: Bool

  public init(pin: Pin? = nil, position: Position? = nil, showsCrosshair: Bool = false) {
    self.pin = pin
    self.position = position
    self.showsCrosshair = showsCrosshair
  }
}
