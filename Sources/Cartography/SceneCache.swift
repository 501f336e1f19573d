import Tiles

/// Compiled tiles, limited in bytes; the longest unused go first.
struct SceneCache {
  struct Key: Hashable {
    var provider: ObjectIdentifier
    var target: TileID
    /// The zoom of the tile whose content it is: an ancestor's until the tile itself comes.
    var sourceZoom: Int
  }

  private struct Entry {
    var scene: TileScene
    var lastFrame: Int
  }

  private var entries: [Key: Entry] = [:]
  private var byteCount = 0
  private var frame = 0
  let byteLimit: Int

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  var isEmpty: Bool { entries.isEmpty }

  mutating func scene(_ key: Key) -> TileScene? {
    guard let index = entries.index(forKey: key) else { return nil }
    entries.values[index].lastFrame = frame
    return entries.values[index].scene
  }

  func contains(_ key: Key) -> Bool { entries[key] != nil }

  mutating func insert(_ scene: TileScene, _ key: Key) {
    if let old = entries.updateValue(Entry(scene: scene, lastFrame: frame), forKey: key) {
      byteCount -= old.scene.byteCount
    }
    byteCount += scene.byteCount
  }

  /// Ends a frame: drops what was not used lately while there is too much. What this frame used
  /// stays, whatever its size.
  mutating func endFrame() {
    if byteCount > byteLimit {
      for (key, entry) in entries.sorted(by: { $0.value.lastFrame < $1.value.lastFrame }) {
        guard byteCount > byteLimit, entry.lastFrame < frame else { break }
        entries[key] = nil
        byteCount -= entry.scene.byteCount
      }
    }
    frame += 1
  }

  mutating func removeAll() {
    entries.removeAll()
    byteCount = 0
  }
}
