import Geodesy

#if canImport(Glibc)
  import Glibc
#endif

/// Lets things that may be named in many places be named once: countries and seas in a view; streets,
/// waters and stops in so much of it as is seen at a glance. They are named in many places so that every
/// window has one of them; some windows have several.
///
/// Where a name was in the frame before it stays while it is whole in view: it does not jump when a
/// place that is more important comes in. The places that are not chosen keep their room, so that
/// nothing has to give way when one of them is.
struct NamesInView {
  /// A place where a name is whole in view.
  struct Place {
    var nameHash: UInt64
    var labelClass: LabelClass
    var column: Int
    var row: Int
  }

  private struct Shown {
    var nameHash: UInt64
    var point: WorldPoint
  }

  /// Of the frame before.
  private var shown: [Shown] = []

  /// Dots from the place of the frame before within which it is the same place; places are rounded to
  /// cells, and those of other zooms to their tiles.
  private static let tolerance = 12.0

  /// Columns and rows within which a thing that is not large is named once: a usual window.
  static let glance = (columns: 80, rows: 24)

  /// Whether things of a class may be named in many places.
  static func concerns(_ labelClass: LabelClass) -> Bool {
    switch labelClass {
    case .country, .sea, .street, .waterway, .station: true
    default: false
    }
  }

  /// Says of each of the places whether it bears its name.
  ///
  /// - Parameter places: the most important first. O(places²).
  mutating func choose(from places: [Place], _ viewport: MapViewport) -> [Bool] {
    var isChosen = Array(repeating: false, count: places.count)
    let stays = places.map { wasShown($0, viewport) }
    for wanted in [true, false] {
      for (index, place) in places.enumerated() where stays[index] == wanted {
        isChosen[index] = !zip(places, isChosen).contains { other, isChosen in
          isChosen && Self.isSame(place, other, viewport)
        }
      }
    }
    shown.removeAll(keepingCapacity: true)
    for (place, isChosen) in zip(places, isChosen) where isChosen {
      shown.append(Shown(nameHash: place.nameHash, point: Self.point(of: place, viewport)))
    }
    return isChosen
  }

  private func wasShown(_ place: Place, _ viewport: MapViewport) -> Bool {
    let point = Self.point(of: place, viewport)
    return shown.contains { shown in
      guard shown.nameHash == place.nameHash else { return false }
      let across = shown.point.x - point.x
      let (x, y) = (across - across.rounded(), shown.point.y - point.y)
      return hypot(x, y) * viewport.worldSize < Self.tolerance
    }
  }

  /// Whether two places are the same thing's. For a country, a world away it is another copy of the world,
  /// which has names of its own.
  private static func isSame(_ place: Place, _ other: Place, _ viewport: MapViewport) -> Bool {
    guard place.nameHash == other.nameHash else { return false }
    let (columns, rows) = (abs(place.column - other.column), abs(place.row - other.row))
    switch place.labelClass {
    case .country, .sea:
      let across = Double(columns) * MapViewport.dotsPerColumn
      let down = Double(rows) * MapViewport.dotsPerRow
      return hypot(across, down) < 0.9 * viewport.worldSize
    default:
      // A stop and the street it is named after are two things.
      return place.labelClass == other.labelClass && columns < glance.columns && rows < glance.rows
    }
  }

  private static func point(of place: Place, _ viewport: MapViewport) -> WorldPoint {
    viewport.transform.worldPoint(
      x: Double(place.column) * MapViewport.dotsPerColumn,
      y: Double(place.row) * MapViewport.dotsPerRow)
  }
}
