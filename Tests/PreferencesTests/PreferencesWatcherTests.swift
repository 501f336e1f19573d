import Foundation
import Testing

@testable import Preferences

@Suite struct PreferencesWatcherTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder(name), withIntermediateDirectories: true)
  }

  private func isReadable(_ watcher: PreferencesWatcher, milliseconds: Int32 = 0) -> Bool {
    var request = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) == 1
  }

  /// Whether the watcher tells of a change that was made. As a rule its event is there when the change
  /// returns; a file that is closed while another thread starts a program counts as open until that
  /// program has taken over.
  private func tells(_ watcher: PreferencesWatcher) -> Bool {
    while isReadable(watcher, milliseconds: 20_000) {
      if watcher.drain() { return true }
    }
    return false
  }

  @Test func tellsOfEveryWayToChangeTheFile() throws {
    let watcher = try PreferencesWatcher(path: folder("p.plist"))
    #expect(!watcher.drain())
    let changes: [(String, () throws -> Void)] = [
      ("created in place", { try folder.write("1", to: "p.plist") }),
      ("written in place", { try folder.write("2", to: "p.plist") }),
      ("replaced", { try DurableFile(path: folder("p.plist")).replace(with: [51]) }),
      ("moved away", { rename(folder("p.plist"), folder("q")) }),
      ("moved back", { rename(folder("q"), folder("p.plist")) }),
      ("removed", { unlink(folder("p.plist")) }),
      ("linked", { symlink("q", folder("p.plist")) }),
    ]
    for (name, change) in changes {
      try change()
      #expect(tells(watcher), "\(name)")
      #expect(!isReadable(watcher) && !watcher.drain(), "\(name)")
    }
  }

  @Test func isSilentAboutOtherFilesAndReading() throws {
    try folder.write("1", to: "p.plist")
    let watcher = try PreferencesWatcher(path: folder("p.plist"))
    try folder.write("1", to: "other")
    _ = try FileLock(path: folder(".p.plist.lock"))
    _ = try folder.read("p.plist")
    #expect(!watcher.drain())
  }

  @Test func isSilentAboutAFileThatIsStillBeingWritten() throws {
    let watcher = try PreferencesWatcher(path: folder("p.plist"))
    let descriptor = open(folder("p.plist"), O_CREAT | O_WRONLY, 0o600)
    write(descriptor, "12", 2)
    #expect(!watcher.drain())
    close(descriptor)
    #expect(tells(watcher))
  }

  @Test func seesTheTargetsOfLinksAndNewOnes() throws {
    try makeFolder("one")
    try makeFolder("two")
    symlink("one/p", folder("p.plist"))
    let watcher = try PreferencesWatcher(path: folder("p.plist"))
    try folder.write("1", to: "one/p")
    #expect(tells(watcher))
    try folder.write("1", to: "two/p")
    #expect(!watcher.drain())
    unlink(folder("p.plist"))
    symlink("two/p", folder("p.plist"))
    #expect(tells(watcher))
    try folder.write("2", to: "two/p")
    #expect(tells(watcher))
    try folder.write("2", to: "one/p")
    #expect(!watcher.drain(), "no longer the target")
  }

  @Test func waitsForFoldersThatDoNotExistYet() throws {
    let watcher = try PreferencesWatcher(path: folder("a/b/p.plist"))
    try makeFolder("x")
    #expect(!watcher.drain())
    try makeFolder("a")
    _ = watcher.drain()
    try makeFolder("a/b")
    _ = watcher.drain()
    try folder.write("1", to: "a/b/p.plist")
    #expect(tells(watcher))
    try FileManager.default.removeItem(atPath: folder("a"))
    #expect(tells(watcher))
    try DurableFile(path: folder("a/b/p.plist")).replace(with: [])
    #expect(tells(watcher), "all at once")
    try folder.write("2", to: "a/b/p.plist")
    #expect(tells(watcher))
  }

  @Test func seesAFolderThatIsMovedIntoPlace() throws {
    try makeFolder("config")
    let watcher = try PreferencesWatcher(path: folder("config/p.plist"))
    rename(folder("config"), folder("old"))
    #expect(tells(watcher))
    try makeFolder("new")
    try folder.write("1", to: "new/p.plist")
    rename(folder("new"), folder("config"))
    #expect(tells(watcher))
    try folder.write("2", to: "config/p.plist")
    #expect(tells(watcher))
    try folder.write("2", to: "old/p.plist")
    #expect(!watcher.drain())
  }

  @Test func togetherWithSynchronizeChangesOfOthersArrive() throws {
    let store = PreferencesStore(path: folder("p.plist"))
    let watcher = try PreferencesWatcher(path: store.path)
    try store.set(1, forKey: "own")
    #expect(try tells(watcher) && store.synchronize() == [])
    try PreferencesStore(path: store.path).set(2, forKey: "theirs")
    #expect(try tells(watcher) && store.synchronize() == ["theirs"])
  }
}
