import Foundation
import Testing

@testable import Geodesy

@Suite struct FormatTests {
  @Test(arguments: [
    (0.0, 0, "0"), (-0.0, 2, "0.00"), (-0.004, 2, "0.00"), (-0.005, 2, "-0.01"), (0.5, 0, "1"),
    (1.5, 0, "2"), (2.5, 0, "3"), (-2.5, 0, "-3"), (0.125, 2, "0.13"), (2.675, 2, "2.67"),
    (1.005, 2, "1.00"), (0.045, 2, "0.04"), (9.995, 2, "9.99"), (9.999, 2, "10.00"),
    (0.49999999999999994, 0, "0"), (1e15 + 0.5, 0, "1000000000000001"),
    (1.0, 20, "1.000000000000000"),
    (123456789.125, 2, "123456789.13"), (1e22, 1, "10000000000000000000000.0"),
    (1.5e19, 0, "15000000000000000000"), (-9.3e18, 0, "-9300000000000000000"),
    (.nan, 2, "nan"), (.infinity, 2, "inf"), (-.infinity, 0, "-inf"), (0.07, -3, "0"),
    (1e-300, 15, "0.000000000000000"),
  ])
  func fixedPoint(value: Double, decimals: Int, text: String) {
    #expect(FixedPoint.string(value, decimals: decimals) == text)
  }

  /// Where no exact half is near, C's format gives the same.
  @Test func fixedPointAgreesWithTheCLibrary() {
    for _ in 0..<5_000 {
      let value = Double.random(in: -1...1) * pow(10, Double.random(in: -8...6))
      for decimals in [0, 1, 4, 9] {
        #expect(
          FixedPoint.string(value, decimals: decimals)
            == String(format: "%.\(decimals)f", value).replacing(/^-(0\.?0*)$/) { $0.1 })
      }
    }
  }

  @Test(arguments: [
    (0.0, "0 m"), (0.4, "0 m"), (850.0, "850 m"), (999.49, "999 m"), (999.5, "1.00 km"),
    (2310.0, "2.31 km"), (9994.9, "9.99 km"), (9995.0, "10.0 km"), (61_240.0, "61.2 km"),
    (99_949.0, "99.9 km"), (99_950.0, "100 km"), (612_400.0, "612 km"), (999_600.0, "1,000 km"),
    (1_204_000.0, "1,204 km"), (20_003_931.5, "20,004 km"), (.nan, "?"), (.infinity, "?"),
  ])
  func distances(meters: Double, text: String) {
    #expect(DistanceFormat.metric(meters) == text)
  }

  @Test func groups() {
    #expect(FixedPoint.grouped(-1_234_567) == "-1,234,567")
    #expect(FixedPoint.grouped(123) == "123")
    #expect(FixedPoint.grouped(.nan) == "nan")
  }

  @Test(arguments: [
    (0.0, "000°", "↑", "N"), (47.0, "047°", "↗", "NE"), (22.4, "022°", "↑", "NNE"),
    (22.6, "023°", "↗", "NNE"), (359.4, "359°", "↑", "N"), (359.7, "000°", "↑", "N"),
    (-90.0, "270°", "←", "W"), (337.4, "337°", "↖", "NNW"), (720.5, "001°", "↑", "N"),
    (-1e-18, "000°", "↑", "N"), (180.0, "180°", "↓", "S"), (.nan, "?", "?", "?"),
  ])
  func bearings(degrees: Double, text: String, arrow: String, point: String) {
    #expect(BearingFormat.degrees(degrees) == text)
    #expect(BearingFormat.arrow(degrees) == arrow)
    #expect(BearingFormat.compassPoint(degrees, sixteenths: true) == point)
  }

  @Test func compassPointsOfEight() {
    #expect(
      stride(from: 0.0, to: 360, by: 45).map { BearingFormat.compassPoint($0) }
        == ["N", "NE", "E", "SE", "S", "SW", "W", "NW"])
    #expect(
      stride(from: 0.0, to: 360, by: 45).map(BearingFormat.arrow)
        == ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"])
  }

  @Test func coordinates() {
    #expect(CoordinateFormat.decimal(Coordinate(latitude: 48, longitude: 10)) == "48.0000, 10.0000")
    #expect(
      CoordinateFormat.decimal(Coordinate(latitude: -0.00001, longitude: -179.99999))
        == "0.0000, -180.0000")
    #expect(
      CoordinateFormat.decimal(Coordinate(latitude: 47.14135, longitude: 9.52155), decimals: 5)
        == "47.14135, 9.52155")
    #expect([-3, 0, 4, 14, 18, .nan].map(CoordinateFormat.decimals) == [4, 4, 4, 5, 6, 4])
  }

  @Test(arguments: [
    (100.0, 10, 2_000.0, 10, "2 km"), (99.9, 10, 1_000.0, 5, "1 km"), (0.6, 12, 10.0, 8, "10 m"),
    (78_271.5, 20, 2_000_000.0, 13, "2,000 km"), (0.01, 10, 0.2, 10, "0.2 m"),
    (25.0, 10, 500.0, 10, "500 m"), (26.0, 1, 50.0, 1, "50 m"), (0.0005, 10, 0.01, 10, "0.01 m"),
  ])
  func scaleBars(
    metersPerDot: Double, maximumColumns: Int, length: Double, columns: Int, label: String
  ) {
    let bar = ScaleBar(metersPerDot: metersPerDot, maximumColumns: maximumColumns)
    #expect(bar?.length == length)
    #expect(bar?.columns == columns)
    #expect(bar?.label == label)
  }

  @Test func noScaleBar() {
    #expect(ScaleBar(metersPerDot: 0, maximumColumns: 10) == nil)
    #expect(ScaleBar(metersPerDot: .nan, maximumColumns: 10) == nil)
    #expect(ScaleBar(metersPerDot: .infinity, maximumColumns: 10) == nil)
    #expect(ScaleBar(metersPerDot: 5, maximumColumns: 0) == nil)
    #expect(ScaleBar(metersPerDot: -5, maximumColumns: -3) == nil)
  }
}
