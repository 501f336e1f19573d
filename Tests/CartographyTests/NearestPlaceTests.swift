import Geodesy
import Testing
import Tiles

@testable import Cartography

/// Titles for pins.
@Suite struct NearestPlaceTests {
  @Test func suggestsTheNearestPlace() throws {
    var maker = TileMaker()
    maker.addPlace("Far", x: 1000, y: 1000)
    maker.addPlace("Near", x: 10, y: 4090, capital: nil)
    let shelf = TileShelf(.vector, zooms: 0...4, [TileID(z: 4, x: 0, y: 8): .vector(maker.tile)])
    let renderer = MapRenderer(style: .dark)
    // "Near" lies at 21.9125° S, 179.9451° W; the other side of the date line is another tile.
    let here = Coordinate(latitude: -21.9, longitude: 179.95)
    let near = try #require(renderer.nearestPlace(to: here, vector: shelf))
    #expect(near.name == "Near")
    // GeodSolve.
    #expect(abs(near.distance - 10_930.16) < 0.1)
    #expect(abs(near.bearing - 277.2385) < 1e-3)
    #expect(renderer.nearestPlace(to: here, vector: shelf, within: 10_000) == nil)
    let pole = Coordinate(latitude: 90, longitude: 0)
    #expect(renderer.nearestPlace(to: pole, vector: shelf) == nil)
  }

  @Test func fromAfarThePlaceIsTheOneItLiesBy() {
    var place = NearbyPlace(name: "Bern", distance: 6_400, bearing: 45, reach: 7_000)
    #expect(place.title(units: .metric) == "Bern")
    place.distance = 7_240
    #expect(place.title(units: .metric) == "7 km NE of Bern")
    #expect(place.title(units: .imperial) == "4 mi NE of Bern")
    place.bearing = 181
    #expect(place.title(units: .nautical) == "4 NM S of Bern")
    place.distance = 49_600
    #expect(place.title(units: .metric) == "50 km S of Bern")
  }

  /// Far from all towns a city is told from further away, but no place that is near is passed over
  /// for it; and in the middle of nowhere one is at least in some country or at sea.
  @Test func farFromTownsSomethingIsTold() throws {
    let store = try AtlasViews.store("atlas.pmtiles")
    let renderer = MapRenderer(style: .dark)
    func title(_ latitude: Double, _ longitude: Double) -> String? {
      renderer.nearestPlace(
        to: Coordinate(latitude: latitude, longitude: longitude), vector: store, wait: 60)?
        .title(units: .metric)
    }
    #expect(title(49.3922, 2.7930) == "67 km NE of Paris")
    for (latitude, longitude, name) in [
      (40.0, -40.0, "North Atlantic Ocean"), (-40, -110, "South Pacific Ocean"),
      (23, 7, "Algeria"), (-25, 127, "Australia"), (72, -42, "Greenland"),
      (45.5, -5.5, "Bay of Biscay"), (56, 3.5, "North Sea"), (34, 18.5, "Mediterranean Sea"),
      (43.2, 31.5, "Black Sea"), (20, 65, "Arabian Sea"), (21, 54, "Saudi Arabia"),
    ] {
      #expect(title(latitude, longitude) == name)
    }
  }

  /// A village a bit nearer does not stand before the city all know; one that one is in does.
  @Test func aCityReachesFurtherThanAVillage() throws {
    func nearest(village: Int) -> NearbyPlace? {
      var maker = TileMaker()
      // A unit of a tile of zoom 10 is 9.6 m on the equator.
      maker.addPlace("City", x: 1000, y: 4000, capital: nil, population: 1_000_000)
      maker.addPlace("Village", x: 2000 + village, y: 4000, capital: nil, population: 900)
      let shelf = TileShelf(
        .vector, zooms: 0...10, [TileID(z: 10, x: 512, y: 511): .vector(maker.tile)])
      let here = WebMercator.unproject(
        WorldPoint(x: (512 + 2000.0 / 4096) / 1024, y: (511 + 4000.0 / 4096) / 1024))
      return MapRenderer(style: .dark).nearestPlace(to: here, vector: shelf)
    }
    // 9.55 km from the city; its reach is 13 km · (3/4)² + 2 km.
    let far = try #require(nearest(village: 400))
    #expect(far.name == "City" && abs(far.reach - 9312.5) < 1e-6)
    #expect(far.title(units: .metric) == "10 km E of City")
    let inside = try #require(nearest(village: 100))
    #expect(inside.title(units: .metric) == "Village")
    #expect(inside.reach == 2000)
  }
}
