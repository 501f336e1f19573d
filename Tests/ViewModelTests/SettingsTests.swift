import CellGrid
import Geodesy
import Positioning
import Preferences
import Testing

@testable import ViewModel

@Suite struct SettingsTests {
  static func session() -> Session {
    var session = Session { $0.settingsSchema = everyKind }
    session.send(.preferences(everyKind.registeredDefaults.mapValues { .some($0) }))
    session.effects = []
    return session
  }

  static func open(_ row: Int) -> Session {
    var session = session()
    session.press("s")
    for _ in 0..<row { session.press(Key(.down)) }
    return session
  }

  static func more(_ row: Int) -> Session {
    var session = open(3)
    session.press(Key(.enter))
    for _ in 0..<row { session.press(Key(.down)) }
    return session
  }

  static func storing(_ key: String, _ value: PropertyListValue?) -> [Effect] {
    [.setPreference(key: key, value: value)]
  }

  static func rows(_ session: Session) -> [SettingsPresentation.Row] {
    guard case .settings(let settings) = session.state.screen else { return [] }
    return session.state.present(settings).groups.joined().compactMap {
      if case .row(let row) = $0 { row } else { nil }
    }
  }

  static func selected(_ session: Session) -> SettingsPresentation.Row? {
    rows(session).first(where: \.isSelected)
  }

  // MARK: Moving about

  @Test func opensAndClosesByLevels() {
    var session = Self.more(0)
    #expect(Self.rows(session).count == 5)
    session.press(Key(.escape))
    #expect(Self.selected(session)?.title == "More")
    session.press("q")
    #expect(session.state.screen == .map)
    session = Self.more(1)
    session.press(Key(.left))
    #expect(Self.selected(session)?.title == "More")
    session = Self.more(1)
    session.press("s")
    #expect(session.state.screen == .map)
    #expect(session.effects == [])
  }

  @Test func selectionStopsAtBothEnds() {
    var session = Self.open(0)
    session.press("k")
    #expect(Self.selected(session)?.title == "Units")
    session.press("G")
    #expect(Self.selected(session)?.title == "Gone")
    session.press(Key(.down))
    #expect(Self.selected(session)?.title == "Gone")
    session.press("g")
    #expect(Self.selected(session)?.title == "Units")
    session.press(Key(.pageDown))
    #expect(Self.selected(session)?.title == "Gone")
    session.mouse(.wheelUp, 3, 3)
    #expect(Self.selected(session)?.title == "Version")
  }

  @Test func withoutABundleItIsTold() {
    var session = Session()
    session.press("s")
    #expect(session.state.screen == .map)
    #expect(session.state.notice?.text == "There are no settings")
  }

  // MARK: Each kind of row

  @Test func aMultiValueOpensItsChoicesOnTheOneInForce() {
    var session = Self.open(0)
    session.send(.preferences(["HPUnits": "nautical"]))
    session.press(Key(.enter))
    #expect(Self.selected(session)?.title == "miles")
    #expect(Self.selected(session)?.value == .choice(true))
    session.press("k")
    #expect(session.press(Key(.enter)) == Self.storing("HPUnits", "imperial"))
    #expect(session.state.settings.units == .imperial)
    #expect(Self.rows(session).map(\.value) == [.choice(false), .choice(true), .choice(false)])
    // The same again stores nothing.
    #expect(session.press(Key(.enter)) == [])
    session.press(Key(.escape))
    #expect(Self.selected(session)?.value == .page("feet"))
  }

  @Test func aToggleSwitchesAndTellsTheTerminal() {
    var session = Self.open(2)
    #expect(Self.selected(session)?.value == .toggle(true))
    #expect(
      session.press(" ") == Self.storing("HPMouse", false) + [.reportMouse(false)])
    #expect(Self.selected(session)?.value == .toggle(false))
    #expect(session.press(Key(.enter)) == Self.storing("HPMouse", true) + [.reportMouse(true)])
  }

  @Test func aSliderGoesInStepsWithinItsRange() {
    var session = Self.more(0)
    #expect(Self.selected(session)?.value == .slider(0.25, "1"))
    #expect(session.press(Key(.right)) == Self.storing("HPLabelDensity", 1.2))
    #expect(session.state.settings.labelDensity == 1.2)
    #expect(session.press("h") == Self.storing("HPLabelDensity", 1.0))
    for _ in 0..<30 { session.press(Key(.left)) }
    #expect(session.state.settings.labelDensity == 0)
    #expect(session.press(Key(.left)) == [])
    for _ in 0..<30 { session.press("+") }
    #expect(session.state.settings.labelDensity == 4)
    // It never leaves the page by being at its end.
    #expect(Self.selected(session)?.value == .slider(1, "4"))
  }

  @Test func radioRowsExcludeEachOther() {
    var session = Self.more(3)
    #expect(session.press(Key(.enter)) == Self.storing("HPTheme", "light"))
    #expect(session.state.theme.isLight)
    #expect(
      Self.rows(session)[1...3].map(\.value) == [.choice(false), .choice(false), .choice(true)])
  }

  @Test func aTextFieldIsTypedAndKept() {
    var session = Self.open(1)
    #expect(Self.selected(session)?.value == .field("none", nil))
    session.press(Key(.enter))
    session.press("u", .control)
    session.type("fixed:46.5,7q")
    session.press(Key(.backspace))
    #expect(session.effects == [])
    let place = Coordinate(latitude: 46.5, longitude: 7)
    #expect(
      session.press(Key(.enter)) == Self.storing("HPPositionSource", "fixed:46.5,7")
        + [.usePosition(.fixed(place))])
    #expect(session.state.hasPositionSource)
    #expect(Self.selected(session)?.value == .field("fixed:46.5,7", nil))
    // Letters that are keys elsewhere are text here, and Esc leaves the field as it was.
    session.press(Key(.enter))
    session.type("sqjk")
    #expect(
      Self.selected(session)?.value == .field("fixed:46.5,7", LineEditor(text: "fixed:46.5,7sqjk")))
    session.press(Key(.escape))
    #expect(Self.selected(session)?.value == .field("fixed:46.5,7", nil))
    #expect(session.effects.count == 2)
  }

  @Test func anUnusableSourceIsToldAndKept() {
    var session = Self.open(1)
    session.send(.preferences(["HPPositionSource": "fixed:1,2"]))
    session.fix(1, 2)
    session.press(Key(.enter))
    session.press("u", .control)
    session.type("gps please")
    #expect(
      session.press(Key(.enter)) == Self.storing("HPPositionSource", "gps please")
        + [.usePosition(.none)])
    #expect(session.state.notice?.severity == .warning)
    #expect(session.state.notice?.text.contains("not a position source") == true)
    #expect(session.state.fix == nil)
    #expect(Self.selected(session)?.value == .field("gps please", nil))
  }

  @Test func theCommandLinesSourceWins() {
    let place = Coordinate(latitude: 1, longitude: 2)
    var session = Session {
      $0.settingsSchema = everyKind
      $0.positionOverride = .fixed(place)
    }
    #expect(
      session.send(.preferences(["HPPositionSource": "none"])) == [.usePosition(.fixed(place))])
    session.press("s")
    session.press(Key(.down))
    session.press(Key(.enter))
    session.press("u", .control)
    session.type("fixed:5,6")
    #expect(session.press(Key(.enter)) == Self.storing("HPPositionSource", "fixed:5,6"))
    #expect(session.state.notice?.text.contains("--position") == true)
  }

  @Test func deleteGoesBackToTheDefault() {
    var session = Self.open(0)
    session.send(.preferences(["HPUnits": "imperial"]))
    #expect(session.press(Key(.delete)) == Self.storing("HPUnits", nil))
    #expect(session.state.settings.units == .metric)
    #expect(Self.selected(session)?.value == .page("metric"))
  }

  @Test func rowsThatCanNotBeChangedAreLeftAlone() {
    var session = Self.open(4)
    #expect(Self.selected(session)?.value == .text("1.0"))
    session.press(Key(.enter))
    session.press(Key(.delete))
    session.press(Key(.down))
    session.press(Key(.enter))
    session.press(Key(.delete))
    #expect(session.state.notice == nil)
    session.press(Key(.enter))
    #expect(session.state.notice?.text == "Gone: page Gone can not be read")
    #expect(session.effects == [])
  }

  // MARK: What is stored

  @Test func aMapTypeOfTheMapShowsAndTheOtherWayRound() {
    var session = Self.session()
    session.press("3")
    session.press("s")
    for _ in 0..<3 { session.press(Key(.down)) }
    session.press(Key(.enter))
    session.press("G")
    #expect(Self.selected(session)?.value == .page("hybrid"))
    session.press(Key(.enter))
    session.press(Key(.up))
    #expect(session.press(Key(.enter)) == Self.storing("HPMapType", 1))
    #expect(session.state.mapType == .satellite)
  }

  @Test func strangeStoredValuesAreShownAndNotRewritten() {
    var session = Self.open(0)
    session.send(.preferences(["HPUnits": "furlongs"]))
    #expect(Self.selected(session)?.value == .page("furlongs"))
    #expect(session.state.settings.units == .metric)
    #expect(
      session.state.notice?.text
        == "HPUnits in the preferences is ignored: there are no such units: furlongs")
    session.send(.preferences(["HPUnits": .data([1])]))
    #expect(Self.selected(session)?.value == .page("metric"))
    session.send(.preferences(["HPMouse": .array([])]))
    session.press(Key(.down))
    session.press(Key(.down))
    #expect(Self.selected(session)?.value == .toggle(true))
    session = Self.more(0)
    session.send(.preferences(["HPLabelDensity": 100]))
    #expect(Self.selected(session)?.value == .slider(1, "4"))
    #expect(session.state.settings.labelDensity == 4)
    #expect(session.effects == [])
    #expect(session.press(Key(.left)) == Self.storing("HPLabelDensity", 3.8))
  }

  @Test func changesOfOthersShowOnTheOpenPageAndLeaveADraftAlone() {
    var session = Self.open(1)
    session.press(Key(.enter))
    session.type("x")
    session.send(.preferences(["HPUnits": "nautical", "HPPositionSource": "fixed:3,4"]))
    #expect(Self.rows(session)[0].value == .page("miles"))
    #expect(Self.selected(session)?.value == .field("fixed:3,4", LineEditor(text: "nonex")))
    session.press(Key(.escape))
    #expect(Self.selected(session)?.value == .field("fixed:3,4", nil))
  }

  static let meanings:
    [(key: String, value: PropertyListValue, check: @Sendable (Settings) -> Bool)] = [
      ("HPUnits", "imperial", { $0.units == .imperial }),
      ("HPCoordinateNotation", "degreesMinutes", { $0.notation == .degreesMinutes }),
      ("HPColorDepth", "16", { $0.colorDepth == .ansi16 }),
      ("HPColorDepth", "none", { $0.colorDepth == .monochrome }),
      ("HPColorDepth", "auto", { $0.colorDepth == nil }),
      ("HPTheme", "light", { $0.theme == .light }),
      ("HPTheme", "colorblind", { $0.theme == .colorblind }),
      ("HPCharset", "ascii", { $0.charset == .ascii }),
      ("HPCharset", "auto", { $0.charset == nil }),
      ("HPLabelDensity", 2.5, { $0.labelDensity == 2.5 }),
      ("HPScaleBar", false, { !$0.showsScaleBar }),
      ("HPScaleBar", "NO", { !$0.showsScaleBar }),
      ("HPGraticule", true, { $0.showsGraticule }),
      ("HPArrivalRadius", "75", { $0.arrivalRadius == 75 }),
      ("HPArrivalRadius", -3, { $0.arrivalRadius == 25 }),
      ("HPMouse", false, { !$0.usesMouse }),
    ]

  @Test(arguments: meanings)
  func valuesHaveTheirMeaning(
    key: String, value: PropertyListValue, check: @Sendable (Settings) -> Bool
  ) {
    #expect(check(Settings(preferences: [key: value], schema: SettingsSchema())))
  }
}
