import Geodesy
import Testing

@testable import ViewModel

@Suite struct KeyTests {
  @Test func everyActionHasKeysAndEveryKeyOneAction() {
    let bound = KeyBinding.all.map(\.action)
    #expect(Set(bound) == Set(Action.allCases))
    #expect(bound.count == Set(bound).count)
    let keys = KeyBinding.all.flatMap(\.keys)
    #expect(keys.count == Set(keys).count)
    #expect(KeyBinding.actions.count == keys.count)
  }

  @Test func unboundKeysDoNothing() {
    var session = Session()
    let before = session.state
    #expect(session.press("x").isEmpty)
    #expect(session.press(Key(.function(9))).isEmpty)
    #expect(session.press("q", .alt).isEmpty)
    #expect(session.state == before)
  }

  /// Key, and the cells the centre moves by in a 120×40 window: 38 rows of map, an eighth is 4.
  static let pans: [(Key, Int, Int)] = [
    (Key(.left), -8, 0), (Key(.character("h")), -8, 0),
    (Key(.right), 8, 0), (Key(.character("l")), 8, 0),
    (Key(.up), 0, -4), (Key(.character("k")), 0, -4),
    (Key(.down), 0, 4), (Key(.character("j")), 0, 4),
    (Key(.left, modifiers: .shift), -60, 0), (Key(.character("H")), -60, 0),
    (Key(.right, modifiers: .shift), 60, 0), (Key(.character("L")), 60, 0),
    (Key(.up, modifiers: .shift), 0, -19), (Key(.character("K")), 0, -19), (Key(.pageUp), 0, -19),
    (Key(.down, modifiers: .shift), 0, 19), (Key(.character("J")), 0, 19), (Key(.pageDown), 0, 19),
  ]

  @Test(arguments: pans) func panning(key: Key, columns: Int, rows: Int) {
    var session = Session { $0.viewport.zoom = 6 }
    let expected = session.state.viewport.panned(columns: columns, rows: rows).center
    #expect(session.press(key).isEmpty)
    #expect(isNear(session.state.viewport.center.latitude, expected.latitude))
    #expect(isNear(session.state.viewport.center.longitude, expected.longitude))
    #expect(session.state.viewport.center != State.worldCenter)
  }

  @Test func everyKeyOfABurstCounts() {
    var burst = Session { $0.viewport.zoom = 8 }
    for _ in 0..<50 { burst.press(Key(.right)) }
    // 8 columns of 2 dots a step, and 256·2^8 dots to 360°.
    let expected = 50 * 8 * 2 * 360 / (256 * 256.0)
    #expect(isNear(burst.state.viewport.center.longitude, expected, 1e-6))
  }

  @Test func zoomStepsAreHalfLevelsWithinLimits() {
    var session = Session { $0.viewport.zoom = 4 }
    for key in ["+", "=", "a"] as [Character] { session.press(key) }
    #expect(session.state.viewport.zoom == 5.5)
    for key in ["-", "_", "z"] as [Character] { session.press(key) }
    #expect(session.state.viewport.zoom == 4)
    session.state.viewport.zoom = 4.3
    session.press("+")
    #expect(session.state.viewport.zoom == 4.5)
    session.state.viewport.zoom = 4.3
    session.press("-")
    #expect(session.state.viewport.zoom == 4)
    for _ in 0..<60 { session.press("+") }
    #expect(session.state.viewport.zoom == 18)
    for _ in 0..<60 { session.press("-") }
    #expect(session.state.viewport.zoom == session.state.minimumZoom)
  }

  @Test func zeroShowsTheWholeWorld() {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60), (400, 120), (40, 60)] {
      var session = Session(columns: columns, rows: rows) { $0.viewport.zoom = 9 }
      let atLaunch = State(columns: columns, rows: rows).viewport
      session.press("0")
      #expect(isNear(session.state.viewport.worldSize, Double(columns) * 2, 1e-6))
      #expect(session.state.viewport == atLaunch)
      // The levels further out are still there.
      session.press("-")
      #expect(session.state.viewport.zoom >= min(0, atLaunch.zoom))
    }
  }

  @Test func redrawSuspendAndQuitAreEffects() {
    var session = Session()
    #expect(session.press("l", .control) == [.redraw])
    #expect(session.press("z", .control) == [.suspend])
    #expect(session.press("q") == [.quit])
    #expect(session.press("c", .control) == [.quit])
  }

  @Test func theGraticuleIsRemembered() {
    var session = Session()
    #expect(session.press("g") == [.setPreference(key: "HPGraticule", value: .boolean(true))])
    #expect(session.state.settings.showsGraticule)
    #expect(session.press("g") == [.setPreference(key: "HPGraticule", value: .boolean(false))])
    #expect(!session.state.settings.showsGraticule)
  }

  @Test func helpOpensScrollsAndCloses() {
    var session = Session()
    session.press("?")
    #expect(session.state.screen == .help(scroll: 0))
    session.press("j")
    session.press(Key(.down))
    #expect(session.state.screen == .help(scroll: 2))
    session.press("k")
    #expect(session.state.screen == .help(scroll: 1))
    session.press(Key(.home))
    session.press("k")
    #expect(session.state.screen == .help(scroll: 0))
    // Keys that work everywhere work here too, and do not close it.
    #expect(session.press("l", .control) == [.redraw])
    #expect(session.press("z", .control) == [.suspend])
    #expect(session.state.screen == .help(scroll: 0))
    #expect(session.press("q").isEmpty)
    #expect(session.state.screen == .map)
    session.press(Key(.function(1)))
    session.press(Key(.escape))
    #expect(session.state.screen == .map)
  }
}
