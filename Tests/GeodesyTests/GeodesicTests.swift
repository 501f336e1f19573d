import Foundation
import Testing

@testable import Geodesy

@Suite struct GeodesicTests {
  func difference(_ a: Double, _ b: Double) -> Double { abs(remainder(a - b, 360)) }

  func random() -> Coordinate {
    Coordinate(
      latitude: asin(Double.random(in: -1...1)) * 180 / .pi,
      longitude: Double.random(in: -180...180))
  }

  @Test func distancesAndBearingsAreThoseOfGeodSolve() throws {
    for sample in geodSolveTable {
      let from = Coordinate(latitude: sample.from.latitude, longitude: sample.from.longitude)
      let to = Coordinate(latitude: sample.to.latitude, longitude: sample.to.longitude)
      let path = Geodesic.inverse(from: from, to: to)
      #expect(abs(path.distance - sample.distance) < 1e-7, "\(sample)")
      let initial = try #require(path.initialBearing)
      let final = try #require(path.finalBearing)
      #expect(initial >= 0 && initial < 360 && final >= 0 && final < 360)
      // Bearings may differ by as much as moves an end by 100 nanometres.
      let reach = max(abs(sample.reducedLength), 1e-3) * .pi / 180
      #expect(difference(initial, sample.initial) * reach < 1e-7, "\(sample)")
      #expect(difference(final, sample.final) * reach < 1e-7, "\(sample)")
    }
  }

  @Test func knownAnswers() {
    let across = Geodesic.inverse(
      from: Coordinate(latitude: 0, longitude: 179), to: Coordinate(latitude: 0, longitude: -179))
    #expect(abs(across.distance - 222_638.98158654713) < 1e-8)
    #expect(across.initialBearing == 90)
  }

  @Test(arguments: [
    (48.0, 10.0, 48.0, 10.0), (90.0, 10.0, 90.0, -50.0), (-90.0, 0.0, -90.0, 180.0),
    (12.0, 180.0, 12.0, -180.0), (0.0, 0.0, -0.0, 360.0),
  ])
  func equalPointsHaveNoBearing(
    latitude1: Double, longitude1: Double, latitude2: Double, longitude2: Double
  ) {
    let path = Geodesic.inverse(
      from: Coordinate(latitude: latitude1, longitude: longitude1),
      to: Coordinate(latitude: latitude2, longitude: longitude2))
    #expect(path.distance == 0)
    #expect(path.initialBearing == nil)
    #expect(path.finalBearing == nil)
  }

  @Test func thereAndBackIsTheSameWay() throws {
    for round in 0..<400 {
      let a = random()
      var b = random()
      if round % 2 == 1 {  // nearly antipodal
        b = Coordinate(
          latitude: max(min(-a.latitude + Double.random(in: -0.5...0.5), 90), -90),
          longitude: Coordinate.wrappedLongitude(a.longitude + 180 + .random(in: -0.5...0.5)))
      }
      let there = Geodesic.inverse(from: a, to: b)
      let back = Geodesic.inverse(from: b, to: a)
      #expect(abs(there.distance - back.distance) < 1e-7)
      let arrival = try #require(there.finalBearing)
      let departure = try #require(back.initialBearing)
      #expect(difference(arrival + 180, departure) < 1e-5, "\(a) \(b)")
      let mirrored = Geodesic.inverse(
        from: Coordinate(latitude: -a.latitude, longitude: -a.longitude),
        to: Coordinate(latitude: -b.latitude, longitude: -b.longitude))
      #expect(abs(there.distance - mirrored.distance) < 1e-7)
    }
  }

  @Test func directUndoesInverse() throws {
    for _ in 0..<400 {
      let (a, b) = (random(), random())
      let path = Geodesic.inverse(from: a, to: b)
      let reached = Geodesic.direct(
        from: a, bearing: try #require(path.initialBearing), distance: path.distance)
      #expect(Geodesic.inverse(from: reached.destination, to: b).distance < 1e-6)
      #expect(difference(reached.finalBearing, try #require(path.finalBearing)) < 1e-6)
    }
  }

  @Test func directGoesOnBeyondHalfTheWorld() {
    // Once round the equator, and once round a meridian of four quadrants.
    let equator = Geodesic.direct(
      from: Coordinate(latitude: 0, longitude: 20), bearing: 90,
      distance: 2 * .pi * 6_378_137 + 111_319.49079327357)
    #expect(abs(equator.destination.longitude - 21) < 1e-10)
    let meridian = Geodesic.direct(
      from: Coordinate(latitude: 30, longitude: 20), bearing: 0,
      distance: 4 * 10_001_965.729312724)
    #expect(abs(meridian.destination.latitude - 30) < 1e-10)
    #expect(abs(meridian.destination.longitude - 20) < 1e-10)
    let fromPole = Geodesic.direct(
      from: Coordinate(latitude: 90, longitude: 20), bearing: 120, distance: 1_000_000)
    #expect(abs(fromPole.destination.longitude - 80) < 1e-9)
  }

  @Test func whatIsNotANumberIsNoDistance() {
    let bad = Coordinate(latitude: .nan, longitude: 0)
    let path = Geodesic.inverse(from: bad, to: Coordinate(latitude: 0, longitude: .infinity))
    #expect(path.distance.isNaN)
    #expect(path.initialBearing == nil)
  }
}
