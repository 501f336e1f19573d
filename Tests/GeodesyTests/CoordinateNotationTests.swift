import Testing

@testable import Geodesy

@Suite struct CoordinateNotationTests {
  static func text(
    _ latitude: Double, _ longitude: Double, _ notation: CoordinateNotation, _ decimals: Int = 4
  ) -> String {
    CoordinateFormat.string(
      Coordinate(latitude: latitude, longitude: longitude), notation: notation, decimals: decimals)
  }

  /// `GeoConvert -d -p` and `-d -: -p` give the same numbers.
  @Test func whatIsWritten() {
    #expect(Self.text(46.948, 7.4474, .decimal) == "46.9480, 7.4474")
    #expect(Self.text(46.948, 7.4474, .degreesMinutes) == "46°56.880'N 7°26.844'E")
    #expect(Self.text(46.948, 7.4474, .degreesMinutesSeconds) == #"46°56'52.8"N 7°26'50.6"E"#)
    #expect(Self.text(-33.8568, -151.2153, .degreesMinutes) == "33°51.408'S 151°12.918'W")
    #expect(
      Self.text(-33.8568, -151.2153, .degreesMinutesSeconds, 6)
        == #"33°51'24.480"S 151°12'55.080"W"#)
    #expect(Self.text(90, -180, .degreesMinutes) == "90°00.000'N 180°00.000'W")
  }

  /// Carries: there are never 60 minutes or seconds, and a sign survives no degrees.
  @Test func roundingCarries() {
    #expect(Self.text(41.99999999, 53.76666666, .degreesMinutes) == "42°00.000'N 53°46.000'E")
    #expect(
      Self.text(41.99999999, 53.76666666, .degreesMinutesSeconds)
        == #"42°00'00.0"N 53°46'00.0"E"#)
    #expect(Self.text(-0.5, -0.25, .degreesMinutes) == "0°30.000'S 0°15.000'W")
    #expect(Self.text(-0.000001, -0.0, .degreesMinutesSeconds) == #"0°00'00.0"N 0°00'00.0"E"#)
    #expect(Self.text(-89.99999999, 0, .degreesMinutesSeconds) == #"90°00'00.0"S 0°00'00.0"E"#)
  }

  @Test func minutesAndSecondsNeverReachSixty() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let degrees = Int.random(in: 0...89, using: &generator)
      let minutes = Int.random(in: 0...59, using: &generator)
      let value = Double(degrees) + (Double(minutes) + 0.9999999) / 60
      for notation in [CoordinateNotation.degreesMinutes, .degreesMinutesSeconds] {
        #expect(!Self.text(value, value, notation).contains("60."))
        #expect(!Self.text(value, value, notation).contains("°60"))
      }
    }
  }

  static let readings: [(text: String, latitude: Double, longitude: Double)] = [
    ("46°56.88'N 7°26.844'E", 46.948, 7.4474), (#"46°56'52.8"N 7°26'50.64"E"#, 46.948, 7.4474),
    ("46 56.88 N, 7 26.844 E", 46.948, 7.4474), ("N46 56 52.8 E7 26 50.64", 46.948, 7.4474),
    ("7°26.844'E 46°56.88'N", 46.948, 7.4474), ("E7 26.844 N46 56.88", 46.948, 7.4474),
    ("46-56.88N 7-26.844E", 46.948, 7.4474), ("46-56-52.8N 7-26-50.64W", 46.948, -7.4474),
    ("46°56′52.8″N 7°26′50.64″E", 46.948, 7.4474), ("46°56’52.8”N 7°26’50.64”E", 46.948, 7.4474),
    ("46°56'52.8''N 7°26'50.64''E", 46.948, 7.4474), ("46º56.88'N 7º26.844'E", 46.948, 7.4474),
    ("-46°56.88', 7°26.844'", -46.948, 7.4474), ("-0°30', 10°", -0.5, 10),
    ("-0 30 0, -0 0 36", -0.5, -0.01), ("0°30'S 0°15'W", -0.5, -0.25),
    ("46°56.88' 7°26.844'", 46.948, 7.4474), ("-46°30' -7°30'", -46.5, -7.5),
    ("−46°30'; −7°30'", -46.5, -7.5), ("48°30'N 10°E", 48.5, 10), ("48 30 N 10 E", 48.5, 10),
    ("90°00.000'N 180°00.000'W", 90, -180),
    ("46°5.5'n7°5.5'e", 46.091666666666667, 7.091666666666667),
    ("46°56.N 7°26.E", 46.933333333333333, 7.433333333333333),
  ]

  @Test(arguments: readings)
  func whatIsRead(text: String, latitude: Double, longitude: Double) throws {
    let coordinate = try Coordinate(parsing: text)
    #expect(abs(coordinate.latitude - latitude) < 1e-12)
    #expect(abs(coordinate.longitude - longitude) < 1e-12)
  }

  @Test(arguments: [
    "46°60'N 7°0'E", "46°56'60\"N 7°0'0\"E", "46.5°30'N 7°0'E", "46°30.5'20\"N 7°0'E",
    "46'56°N 7'26°E", "46°°56'N 7°E", "46 56.88 7 26.84", "46 56 N 7 26 N", "46°56'",
    "46°56'N", "48 10,5", "48,5 N 10,5 E", "-46°30'S 7°30'E",
    "46°30' 10 20 30 40, 5", "46--30N 7-30E", "46-N 7-E", "N E", "°,°", "46°30'N 7°30'E x",
    "46°30'N N 7°30'E", "1 2 3 4 N 5 6 7 E", "1°2'3\"4 N 1°E",
  ])
  func whatIsMalformed(text: String) {
    #expect(throws: CoordinateError.malformed) { try Coordinate(parsing: text) }
  }

  @Test func whatIsOutOfRange() {
    #expect(throws: CoordinateError.latitudeOutOfRange(-90.5)) {
      try Coordinate(parsing: "90°30'S 10°0'E")
    }
  }

  @Test func whatIsWrittenIsRead() throws {
    for notation in CoordinateNotation.allCases {
      for _ in 0..<500 {
        let coordinate = Coordinate(
          latitude: .random(in: -90...90), longitude: .random(in: -180...180))
        for decimals in [4, 7] {
          let text = CoordinateFormat.string(coordinate, notation: notation, decimals: decimals)
          let read = try Coordinate(parsing: text)
          // As fine as so many decimals of a degree.
          let tolerance = decimals == 4 ? 5.1e-5 : 5.1e-8
          #expect(abs(read.latitude - coordinate.latitude) < tolerance, "\(text)")
          #expect(abs(read.longitude - coordinate.longitude) < tolerance, "\(text)")
        }
      }
    }
  }

  @Test func anyTextIsReadOrRefused() {
    let pieces = ["4", "46", "56.88", "°", "'", "\"", "N", "W", "-", " ", ",", "′", "e", "."]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...14)).map { _ in pieces.randomElement() ?? "" }.joined()
      if let coordinate = try? Coordinate(parsing: text) { #expect(coordinate.isValid) }
    }
  }
}

@Suite struct UnitSystemTests {
  static let table: [(meters: Double, units: UnitSystem, text: String)] = [
    (0.0, .metric, "0 m"), (999.4, .metric, "999 m"), (999.6, .metric, "1.00 km"),
    (2310, .metric, "2.31 km"), (61_234, .metric, "61.2 km"), (1_204_000, .metric, "1,204 km"),
    (100, .imperial, "328 ft"), (304.6, .imperial, "999 ft"), (304.8, .imperial, "0.19 mi"),
    (1609.344, .imperial, "1.00 mi"), (16_093.44, .imperial, "10.0 mi"),
    (1_609_344, .imperial, "1,000 mi"),
    (150, .nautical, "150 m"), (185.2, .nautical, "0.10 NM"), (1852, .nautical, "1.00 NM"),
    (18_520, .nautical, "10.0 NM"), (1_852_000, .nautical, "1,000 NM"),
    (.nan, .imperial, "?"), (.infinity, .nautical, "?"),
  ]

  @Test(arguments: table)
  func distances(meters: Double, units: UnitSystem, text: String) {
    #expect(DistanceFormat.string(meters, units: units) == text)
  }

  @Test func scaleBarsAreRoundInTheirUnit() throws {
    // 20 columns of 2 dots: 40 dots.
    func label(_ meters: Double, _ units: UnitSystem) -> String? {
      ScaleBar(metersPerDot: meters / 40, maximumColumns: 20, units: units)?.label
    }
    #expect(label(1_500_000, .imperial) == "500 mi")
    #expect(label(1_700, .imperial) == "1 mi")
    #expect(label(1_600, .imperial) == "5,000 ft")
    #expect(label(70, .imperial) == "200 ft")
    #expect(label(100_000, .nautical) == "50 NM")
    #expect(label(1_000, .nautical) == "0.5 NM")
    #expect(label(190, .nautical) == "0.1 NM")
    #expect(label(180, .nautical) == "100 m")
    let bar = try #require(ScaleBar(metersPerDot: 46.3, maximumColumns: 20, units: .nautical))
    #expect(bar.length == 1852)
    #expect(bar.columns == 20)
  }
}
