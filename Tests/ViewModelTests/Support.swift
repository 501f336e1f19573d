import Geodesy
import Places
import Positioning
import Preferences

@testable import ViewModel

/// A state in a window, with the helpers that make a test read like a session.
struct Session {
  var state: State
  var effects: [Effect] = []
  var time = 100.0

  init(columns: Int = 120, rows: Int = 40, _ change: (inout State) -> Void = { _ in }) {
    state = State(columns: columns, rows: rows)
    change(&state)
  }

  @discardableResult
  mutating func send(_ event: Event) -> [Effect] {
    let new = update(&state, event, time: time)
    effects += new
    return new
  }

  @discardableResult
  mutating func press(_ key: Key) -> [Effect] { send(.input(.key(key))) }

  @discardableResult
  mutating func press(_ character: Character, _ modifiers: Key.Modifiers = []) -> [Effect] {
    press(Key(.character(character), modifiers: modifiers))
  }

  mutating func type(_ text: String) {
    for character in text { press(character) }
  }

  @discardableResult
  mutating func mouse(_ kind: MouseEvent.Kind, _ column: Int, _ row: Int) -> [Effect] {
    send(.input(.mouse(MouseEvent(kind: kind, column: column, row: row))))
  }

  mutating func fix(_ latitude: Double, _ longitude: Double, heading: Double? = nil) {
    send(
      .position(
        .fix(
          Fix(
            coordinate: Coordinate(latitude: latitude, longitude: longitude), heading: heading))))
  }
}

let bern = PointAnnotation(
  coordinate: Coordinate(latitude: 46.948, longitude: 7.4474), title: "Bern")
let lake = PointAnnotation(
  coordinate: Coordinate(latitude: 46.69, longitude: 7.68), title: "Car by the lake")

extension State {
  /// Where a new window looks.
  static let worldCenter = State(columns: 120, rows: 40).viewport.center
}

func storing(_ pin: PointAnnotation?) -> Effect {
  .setPreference(key: "HPLocation", value: pin.map { .dictionary($0.preserveState()) })
}

func isNear(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool {
  abs(a - b) <= tolerance
}
