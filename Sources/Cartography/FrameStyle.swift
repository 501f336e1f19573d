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

  static let dark = FrameStyle(
    north: Color(0xe2e6e8), text: Color(0x8fa39a), graticule: Color(0x4a5f5a),
    imageryText: Color(0xc0cac4), imageryGraticule: Color(0x9fb0b8))
  static let light = FrameStyle(
    north: Color(0x1d272c), text: Color(0x55656d), graticule: Color(0xaab0a8),
    imageryText: Color(0xc0cac4), imageryGraticule: Color(0x9fb0b8))
}

extension MapStyle {
  /// What suits the ground.
  var frame: FrameStyle { ground.lightness < 128 ? .dark : .light }
}
