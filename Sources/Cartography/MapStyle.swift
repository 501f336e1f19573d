import CellGrid

/// Every decision on how the map looks, as data: colours, what shows at which zoom, what wins.
public struct MapStyle: Sendable {
  /// Land, where nothing else is.
  public var ground: Color
  /// Beyond the edge of the projected world.
  public var void: Color
  /// How each area class is filled, indexed by its raw value.
  public var areas: [AreaStyle]
  /// How each line class is drawn, indexed by its raw value.
  public var lines: [LineStyle]
  /// How each class of names is set, indexed by its raw value.
  public var labels: [LabelStyle]
  /// The user's own things.
  public var symbols: SymbolStyle
  /// Cells of the map for each name, at most: the budget by area, before the user's density.
  public var cellsPerLabel: Double
  /// How much of the imagery's light is left behind a name, 0…1.
  public var imageryBehindLabels: Double
  /// The lightest imagery behind names, 0…255: snow must not outshine them.
  public var lightnessBehindLabels: Int
  /// From this lightness of the imagery on, 0…255, lines are dark instead of light.
  public var lightGround: Int
  /// How much of its light such a line keeps, 0…1.
  public var lineLightOnLightGround: Double
  /// Lines of a class more than this many priorities below the cell's owner leave no dots, 0…6.
  public var lineTolerance: Int

  public subscript(area: AreaClass) -> AreaStyle {
    get { areas[Int(area.rawValue)] }
    set { areas[Int(area.rawValue)] = newValue }
  }

  public subscript(line: LineClass) -> LineStyle {
    get { lines[Int(line.rawValue)] }
    set { lines[Int(line.rawValue)] = newValue }
  }

  public subscript(label: LabelClass) -> LabelStyle {
    get { labels[Int(label.rawValue)] }
    set { labels[Int(label.rawValue)] = newValue }
  }
}

/// How areas of one class are filled.
public struct AreaStyle: Sendable {
  public var fill: Color
  /// From this zoom on.
  public var minimumZoom: Double
  /// Twice the area over the perimeter, in dots: thinner areas are left to their outline, since a
  /// cell is the smallest thing a background can show.
  public var minimumThickness: Double
  /// What fills the cell where there are no colours.
  public var monochrome: MonochromeFill

  public enum MonochromeFill: Sendable { case blank, waves }

  public init(
    fill: Color, minimumZoom: Double = -.infinity, minimumThickness: Double = 0,
    monochrome: MonochromeFill = .blank
  ) {
    self.fill = fill
    self.minimumZoom = minimumZoom
    self.minimumThickness = minimumThickness
    self.monochrome = monochrome
  }
}

/// How lines of one class are drawn.
public struct LineStyle: Sendable {
  public var color: Color
  /// The colour over imagery.
  public var imageryColor: Color
  /// The colour of ranks within `fadingRanks` of the limit, so that what ends there fades out.
  public var fadedColor: Color
  /// The class with the smallest number owns a cell; each class has a number of its own, and
  /// with `fadingRanks` the next one too.
  public var priority: UInt8
  public var minimumZoom: Double
  /// The highest rank drawn.
  public var rankLimit: ZoomRamp
  /// So many ranks below the limit are drawn in `fadedColor`.
  public var fadingRanks: Double
  /// Dots drawn and dots left out, in turn; nil is solid.
  public var dash: Dash?
  /// Dots across.
  public var width: Int
  /// Features smaller than this, in dots, are left out: specks tell nothing.
  public var minimumSize: Double

  public init(
    color: UInt32, imagery: UInt32, faded: UInt32? = nil, priority: UInt8,
    minimumZoom: Double = -.infinity, rankLimit: ZoomRamp = .constant(99), fadingRanks: Double = 0,
    dash: Dash? = nil, width: Int = 1, minimumSize: Double = 0
  ) {
    self.color = Color(color)
    imageryColor = Color(imagery)
    fadedColor = Color(faded ?? color)
    self.priority = priority
    self.minimumZoom = minimumZoom
    self.rankLimit = rankLimit
    self.fadingRanks = fadingRanks
    self.dash = dash
    self.width = width
    self.minimumSize = minimumSize
  }
}

/// How names of one class are set.
public struct LabelStyle: Sendable {
  public var color: Color
  public var imageryColor: Color
  public var attributes: CellAttributes
  /// The dot in the true cell; nil sets the name itself at the point, centred.
  public var marker: LabelMarker?
  public var isUppercase: Bool
  /// Whether the letters of large things are set apart.
  public var isSpaced: Bool
  /// How many times as wide as the thing itself, a square of its area, a name may be.
  public var maximumWidth: Double
  /// Names are placed in order of this number plus their rank.
  public var precedence: Double
  public var minimumZoom: Double
  public var maximumZoom: Double
  /// The highest rank named.
  public var rankLimit: ZoomRamp
  /// Whether a name may stand close to others; else it keeps the distance the budget asks for.
  public var ignoresBudget: Bool

  public init(
    color: UInt32, imagery: UInt32, attributes: CellAttributes = [], marker: LabelMarker? = nil,
    isUppercase: Bool = false, isSpaced: Bool = false, maximumWidth: Double = 2, precedence: Double,
    zooms: ClosedRange<Double>, rankLimit: ZoomRamp = .constant(99), ignoresBudget: Bool = false
  ) {
    self.color = Color(color)
    imageryColor = Color(imagery)
    self.attributes = attributes
    self.marker = marker
    self.isUppercase = isUppercase
    self.isSpaced = isSpaced
    self.maximumWidth = maximumWidth
    self.precedence = precedence
    minimumZoom = zooms.lowerBound
    maximumZoom = zooms.upperBound
    self.rankLimit = rankLimit
    self.ignoresBudget = ignoresBudget
  }
}

/// The dot of a place.
public struct LabelMarker: Sendable {
  public var glyph: Unicode.Scalar
  public var asciiGlyph: Unicode.Scalar

  public init(_ glyph: Unicode.Scalar, ascii: Unicode.Scalar) {
    self.glyph = glyph
    asciiGlyph = ascii
  }
}

/// Colours of the user's own things on the map.
public struct SymbolStyle: Sendable {
  public var pin: Color
  public var selectedPin: Color
  public var position: Color
  public var crosshair: Color

  public init(pin: UInt32, selectedPin: UInt32, position: UInt32, crosshair: UInt32) {
    self.pin = Color(pin)
    self.selectedPin = Color(selectedPin)
    self.position = Color(position)
    self.crosshair = Color(crosshair)
  }
}
