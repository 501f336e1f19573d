import CellGrid

/// Colours of what stands at the frame of the map and of the graticule.
public struct FrameStyle: Sendable {
  /// The arrow to the north.
  public var north: Color
  /// Credits, and the degrees of the graticule.
  public var text: Color
  public var graticule: Color
  /// The same over imagery.
  public var imageryText: Color
  public var imageryGraticule: Color
}
