import CellGrid

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
  /// Cells of the map for each name of this class, at most; 0 is the style's number for classes with
  /// a dot, and none for others.
  public var cellsPerLabel: ZoomRamp
  /// Whether the name is set as a sign: light and dark exchanged, with a blank on both sides.
  public var isBoxed: Bool
  /// From which zoom on the dot may stand where there is no name, or no room for it.
  public var markerAloneFrom: Double

  public init(
    color: Color, imagery: Color, attributes: CellAttributes = [], marker: LabelMarker? = nil,
    isUppercase: Bool = false, isSpaced: Bool = false, maximumWidth: Double = 2, precedence: Double,
    zooms: ClosedRange<Double>, rankLimit: ZoomRamp = .constant(99), ignoresBudget: Bool = false,
    cellsPerLabel: ZoomRamp = .constant(0), isBoxed: Bool = false,
    markerAloneFrom: Double = .infinity
  ) {
    self.color = color
    imageryColor = imagery
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
    self.cellsPerLabel = cellsPerLabel
    self.isBoxed = isBoxed
    self.markerAloneFrom = markerAloneFrom
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
