import Terminal
import Testing

@testable import pigeon

@Suite struct SaveScheduleTests {
  private static func at(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: 0).advanced(bySeconds: seconds)
  }

  @Test func afterAPauseAndWithinASecond() {
    var schedule = SaveSchedule()
    #expect(schedule.deadline == nil)
    schedule.noteChange(at: Self.at(1))
    #expect(schedule.deadline == Self.at(1.4))
    schedule.noteChange(at: Self.at(1.3))
    #expect(schedule.deadline == Self.at(1.7))
    // Keys without a pause do not put it off for ever.
    schedule.noteChange(at: Self.at(1.7))
    #expect(schedule.deadline == Self.at(1.8))
  }

  @Test func whatFailedIsTriedAgain() {
    var schedule = SaveSchedule()
    schedule.noteTry(hasFailed: true, at: Self.at(1))
    #expect(schedule.deadline == Self.at(4))
    schedule.noteChange(at: Self.at(2))
    #expect(schedule.deadline == Self.at(2.4))
    schedule.noteTry(hasFailed: false, at: Self.at(2.4))
    #expect(SaveSchedule().deadline == nil && schedule.deadline == Self.at(2.4))
  }
}
