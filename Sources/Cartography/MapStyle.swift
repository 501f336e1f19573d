import CellGrid

/// Every decision on how the map looks, as data: colours, what shows at which zoom, what wins.
public struct MapStyle: Sendable {
  /// Land, where nothing else is.
  public var ground: Color
  /// Land seen from so near that streets show.
  public var townGround: Color
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
  /// What stands at the frame of the map, and the graticule.
  public var frame: FrameStyle
  /// Cells of the map for each name, at most: the budget by area, before the user's density.
  public var cellsPerLabel: Double
  /// How much of the imagery's light is left behind a name, 0…1.
  public var imageryBehindLabels: Double
  /// The lightest imagery behind names, 0…255: snow must not outshine them.
  public var lightnessBehindLabels: Int
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

extension MapStyle {
  /// Zooms over which the ground changes from that of countries to that of towns.
  private static let townZooms = 9.0...13.0

  /// The style with the ground that belongs to a zoom: from one to the other by degrees where there
  /// are colours between them.
  func atZoom(_ zoom: Double, depth: ColorDepth) -> MapStyle {
    let (first, last) = (Self.townZooms.lowerBound, Self.townZooms.upperBound)
    let share = min(max((zoom - first) / (last - first), 0), 1)
    guard share > 0 else { return self }
    var style = self
    style.ground =
      depth == .trueColor
      ? ground.blended(with: townGround, share: share) : share < 0.5 ? ground : townGround
    return style
  }
}

/// Colours of the user's own things on the map.
public struct SymbolStyle: Sendable {
  public var pin: Color
  public var selectedPin: Color
  public var position: Color
  public var crosshair: Color

  public init(pin: Color, selectedPin: Color, position: Color, crosshair: Color) {
    self.pin = pin
    self.selectedPin = selectedPin
    self.position = position
    self.crosshair = crosshair
  }
}
