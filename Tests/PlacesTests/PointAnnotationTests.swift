import Geodesy
import Places
import Preferences
import Testing

@Suite struct PointAnnotationTests {
  static let pin = PointAnnotation(
    coordinate: Coordinate(latitude: -33.856784, longitude: 151.215297), title: "Opera ♫")

  @Test func preservesExactlyTheThreeKeysOfTheOriginal() {
    #expect(
      Self.pin.preserveState() == [
        "lat": .real(-33.856784), "long": .real(151.215297), "title": .string("Opera ♫"),
      ])
  }

  @Test func restoresWhatItPreserved() throws {
    #expect(try PointAnnotation(restoring: Self.pin.preserveState()) == Self.pin)
  }

  @Test func takesWholeNumbersAndAMissingTitle() throws {
    let pin = try PointAnnotation(restoring: ["lat": .integer(46), "long": .integer(-180)])
    #expect(pin.coordinate == Coordinate(latitude: 46, longitude: -180))
    #expect(pin.title == "")
  }

  static let faults: [([String: PropertyListValue], PointAnnotationError)] = [
    ([:], .missing(key: "lat")),
    (["lat": .real(1)], .missing(key: "long")),
    (["lat": .string("1"), "long": .real(1)], .wrongType(key: "lat")),
    (["lat": .real(1), "long": .boolean(true)], .wrongType(key: "long")),
    (["lat": .real(1), "long": .real(1), "title": .integer(5)], .wrongType(key: "title")),
    (["lat": .real(90.1), "long": .real(0)], .outOfRange(latitude: 90.1, longitude: 0)),
    (["lat": .real(0), "long": .real(-181)], .outOfRange(latitude: 0, longitude: -181)),
  ]

  @Test(arguments: faults)
  func namesWhatIsWrong(state: [String: PropertyListValue], fault: PointAnnotationError) {
    #expect(throws: fault) { try PointAnnotation(restoring: state) }
  }

  @Test func aFailedRestoreChangesNothing() {
    var pin = Self.pin
    try? pin.restoreState(["lat": .real(1), "long": .real(1), "title": .integer(5)])
    #expect(pin.coordinate == Self.pin.coordinate)
    try? pin.restoreState(["lat": .real(.infinity), "long": .real(1), "title": .string("x")])
    #expect(pin == Self.pin)
  }
}
