import Geodesy
import Positioning
import Preferences
import Testing

@testable import ViewModel

@Suite struct TrackingTests {
  static func following(_ mode: TrackingMode = .follow) -> Session {
    var session = Session {
      $0.trackingMode = mode
      $0.hasPositionSource = true
      $0.viewport.zoom = 10
    }
    session.fix(47, 8)
    return session
  }

  @Test func followingKeepsTheCrosshairOnThePosition() {
    var session = Self.following()
    #expect(session.state.viewport.center == Coordinate(latitude: 47, longitude: 8))
    session.fix(47.5, 8.5)
    #expect(session.state.viewport.center == Coordinate(latitude: 47.5, longitude: 8.5))
    session.press("+")
    #expect(session.state.viewport.center == Coordinate(latitude: 47.5, longitude: 8.5))
  }

  @Test func panningPausesAndThePreferenceStays() {
    var session = Self.following()
    session.press(Key(.left))
    #expect(session.effects.isEmpty)
    #expect(session.state.isFollowingPaused)
    #expect(session.state.trackingMode == .follow)
    let center = session.state.viewport.center
    session.fix(40, 0)
    #expect(session.state.viewport.center == center)
    // t resumes the same mode and stores nothing.
    #expect(session.press("t").isEmpty)
    #expect(session.state.viewport.center == Coordinate(latitude: 40, longitude: 0))
  }

  @Test func dotResumesToo() {
    var session = Self.following()
    session.press("L")
    session.press(".")
    #expect(!session.state.isFollowingPaused)
    #expect(session.state.viewport.center == Coordinate(latitude: 47, longitude: 8))
  }

  @Test func dotWithoutAFixTellsWhy() {
    var session = Session()
    session.press(".")
    #expect(session.state.notice?.text.contains("--position") == true)
    session.state.hasPositionSource = true
    session.press(".")
    #expect(session.state.notice?.text == "No fix yet")
  }

  @Test func tGoesRoundAndStoresEachMode() {
    var session = Session()
    for expected in [1, 2, 0, 1] as [Int64] {
      #expect(
        session.press("t") == [.setPreference(key: "HPFollowHeading", value: .integer(expected))])
      #expect(session.state.trackingMode.rawValue == Int(expected))
    }
  }

  @Test func headingTurnsTheMapOnlyInItsMode() {
    var session = Self.following(.followWithHeading)
    session.fix(47, 8, heading: 90)
    #expect(session.state.viewport.heading == 90)
    // No heading is unknown, not north.
    session.fix(47, 8)
    #expect(session.state.viewport.heading == 90)
    session.press("t")
    #expect(session.state.trackingMode == .none)
    #expect(session.state.viewport.heading == 0)
  }

  @Test func noneDoesNotFollow() {
    let session = Self.following(.none)
    #expect(session.state.viewport.center == State.worldCenter)
    #expect(session.state.fix != nil)
  }

  @Test func aLostFixIsNoPosition() {
    var session = Self.following()
    session.send(.position(.lost))
    #expect(session.state.fix == nil)
    #expect(!session.state.isFollowing)
  }

  @Test func mapTypeKeysStoreTheChange() {
    var session = Session()
    func stored(_ value: Int64) -> [Effect] {
      [.setPreference(key: "HPMapType", value: .integer(value))]
    }
    #expect(session.press("m") == stored(1))
    #expect(session.press("m") == stored(2))
    #expect(session.press("m") == stored(0))
    #expect(session.press("3") == stored(2))
    #expect(session.press("3").isEmpty)
    #expect(session.press("2") == stored(1))
    #expect(session.press("1") == stored(0))
  }

  @Test func headingComesBeforeCourse() {
    var session = Self.following(.followWithHeading)
    let place = Coordinate(latitude: 47, longitude: 8)
    session.send(.position(.fix(Fix(coordinate: place, course: 10, heading: 200))))
    #expect(session.state.viewport.heading == 200)
    session.send(.position(.fix(Fix(coordinate: place, course: 10))))
    #expect(session.state.viewport.heading == 10)
  }

  @Test func anotherModeFromOutsideEndsThePause() {
    var session = Self.following()
    session.press(Key(.left))
    session.send(.preferences(["HPFollowHeading": .integer(1)]))
    #expect(session.state.isFollowingPaused)
    session.send(.preferences(["HPFollowHeading": .integer(2)]))
    #expect(!session.state.isFollowingPaused)
    #expect(session.state.viewport.center == Coordinate(latitude: 47, longitude: 8))
  }

  /// At launch the position may be there before the view that was left.
  @Test(arguments: [false, true]) func aRestoredViewFollowsUnlessPaused(isPaused: Bool) {
    var left = Session { $0.trackingMode = .follow }
    left.state.isFollowingPaused = isPaused
    let objects = left.state.encodeRestorableState()
    var session = Self.following()
    session.send(.restored(objects))
    let expected = isPaused ? State.worldCenter : Coordinate(latitude: 47, longitude: 8)
    #expect(session.state.viewport.center == expected)
  }
}
