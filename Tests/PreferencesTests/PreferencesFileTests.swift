import Foundation
import Synchronization
import Testing

@testable import Preferences

@Suite struct PreferencesFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder("preferences.plist") }

  init() throws { folder = try TemporaryFolder() }

  private func stored() throws -> [String: PropertyListValue] {
    try PropertyListXML.decodeDictionary(Array(folder.read("preferences.plist").utf8))
  }

  private func inode() throws -> ino_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_ino
  }

  @Test func aChangeIsOnDiskWhenTheCallReturns() throws {
    let store = PreferencesStore(path: path)
    try store.set(2, forKey: "HPMapType")
    #expect(try stored() == ["HPMapType": 2])
    let python = try python(
      "import plistlib, sys; print(plistlib.load(open(sys.argv[1], 'rb')))", [path])
    #expect(python == "{'HPMapType': 2}\n")
  }

  @Test func equalValuesAreNotWritten() throws {
    let store = PreferencesStore(path: path)
    try store.set(["lat": 1.5], forKey: "k")
    let before = try inode()
    try store.set(["lat": 1.5], forKey: "k")
    try store.remove(forKey: "absent")
    try PreferencesStore(path: path).set(["lat": 1.5], forKey: "k")
    #expect(try inode() == before)
    try store.set(["lat": 1.25], forKey: "k")
    #expect(try inode() != before)
  }

  @Test func settingTheOldValueAgainUndoesAnotherProcessesChange() throws {
    let store = PreferencesStore(path: path)
    try store.set(1, forKey: "k")
    try PreferencesStore(path: path).set(2, forKey: "k")
    try store.set(1, forKey: "k")
    #expect(try stored() == ["k": 1])
  }

  @Test func damagedFilesAreSetAsideAndNeverOverwritten() throws {
    for (number, text) in ["<plist><dict>", "bplist00", ""].enumerated() {
      try folder.write(text, to: "preferences.plist")
      let store = PreferencesStore(path: path)
      let kept = path + ".damaged-\(number + 1)"
      let setAside = store.takeSetAsideFiles()
      #expect(setAside.map(\.keptAs) == [kept] && setAside.map(\.path) == [path])
      #expect(store.takeSetAsideFiles() == [])
      #expect(store.launchError == nil && store.dictionaryRepresentation == [:])
      #expect(try folder.read("preferences.plist.damaged-\(number + 1)") == text)
      try store.set(.integer(Int64(number)), forKey: "k")
      #expect(try stored() == ["k": .integer(Int64(number))])
    }
    #expect(try folder.read("preferences.plist.damaged-1") == "<plist><dict>")
  }

  /// As root a file of another user, as a user one in a folder that may not be written.
  @Test func aDamagedFileThatCanNotBeSetAsideIsReportedAndLeft() throws {
    try folder.write("damaged", to: "preferences.plist")
    if geteuid() == 0 { chown(path, 12_345, 12_345) }
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    let store = PreferencesStore(path: path)
    #expect(store.launchError == .damaged(path: path, .notXML))
    #expect(throws: PreferencesError.self) { try store.set(1, forKey: "a") }
    #expect(store.hasPendingChanges && store.takeSetAsideFiles() == [])
    #expect(try folder.read("preferences.plist") == "damaged")
    #expect(try folder.names() == ["preferences.plist"])
  }

  @Test func damageByAnotherProgramKeepsTheLastGoodContents() throws {
    let store = PreferencesStore(path: path)
    try store.set(1, forKey: "a")
    try folder.write("<plist><dict>\n<key>a", to: "preferences.plist")
    #expect(
      throws: PreferencesError.damaged(path: path, .malformed(line: 2, .unterminated("key")))
    ) {
      try store.synchronize()
    }
    #expect(store.integer(forKey: "a") == 1)
    #expect(
      try folder.names().contains("preferences.plist.damaged-1") == false, "still being edited")
    try store.set(2, forKey: "b")
    #expect(try stored() == ["a": 1, "b": 2])
    #expect(try folder.read("preferences.plist.damaged-1") == "<plist><dict>\n<key>a")
    #expect(store.takeSetAsideFiles().count == 1)
    try folder.write("damaged again", to: "preferences.plist")
    try store.set(2, forKey: "b")
    #expect(try stored() == ["a": 1, "b": 2], "also for a value that was stored before")
  }

  @Test func aRemovedFileMeansNoPreferences() throws {
    let store = PreferencesStore(path: path)
    try store.set(1, forKey: "a")
    try FileManager.default.removeItem(atPath: path)
    #expect(try store.synchronize() == ["a"])
    try store.set(2, forKey: "b")
    #expect(try stored() == ["b": 2])
  }

  @Test func anUnreadableFileIsNotTakenForAnEmptyOne() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let store = PreferencesStore(path: path)
    #expect(store.launchError == .notRegularFile(path: path))
    #expect(throws: PreferencesError.notRegularFile(path: path)) { try store.set(1, forKey: "a") }
    #expect(store.integer(forKey: "a") == 1 && store.hasPendingChanges)
    try FileManager.default.removeItem(atPath: path)
    try store.synchronize()
    #expect(store.launchError == nil && !store.hasPendingChanges)
    #expect(try stored() == ["a": 1])
  }

  @Test func pendingChangesAreWrittenWithTheNextChange() throws {
    try folder.write("", to: "in the way")
    let path = folder("in the way/p.plist")
    let store = PreferencesStore(path: path)
    #expect(throws: PreferencesError.self) { try store.set(1, forKey: "a") }
    #expect(throws: PreferencesError.self) { try store.remove(forKey: "b") }
    #expect(throws: PreferencesError.self) { try store.synchronize() }
    try FileManager.default.removeItem(atPath: folder("in the way"))
    try PreferencesStore(path: path).set(2, forKey: "b")
    try store.set(3, forKey: "c")
    #expect(!store.hasPendingChanges)
    #expect(PreferencesStore(path: path).dictionaryRepresentation == ["a": 1, "c": 3])
  }

  @Test func aValueThatMakesTheFileTooLargeIsNotKept() throws {
    let store = PreferencesStore(path: path)
    let large = PropertyListValue.data([UInt8](repeating: 1, count: PropertyListValue.maximumSize))
    for key in ["a", "b"] { try store.set(large, forKey: key) }
    #expect(throws: PreferencesError.self) { try store.set(large, forKey: "c") }
    #expect(store.value(forKey: "c") == nil && !store.hasPendingChanges)
    try store.set(1, forKey: "d")
    #expect(PreferencesStore(path: path).values(in: .application).keys.sorted() == ["a", "b", "d"])
  }

  @Test func waitingForTheLockEnds() throws {
    let lock = try FileLock(path: folder(".preferences.plist.lock"))
    let store = PreferencesStore(path: path)
    let start = ContinuousClock.now
    #expect(
      throws: PreferencesError.locked(path: folder(".preferences.plist.lock"), milliseconds: 2000)
    ) {
      try store.set(1, forKey: "a")
    }
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(store.hasPendingChanges)
    _ = consume lock
    try store.synchronize()
    #expect(try stored() == ["a": 1])
  }

  @Test func manyThreadsLoseNothing() throws {
    let path = path
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { writer in
      let store = PreferencesStore(path: path)
      for number in 0..<25 {
        do {
          try store.set(.integer(Int64(number)), forKey: "\(writer).\(number)")
        } catch {
          failures.withLock { $0 += 1 }
        }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(try stored().count == 100)
  }

  @Test func manyProcessesLoseNothing() async throws {
    let path = path
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, writer = writer as Int] in
            let store = PreferencesStore(path: path)
            for number in 0..<25 {
              try store.set(.integer(Int64(number)), forKey: "\(writer).\(number)")
            }
          }
        }
      }
    }
    #expect(try stored().count == 100)
    #expect(try folder.names() == [".preferences.plist.lock", "preferences.plist"])
  }

  @Test func aLinkedFileIsWrittenThroughAndLockedInItsOwnFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder("dotfiles"), withIntermediateDirectories: false)
    symlink("dotfiles/p.plist", path)
    let store = PreferencesStore(path: path)
    try store.set(1, forKey: "a")
    #expect(try folder.names() == ["dotfiles", "preferences.plist"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "dotfiles/p.plist")
    #expect(PreferencesStore(path: folder("dotfiles/p.plist")).integer(forKey: "a") == 1)
    try folder.write("damaged", to: "dotfiles/p.plist")
    _ = PreferencesStore(path: path)
    #expect(try folder.read("dotfiles/p.plist.damaged-1") == "damaged")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "dotfiles/p.plist")
  }

  @Test func onAFullDiskTheChangeStaysPendingAndTheFileWhole() async throws {
    try PreferencesStore(path: path).set("old", forKey: "k")
    let before = try folder.read("preferences.plist")
    await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      setrlimit(__rlimit_resource_t(1), &limit)
      let store = PreferencesStore(path: path)
      do {
        try store.set("new", forKey: "k")
      } catch PreferencesError.system(.write, _, EFBIG) {
        exit(store.hasPendingChanges && store.string(forKey: "k") == "new" ? 7 : 8)
      }
    }
    #expect(try folder.read("preferences.plist") == before)
  }
}
