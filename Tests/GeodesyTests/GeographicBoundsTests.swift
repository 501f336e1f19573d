import Geodesy
import Testing

@Suite struct GeographicBoundsTests {
  @Test func reachesAcrossTheAntimeridian() throws {
    let fiji = try #require(GeographicBounds(south: -20, west: 175, north: -15, east: -178))
    #expect(fiji.contains(Coordinate(latitude: -17, longitude: 179.9)))
    #expect(fiji.contains(Coordinate(latitude: -17, longitude: -179.9)))
    #expect(!fiji.contains(Coordinate(latitude: -17, longitude: 0)))
    #expect(!fiji.contains(Coordinate(latitude: -14.9, longitude: 179.9)))
    #expect(fiji.width == 7)
    #expect(fiji.center.longitude == 178.5)
    let europe = try #require(GeographicBounds(south: 35, west: -10, north: 70, east: 40))
    #expect(europe.contains(Coordinate(latitude: 35, longitude: -10)))
    #expect(!europe.contains(Coordinate(latitude: 50, longitude: -10.1)))
    #expect(europe.width == 50)
    #expect(GeographicBounds.world.width == 360)
  }

  @Test func refusesWhatIsNotOnEarth() {
    #expect(GeographicBounds(south: 1, west: 0, north: 0, east: 1) == nil)
    #expect(GeographicBounds(south: 0, west: -181, north: 1, east: 1) == nil)
    #expect(GeographicBounds(south: 0, west: 0, north: 91, east: 1) == nil)
    #expect(GeographicBounds(south: .nan, west: 0, north: 1, east: 1) == nil)
  }
}
