import Tiles
import ViewModel

// The user's own tiles while the program runs.

extension Application {
  /// Takes over what was found out about files of tiles meanwhile.
  func takeTileArrivals() {
    let change = tiles.own.takeArrivals()
    guard change.isAny else { return }
    forgetFailures(of: change.opened)
    sourcesChanged(hasClosed: change.hasClosed)
  }

  /// Draws from the sources there are now. Those that stay keep their tiles.
  func sourcesChanged(hasClosed: Bool) {
    // Compiled tiles know their source by its place in memory, which a new one may get.
    if hasClosed { renderer.removeAllScenes() }
    tiles.shareMemory()
    composer.sources = tiles.sources
    tell(.tileSources(tiles.own.statuses))
  }

  /// Reads a folder for Tab, on a thread of its own: the folder may be far away.
  func complete(_ completion: PathCompletion) {
    let inbox = inbox
    _ = WorkerThread.start {
      let (names, isWhole) = FolderListing.names(for: completion)
      inbox.deliver(
        .pathCompletions(typed: completion.typed, names: names, isWhole: isWhole))
    }
  }
}
