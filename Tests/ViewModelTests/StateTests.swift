import Geodesy
import Preferences
import Testing

@testable import ViewModel

@Suite struct StateTests {
  @Test func resizingKeepsTheCentreAndTheWholeWorldWhole() {
    var session = Session { $0.viewport.zoom = 7 }
    session.send(.resized(columns: 200, rows: 60))
    #expect(session.state.viewport.zoom == 7)
    #expect(session.state.viewport.columns == 200)
    #expect(session.state.viewport.rows == 58)
    session.press("0")
    session.send(.resized(columns: 60, rows: 20))
    #expect(isNear(session.state.viewport.worldSize, 120, 1e-6))
  }

  @Test(arguments: [(1, 1), (1, 60), (3, 3), (20, 5), (500, 300), (0, 0)])
  func anySizeTakesAnyKey(columns: Int, rows: Int) {
    var session = Session(columns: columns, rows: rows)
    for binding in KeyBinding.all {
      for key in binding.keys {
        session.press(key)
        session.press(Key(.escape))
      }
    }
    session.mouse(.press, 0, 0)
    session.mouse(.drag, 5, 5)
    #expect(session.state.viewport.center.isValid)
    #expect(session.state.viewport.zoom.isFinite)
  }

  @Test func preferencesOfAnotherProcessShow() {
    var session = Session()
    session.send(
      .preferences([
        "HPMapType": .integer(2), "HPFollowHeading": .integer(0),
        "HPLocation": .dictionary(bern.preserveState()),
      ]))
    #expect(session.state.mapType == .hybrid)
    #expect(session.state.trackingMode == .none)
    #expect(session.state.annotation == bern)
    session.send(.preferences(["HPLocation": PropertyListValue?.none]))
    #expect(session.state.annotation == nil)
    // Nothing is written back.
    #expect(session.effects.isEmpty)
  }

  @Test func argumentsAreStringsAndCountAsNumbers() {
    var session = Session()
    session.send(.preferences(["HPMapType": .string("2")]))
    #expect(session.state.mapType == .hybrid)
  }

  @Test(
    arguments: [
      ("HPMapType", PropertyListValue.integer(7)),
      ("HPFollowHeading", .integer(-1)),
      ("HPLocation", .string("Bern")),
      ("HPLocation", .dictionary(["lat": .real(91), "long": .real(0)])),
      ("HPLocation", .dictionary(["lat": .real(.nan), "long": .real(0)])),
      ("HPLocation", .dictionary(["long": .real(0)])),
      ("HPLocation", .dictionary(["lat": .string("1"), "long": .real(0)])),
    ])
  func valuesWithoutSenseAreToldAndIgnored(key: String, value: PropertyListValue) {
    var session = Session()
    let before = session.state
    session.send(.preferences([key: value]))
    #expect(session.state.notice?.text.hasPrefix(key) == true)
    #expect(session.state.mapType == before.mapType)
    #expect(session.state.trackingMode == before.trackingMode)
    #expect(session.state.annotation == nil)
  }

  @Test func viewStateComesBack() {
    var session = Session {
      $0.trackingMode = .follow
      $0.viewport.zoom = 6.5
    }
    session.fix(47, 8)
    session.press(Key(.left))
    session.press("d")
    session.type("Zoë’s hut")
    session.press(Key(.left))
    session.press(Key(.left))
    var restored = State(columns: 120, rows: 40)
    restored.trackingMode = .follow
    restored.decodeRestorableState(session.state.encodeRestorableState())
    #expect(restored.viewport == session.state.viewport)
    #expect(restored.isFollowingPaused)
    #expect(restored.screen == session.state.screen)
    // A position at launch does not move a map that was left standing.
    _ = update(&restored, .position(.fix(session.state.fix!)), time: 0)
    #expect(restored.viewport.center == session.state.viewport.center)
  }

  @Test func headingComesBackWhereItIsFollowed() {
    var session = Session {
      $0.trackingMode = .followWithHeading
      $0.hasPositionSource = true
    }
    session.fix(47, 8, heading: 123)
    let objects = session.state.encodeRestorableState()
    for (mode, heading) in [(TrackingMode.followWithHeading, 123.0), (.follow, 0)] {
      var restored = State(columns: 120, rows: 40)
      restored.trackingMode = mode
      restored.decodeRestorableState(objects)
      #expect(restored.viewport.heading == heading)
    }
  }

  @Test func historyComesBackWithItsGaps() {
    var session = Session()
    session.press("d")
    session.type("a")
    session.press(Key(.enter))
    session.press("c")
    session.press("u")
    var restored = State(columns: 120, rows: 40)
    restored.decodeRestorableState(session.state.encodeRestorableState())
    #expect(restored.history == session.state.history)
    #expect(restored.history.past == [nil])
    #expect(restored.history.future == [nil])
  }

  @Test func rubbishViewStateIsLeftAlone() {
    let fresh = State(columns: 120, rows: 40)
    var state = fresh
    state.decodeRestorableState([
      "map": [
        "latitude": .real(200), "longitude": .string("x"), "zoom": .real(.nan),
        "followingPaused": .integer(3),
      ],
      "map/title": ["text": .integer(1)],
      "map/history": ["past": .string("x")],
    ])
    #expect(state == fresh)
    state.decodeRestorableState([
      "map": ["zoom": .real(99)], "map/help": ["scroll": .integer(.max)],
    ])
    #expect(state.viewport.zoom == 18)
  }

  @Test func saveFailureStaysUntilASaveSucceeds() {
    var session = Session()
    session.send(.saveFailure("disk full"))
    session.press(Key(.left))
    #expect(session.state.saveFailure == "disk full")
    session.send(.saveFailure(nil))
    #expect(session.state.saveFailure == nil)
  }

  /// As many as have room are told together and go with a key; the others follow.
  @Test func noticesThatHaveNoRoomWait() {
    for (rows, together) in [(50, 3), (24, 2), (10, 1), (3, 1)] {
      var session = Session()
      session.send(.resized(columns: 80, rows: rows))
      let texts = (0..<4).map { "warning \($0)" }
      for text in texts + texts { session.send(.notice(Notice(text, .warning))) }
      #expect(session.state.toldNotices.map(\.text) == Array(texts.prefix(together)))
      // The answer to a key comes at once; what was waiting is not lost.
      session.press("p")
      let answer = "Nothing is remembered; d drops a pin"
      #expect(session.state.notices.map(\.text) == [answer] + texts.dropFirst(together))
      session.press("x")
      #expect(
        session.state.notices.map(\.text) == Array(texts.suffix(max(4 - 2 * together + 1, 0))))
    }
  }

  @Test func openingAPlaceShowsIt() {
    var session = Session {
      $0.screen = .help(scroll: 3)
      $0.viewport.zoom = 4
    }
    session.send(.opened(bern.coordinate, zoom: nil))
    #expect(session.state.screen == .map)
    #expect(session.state.viewport.center == bern.coordinate)
    #expect(session.state.viewport.zoom == State.placeZoom)
    session.send(.opened(nil, zoom: 3.5))
    #expect(session.state.viewport.center == bern.coordinate)
    #expect(session.state.viewport.zoom == 3.5)
    // A half-typed title is never thrown away.
    session.press("d")
    session.send(.opened(lake.coordinate, zoom: 12))
    #expect(session.state.screen != .map)
  }

  @Test func theHistoryIsBounded() {
    var session = Session()
    for number in 0..<AnnotationHistory.limit + 20 {
      session.press("d")
      session.type("\(number)")
      session.press(Key(.enter))
    }
    #expect(session.state.history.past.count == AnnotationHistory.limit)
    #expect(session.state.history.past.last??.title == "\(AnnotationHistory.limit + 18)")
  }

  @Test func theLanguageOfNamesIsTheUsersThenTheSystems() {
    var session = Session { $0.systemLanguage = "de" }
    #expect(session.state.labelLanguage == "de")
    session.send(.preferences(["HPLabelLanguage": .string("ja")]))
    #expect(session.state.labelLanguage == "ja")
    session.send(.preferences(["HPLabelLanguage": .string("en")]))
    #expect(session.state.labelLanguage == "en")
    session.send(.preferences(["HPLabelLanguage": .string("auto")]))
    #expect(session.state.labelLanguage == "de")
    session.send(.preferences(["HPLabelLanguage": .string("a\u{1B}[31m very long")]))
    #expect(session.state.labelLanguage == "de")
    #expect(session.state.notice?.text.hasPrefix("HPLabelLanguage") == true)
  }
}
