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
  /// The capitals of the atlas, when there are other sources.
  private var capitals: [Capital] = []

  private struct Capital {
    var labelClass: LabelClass
    var nameHash: UInt64
    var x: Int
    var y: Int
  }

  /// How far from one another two sources may say a capital is, in metres.
  private static let capitalReach = 8000.0

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
    findCapitals(scenes, limits)
    for (sceneIndex, placed) in scenes.enumerated() {
      for (labelIndex, label) in placed.scene.labels.enumerated() {
        let limit = limits[Int(label.labelClass.rawValue)]
        guard label.step <= deepestStep, Double(label.rank) <= limit else { continue }
        let dot = placed.transform.dot(label.point)
        let labelClass =
          placed.source == 0 || capitals.isEmpty
          ? label.labelClass : classOfCapital(label, dot, viewport) ?? label.labelClass
        var candidate = LabelCandidate(
          column: 0, row: 0, scene: sceneIndex, label: labelIndex, labelClass: labelClass,
          order: Float(style[labelClass].precedence) + label.weight, nameHash: label.nameHash)
        if label.isRepeat { candidate.order += 0.5 + Float(label.step) / 256 }
        if label.isLine {
          for piece in LabelLine(label, at: dot, placed.transform).pieces(in: viewport) {
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
  private mutating func findCapitals(_ scenes: [PlacedScene], _ limits: [Double]) {
    capitals.removeAll(keepingCapacity: true)
    guard scenes.contains(where: { $0.source > 0 }) else { return }
    for placed in scenes where placed.source == 0 {
      for label in placed.scene.labels
      where label.labelClass == .capital || label.labelClass == .stateCapital {
        guard Double(label.rank) <= limits[Int(label.labelClass.rawValue)] else { continue }
        let dot = placed.transform.dot(label.point)
        capitals.append(
          Capital(
            labelClass: label.labelClass, nameHash: label.nameHash, x: dot.x, y: dot.y))
      }
    }
  }

  /// What kind of capital the atlas says a town is; nil when it is none.
  private func classOfCapital(
    _ label: SceneLabel, _ dot: (x: Int, y: Int), _ viewport: MapViewport
  ) -> LabelClass? {
    guard label.labelClass == .city || label.labelClass == .town || label.labelClass == .village
    else { return nil }
    let reach = Int(Self.capitalReach / viewport.metersPerDot) + 1
    return capitals.first {
      $0.nameHash == label.nameHash && abs($0.x - dot.x) < reach && abs($0.y - dot.y) < reach
    }?.labelClass
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

  /// The last step of the points where large things may be named again of which a window holds one
  /// or two. They stand apart by 2^(-step/2) of the world's width, west and east by 1 / 0.6 of that.
  private static func deepestStep(_ viewport: MapViewport) -> Int8 {
    let angle = viewport.heading * .pi / 180
    let (cosine, sine) = (abs(cos(angle)), abs(sin(angle)))
    let across = Double(viewport.columns) * MapViewport.dotsPerColumn
    let down = Double(viewport.rows) * MapViewport.dotsPerRow
    let apart = 0.5 * min(0.6 * (across * cosine + down * sine), across * sine + down * cosine)
    let steps = 2 * log2(viewport.worldSize / max(apart, 1))
    return Int8(min(max(steps.rounded(.down), -1), 127))
  }
}
