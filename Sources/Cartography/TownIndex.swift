/// Towns by their names and where they are, to find those that are the same in another source.
struct TownIndex {
  struct Town {
    var labelClass: LabelClass
    var rank: UInt8
    /// As `Coverage` counts them.
    var source: Int
    /// Dots.
    var x: Int
    var y: Int
  }

  /// A name in a square of the map that is as wide as the reach.
  private struct Key: Hashable {
    var name: UInt64
    var column: Int
    var row: Int
  }

  private var reach = 1
  /// Of towns of one name in one square the first of the most wanted source: there is one.
  private var towns: [Key: Town] = [:]
  /// Of all towns; most of those that are looked for are not among them.
  private var names: Set<UInt64> = []
  /// The most wanted source that has one.
  private(set) var lastSource = 0

  /// Empties it.
  /// - Parameter reach: dots within which two towns of a name are the same.
  mutating func reset(reach: Int) {
    self.reach = max(reach, 1)
    towns.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    lastSource = 0
  }

  mutating func add(_ town: Town, _ label: SceneLabel) {
    lastSource = max(lastSource, town.source)
    for name in Self.names(of: label) {
      names.insert(name)
      let key = key(name, town.x, town.y)
      if let other = towns[key], other.source >= town.source { continue }
      towns[key] = town
    }
  }

  /// A town of the same name, or the same English name, near a place. O(1).
  func first(
    like label: SceneLabel, at dot: (x: Int, y: Int), where isWanted: (Town) -> Bool = { _ in true }
  ) -> Town? {
    for name in Self.names(of: label) where names.contains(name) {
      let middle = key(name, dot.x, dot.y)
      for column in middle.column - 1...middle.column + 1 {
        for row in middle.row - 1...middle.row + 1 {
          if let town = towns[Key(name: name, column: column, row: row)],
            abs(town.x - dot.x) < reach, abs(town.y - dot.y) < reach, isWanted(town)
          {
            return town
          }
        }
      }
    }
    return nil
  }

  private func key(_ name: UInt64, _ x: Int, _ y: Int) -> Key {
    func square(_ dot: Int) -> Int { dot >= 0 ? dot / reach : (dot + 1) / reach - 1 }
    return Key(name: name, column: square(x), row: square(y))
  }

  /// Names and English names are hashed alike.
  private static func names(of label: SceneLabel) -> [UInt64] {
    label.englishHash == 0 || label.englishHash == label.nameHash
      ? [label.nameHash] : [label.nameHash, label.englishHash]
  }
}
