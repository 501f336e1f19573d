import Geodesy

/// A name that wants a place.
struct LabelRequest: Equatable, Sendable {
  /// The true cell; may lie outside the view.
  var column: Int
  var row: Int
  /// Columns the text takes.
  var textColumns: Int
  /// Columns of a closer setting, to fall back to; 0 when there is none.
  var closeColumns: Int
  /// Whether a dot marks the true cell, with the name beside it.
  var hasMarker: Bool
  /// How far from other names it keeps, in columns; in rows a quarter of that. 0 is any distance.
  var distance = 0.0
  /// Of a name along a line, the stretch of line it belongs to.
  var line: LabelLine?
  /// Whether it sits on the line however steep that is, as the number of a road does.
  var sitsOnLine = false
  /// Without a dot: how many rows from its point it may stand. What is farther is another place.
  var reachRows = 2
  /// Without a dot: whether it may stand beside its point.
  var reachesAcross = true
  /// Whether the dot may stand alone.
  var mayStandAlone = false
}

extension LabelRequest {
  /// What a name asks for in a style. `room` is how many columns the thing is wide, `columns` how many
  /// the view is.
  init(
    _ candidate: LabelCandidate, _ label: SceneLabel, _ text: LabelText, room: Double, columns: Int,
    style: MapStyle, zoom: Double, density: Double
  ) {
    let labelStyle = style[candidate.labelClass]
    self.init(
      column: candidate.column, row: candidate.row, textColumns: text.spaced.columns,
      closeColumns: text.close.columns, hasMarker: labelStyle.marker != nil,
      distance: Self.distance(label, labelStyle, style, zoom: zoom, density: density))
    mayStandAlone = zoom >= labelStyle.markerAloneFrom && label.kind.needsNoName
    line = candidate.line
    sitsOnLine = labelStyle.isBoxed
    // Half as many rows as columns, and half of those to either side.
    if label.labelClass == .country, room > 0 { reachRows = Int(room / 4) }
    if label.isRepeat {
      // There is room for the name just here; and the wider it is set, the sooner an edge cuts it.
      (reachRows, reachesAcross) = (0, false)
      if label.labelClass == .country || textColumns > columns / 3 { textColumns = closeColumns }
    }
  }

  /// How far, in columns, a name keeps from others: the budget by area. The greatest of cities may
  /// stand closer.
  private static func distance(
    _ label: SceneLabel, _ labelStyle: LabelStyle, _ style: MapStyle, zoom: Double,
    density: Double
  ) -> Double {
    guard !labelStyle.ignoresBudget else { return 0 }
    let own = labelStyle.cellsPerLabel.value(at: zoom)
    let cells = own > 0 ? own : labelStyle.marker != nil ? style.cellsPerLabel : 0
    let distance = LabelPlacer.distance(cellsPerLabel: cells / max(density, 0.01))
    switch label.labelClass {
    case .stateCapital, .city:
      let share = Double(min(max(label.weight / 5, 0), 1))
      return distance * (0.2 + 0.8 * share * share)
    default: return distance
    }
  }

  /// About how many columns a thing is wide: the side of a square of its area, at its own latitude.
  static func columnsAcross(
    _ label: SceneLabel, _ candidate: LabelCandidate, _ viewport: MapViewport
  ) -> Double {
    guard label.area > 0 else { return 0 }
    let point = viewport.transform.worldPoint(
      x: (Double(candidate.column) + 0.5) * MapViewport.dotsPerColumn,
      y: (Double(candidate.row) + 0.5) * MapViewport.dotsPerRow)
    var there = viewport
    there.center = WebMercator.unproject(point)
    let metersPerColumn = there.metersPerDot * MapViewport.dotsPerColumn
    return Double(label.area).squareRoot() * 1000 / metersPerColumn
  }
}
