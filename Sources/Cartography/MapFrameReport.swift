/// What became of a frame.
public struct MapFrameReport: Equatable, Sendable {
  /// A name on the screen.
  public struct PlacedLabel: Equatable, Sendable {
    public var labelClass: LabelClass
    /// Text from outside, as the tile gives it.
    public var name: String
    /// The cell of the place, in cells of the map. The names of countries and seas, which have no
    /// dot, lie around it.
    public var column: Int
    public var row: Int
    /// Where the text begins, and how many columns it takes.
    public var textColumn: Int
    public var textRow: Int
    public var textColumns: Int
  }

  public var labels: [PlacedLabel] = []
  /// Tiles wanted but not there yet: the frame should be drawn again when they come.
  public var missingTiles = 0
  /// The zoom of the vector tiles, or of the imagery when there are none; -1 for an empty frame.
  public var tileZoom = -1
  /// Whether the view is deeper than the deepest tiles, so that these are stretched.
  public var isOverZoomed = false
  /// Credits of the sources in use: text from outside.
  public var attributions: [String] = []

  public init() {}
}
