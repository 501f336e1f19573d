import CellGrid

/// How lines of one class are drawn.
public struct LineStyle: Equatable, Sendable {
  public var color: Color
  /// The colour over imagery.
  public var imageryColor: Color
  /// The colour of ranks within `fadingRanks` of the limit, and of the whole class within
  /// `fadingZooms` of its first zoom, so that what ends there fades out.
  public var fadedColor: Color
  /// The class with the smallest number owns a cell; each class has a number of its own, and
  /// a class that fades the next one too.
  public var priority: UInt8
  public var minimumZoom: Double
  /// The highest rank drawn.
  public var rankLimit: ZoomRamp
  /// So many ranks below the limit are drawn in `fadedColor`.
  public var fadingRanks: Double
  /// So many zooms from `minimumZoom` on are drawn in `fadedColor`.
  public var fadingZooms: Double
  /// Dots drawn and dots left out, in turn; nil is solid.
  public var dash: Dash?
  /// Dots across.
  public var width: ZoomRamp
  /// So many dots on both sides are kept free of lines of the same kind that run along it and are not
  /// more important: of the two sides of a road one is drawn.
  public var spacing: ZoomRamp
  /// Features smaller than this, in dots, are left out: specks tell nothing.
  public var minimumSize: Double
  /// Lines that reach less far than this across, in dots, are left out: while a class begins to show,
  /// its long lines come first.
  public var minimumLength: ZoomRamp

  /// Whether it is ever drawn in `fadedColor`.
  public var hasFaded: Bool { fadingRanks > 0 || fadingZooms > 0 }

  public init(
    color: Color, imagery: Color, faded: Color? = nil, priority: UInt8,
    minimumZoom: Double = -.infinity, rankLimit: ZoomRamp = .constant(99), fadingRanks: Double = 0,
    fadingZooms: Double = 0, dash: Dash? = nil, width: ZoomRamp = .constant(1),
    spacing: ZoomRamp = .constant(0), minimumSize: Double = 0,
    minimumLength: ZoomRamp = .constant(0)
  ) {
    self.color = color
    imageryColor = imagery
    fadedColor = faded ?? color
    self.priority = priority
    self.minimumZoom = minimumZoom
    self.rankLimit = rankLimit
    self.fadingRanks = fadingRanks
    self.fadingZooms = fadingZooms
    self.dash = dash
    self.width = width
    self.spacing = spacing
    self.minimumSize = minimumSize
    self.minimumLength = minimumLength
  }
}
