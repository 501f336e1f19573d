import Cartography
import Foundation
import Testing
import ViewModel

@testable import Tiles
@testable import pigeon

/// The list of the user's files of tiles.
@Suite struct TileSourceListTests {
  static func list(_ opener: TestOpener) -> TileSourceList {
    TileSourceList(opener: opener, language: SceneLanguage(), onArrival: {})
  }

  static func file(_ path: String, modified: Int64 = 1, gate: Gate? = nil) -> TestOpener.File {
    TestOpener.File(archive: SlowArchive(path), modified: modified, gate: gate)
  }

  /// Waits until the list has something to take.
  static func nextChange(_ list: TileSourceList) throws -> TileSourceList.Change {
    let limit = Date(timeIntervalSinceNow: 20)
    while true {
      let change = list.takeArrivals()
      if change.isAny { return change }
      try #require(Date() < limit, "nothing came")
      sched_yield()
    }
  }

  @Test func theMostWantedComesFirstHoweverTheyAreOpened() throws {
    let gate = Gate()
    let opener = TestOpener(["/a": Self.file("/a", gate: gate), "/b": Self.file("/b")])
    let list = Self.list(opener)
    #expect(!list.use(["/a", "/b", "/none"]))
    #expect(list.statuses == ["/a": .opening, "/b": .opening, "/none": .opening])
    while list.stores.isEmpty || list.failures.isEmpty { _ = try Self.nextChange(list) }
    #expect(list.stores.map(\.description.name) == ["/b"])
    #expect(list.failures.map(\.description) == ["/none: No such file or directory"])
    #expect(list.statuses["/a"] == .opening)
    gate.open()
    list.waitUntilSettled(seconds: 20)
    #expect(list.stores.map(\.description.name) == ["/a", "/b"])
    guard case .open(let summary)? = list.statuses["/a"] else {
      Issue.record("not open")
      return
    }
    #expect(summary.coverage == "raster z0–3")
    #expect(summary.name == "The red world")
  }

  /// Credits are told whole and as people read them.
  @Test func theAttributionOfASummaryIsPlainText() {
    var information = SlowArchive("/a").information
    let links = (0..<30).map { "<a href='https://example.org/maker'>&copy; Maker \($0)</a>" }
    information.metadata.attribution = links.joined(separator: " ")
    let plain = TileInformationText.summary(information).attribution
    #expect(plain.hasPrefix("© Maker 0 © Maker 1 ") && plain.hasSuffix(" © Maker 29"))
    #expect(!TileInformationText.details(information).contains { $0.text.contains("Maker") })
    #expect(TileInformationText.json(information).contains("<a href="))
  }

  @Test func thoseThatStayKeepTheirTiles() throws {
    let opener = TestOpener(["/a": Self.file("/a"), "/b": Self.file("/b"), "/c": Self.file("/c")])
    let list = Self.list(opener)
    _ = list.use(["/a", "/b"])
    list.waitUntilSettled(seconds: 20)
    let stores = list.stores
    #expect(!list.use(["/c", "/b", "/a"]))
    list.waitUntilSettled(seconds: 20)
    #expect(list.stores.count == 3)
    #expect(list.stores[1] === stores[1] && list.stores[2] === stores[0])
    #expect(opener.lookedAt.sorted() == ["/a", "/b", "/c"])
    #expect(list.use(["/c"]))
    #expect(list.stores.map(\.description.name) == ["/c"])
  }

  @Test func aFileThatDoesNotAnswerHoldsUpOneThreadAndNobodyElse() throws {
    let gate = Gate()
    let opener = TestOpener(["/slow": Self.file("/slow", gate: gate)])
    let list = Self.list(opener)
    _ = list.use(["/slow"])
    try gate.waitForSomebody()
    // Taken out, put in again and looked at: still one thread waits.
    _ = list.use([])
    _ = list.use(["/slow"])
    list.check()
    list.check()
    list.waitUntilSettled(seconds: 0.05)
    #expect(list.statuses == ["/slow": .opening])
    #expect(opener.lookedAt == ["/slow"])
    gate.open()
    list.waitUntilSettled(seconds: 20)
    #expect(list.stores.count == 1)
  }

  @Test func replacedVanishedAndBack() throws {
    let opener = TestOpener(["/a": Self.file("/a")])
    let list = Self.list(opener)
    _ = list.use(["/a"])
    list.waitUntilSettled(seconds: 20)
    let first = try #require(list.stores.first)

    opener.set("/a", Self.file("/a", modified: 2))
    list.check()
    var change = try Self.nextChange(list)
    #expect(change.hasClosed && change.opened == ["/a"])
    #expect(list.stores.count == 1 && list.stores[0] !== first)

    opener.set("/a", nil)
    list.check()
    change = try Self.nextChange(list)
    #expect(change.hasClosed && change.opened == [])
    #expect(list.stores.isEmpty)
    #expect(list.statuses == ["/a": .failed("No such file or directory")])

    opener.set("/a", Self.file("/a", modified: 2))
    list.check()
    change = try Self.nextChange(list)
    #expect(!change.hasClosed && change.opened == ["/a"])
    #expect(list.stores.count == 1)
  }

  @Test func aFailedTileHasTheFileLookedAtOnce() throws {
    let opener = TestOpener(["/a": Self.file("/a")])
    let list = Self.list(opener)
    _ = list.use(["/a"])
    list.waitUntilSettled(seconds: 20)
    let failure = TileError(.damaged, file: "/a", reason: "tile 0/0/0 is torn")
    opener.set("/a", Self.file("/a", modified: 2))
    list.check(after: TileError(.damaged, file: "/other", reason: "tile 0/0/0 is torn"))
    list.check(after: failure)
    #expect(try Self.nextChange(list).opened == ["/a"])
    // The file opened anew may fail in the same way, and is looked at for that once as well.
    for _ in 0..<5 { list.check(after: failure) }
    while opener.lookedAt.count < 3 { sched_yield() }
    _ = list.takeArrivals()
    for _ in 0..<5 { list.check(after: failure) }
    #expect(opener.lookedAt == ["/a", "/a", "/a"])
  }

  /// Caches of all sources together stay within what one kind may have.
  @Test func memoryIsShared() throws {
    let paths = ["/a", "/b", "/c"]
    let opener = TestOpener(Dictionary(uniqueKeysWithValues: paths.map { ($0, Self.file($0)) }))
    let tiles = MapTiles(
      raster: TileStore(source: SlowArchive("/world"), byteLimit: MapTiles.cacheLimit),
      own: Self.list(opener))
    let world = try #require(tiles.raster)
    tiles.shareMemory()
    #expect(tiles.sources.own.isEmpty && world.byteLimit == 12 << 20)
    _ = tiles.own.use(paths)
    tiles.own.waitUntilSettled(seconds: 20)
    tiles.shareMemory()
    #expect(world.byteLimit == 4 << 20)
    #expect(tiles.own.stores.map(\.byteLimit) == [4 << 20, 4 << 20, 4 << 20])
    // What those that leave had is the others' at once.
    _ = tiles.own.use(["/b"])
    tiles.shareMemory()
    #expect(tiles.own.stores.map(\.byteLimit) == [12 << 20])
    _ = tiles.own.use([])
    tiles.shareMemory()
    #expect(world.byteLimit == 12 << 20)
  }
}

/// Names for Tab.
@Suite struct FolderListingTests {
  @Test func foldersAndFilesOfTheTypes() throws {
    let folder = NSTemporaryDirectory() + "pigeon-names-" + UUID().uuidString
    let files = FileManager.default
    for name in ["maps", "mine", ".hidden"] {
      try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    defer { try? files.removeItem(atPath: folder) }
    for name in ["m.pmtiles", "M.PMTILES", "ma.MBTiles", "m.txt", "other.pmtiles", ".m.pmtiles"] {
      #expect(files.createFile(atPath: "\(folder)/\(name)", contents: nil))
    }
    #expect(mkfifo("\(folder)/mf.pmtiles", 0o600) == 0)
    try files.createSymbolicLink(
      atPath: "\(folder)/ml.pmtiles", withDestinationPath: "\(folder)/m.pmtiles")
    func names(_ prefix: String, _ types: [String] = ["pmtiles", "mbtiles"]) -> [String] {
      FolderListing.names(
        for: PathCompletion(typed: "", folder: folder, prefix: prefix, fileTypes: types)
      ).names
    }
    #expect(names("m") == ["m.pmtiles", "ma.MBTiles", "maps/", "mine/", "ml.pmtiles"])
    #expect(names("M") == ["M.PMTILES"])
    #expect(names("x") == [])
    #expect(names("").contains(".m.pmtiles") == false)
    #expect(names(".") == [".hidden/", ".m.pmtiles"])
    #expect(names("m.", []) == ["m.pmtiles", "m.txt"])
    #expect(
      FolderListing.names(
        for: PathCompletion(typed: "", folder: folder + "/none", prefix: "", fileTypes: [])
      ).names == [])
  }

  /// What is common to the names that were looked at may not be so to all.
  @Test func aFolderOfTooManyIsNotWhole() throws {
    let folder = NSTemporaryDirectory() + "pigeon-names-" + UUID().uuidString
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    for index in 0..<300 { close(open("\(folder)/f\(index).pmtiles", O_CREAT | O_WRONLY, 0o600)) }
    let wanted = PathCompletion(typed: "", folder: folder, prefix: "", fileTypes: ["pmtiles"])
    let few = FolderListing.names(for: wanted)
    #expect(few.isWhole && few.names.count == 300)
    for index in 300..<FolderListing.maximumEntries {
      close(open("\(folder)/f\(index).pmtiles", O_CREAT | O_WRONLY, 0o600))
    }
    #expect(!FolderListing.names(for: wanted).isWhole)
  }
}
