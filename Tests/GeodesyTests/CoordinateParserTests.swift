import Testing

@testable import Geodesy

@Suite struct CoordinateParserTests {
  @Test(arguments: [
    ("48.5,10.25", 48.5, 10.25), ("  48.5 ,\t10.25 ", 48.5, 10.25), ("48.5 10.25", 48.5, 10.25),
    ("48.5;10.25", 48.5, 10.25), ("-48.5,-10.25", -48.5, -10.25), ("+48.5 -10.25", 48.5, -10.25),
    ("−48.5, −10.25", -48.5, -10.25), ("48.5N 10.25E", 48.5, 10.25),
    ("48.5 S, 10.25 w", -48.5, -10.25), ("N48.5 W10.25", 48.5, -10.25),
    ("n 48.5; e 10.25", 48.5, 10.25), ("10.25E,48.5N", 48.5, 10.25), ("W10 S5", -5, -10),
    ("48.5°N 10.25°E", 48.5, 10.25), ("48.5°, -10.25 °", 48.5, -10.25),
    ("48.5N10.25E", 48.5, 10.25),
    (".5,-.5", 0.5, -0.5), ("5.,6.", 5, 6), ("48 10", 48, 10), ("90,180", 90, 180),
    ("-90,-180", -90, -180), ("0,0", 0, 0), ("48.0000, 10.0000", 48, 10),
    ("48.5\u{A0}10.25", 48.5, 10.25),
    ("007,0008.50", 7, 8.5), ("48 N 10 E", 48, 10),
  ])
  func whatIsRead(text: String, latitude: Double, longitude: Double) throws {
    #expect(
      try Coordinate(parsing: text) == Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test(arguments: [
    "", " ", "48.5", "48.5,", ",10", "48.5,,10", "48,5 10,2", "48.5,10.25,300", "1e1,2", "0x10,2",
    "nan,nan", "inf,0", "Vaduz", "48.5.1,10", "--48,10", "- ,10", "48 N 10 N", "48N 10", "48 10E",
    "-48S 10E", "NS48 10E", "48°10", "48-10", "48.5 10.25 x", "48'30 10", ".,.", "１,２", "48/10",
    "48.5N -10.25E", "48,10-", "°48,10",
  ])
  func whatIsMalformed(text: String) {
    #expect(throws: CoordinateError.malformed) { try Coordinate(parsing: text) }
  }

  @Test func whatIsOutOfRange() {
    #expect(throws: CoordinateError.latitudeOutOfRange(-90.5)) {
      try Coordinate(parsing: "-90.5,10")
    }
    #expect(throws: CoordinateError.longitudeOutOfRange(180.001)) {
      try Coordinate(parsing: "90,180.001")
    }
    #expect(throws: CoordinateError.latitudeOutOfRange(95)) { try Coordinate(parsing: "10E 95N") }
    let long = String(repeating: "9", count: 400)
    #expect(throws: CoordinateError.latitudeOutOfRange(.infinity)) {
      try Coordinate(parsing: long + ",0")
    }
  }

  @Test func whatIsWrittenIsRead() throws {
    for _ in 0..<500 {
      let coordinate = Coordinate(
        latitude: .random(in: -90...90), longitude: .random(in: -180...180))
      let read = try Coordinate(parsing: CoordinateFormat.decimal(coordinate, decimals: 7))
      #expect(abs(read.latitude - coordinate.latitude) < 5.1e-8)
      #expect(abs(read.longitude - coordinate.longitude) < 5.1e-8)
    }
  }
}
