import CellGrid
import Preferences
import Testing

@testable import ViewModel

/// What the terminal and the settings say about how the screen looks.
@Suite struct DisplayTests {
  @Test func autoIsWhatTheTerminalTells() {
    var session = Session()
    #expect(!session.state.theme.isLight)
    #expect(session.send(.terminalBackground(isLight: true)) == [])
    #expect(session.state.theme.isLight)
    for (theme, isLight) in [
      ("dark", false), ("colorblind", false), ("light", true), ("auto", true),
    ] {
      session.send(.preferences(["HPTheme": .string(theme)]))
      #expect(session.state.theme.isLight == isLight, "\(theme)")
    }
    session.send(.preferences(["HPTheme": "light"]))
    session.send(.terminalBackground(isLight: false))
    #expect(session.state.theme.isLight)
    session.send(.preferences(["HPTheme": nil]))
    #expect(!session.state.theme.isLight)
  }

  /// Nothing the user does is disturbed by an answer of the terminal.
  @Test func anAnswerLeavesEverythingElseAlone() {
    var session = Session()
    session.press("d")
    session.type("half")
    var expected = session.state
    session.send(.terminalBackground(isLight: true))
    expected.isTerminalLight = true
    #expect(session.state == expected)
  }

  @Test func anotherDepthIsAskedForOnce() {
    var session = Session()
    #expect(session.send(.preferences(["HPColorDepth": "24bit"])) == [.useColors(.trueColor)])
    #expect(session.send(.preferences(["HPColorDepth": "24bit"])) == [])
    #expect(session.send(.preferences(["HPColorDepth": "none"])) == [.useColors(.monochrome)])
    #expect(session.send(.preferences(["HPColorDepth": nil])) == [.useColors(nil)])
  }

  @Test func withoutAPositionItIsSaid() {
    var session = Session()
    session.press(".")
    #expect(session.state.notice?.text == "No position source (s, or --position)")
    session.send(.preferences(["HPPositionSource": "fixed:1,2"]))
    session.press(".")
    #expect(session.state.notice?.text == "No fix yet")
    session.fix(1, 2)
    session.press(".")
    #expect(session.state.notice == nil)
  }

  @Test func valuesWithoutMeaningAreKnown() {
    func problem(_ key: String, _ value: PropertyListValue) -> String? {
      Settings.problem(of: value, forKey: key, schema: everyKind)
    }
    #expect(problem("HPUnits", "nautical") == nil)
    #expect(problem("HPUnits", "furlongs")?.contains("there are no such units") == true)
    #expect(problem("HPMouse", .array([]))?.contains("HPMouse takes no such value") == true)
    #expect(problem("HPMouse", "NO") == nil)
    #expect(problem("HPMapType", 7)?.contains("no map type 7") == true)
    #expect(problem("SomethingElse", .array([])) == nil)
  }
}
