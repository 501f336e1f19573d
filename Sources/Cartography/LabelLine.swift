import Geodesy

/// A straight stretch of line on the screen, in dots.
struct LabelLine: Equatable, Sendable {
  /// The middle.
  var x: Int
  var y: Int
  /// From the middle to the end on the right.
  var reachX: Int
  var reachY: Int

  /// Whether text set across the line follows it: it rises by less than one in two.
  var isFlat: Bool { 2 * abs(reachY) <= reachX }

  /// Whether a name so many columns wide may stand along it: over it, or beside it where it is steep.
  func holds(columns: Int) -> Bool { isFlat ? reachX >= columns : abs(reachY) >= 6 }

  /// Whether its middle lies within a screenful of another's.
  func isNear(_ others: ArraySlice<LabelLine>) -> Bool {
    let reach = LabelClass.lineReach
    return others.contains {
      abs($0.x - x) < 2 * reach.columns && abs($0.y - y) < 4 * reach.rows
    }
  }

  /// The point a share of the way, -256…256, from the middle to the end.
  func point(_ share: Int) -> (x: Int, y: Int) {
    (x + (reachX * share) >> 8, y + (reachY * share) >> 8)
  }

  /// The stretch cut into equal pieces, so long that the name of one does not keep the next from
  /// having it too, and so short that a view holds one. Where they are cut does not depend on where
  /// the view is.
  func pieces(in viewport: MapViewport) -> [LabelLine] {
    let length = LabelClass.lineLength(in: viewport)
    let across = 2 * reachX / (2 * length.columns)
    let down = 2 * abs(reachY) / (4 * length.rows)
    let count = min(max(across, down), Self.maximumPieces)
    guard count > 1 else { return [self] }
    return (0..<count).map { number in
      let share = (2 * number + 1 - count) * 256 / count
      let middle = point(share)
      return LabelLine(
        x: middle.x, y: middle.y, reachX: reachX / count, reachY: reachY / count)
    }
  }

  /// A bound for stretches far larger than the screen.
  private static let maximumPieces = 256
}

extension LabelLine {
  /// The stretch of a line as it lies on the screen.
  init(_ label: SceneLabel, at dot: (x: Int, y: Int), _ transform: SceneTransform) {
    let (x, y) = (Int(label.reach.x), Int(label.reach.y))
    let bits = SceneTransform.fractionBits
    reachX = (x &* transform.cosine &+ y &* transform.sine) >> bits
    reachY = (y &* transform.cosine &- x &* transform.sine) >> bits
    if reachX < 0 { (reachX, reachY) = (-reachX, -reachY) }
    (self.x, self.y) = dot
  }
}
