import Cartography
import CellGrid
import Foundation
import Preferences
import TestSupport
import Testing
import ViewModel
import Views

@testable import Terminal
@testable import Tiles
@testable import pigeon

/// A screen that remembers what is drawn on it. Used from the application's thread, looked at from
/// the test's.
final class RecordingScreen: MapScreen, @unchecked Sendable {
  let size = (columns: 100, rows: 30)
  let colorDepth = ColorDepth.trueColor
  private let condition = NSCondition()
  private var frames: [CellGrid] = []

  func draw(_ grid: CellGrid, cursor: (column: Int, row: Int)?) {
    condition.withLock {
      frames.append(grid)
      condition.broadcast()
    }
  }

  func use(colorDepth chosen: ColorDepth?) {}
  func redrawAll() {}
  func resize() {}
  func suspend() {}
  func resume() {}
  func reportMouse(_ isWanted: Bool) {}
  func setCrashMark(_ path: String?) {}

  /// Waits for a frame like this, among those drawn since `number`.
  /// - Returns: its number and itself.
  @discardableResult
  func wait(
    _ what: String, from number: Int = 0, until isReached: (CellGrid) -> Bool
  ) throws -> (number: Int, frame: CellGrid) {
    let limit = Date(timeIntervalSinceNow: 20)
    return try condition.withLock {
      var next = number
      while true {
        while next < frames.count {
          if isReached(frames[next]) { return (next, frames[next]) }
          next += 1
        }
        try #require(
          condition.wait(until: limit), "no \(what):\n\(frames.last.map(\.text) ?? "no frame")")
      }
    }
  }
}

/// The application on a thread of its own, with keys typed into a pipe.
final class RunningApplication {
  let screen = RecordingScreen()
  private let folder: String
  private let keys: Int32
  private let hasEnded = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - satellite: the world from above.
  ///   - tiles: paths, as of `--tiles`.
  init(
    satellite: SlowArchive? = nil, opener: TestOpener = TestOpener(), tiles: [String] = [],
    preferences: [String: PropertyListValue] = [:]
  ) throws {
    folder = NSTemporaryDirectory() + "pigeon-application-" + UUID().uuidString
    let locations = StoreLocations(environment: ["HOME": folder])
    var input: [Int32] = [-1, -1]
    var signals: [Int32] = [-1, -1]
    try #require(pipe(&input) == 0 && pipe(&signals) == 0)
    for descriptor in input + signals {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
    keys = input[1]
    let (screen, hasEnded) = (screen, hasEnded)
    let (typed, told, end) = (input[0], signals[0], signals[1])
    Thread.detachNewThread {
      let inbox = Inbox()
      let post: @Sendable () -> Void = { inbox.mailbox.post() }
      let application = Application(
        stores: Stores(
          locations: locations, arguments: preferences,
          settings: SettingsSchema(bundle: Self.bundle)),
        screen: screen,
        loop: EventLoop(input: typed, signals: told, mailbox: inbox.mailbox),
        tiles: MapTiles(
          raster: satellite.map { TileStore(source: $0, byteLimit: 1 << 20, onArrival: post) },
          own: TileSourceList(
            opener: opener, language: SceneLanguage(), onArrival: post)),
        inbox: inbox, styles: MapStyleLibrary(ShippedStyles.file),
        options: DisplayOptions(charset: .braille, depth: .trueColor), credits: [])
      application.state.launchTileSources = tiles
      application.send(.preferences(application.stores.effectiveValues()))
      _ = application.run()
      for descriptor in [typed, told, end] { close(descriptor) }
      hasEnded.signal()
    }
  }

  deinit {
    close(keys)
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static let bundle =
    #filePath.components(separatedBy: "/").dropLast(3).joined(separator: "/")
    + "/Resources/Settings.bundle"

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(write(keys, bytes, bytes.count) == bytes.count)
  }

  /// Quits with `q` from the map.
  func quit() {
    type("q")
    #expect(hasEnded.wait(timeout: .now() + 20) == .success)
  }
}
