import Geodesy

#if canImport(Glibc)
  import Glibc
#endif

/// A place in view where the name of a country or a sea has room. They may be named in many places, so
/// that every window has one of them, and some windows have several.
struct LargeName {
  var nameHash: UInt64
  var column: Int
  var row: Int

  /// Says of each of the places, the most important first, whether it bears its name: once in a view.
  ///
  /// Which it is depends on the view alone, so that the same view is the same frame; a name changes its
  /// place when a more important one comes in.
  static func choose(from places: [LargeName], _ viewport: MapViewport) -> [Bool] {
    var isChosen = Array(repeating: false, count: places.count)
    for (index, place) in places.enumerated() {
      isChosen[index] = !zip(places, isChosen).contains { other, isChosen in
        isChosen && place.isSame(other, viewport)
      }
    }
    return isChosen
  }

  /// Whether two places are the same thing's: a world away it is another copy of the world, which has
  /// names of its own.
  private func isSame(_ other: LargeName, _ viewport: MapViewport) -> Bool {
    guard nameHash == other.nameHash else { return false }
    let across = Double(column - other.column) * MapViewport.dotsPerColumn
    let down = Double(row - other.row) * MapViewport.dotsPerRow
    return hypot(across, down) < 0.9 * viewport.worldSize
  }
}
