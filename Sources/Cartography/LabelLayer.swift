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
/// stay put while the view pans: one that an edge cuts is left out until there is room. Only what the
/// crosshair would cover, and capitals that an edge cuts, look for another place; and of the places
/// where one thing may be named one is shown, which stays while it is in view (`NamesInView`).
struct LabelLayer {
  /// How far names outside the view still take part, in cells: farther than a name is long, and than
  /// one keeps others away.
  static let marginColumns = 32
  static let marginRows = 12

  private static let rimColumns = 32
  private static let rimRows = 3

  /// A name on the screen.
  struct Label {
    var text: SafeText
    var label: SceneLabel
    /// How it is set.
    var labelClass: LabelClass
    var placement: LabelPlacement
    /// Of a name along a line.
    var line: LabelLine?
  }

  private struct Entry {
    var candidate: LabelCandidate
    var text: LabelText
    var request: LabelRequest
    var placement: LabelPlacement
  }

  /// Something that has, or should have, its name.
  private struct Named {
    var column: Int
    var row: Int
    var labelClass: LabelClass
    /// The one before of the same name; -1 ends.
    var before: Int
  }

  private(set) var labels: [Label] = []
  private var candidates = LabelCandidates()
  private var entries: [Entry] = []
  private var named: [Named] = []
  /// The last in `named` of each name.
  private var lastNamed: [UInt64: Int] = [:]
  private var placer = LabelPlacer()
  private var texts = LabelTextCache()
  private var sea = SeaMask()
  private var namesInView = NamesInView()

  /// Fills `labels`. O(names in view + places looked at).
  mutating func place(
    _ scenes: [PlacedScene], _ coverage: Coverage, _ viewport: MapViewport, style: MapStyle,
    options: MapOptions, symbols: SymbolLayer
  ) {
    labels.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    named.removeAll(keepingCapacity: true)
    lastNamed.removeAll(keepingCapacity: true)
    candidates.collect(scenes, coverage, viewport, style)
    if candidates.needsSea {
      sea.draw(
        scenes, columns: viewport.columns, rows: viewport.rows,
        marginColumns: Self.marginColumns, marginRows: Self.marginRows)
    }
    // Names at the rim of the wide rectangle have room beyond it, lest it move them.
    let (left, top) = (Self.marginColumns + Self.rimColumns, Self.marginRows + Self.rimRows)
    placer.reset(
      firstColumn: -left, firstRow: -top, columns: viewport.columns + 2 * left,
      rows: viewport.rows + 2 * top)
    symbols.forEachStretch { column, row, columns in
      // A thing alone takes its cell and the air beside it; with more comes a title.
      if columns <= 3 {
        placer.blockSymbol(column: column + 1, row: row)
      } else {
        placer.block(column: column, row: row, columns: columns)
      }
    }
    reserveCapitals(style)
    placeInWideRectangle(scenes, viewport, style: style, options: options)
    settleInView(scenes, viewport, crosshair: symbols.crosshair)
    settleCapitals(scenes, viewport, crosshair: symbols.crosshair)
  }

  /// Takes back names of waters and streets that are not to be seen where the name stands, and of what
  /// may be named in many places all names but one.
  mutating func settle(_ viewport: MapViewport, where isShown: (Label) -> Bool) {
    labels.removeAll { $0.line != nil && !isShown($0) }
    func mayBeTwice(_ label: Label) -> Bool { NamesInView.concerns(label.labelClass) }
    let places = labels.filter(mayBeTwice).map {
      NamesInView.Place(
        nameHash: $0.label.nameHash, labelClass: $0.labelClass,
        column: $0.placement.middleColumn, row: $0.placement.textRow)
    }
    var chosen = namesInView.choose(from: places, viewport).makeIterator()
    labels = labels.filter { !mayBeTwice($0) || chosen.next() ?? true }
  }

  /// Keeps names off the dots of what is always named, whatever comes first: of two capitals side by
  /// side each has its own.
  private mutating func reserveCapitals(_ style: MapStyle) {
    for candidate in candidates.all {
      let labelStyle = style[candidate.labelClass]
      guard labelStyle.ignoresBudget, labelStyle.marker != nil else { continue }
      placer.reserve(column: candidate.column, row: candidate.row)
    }
  }

  private mutating func placeInWideRectangle(
    _ scenes: [PlacedScene], _ viewport: MapViewport, style: MapStyle, options: MapOptions
  ) {
    let zoom = viewport.zoom + 1e-6
    for candidate in candidates.all {
      let label = scenes[candidate.scene].scene.labels[candidate.label]
      let isNamed = isNamed(candidate)
      let decidesAlone = Self.decidesAlone(candidate, label)
      if decidesAlone { setNamed(candidate) }
      if isNamed { continue }
      let labelStyle = style[candidate.labelClass]
      let room = LabelRequest.columnsAcross(label, candidate, viewport)
      let text = texts.text(label, labelStyle, charset: options.charset, room: room)
      guard let text = text ?? LabelText.dotAlone(label, labelStyle, zoom: zoom) else { continue }
      let request = LabelRequest(
        candidate, label, text, room: room, columns: viewport.columns, style: style,
        zoom: zoom,
        density: options.density)
      let sea = sea
      let placement = placer.place(request) {
        sea.suitability(candidate.labelClass, column: $0, row: $1, columns: $2)
      }
      guard let placement else { continue }
      entries.append(
        Entry(candidate: candidate, text: text, request: request, placement: placement))
      if !decidesAlone { setNamed(candidate) }
    }
  }

  /// Whether the same thing has its name already: a city named like its country, a street in
  /// pieces, a name at the side of two tiles.
  private func isNamed(_ candidate: LabelCandidate) -> Bool {
    var index = lastNamed[candidate.nameHash] ?? -1
    while index >= 0 {
      let other = named[index]
      let reach = candidate.labelClass.reach(to: other.labelClass)
      if abs(other.column - candidate.column) < reach.columns,
        abs(other.row - candidate.row) < reach.rows
      {
        return true
      }
      index = other.before
    }
    return false
  }

  /// Whether a thing keeps its name from lesser ones nearby whether or not there is room for it: what
  /// bears the name then depends on what is near and on nothing else. Of towns and countries the next
  /// takes over, since another is another place.
  private static func decidesAlone(_ candidate: LabelCandidate, _ label: SceneLabel) -> Bool {
    switch candidate.labelClass {
    case .street, .shield, .waterway:
      candidate.line?.holds(columns: label.name.utf8.count) ?? true
    case .station, .poi: true
    default: false
    }
  }

  private mutating func setNamed(_ candidate: LabelCandidate) {
    named.append(
      Named(
        column: candidate.column, row: candidate.row, labelClass: candidate.labelClass,
        before: lastNamed.updateValue(named.count, forKey: candidate.nameHash) ?? -1))
  }

  /// Keeps what is whole in view, then finds other places for what the crosshair covers.
  private mutating func settleInView(
    _ scenes: [PlacedScene], _ viewport: MapViewport, crosshair: (column: Int, row: Int)?
  ) {
    var covered: [Entry] = []
    for entry in entries
    where entry.placement.isInside(columns: viewport.columns, rows: viewport.rows) {
      if let crosshair, entry.placement.touches(column: crosshair.column, row: crosshair.row) {
        covered.append(entry)
      } else {
        append(entry, scenes)
      }
    }
    guard let crosshair, !covered.isEmpty else { return }
    for entry in covered { placer.release(entry.placement) }
    placer.blockSymbol(column: crosshair.column, row: crosshair.row)
    for var entry in covered {
      entry.request.distance = 0
      entry.request.mayStandAlone = false
      let labelClass = entry.candidate.labelClass
      let sea = sea
      let placement = placer.place(entry.request) {
        sea.suitability(labelClass, column: $0, row: $1, columns: $2)
      }
      guard let placement,
        placement.isInside(columns: viewport.columns, rows: viewport.rows)
      else { continue }
      entry.placement = placement
      append(entry, scenes)
    }
  }

  /// Gives capitals whose usual place an edge cuts another that is whole in view and free, after all
  /// others, so that nothing else moves.
  private mutating func settleCapitals(
    _ scenes: [PlacedScene], _ viewport: MapViewport, crosshair: (column: Int, row: Int)?
  ) {
    for var entry in entries
    where entry.candidate.labelClass == .capital && entry.placement.hasMarker
      && !entry.placement.isInside(columns: viewport.columns, rows: viewport.rows)
    {
      placer.release(entry.placement)
      let other = placer.beside(
        entry.request, columns: viewport.columns, rows: viewport.rows, crosshair: crosshair)
      if let other {
        entry.placement = other
        append(entry, scenes)
      }
      placer.take(entry.placement)
    }
  }

  private mutating func append(_ entry: Entry, _ scenes: [PlacedScene]) {
    let columns = entry.placement.textColumns
    let text =
      columns == entry.text.spaced.columns
      ? entry.text.spaced : columns == 0 ? .empty : entry.text.close
    labels.append(
      Label(
        text: text, label: scenes[entry.candidate.scene].scene.labels[entry.candidate.label],
        labelClass: entry.candidate.labelClass, placement: entry.placement,
        line: entry.candidate.line))
  }
}
