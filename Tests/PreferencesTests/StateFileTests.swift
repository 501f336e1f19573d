import Foundation
import Testing

@testable import Preferences

@Suite struct StateFileTests {
  private let folder: TemporaryFolder
  private let archive: RestorationArchive

  init() throws {
    folder = try TemporaryFolder()
    var archive = RestorationArchive(
      version: 3, timestamp: PropertyListDate(unixTime: 1_800_000_000), idiom: "80x24")
    archive["map"] = ["zoom": 4.5, "lat": 47.25, "long": -8.5]
    archive["map", "list"] = ["selection": "E621E1F8", "scroll": 3]
    archive["map", "list", "edit"] = ["title": "half-ty", "cursor": 7]
    self.archive = archive
  }

  private func file(version: Int64 = 3) -> StateFile {
    StateFile(path: folder("state.plist"), version: version)
  }

  @Test func isTheDocumentedPropertyList() throws {
    try file().save(archive)
    let script = """
      import plistlib, sys
      v = plistlib.load(open(sys.argv[1], "rb"))
      print(sorted(v), v["Version"], v["Timestamp"], v["Idiom"], v["Objects"]["map/list/edit"])
      """
    let expected = """
      ['Idiom', 'Objects', 'Timestamp', 'Version'] 3 2027-01-15 08:00:00 80x24 \
      {'cursor': 7, 'title': 'half-ty'}

      """
    #expect(try python(script, [folder("state.plist")]) == expected)
  }

  @Test func pathsAreUnambiguous() {
    #expect(RestorationArchive.path(["map", "list"]) == "map/list")
    #expect(RestorationArchive.path(["a/b", "c~d"]) == "a~1b/c~0d")
    #expect(RestorationArchive.path(["a~1b"]) != RestorationArchive.path(["a/b"]))
    #expect(archive["map", "list"]?["scroll"] == 3)
    #expect(archive["list"] == nil)
  }

  @Test func restoresAndKeepsTheStateForAKillBeforeTheNextSave() throws {
    #expect(try file().beginRestoring() == .nothing)
    try file().save(archive)
    for _ in 0..<2 {
      let file = file()
      #expect(try file.beginRestoring() == .archive(archive))
      #expect(try folder.names() == ["state.restoring.plist"])
      try file.finishRestoring()
      #expect(try folder.names() == ["state.plist"])
      try file.finishRestoring()
    }
  }

  /// A launch that ends while it restores.
  private func launchThatDies() async {
    await #expect(processExitsWith: .exitCode(9)) { [path = folder("state.plist") as String] in
      let file = StateFile(path: path, version: 3)
      guard case .archive = try file.beginRestoring() else { exit(8) }
      exit(9)
    }
  }

  /// A kill or a loss of power is not the state's fault.
  @Test func aStateWhoseLaunchWasKilledHasOneMoreChance() async throws {
    try file().save(archive)
    await launchThatDies()
    let file = file()
    #expect(try file.beginRestoring() == .archive(archive))
    try file.finishRestoring()
    #expect(try folder.names() == ["state.plist"])
  }

  @Test func aStateThatDiedTwiceIsNotRestoredAgain() async throws {
    try file().save(archive)
    await launchThatDies()
    await launchThatDies()
    let kept = folder("state.discarded.plist")
    #expect(try file().beginRestoring() == .discarded(.interrupted, keptAs: kept))
    #expect(try folder.names() == ["state.discarded.plist"])
  }

  @Test func aStateThatCrashedIsNotRestoredAgain() async throws {
    try file().save(archive)
    await launchThatDies()
    let mark = try #require(file().crashMark)
    try Data().write(to: URL(fileURLWithPath: mark))
    let kept = folder("state.discarded.plist")
    #expect(try file().beginRestoring() == .discarded(.interrupted, keptAs: kept))
    #expect(try folder.names() == ["state.discarded.plist"])
    #expect(try file().beginRestoring() == .nothing)
    #expect(
      try RestorationArchive(
        propertyList: PropertyListXML.decode(
          Array(folder.read("state.discarded.plist").utf8))) == archive)
  }

  @Test func aStateSavedAfterTheCrashedOneIsRestored() throws {
    try file().save(archive)
    do {
      let crashed = file()
      _ = try crashed.beginRestoring()
      try file().save(archive)
    }
    #expect(try restoringOnceUnlocked() == .archive(archive))
  }

  @Test func aStateThatAnotherProcessRestoresIsLeftToIt() throws {
    try file().save(archive)
    let first = file()
    #expect(try first.beginRestoring() == .archive(archive))
    #expect(try file().beginRestoring() == .nothing)
    try first.finishRestoring()
    #expect(try restoringOnceUnlocked() == .archive(archive))
  }

  /// A process that another test is just starting has a copy of the lock until it runs its program.
  private func restoringOnceUnlocked() throws -> StateFile.Restoration {
    let limit = Date(timeIntervalSinceNow: 10)
    var result = try file().beginRestoring()
    while result == .nothing, Date() < limit { result = try file().beginRestoring() }
    return result
  }

  @Test func aNewerSaveIsNotReplacedByTheRestoredState() throws {
    try file().save(archive)
    let file = file()
    _ = try file.beginRestoring()
    var newer = archive
    newer.idiom = "132x43"
    try file.save(newer)
    try file.finishRestoring()
    #expect(try folder.names() == ["state.plist"])
    #expect(try self.file().beginRestoring() == .archive(newer))
  }

  @Test(
    arguments: [
      ("<plist><dict>", .damaged(.malformed(line: 1, .unterminated("plist")))),
      ("", .damaged(.empty)), ("bplist00", .damaged(.binary)),
      ("<plist><array/></plist>", .notAnArchive), ("<plist><dict/></plist>", .notAnArchive),
    ] as [(String, StateFile.Reason)])
  func whatIsNoStateIsKeptAside(text: String, reason: StateFile.Reason) throws {
    try folder.write(text, to: "state.plist")
    let kept = folder("state.discarded.plist")
    #expect(try file().beginRestoring() == .discarded(reason, keptAs: kept))
    #expect(try folder.read("state.discarded.plist") == text)
    #expect(try folder.names() == ["state.discarded.plist"])
  }

  @Test func otherVersionsAreDeclinedAndKept() throws {
    try file().save(archive)
    let kept = folder("state.discarded.plist")
    #expect(try file(version: 4).beginRestoring() == .discarded(.otherVersion(3), keptAs: kept))
    #expect(try folder.names() == ["state.discarded.plist"])
  }

  @Test func discardRemovesWhatIsSaved() throws {
    try file().discard()
    try file().save(archive)
    try file().discard()
    #expect(try file().beginRestoring() == .nothing)
  }

  @Test func reportsWhatCanNotBeSaved() throws {
    var bad = archive
    bad["map"] = ["title": "\u{0}"]
    #expect(
      throws: PreferencesError.unstorable(
        .unstorable(path: "Objects.map.title", .illegalCharacter(0)))
    ) {
      try file().save(bad)
    }
    try folder.write("", to: "file")
    #expect(throws: PreferencesError.self) {
      try StateFile(path: folder("file/state.plist"), version: 3).save(archive)
    }
  }
}
