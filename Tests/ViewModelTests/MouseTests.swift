import Geodesy
import Testing

@testable import ViewModel

@Suite struct MouseTests {
  @Test func draggingMovesTheMapWithThePointer() {
    var session = Session { $0.viewport.zoom = 8 }
    let grabbed = session.state.viewport.coordinate(column: 40, row: 10)
    session.mouse(.press, 40, 11)
    session.mouse(.drag, 45, 12)
    session.mouse(.drag, 60, 18)
    session.mouse(.release, 60, 18)
    let now = session.state.viewport.coordinate(column: 60, row: 17)
    #expect(isNear(now.latitude, grabbed.latitude, 1e-6))
    #expect(isNear(now.longitude, grabbed.longitude, 1e-6))
  }

  @Test func theWheelZoomsAtThePointer() {
    var session = Session { $0.viewport.zoom = 8 }
    let under = session.state.viewport.coordinate(column: 100, row: 4)
    session.mouse(.wheelUp, 100, 5)
    #expect(session.state.viewport.zoom == 8.5)
    let now = session.state.viewport.coordinate(column: 100, row: 4)
    #expect(isNear(now.latitude, under.latitude, 1e-6))
    #expect(isNear(now.longitude, under.longitude, 1e-6))
    session.mouse(.wheelDown, 100, 5)
    #expect(session.state.viewport.zoom == 8)
  }

  @Test func aDoubleClickCentresAndTwoSlowClicksDoNot() {
    var session = Session { $0.viewport.zoom = 8 }
    let there = session.state.viewport.coordinate(column: 90, row: 29)
    let start = session.state.viewport.center
    func click(_ session: inout Session) {
      session.mouse(.press, 90, 30)
      session.mouse(.release, 90, 30)
    }
    click(&session)
    session.time += 1
    click(&session)
    #expect(session.state.viewport.center == start)
    session.time += 0.2
    click(&session)
    #expect(session.state.viewport.center == there)
  }

  @Test func aClickSelectsThePin() {
    var session = Session { $0.viewport.zoom = 8 }
    session.send(.preferences(["HPLocation": .dictionary(bern.preserveState())]))
    session.state.viewport.center = bern.coordinate
    session.mouse(.press, 10, 10)
    session.mouse(.release, 10, 10)
    #expect(!session.state.isAnnotationSelected)
    session.time += 5
    session.mouse(.press, 60, 20)
    session.mouse(.release, 60, 20)
    #expect(session.state.isAnnotationSelected)
    #expect(session.state.notice?.text.contains("Bern") == true)
  }

  @Test func barsAreNotTheMap() {
    var session = Session()
    let before = session.state.viewport
    session.mouse(.press, 10, 0)
    session.mouse(.drag, 20, 5)
    session.mouse(.wheelUp, 10, 39)
    #expect(session.state.viewport == before)
  }
}
