import CellGrid
import Geodesy

/// A scene and where its tile lies.
struct PlacedScene {
  var scene: TileScene
  var transform: SceneTransform
  /// As `Coverage` counts them.
  var source = 0
  /// Whether some of it lies outside its source's ground, and is not drawn.
  var isClipped = false
}

/// Chooses which names a frame shows, and where.
///
/// Names are placed in a rectangle wider than the view, without regard to its edges, so that they
/// stay put while the view pans. Only those that an edge or the crosshair would cut look for another
/// place in a second round.
struct LabelLayer {
  /// How far names outside the view still take part, in cells: about the longest name.
  static let marginColumns = 24
  static let marginRows = 6

  /// A name on the screen.
  struct Label {
    var text: SafeText
    var label: SceneLabel
    var placement: LabelPlacement
  }

  private struct Candidate {
    var column: Int
    var row: Int
    /// Whether its dot lies in the wide rectangle.
    var isNear = true
    /// Of a name along a line.
    var line: LabelLine?
    var scene: Int
    var label: Int
    /// Smaller comes first.
    var order: Float
    var nameHash: UInt64

    func mayShow(in viewport: MapViewport) -> Bool {
      line?.mayShow(in: viewport)
        ?? ((0..<viewport.columns).contains(column) && (0..<viewport.rows).contains(row))
    }
  }

  private struct Entry {
    var candidate: Candidate
    var text: LabelText
    var request: LabelRequest
    var placement: LabelPlacement?
    /// The entry before of the same name; -1 ends.
    var sameName: Int
  }

  private(set) var labels: [Label] = []
  private var candidates: [Candidate] = []
  private var entries: [Entry] = []
  /// The last entry of each name.
  private var named: [UInt64: Int] = [:]
  private var placer = LabelPlacer()
  private var viewPlacer = LabelPlacer()
  private var texts = LabelTextCache()
  private var sea = SeaMask()

  mutating func removeAll() { labels.removeAll(keepingCapacity: true) }

  /// Fills `labels`. O(names in view + places looked at).
  mutating func place(
    _ scenes: [PlacedScene], _ coverage: Coverage, _ viewport: MapViewport, style: MapStyle,
    options: MapOptions, symbols: SymbolLayer
  ) {
    labels.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    named.removeAll(keepingCapacity: true)
    let needsSea = collect(scenes, coverage, viewport, style)
    if needsSea {
      sea.draw(
        scenes, columns: viewport.columns, rows: viewport.rows,
        marginColumns: Self.marginColumns, marginRows: Self.marginRows)
    }
    placer.reset(
      firstColumn: -Self.marginColumns, firstRow: -Self.marginRows,
      columns: viewport.columns + 2 * Self.marginColumns,
      rows: viewport.rows + 2 * Self.marginRows)
    viewPlacer.reset(
      firstColumn: 0, firstRow: 0, columns: viewport.columns, rows: viewport.rows)
    symbols.forEachStretch { column, row, columns in
      // A thing alone takes its cell and the air beside it; with more comes a title.
      if columns <= 3 {
        placer.blockSymbol(column: column + 1, row: row)
        viewPlacer.blockSymbol(column: column + 1, row: row)
      } else {
        placer.block(column: column, row: row, columns: columns)
        viewPlacer.block(column: column, row: row, columns: columns)
      }
    }
    if let crosshair = symbols.crosshair {
      viewPlacer.blockSymbol(column: crosshair.column, row: crosshair.row)
    }
    placeInWideRectangle(scenes, viewport, style: style, options: options)
    settleInView(scenes, viewport, crosshair: symbols.crosshair)
  }

  /// Finds the names whose class and rank the zoom shows, in order of importance. The order does
  /// not depend on the view. Returns whether where the sea lies matters to any of them.
  private mutating func collect(
    _ scenes: [PlacedScene], _ coverage: Coverage, _ viewport: MapViewport, _ style: MapStyle
  ) -> Bool {
    candidates.removeAll(keepingCapacity: true)
    let zoom = viewport.zoom + 1e-6
    let limits = style.labels.map {
      zoom < $0.minimumZoom || zoom > $0.maximumZoom ? -1 : $0.rankLimit.value(at: zoom)
    }
    var needsSea = false
    for (sceneIndex, placed) in scenes.enumerated() {
      for (labelIndex, label) in placed.scene.labels.enumerated() {
        let labelClass = Int(label.labelClass.rawValue)
        guard Double(label.rank) <= limits[labelClass] else { continue }
        var candidate = Candidate(
          column: 0, row: 0, scene: sceneIndex, label: labelIndex,
          order: Float(style.labels[labelClass].precedence) + label.weight,
          nameHash: label.nameHash)
        let dot = placed.transform.dot(label.point)
        let before = candidates.count
        if label.isLine {
          for piece in LabelLine(label, at: dot, placed.transform).pieces {
            candidate.line = piece
            append(candidate, (piece.x, piece.y), label, source: placed.source, viewport, coverage)
          }
        } else {
          append(candidate, dot, label, source: placed.source, viewport, coverage)
        }
        if candidates.count > before, label.labelClass == .sea || label.labelClass == .country {
          needsSea = true
        }
      }
    }
    candidates.sort {
      if $0.order != $1.order { return $0.order < $1.order }
      if $0.nameHash != $1.nameHash { return $0.nameHash < $1.nameHash }
      return ($0.row, $0.column) < ($1.row, $1.column)
    }
    return needsSea
  }

  /// Takes a candidate whose dot lies in the wide rectangle, or whose line comes into view from
  /// farther away.
  private mutating func append(
    _ candidate: Candidate, _ dot: (x: Int, y: Int), _ label: SceneLabel, source: Int,
    _ viewport: MapViewport,
    _ coverage: Coverage
  ) {
    let (column, row) = (dot.x >> 1, dot.y >> 2)
    let isNear =
      column >= -Self.marginColumns && column < viewport.columns + Self.marginColumns
      && row >= -Self.marginRows && row < viewport.rows + Self.marginRows
    guard isNear || candidate.line?.mayShow(in: viewport) == true,
      !coverage.hides(label.labelClass, source: source, column: column, row: row)
    else { return }
    var candidate = candidate
    (candidate.column, candidate.row, candidate.isNear) = (column, row, isNear)
    candidates.append(candidate)
  }

  private mutating func placeInWideRectangle(
    _ scenes: [PlacedScene], _ viewport: MapViewport, style: MapStyle, options: MapOptions
  ) {
    for candidate in candidates {
      let label = scenes[candidate.scene].scene.labels[candidate.label]
      if isNamed(candidate, label.labelClass) { continue }
      let labelStyle = style[label.labelClass]
      let room = Self.columnsAcross(label, candidate, viewport)
      let text = texts.text(label, labelStyle, charset: options.charset, room: room)
      guard let text = text ?? Self.dotAlone(label, labelStyle) else { continue }
      var request = LabelRequest(
        column: candidate.column, row: candidate.row, textColumns: text.spaced.columns,
        closeColumns: text.close.columns, hasMarker: labelStyle.marker != nil,
        distance: Self.distance(
          label, style, zoom: viewport.zoom + 1e-6, density: options.density))
      request.mayStandAlone = labelStyle.showsMarkerAlone && label.kind.needsNoName
      // Half as many rows as columns, and half of those to either side.
      if label.labelClass == .country, room > 0 { request.reachRows = Int(room / 4) }
      request.line = candidate.line
      request.sitsOnLine = labelStyle.isBoxed
      let placement = candidate.isNear ? place(request, label.labelClass) : nil
      // A capital that found no room may find some where names at the edge fall away.
      guard placement != nil || labelStyle.ignoresBudget || !candidate.isNear else { continue }
      entries.append(
        Entry(
          candidate: candidate, text: text, request: request, placement: placement,
          sameName: named[candidate.nameHash] ?? -1))
      named[candidate.nameHash] = entries.count - 1
    }
  }

  /// Whether the same thing has its name already: a city named like its country, a street in
  /// pieces, a name at the side of two tiles.
  private func isNamed(_ candidate: Candidate, _ labelClass: LabelClass) -> Bool {
    let reach = labelClass.reach
    var index = named[candidate.nameHash] ?? -1
    while index >= 0 {
      let other = entries[index]
      if other.placement != nil, abs(other.candidate.column - candidate.column) < reach.columns,
        abs(other.candidate.row - candidate.row) < reach.rows
      {
        return true
      }
      index = other.sameName
    }
    return false
  }

  private mutating func place(
    _ request: LabelRequest, _ labelClass: LabelClass
  ) -> LabelPlacement? {
    let sea = sea
    return placer.place(request) { column, row, columns in
      Self.suitability(labelClass, sea, column, row, columns)
    }
  }

  /// Keeps what is whole in view, then finds other places for what an edge or the crosshair cuts.
  private mutating func settleInView(
    _ scenes: [PlacedScene], _ viewport: MapViewport, crosshair: (column: Int, row: Int)?
  ) {
    var unsettled: [Entry] = []
    for entry in entries {
      if let placement = entry.placement,
        placement.isInside(columns: viewport.columns, rows: viewport.rows),
        crosshair.map({ !placement.touches(column: $0.column, row: $0.row) }) ?? true
      {
        viewPlacer.take(placement)
        append(entry, placement, scenes)
      } else if entry.candidate.mayShow(in: viewport), entry.request.textColumns > 0 {
        unsettled.append(entry)
      }
    }
    for entry in unsettled {
      // One name in view is enough of a line that comes in from afar.
      let nameHash = entry.candidate.nameHash
      if entry.request.line != nil, labels.contains(where: { $0.label.nameHash == nameHash }) {
        continue
      }
      var request = entry.request
      request.distance = 0
      request.mayStandAlone = false
      let labelClass = scenes[entry.candidate.scene].scene.labels[entry.candidate.label].labelClass
      let sea = sea
      let placement = viewPlacer.place(request) {
        Self.suitability(labelClass, sea, $0, $1, $2)
      }
      if let placement { append(entry, placement, scenes) }
    }
  }

  private mutating func append(
    _ entry: Entry, _ placement: LabelPlacement, _ scenes: [PlacedScene]
  ) {
    let text =
      placement.textColumns == entry.text.spaced.columns
      ? entry.text.spaced : placement.textColumns == 0 ? .empty : entry.text.close
    labels.append(
      Label(
        text: text, label: scenes[entry.candidate.scene].scene.labels[entry.candidate.label],
        placement: placement))
  }
}

extension LabelLayer {
  /// Names of seas lie on the sea; those of countries on land, or where there is too little of it
  /// wherever they can.
  private static func suitability(
    _ labelClass: LabelClass, _ sea: SeaMask, _ column: Int, _ row: Int, _ columns: Int
  ) -> Int {
    switch labelClass {
    case .sea: sea.count(column: column, row: row, columns: columns) * 10 >= columns * 9 ? 2 : 0
    case .country: sea.count(column: column, row: row, columns: columns) * 4 <= columns ? 2 : 1
    default: 2
    }
  }

  /// A dot without a name.
  private static func dotAlone(_ label: SceneLabel, _ style: LabelStyle) -> LabelText? {
    style.showsMarkerAlone && label.name.isEmpty
      ? LabelText(spaced: .empty, close: .empty) : nil
  }

  /// How far, in columns, a name keeps from others: the budget by area. The greatest of cities may
  /// stand closer.
  private static func distance(
    _ label: SceneLabel, _ style: MapStyle, zoom: Double, density: Double
  ) -> Double {
    let labelStyle = style[label.labelClass]
    guard !labelStyle.ignoresBudget else { return 0 }
    let own = labelStyle.cellsPerLabel.value(at: zoom)
    let cells = own > 0 ? own : labelStyle.marker != nil ? style.cellsPerLabel : 0
    let distance = LabelPlacer.distance(cellsPerLabel: cells / max(density, 0.01))
    switch label.labelClass {
    case .stateCapital, .city:
      return distance * (0.4 + 0.6 * Double(min(max(label.weight / 5, 0), 1)))
    default: return distance
    }
  }

  /// About how many columns a thing is wide: the side of a square of its area, at its own latitude.
  private static func columnsAcross(
    _ label: SceneLabel, _ candidate: Candidate, _ viewport: MapViewport
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
