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

  /// The point a share of the way, -256…256, from the middle to the end.
  func point(_ share: Int) -> (x: Int, y: Int) {
    (x + (reachX * share) >> 8, y + (reachY * share) >> 8)
  }

  /// The stretch cut into equal pieces, so long that the name of one does not keep the next from
  /// having it too. Where they are cut depends on the stretch alone, not on the view.
  var pieces: [LabelLine] {
    let across = 2 * reachX / (2 * Self.pieceColumns)
    let down = 2 * abs(reachY) / (4 * Self.pieceRows)
    let count = min(max(across, down), Self.maximumPieces)
    guard count > 1 else { return [self] }
    return (0..<count).map { number in
      let share = (2 * number + 1 - count) * 256 / count
      let middle = point(share)
      return LabelLine(
        x: middle.x, y: middle.y, reachX: reachX / count, reachY: reachY / count)
    }
  }

  /// Longer than what `LabelClass.reach` says of lines.
  private static let pieceColumns = 64
  private static let pieceRows = 26
  /// A bound for stretches far larger than the screen.
  private static let maximumPieces = 256
}

extension LabelLine {
  /// Whether the box around it reaches into the view.
  func mayShow(in viewport: MapViewport) -> Bool {
    let (width, height) = (viewport.columns * 2, viewport.rows * 4)
    return x + reachX >= 0 && x - reachX < width && y + abs(reachY) >= 0
      && y - abs(reachY) < height
  }

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
