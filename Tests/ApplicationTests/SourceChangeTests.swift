import CellGrid
import Foundation
import Preferences
import TestSupport
import Testing
import Views

@testable import Cartography
@testable import Terminal
@testable import Tiles
@testable import ViewModel
@testable import pigeon

/// What the application does when the list of the user's files has become another.
@Suite struct SourceChangeTests {
  static let path = "/maps/town.mbtiles"

  /// An application that is not run: the test sends what the loop would.
  static func application(_ opener: TestOpener) throws -> Application {
    var pipes: [Int32] = [-1, -1]
    try #require(pipe(&pipes) == 0)
    let folder = NSTemporaryDirectory() + "pigeon-sources-" + UUID().uuidString
    let inbox = Inbox()
    let application = Application(
      stores: Stores(
        locations: StoreLocations(environment: ["HOME": folder]), arguments: [:],
        settings: SettingsSchema()),
      screen: RecordingScreen(),
      loop: EventLoop(input: pipes[0], signals: pipes[0], mailbox: inbox.mailbox),
      tiles: MapTiles(
        own: TileSourceList(opener: opener, language: SceneLanguage(), onArrival: {})),
      inbox: inbox, styles: MapStyleLibrary(ShippedStyles.file),
      options: DisplayOptions(charset: .braille, depth: .trueColor), credits: [])
    return application
  }

  static func file(modified: Int64) -> TestOpener.File {
    TestOpener.File(archive: SlowArchive(path, .vector), modified: modified)
  }

  /// Takes arrivals until there is such a store.
  static func wait(
    _ application: Application, until isReached: (TileStore?) -> Bool
  ) throws {
    let limit = Date(timeIntervalSinceNow: 20)
    while !isReached(application.tiles.own.stores.first) {
      application.takeTileArrivals()
      try #require(Date() < limit, "no such store")
      sched_yield()
    }
  }

  static func draw(_ application: Application) {
    _ = application.composer.compose(application.state, into: &application.grid)
  }

  /// A new store may come to lie where a closed one lay, and would be taken for it.
  @Test func nothingIsKeptOfAStoreThatIsClosed() throws {
    let opener = TestOpener([Self.path: Self.file(modified: 1)])
    let application = try Self.application(opener)
    application.send(.preferences(["HPTileSources": .array([.string(Self.path)])]))
    try Self.wait(application) { $0 != nil }
    Self.draw(application)
    #expect(application.renderer.remembersSources)

    let first = application.tiles.own.stores.first
    opener.set(Self.path, Self.file(modified: 2))
    application.tiles.own.check()
    try Self.wait(application) { $0 !== first }
    #expect(!application.renderer.remembersSources)
    #expect(application.composer.sources.own.first === application.tiles.own.stores.first)

    Self.draw(application)
    #expect(application.renderer.remembersSources)
    application.send(.preferences(["HPTileSources": nil]))
    #expect(!application.renderer.remembersSources)
    #expect(application.composer.sources.own.isEmpty)
  }
}
