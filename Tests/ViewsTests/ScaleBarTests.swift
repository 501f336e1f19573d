import CellGrid
import Geodesy
import Testing

@testable import ViewModel
@testable import Views

/// The scale bar as it stands on the screen.
@Suite struct ScaleBarTests {
  static func bottom(_ latitude: Double, zoom: Double, columns: Int = 80) -> String {
    var state = ScreenComposerTests.state(columns, 24)
    state.viewport.center = Coordinate(latitude: latitude, longitude: 7.4)
    state.viewport.zoom = zoom
    return ScreenComposerTests.compose(state).grid.text(row: 23)
  }

  /// Metres of the bar by its label.
  static func length(_ text: String) -> Double? {
    let words = text.split(separator: " ").suffix(2).map(String.init)
    guard words.count == 2, let number = Double(words[0].filter { $0 != "," }) else { return nil }
    return words[1] == "km" ? number * 1000 : words[1] == "m" ? number : nil
  }

  @Test(arguments: [4.0, 6.5, 9, 13, 17])
  func itShowsAtEveryLatitude(zoom: Double) {
    for latitude in stride(from: -85.0, through: 85, by: 2.5) {
      #expect(Self.bottom(latitude, zoom: zoom).contains("├"), "\(latitude)")
    }
  }

  /// The ground under it, along the parallel of the crosshair, by the geodesic.
  @Test(arguments: [0.0, 20, -45, 60, 75, -82])
  func itIsTrueAtTheCrosshair(latitude: Double) throws {
    for zoom in [9.0, 11.3, 14, 17] {
      let text = Self.bottom(latitude, zoom: zoom)
      let bar = try #require(text.firstIndex(of: "├"))
      let end = try #require(text.firstIndex(of: "┤"))
      let columns = text.distance(from: bar, to: end) + 1
      let length = try #require(Self.length(text))
      let world = ScreenComposerTests.state().viewport.zoomed(to: zoom, column: 40, row: 11)
        .worldSize
      let degrees = Double(columns) * 2 * 360 / world
      let ground = Geodesic.inverse(
        from: Coordinate(latitude: latitude, longitude: 0),
        to: Coordinate(latitude: latitude, longitude: degrees)
      ).distance
      // Half a column, and what a sphere leaves of the ellipsoid.
      #expect(abs(ground - length) <= ground * (0.5 / Double(columns) + 0.004))
    }
  }
}
