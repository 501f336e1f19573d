import Geodesy

#if canImport(Glibc)
  import Glibc
#endif

/// A name that may be shown, and where on the screen its place is.
struct LabelCandidate {
  var column: Int
  var row: Int
  /// Of a name along a line.
  var line: LabelLine?
  var scene: Int
  var label: Int
  /// Mostly the label's own.
  var labelClass: LabelClass
  /// Smaller comes first.
  var order: Float
  var nameHash: UInt64
}

/// Finds the names whose class and rank the zoom shows, in and around a view.
struct LabelCandidates {
  /// In order of importance, which does not depend on where the view is.
  private(set) var all: [LabelCandidate] = []
  /// Whether where the sea lies matters to any of them.
  private(set) var needsSea = false
  /// When there are other sources than the atlas, its capitals, and the towns of the others.
  private var capitals = TownIndex()
  private var towns = TownIndex()
  /// Stretches of the last line of a scene that may bear its name.
  private var stretches: [LabelLine] = []

  /// How far from one another two sources may say a town is, in metres.
  private static let townReach = 15_000.0

  /// O(names of the scenes + n log n of those found).
  mutating func collect(
    _ scenes: [PlacedScene], _ coverage: Coverage, _ viewport: MapViewport, _ style: MapStyle
  ) {
    all.removeAll(keepingCapacity: true)
    needsSea = false
    let zoom = viewport.zoom + 1e-6
    let limits = style.labels.map {
      zoom < $0.minimumZoom || zoom > $0.maximumZoom ? -1 : $0.rankLimit.value(at: zoom)
    }
    let deepestStep = Self.deepestStep(viewport)
    let townReach = Int(Self.townReach / viewport.metersPerDot) + 1
    findTowns(scenes, coverage, limits, townReach)
    for (sceneIndex, placed) in scenes.enumerated() {
      stretches.removeAll(keepingCapacity: true)
      var stretchHash: UInt64 = 0
      for (labelIndex, label) in placed.scene.labels.enumerated() {
        guard label.step <= deepestStep else { continue }
        let dot = placed.transform.dot(label.point)
        let known = label.isTown ? capital(label, dot, source: placed.source) : nil
        let labelClass = known?.labelClass ?? label.labelClass
        guard Double(known?.rank ?? label.rank) <= limits[Int(labelClass.rawValue)] else {
          continue
        }
        if label.isTown, isBetterKnown(label, dot, source: placed.source) { continue }
        var candidate = LabelCandidate(
          column: 0, row: 0, scene: sceneIndex, label: labelIndex, labelClass: labelClass,
          order: Float(style[labelClass].precedence) + label.weight, nameHash: label.nameHash)
        if label.isRepeat { candidate.order += 0.5 + Float(label.step) / 256 }
        if label.isLine {
          if label.nameHash != stretchHash { stretches.removeAll(keepingCapacity: true) }
          stretchHash = label.nameHash
          let before = stretches.count
          for piece in LabelLine(label, at: dot, placed.transform).pieces(in: viewport) {
            if piece.isNear(stretches[..<before]) { continue }
            if piece.holds(columns: label.name.utf8.count) { stretches.append(piece) }
            candidate.line = piece
            append(candidate, (piece.x, piece.y), label, source: placed.source, viewport, coverage)
          }
        } else {
          append(candidate, dot, label, source: placed.source, viewport, coverage)
        }
      }
    }
    all.sort {
      if $0.order != $1.order { return $0.order < $1.order }
      if $0.nameHash != $1.nameHash { return $0.nameHash < $1.nameHash }
      return ($0.row, $0.column) < ($1.row, $1.column)
    }
  }

  /// Street maps often do not say which towns are capitals; the atlas does, though it hardly knows
  /// where in the town they are.
  private mutating func findTowns(
    _ scenes: [PlacedScene], _ coverage: Coverage, _ limits: [Double], _ reach: Int
  ) {
    capitals.reset(reach: reach)
    towns.reset(reach: reach)
    guard scenes.contains(where: { $0.source > 0 }) else { return }
    for placed in scenes {
      for label in placed.scene.labels where label.isTown {
        let isCapital = label.labelClass == .capital || label.labelClass == .stateCapital
        guard placed.source > 0 || isCapital else { continue }
        let dot = placed.transform.dot(label.point)
        let known = capital(label, dot, source: placed.source)
        let town = TownIndex.Town(
          labelClass: known?.labelClass ?? label.labelClass, rank: known?.rank ?? label.rank,
          source: placed.source, x: dot.x, y: dot.y)
        guard Double(town.rank) <= limits[Int(town.labelClass.rawValue)] else { continue }
        if placed.source == 0 {
          capitals.add(town, label)
        } else if !coverage.hides(
          town.labelClass, source: placed.source, column: dot.x >> 1, row: dot.y >> 2)
        {
          towns.add(town, label)
        }
      }
    }
  }

  /// Whether a more wanted source names a town: where each says it is they may be a screen apart.
  private func isBetterKnown(_ label: SceneLabel, _ dot: (x: Int, y: Int), source: Int) -> Bool {
    source < towns.lastSource && towns.first(like: label, at: dot) { $0.source > source } != nil
  }

  /// The capital of the atlas that a town of another source is; nil when it is none. It is named as one,
  /// from the zoom on from which the atlas would: whatever the other source makes of it.
  private func capital(
    _ label: SceneLabel, _ dot: (x: Int, y: Int), source: Int
  ) -> TownIndex.Town? {
    guard source > 0,
      label.labelClass == .city || label.labelClass == .town || label.labelClass == .village
    else { return nil }
    return capitals.first(like: label, at: dot)
  }

  /// Takes a candidate that may stand in the wide rectangle.
  private mutating func append(
    _ candidate: LabelCandidate, _ dot: (x: Int, y: Int), _ label: SceneLabel, source: Int,
    _ viewport: MapViewport, _ coverage: Coverage
  ) {
    let (column, row) = (dot.x >> 1, dot.y >> 2)
    // The name of a line may stand anywhere along it.
    let across = LabelLayer.marginColumns + (candidate.line?.reachX ?? 0) >> 1
    let down = LabelLayer.marginRows + abs(candidate.line?.reachY ?? 0) >> 2
    guard column >= -across, row >= -down, column < viewport.columns + across,
      row < viewport.rows + down,
      !coverage.hides(label.labelClass, source: source, column: column, row: row)
    else { return }
    var candidate = candidate
    (candidate.column, candidate.row) = (column, row)
    all.append(candidate)
    if label.labelClass == .sea || label.labelClass == .country { needsSea = true }
  }

  /// The last step of the points where large things may be named again of which a window holds one,
  /// seldom two. They stand apart by 2^(-step/2) of the world's width, west and east by 1 / 0.6 of that.
  private static func deepestStep(_ viewport: MapViewport) -> Int8 {
    let angle = viewport.heading * .pi / 180
    let (cosine, sine) = (abs(cos(angle)), abs(sin(angle)))
    let across = Double(viewport.columns) * MapViewport.dotsPerColumn
    let down = Double(viewport.rows) * MapViewport.dotsPerRow
    // Small windows hold little else that says where they are.
    let side = min(0.6 * (across * cosine + down * sine), across * sine + down * cosine)
    let apart = min(max(0.5 * side, side - 48), 0.6 * side)
    let steps = 2 * log2(viewport.worldSize / max(apart, 1))
    return Int8(min(max(steps.rounded(.down), -1), 127))
  }
}
