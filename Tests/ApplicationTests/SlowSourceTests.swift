import CellGrid
import Foundation
import Testing

@testable import pigeon

/// Sources that answer late: the program does not wait for them.
@Suite struct SlowSourceTests {
  static func isRed(_ grid: CellGrid) -> Bool {
    grid[20, 10].background == Color(0xC81E0A) || grid[20, 10].foreground == Color(0xC81E0A)
  }

  @Test func aFrameIsDrawnWithWhatIsThereAndAgainWhenATileComes() throws {
    let gate = Gate()
    let archive = SlowArchive("/world", gate: gate)
    let application = try RunningApplication(
      satellite: archive, preferences: ["HPMapType": 1])
    defer { gate.open() }
    let first = try application.screen.wait("first frame") { _ in true }
    #expect(first.number == 0)
    #expect(first.frame.text(row: 29).contains("satellite"))
    #expect(!Self.isRed(first.frame))
    try gate.waitForSomebody()
    // While the source is asleep every key is answered.
    application.type("d")
    try application.screen.wait("prompt") { $0.text(row: 29).contains("Title:") }
    application.type("x\u{15}\rm")
    let hybrid = try application.screen.wait("hybrid") { $0.text(row: 29).contains("hybrid") }
    #expect(!Self.isRed(hybrid.frame))
    gate.open()
    // Nothing but the tile's arrival draws this one.
    let last = try application.screen.wait("the tile", from: hybrid.number, until: Self.isRed)
    #expect(last.number > hybrid.number)
    application.quit()
  }

  /// A file may be replaced while it is in use: a tile that fails is a reason to look.
  @Test func aFileWhoseTilesFailIsLookedAtAgain() throws {
    let path = "/maps/red.pmtiles"
    let gate = Gate()
    let opener = TestOpener([
      path: TestOpener.File(archive: SlowArchive(path, gate: gate, isTorn: true))
    ])
    let application = try RunningApplication(
      opener: opener, tiles: [path], preferences: ["HPMapType": 1])
    defer { gate.open() }
    try gate.waitForSomebody()
    opener.set(path, TestOpener.File(archive: SlowArchive(path), modified: 2))
    gate.open()
    try application.screen.wait("notice") { $0.text.contains("\(path): a tile is torn") }
    try application.screen.wait("the new file", until: Self.isRed)
    #expect(opener.lookedAt == [path, path])
    application.quit()
  }

  /// The memory of the running map has room for one of these tiles.
  @Test func whatIsInViewIsLoadedOnceAndThenThereIsSilence() throws {
    let archive = SlowArchive("/world", side: 512, seconds: 0.1)
    let application = try RunningApplication(satellite: archive, preferences: ["HPMapType": 1])
    application.type("++++++++")
    try application.screen.wait("the tiles", until: Self.isRed)
    let limit = Date(timeIntervalSinceNow: 40)
    var (count, last) = (archive.loadCount, Date())
    while Date() < last + 1.5 {
      try #require(Date() < limit, "\(archive.loadCount) tiles were loaded, and it goes on")
      usleep(20_000)
      if archive.loadCount != count { (count, last) = (archive.loadCount, Date()) }
    }
    application.quit()
  }

  @Test func aFileThatOpensLateIsTakenWhenItComes() throws {
    let gate = Gate()
    let opener = TestOpener([
      "/maps/red.pmtiles": TestOpener.File(archive: SlowArchive("/maps/red.pmtiles"), gate: gate)
    ])
    let application = try RunningApplication(
      opener: opener, tiles: ["/maps/red.pmtiles", "/maps/none.pmtiles"])
    defer { gate.open() }
    try application.screen.wait("first frame") { $0.text(row: 29).contains("standard") }
    // The missing one is named, whatever the other does.
    try application.screen.wait("notice") {
      $0.text.contains("/maps/none.pmtiles: No such file or directory; the map goes on without it")
    }
    application.type("sjj\r")
    try application.screen.wait("the page") {
      $0.text.contains("From the command line") && $0.text.contains("red.pmtiles")
        && $0.text.contains("opening")
    }
    gate.open()
    let open = try application.screen.wait("the file") {
      $0.text.contains("raster z0–3  The red world")
    }
    #expect(open.frame.text.contains("No such file or directory"))
    application.type("\u{1B}")
    try application.screen.wait("first page", from: open.number) { $0.text.contains("Distances") }
    application.type("q")
    application.quit()
  }
}
