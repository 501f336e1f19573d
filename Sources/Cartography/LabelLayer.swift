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
  static let marginRows = 4

  /// A name on the screen.
  struct Label {
    var text: SafeText
    var label: SceneLabel
    var placement: LabelPlacement
  }

  private struct Candidate {
    var column: Int
    var row: Int
    var scene: Int
    var label: Int
    /// Smaller comes first.
    var order: Double
    var population: UInt32
    var nameHash: UInt64
  }

  private struct Prepared {
    var spaced: SafeText
    var close: SafeText
  }

  private struct Entry {
    var candidate: Candidate
    var text: Prepared
    var request: LabelRequest
    var placement: LabelPlacement?
  }

  private(set) var labels: [Label] = []
  private var candidates: [Candidate] = []
  private var entries: [Entry] = []
  private var placer = LabelPlacer()
  private var viewPlacer = LabelPlacer()

  mutating func removeAll() { labels.removeAll(keepingCapacity: true) }

  /// Fills `labels`. O(names in view · names placed).
  mutating func place(
    _ scenes: [PlacedScene], _ coverage: Coverage, _ viewport: MapViewport, style: MapStyle,
    options: MapOptions, symbols: SymbolLayer
  ) {
    labels.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    collect(scenes, coverage, viewport, style)
    let distance = LabelPlacer.distance(
      cellsPerLabel: style.cellsPerLabel / max(options.density, 0.01))
    placer.reset(
      firstColumn: -Self.marginColumns, firstRow: -Self.marginRows,
      columns: viewport.columns + 2 * Self.marginColumns,
      rows: viewport.rows + 2 * Self.marginRows, distance: distance)
    viewPlacer.reset(
      firstColumn: 0, firstRow: 0, columns: viewport.columns, rows: viewport.rows,
      distance: 0)
    symbols.forEachStretch {
      placer.block(column: $0, row: $1, columns: $2)
      viewPlacer.block(column: $0, row: $1, columns: $2)
    }
    if let crosshair = symbols.crosshair {
      viewPlacer.block(column: crosshair.column, row: crosshair.row)
    }
    placeInWideRectangle(scenes, viewport, style: style, charset: options.charset)
    settleInView(scenes, viewport, crosshair: symbols.crosshair)
  }

  /// Finds the names whose class and rank the zoom shows, in order of importance. The order does
  /// not depend on the view.
  private mutating func collect(
    _ scenes: [PlacedScene], _ coverage: Coverage, _ viewport: MapViewport, _ style: MapStyle
  ) {
    candidates.removeAll(keepingCapacity: true)
    let zoom = viewport.zoom + 1e-6
    let limits = style.labels.map {
      zoom < $0.minimumZoom || zoom > $0.maximumZoom ? -1 : $0.rankLimit.value(at: zoom)
    }
    let columns = -Self.marginColumns..<viewport.columns + Self.marginColumns
    let rows = -Self.marginRows..<viewport.rows + Self.marginRows
    for (sceneIndex, placed) in scenes.enumerated() {
      for (labelIndex, label) in placed.scene.labels.enumerated() {
        let labelClass = Int(label.labelClass.rawValue)
        guard Double(label.rank) <= limits[labelClass] else { continue }
        let dot = placed.transform.dot(label.point)
        let column = dot.x >> 1
        let row = dot.y >> 2
        guard columns.contains(column), rows.contains(row),
          !coverage.hides(label.labelClass, source: placed.source, column: column, row: row)
        else { continue }
        candidates.append(
          Candidate(
            column: column, row: row, scene: sceneIndex, label: labelIndex,
            order: style.labels[labelClass].precedence + Double(label.rank),
            population: label.population, nameHash: label.nameHash))
      }
    }
    candidates.sort {
      if $0.order != $1.order { return $0.order < $1.order }
      if $0.population != $1.population { return $0.population > $1.population }
      if $0.nameHash != $1.nameHash { return $0.nameHash < $1.nameHash }
      return ($0.row, $0.column) < ($1.row, $1.column)
    }
  }

  private mutating func placeInWideRectangle(
    _ scenes: [PlacedScene], _ viewport: MapViewport, style: MapStyle, charset: Charset
  ) {
    for candidate in candidates {
      let label = scenes[candidate.scene].scene.labels[candidate.label]
      // The same thing again: a city named like its country, a name at the side of two tiles. A
      // province is large, and named after a city that may lie anywhere in it.
      let reach = label.labelClass == .state ? (columns: 64, rows: 24) : (columns: 16, rows: 6)
      let isNamed = entries.contains {
        $0.candidate.nameHash == candidate.nameHash && $0.placement != nil
          && abs($0.candidate.column - candidate.column) < reach.columns
          && abs($0.candidate.row - candidate.row) < reach.rows
      }
      if isNamed { continue }
      let labelStyle = style[label.labelClass]
      let text = Self.prepared(
        label, labelStyle, charset: charset,
        room: Self.columnsAcross(label, candidate, viewport))
      guard let text else { continue }
      let request = LabelRequest(
        column: candidate.column, row: candidate.row, textColumns: text.spaced.columns,
        closeColumns: text.close.columns, hasMarker: labelStyle.marker != nil,
        keepsDistance: !labelStyle.ignoresBudget && labelStyle.marker != nil)
      let placement = placer.place(request)
      // A capital that found no room may find some where names at the edge fall away.
      guard placement != nil || labelStyle.ignoresBudget else { continue }
      entries.append(
        Entry(candidate: candidate, text: text, request: request, placement: placement))
    }
  }

  /// Keeps what is whole in view, then finds other places for what an edge or the crosshair cuts.
  private mutating func settleInView(
    _ scenes: [PlacedScene], _ viewport: MapViewport, crosshair: (column: Int, row: Int)?
  ) {
    var unsettled: [Entry] = []
    for entry in entries {
      guard (0..<viewport.columns).contains(entry.candidate.column),
        (0..<viewport.rows).contains(entry.candidate.row)
      else { continue }
      if let placement = entry.placement,
        placement.isInside(columns: viewport.columns, rows: viewport.rows),
        crosshair.map({ !placement.touches(column: $0.column, row: $0.row) }) ?? true
      {
        viewPlacer.take(placement)
        append(entry, placement, scenes)
      } else {
        unsettled.append(entry)
      }
    }
    for entry in unsettled {
      var request = entry.request
      request.keepsDistance = false
      if let placement = viewPlacer.place(request) { append(entry, placement, scenes) }
    }
  }

  private mutating func append(
    _ entry: Entry, _ placement: LabelPlacement, _ scenes: [PlacedScene]
  ) {
    let isSpaced = placement.textColumns == entry.text.spaced.columns
    labels.append(
      Label(
        text: isSpaced ? entry.text.spaced : entry.text.close,
        label: scenes[entry.candidate.scene].scene.labels[entry.candidate.label],
        placement: placement))
  }
}

extension LabelLayer {
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

  /// The text as it is to be set; nil for a name too wide for the thing.
  private static func prepared(
    _ label: SceneLabel, _ style: LabelStyle, charset: Charset, room: Double
  ) -> Prepared? {
    let close = SafeText(
      style.isUppercase ? label.name.uppercased() : label.name, charset: charset)
    let letters = Double(close.columns)
    guard letters > 0, room == 0 || letters <= room * style.maximumWidth + 3 else { return nil }
    guard style.isSpaced, isAlphabetic(close.text) else {
      return Prepared(spaced: close, close: close)
    }
    // Wide gaps only in the middle of large things: letters beyond the border mislead.
    let gap = letters * 3 - 2 <= room * 0.3 ? 2 : letters * 2 - 1 <= room * 0.7 ? 1 : 0
    guard gap > 0 else { return Prepared(spaced: close, close: close) }
    let blanks = String(repeating: " ", count: gap)
    let text = close.text.map(String.init).joined(separator: blanks)
    return Prepared(spaced: SafeText(text, charset: charset), close: close)
  }

  /// Whether letters may stand apart: not in scripts that join them.
  private static func isAlphabetic(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value < 0x530 }
  }
}
