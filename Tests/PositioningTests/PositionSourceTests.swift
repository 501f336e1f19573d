import Geodesy
import Synchronization
import Testing

@testable import Positioning

@Suite struct PositionSourceTests {
  @Test func readsFixedAndNone() throws {
    #expect(try PositionSource(parsing: "none") == .none)
    #expect(
      try PositionSource(parsing: "fixed:-33.5,151")
        == .fixed(Coordinate(latitude: -33.5, longitude: 151)))
  }

  @Test(arguments: [
    "", "fixed", "fixed:", "fixed:1", "fixed:91,0", "fixed:0,181", "gps", "FIXED:1,2",
  ])
  func refusesTheRest(text: String) {
    #expect(throws: PositionSourceError.self) { try PositionSource(parsing: text) }
  }

  @Test func theErrorCarriesTheValue() {
    #expect(throws: PositionSourceError.unknown("gpss://x")) {
      try PositionSource(parsing: "gpss://x")
    }
  }

  @Test func fixedReportsItsPlaceOnce() throws {
    let place = Coordinate(latitude: 47, longitude: 8)
    let feed = try #require(PositionSource.fixed(place).makeFeed())
    let reports = Mutex<[PositionReport]>([])
    feed.start { report in reports.withLock { $0.append(report) } }
    feed.stop()
    #expect(reports.withLock { $0 } == [.fix(Fix(coordinate: place))])
    #expect(PositionSource.none.makeFeed() == nil)
  }
}
