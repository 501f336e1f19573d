import Preferences
import Testing

@testable import ViewModel

/// The settings screen comes back as it was left.
extension SettingsTests {
  static func restored(_ session: Session, schema: SettingsSchema = everyKind) -> State {
    var state = State(columns: 80, rows: 24)
    state.settingsSchema = schema
    state.decodeRestorableState(session.state.encodeRestorableState())
    return state
  }

  @Test func theOpenPageAndTheDraftComeBack() {
    var session = Self.more(2)
    #expect(Self.restored(session).screen == session.state.screen)
    session = Self.open(1)
    session.press(Key(.enter))
    session.type(" ♥")
    session.press(Key(.left))
    #expect(Self.restored(session).screen == session.state.screen)
    session = Self.open(0)
    session.press(Key(.enter))
    #expect(Self.restored(session).screen == session.state.screen)
  }

  @Test func whatIsGoneLeadsToTheNearestPage() {
    var session = Self.more(2)
    var schema = everyKind
    schema.pages["More"] = nil
    guard case .settings(let settings) = Self.restored(session, schema: schema).screen else {
      Issue.record("no settings")
      return
    }
    #expect(settings.outer == [])
    #expect(settings.current.selection == 3)
    #expect(Self.restored(session, schema: SettingsSchema()).screen == .map)
    session = Self.open(1)
    session.press(Key(.enter))
    var objects = session.state.encodeRestorableState()
    objects["map/settings"]?["field"] = "HPUnits"
    var state = State(columns: 80, rows: 24)
    state.settingsSchema = everyKind
    state.decodeRestorableState(objects)
    if case .settings(let settings) = state.screen { #expect(settings.field == nil) }
    for broken: PropertyListValue in [
      .string("x"), .array([5]), .array(["pane:Root", "pane:Root"]),
    ] {
      objects["map/settings"]?["pages"] = broken
      state.screen = .map
      state.decodeRestorableState(objects)
    }
  }

  @Test func anyKeysOnAnyPage() {
    var session = Self.session()
    let keys: [Key] =
      KeyBinding.all.flatMap(\.keys) + [
        Key(.enter), Key(.escape), Key(.tab), Key(.backTab), Key(.delete), Key(.home), Key(.end),
        Key(.character(" ")), Key(.character("q")),
      ]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<5000 {
      if session.state.screen == .map { session.press("s") }
      if let key = keys.randomElement(using: &generator) { session.press(key) }
      _ = Self.rows(session)
    }
    #expect(session.state.settings.labelDensity.isFinite)
  }
}
