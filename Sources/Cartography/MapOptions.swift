import CellGrid
import Geodesy
import Tiles

/// What the user and the terminal ask of a frame.
public struct MapOptions: Equatable, Sendable {
  public var charset: Charset
  /// Colours in the grid are always 24 bit; the depth matters where the picture itself must change.
  public var depth: ColorDepth
  /// The language of names, as in `name:xx`; nil is that of the place. `NameReader` says what follows
  /// where a tile does not have it.
  public var language: String?
  /// Times as many names as the style's budget.
  public var density: Double
  /// Seconds a frame may wait for tiles of local sources, all together.
  public var tileWait: Double
  /// Draws meridians and parallels, and their degrees in this notation; nil draws none.
  public var graticule: CoordinateNotation?
  /// What distances to things outside the view are told in.
  public var units: UnitSystem

  public init(
    charset: Charset = .braille, depth: ColorDepth = .trueColor, language: String? = nil,
    density: Double = 1, tileWait: Double = 0.05, graticule: CoordinateNotation? = nil,
    units: UnitSystem = .metric
  ) {
    self.charset = charset
    self.depth = depth
    self.language = language
    self.density = density
    self.tileWait = tileWait
    self.graticule = graticule
    self.units = units
  }
}

extension MapOptions {
  /// The language to choose names by, as a language tag: on a screen of ASCII in Latin letters.
  var nameLanguage: String? { charset == .ascii ? "\(language ?? "und")-Latn" : language }
}

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

  /// Cells at the left of a row of the map.
  public struct Strip: Equatable, Sendable {
    public var row: Int
    public var columns: Int

    public init(row: Int, columns: Int) {
      self.row = row
      self.columns = columns
    }
  }

  /// What will be drawn over the map: texts keep clear of it, so that none is seen in part.
  public var strips: [Strip] = []
  /// The most important first.
  public var pins: [Pin]
  /// Where the user is.
  public var position: Position?
  public var showsCrosshair: Bool
  /// Whether an arrow tells where north is when it is not up.
  public var showsNorth: Bool

  public init(
    pin: Pin? = nil, position: Position? = nil, showsCrosshair: Bool = false,
    showsNorth: Bool = false
  ) {
    pins = [pin].compactMap(\.self)
    self.position = position
    self.showsCrosshair = showsCrosshair
    self.showsNorth = showsNorth
  }

  /// The most important pin; setting it leaves no other.
  public var pin: Pin? {
    get { pins.first }
    set { pins = [newValue].compactMap(\.self) }
  }
}

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
    /// Where the text begins, and how many columns it takes: 0 for a dot alone.
    public var textColumn: Int
    public var textRow: Int
    public var textColumns: Int
  }

  public var labels: [PlacedLabel] = []
  /// Tiles wanted but not there yet: the frame should be drawn again when they come.
  public var missingTiles = 0
  /// Why a tile in view can not be shown; what is around it stands in. Of several one is told.
  public var failure: TileError?
  /// The zoom of the vector tiles, or of the imagery when there are none; -1 for an empty frame.
  public var tileZoom = -1
  /// The deepest zoom of the tiles at the crosshair that the view stretches; of vector tiles and the
  /// imagery under them the lower. nil when it stretches none.
  public var detailZoom: Int?
  /// Whether the tiles in view hold so much that the least important lines and areas were left out.
  public var isCutShort = false
  /// Credits of the sources in use: text from outside.
  public var attributions: [String] = []
  /// Those of them that the map shows: the credits of the user's own sources.
  public var shownAttributions: [String] = []

  public init() {}

  /// Notes that something of a source is in view.
  mutating func credit(_ source: TileSourceDescription) {
    if !source.attribution.isEmpty, !attributions.contains(source.attribution) {
      attributions.append(source.attribution)
    }
  }

  /// Notes that the view stretches the deepest tiles of a source.
  mutating func noteStretching(_ source: TileSourceDescription) {
    detailZoom = min(detailZoom ?? source.maximumZoom, source.maximumZoom)
  }
}
