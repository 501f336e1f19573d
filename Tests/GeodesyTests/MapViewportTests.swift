import Foundation
import Testing

@testable import Geodesy

@Suite struct MapViewportTests {
  func randomViewport(zoom: ClosedRange<Double> = 0...18, latitude: Double = 70) -> MapViewport {
    MapViewport(
      center: Coordinate(
        latitude: .random(in: -latitude...latitude), longitude: .random(in: -180..<180)),
      zoom: .random(in: zoom), heading: Bool.random() ? 0 : .random(in: -360...720),
      columns: .random(in: 1...240), rows: .random(in: 1...80))
  }

  /// How far apart two coordinates are in dots of a viewport.
  func dots(_ a: Coordinate, _ b: Coordinate, _ viewport: MapViewport) -> Double {
    let (p, q) = (WebMercator.project(a), WebMercator.project(b))
    return hypot(remainder(p.x - q.x, 1), p.y - q.y) * viewport.worldSize
  }

  /// EPSG:3857 in metres by its other form, a · atanh(sin φ), computed in Python.
  @Test(arguments: [
    (0.0, 0.0, 0.5, 0.5), (48.0, 10.0, 1_113_194.9079327357, 6_106_854.834885075),
    (-33.9, 151.2, 16_831_507.007942963, -4_015_382.36007316),
  ])
  func projection(latitude: Double, longitude: Double, x: Double, y: Double) {
    let point = WebMercator.project(Coordinate(latitude: latitude, longitude: longitude))
    guard latitude != 0 else {
      #expect(point == WorldPoint(x: x, y: y))
      return
    }
    let half = Double.pi * 6_378_137
    #expect(abs(point.x - (0.5 + x / half / 2)) < 1e-14)
    #expect(abs(point.y - (0.5 - y / half / 2)) < 1e-14)
  }

  @Test func projectionAndBack() {
    for _ in 0..<1_000 {
      let coordinate = Coordinate(
        latitude: .random(in: -85...85), longitude: .random(in: -180..<180))
      let back = WebMercator.unproject(WebMercator.project(coordinate))
      #expect(abs(back.latitude - coordinate.latitude) < 1e-12)
      #expect(abs(back.longitude - coordinate.longitude) < 1e-12)
    }
    #expect(abs(WebMercator.project(Coordinate(latitude: 90, longitude: 0)).y) < 1e-15)
    #expect(abs(WebMercator.project(Coordinate(latitude: -90, longitude: 0)).y - 1) < 1e-15)
    #expect(WebMercator.unproject(WorldPoint(x: 2.75, y: 0.5)).longitude == 90)
    #expect(abs(WebMercator.unproject(WorldPoint(x: 0, y: -7)).latitude - 85.0511287798) < 1e-9)
  }

  @Test func longitudesAreWrapped() {
    let known: [(Double, Double)] = [
      (180, -180), (-180, -180), (540, -180), (190, -170), (-190, 170), (359, -1), (0, 0),
    ]
    for (longitude, wrapped) in known { #expect(Coordinate.wrappedLongitude(longitude) == wrapped) }
    for _ in 0..<1_000 {
      let longitude = Double.random(in: -1e4...1e4)
      let wrapped = Coordinate.wrappedLongitude(longitude)
      #expect(wrapped >= -180 && wrapped < 180)
      #expect(abs(remainder(wrapped - longitude, 360)) < 1e-10)
    }
    let hair = Coordinate.wrappedLongitude((-180.0).nextDown)
    #expect(hair >= -180 && hair < 180)
    #expect(Coordinate.wrappedLongitude(.infinity).isNaN)
  }

  @Test func theCrosshairCellHoldsTheCenter() throws {
    for _ in 0..<500 {
      let viewport = randomViewport()
      let cell = try #require(viewport.cell(for: viewport.center))
      #expect(cell == (viewport.crosshairColumn, viewport.crosshairRow))
      let middle = viewport.coordinate(
        column: viewport.crosshairColumn, row: viewport.crosshairRow)
      #expect(dots(middle, viewport.center, viewport) < 1e-6)
    }
  }

  @Test func dotsAndCoordinatesAreInverse() {
    for _ in 0..<1_000 {
      let viewport = randomViewport(zoom: 4...18)
      let (x, y) = (Double.random(in: 0...480), Double.random(in: 0...320))
      let coordinate = viewport.coordinate(dotX: x, dotY: y)
      let dot = viewport.dot(for: coordinate)
      #expect(abs(dot.x - x) < 1e-5 && abs(dot.y - y) < 1e-5)
    }
  }

  @Test func panningThereAndBackChangesNothing() {
    for _ in 0..<500 {
      let viewport = randomViewport(zoom: 4...18)
      let (columns, rows) = (Int.random(in: -120...120), Int.random(in: -40...40))
      let panned = viewport.panned(columns: columns, rows: rows)
      #expect(dots(panned.center, viewport.center, viewport) > 0 || (columns, rows) == (0, 0))
      let back = panned.panned(columns: -columns, rows: -rows)
      #expect(dots(back.center, viewport.center, viewport) < 1e-5)
      // What is drawn moves by whole cells.
      let before = viewport.dot(for: viewport.center)
      let after = panned.dot(for: viewport.center)
      #expect(abs(before.x - after.x - Double(columns * 2)) < 1e-5)
      #expect(abs(before.y - after.y - Double(rows * 4)) < 1e-5)
    }
  }

  @Test func zoomingAboutACellKeepsItsCoordinate() {
    for _ in 0..<500 {
      let viewport = randomViewport(zoom: 5...17, latitude: 50)
      let (column, row) = (Int.random(in: 0..<240), Int.random(in: 0..<80))
      let zoomed = viewport.zoomed(
        to: viewport.zoom + .random(in: -1...1), column: column, row: row)
      let before = viewport.coordinate(column: column, row: row)
      let after = zoomed.coordinate(column: column, row: row)
      #expect(dots(before, after, zoomed) < 1e-5)
    }
    let viewport = randomViewport()
    let same = viewport.zoomed(
      to: 3, column: viewport.crosshairColumn, row: viewport.crosshairRow)
    #expect(same.center == viewport.center && same.zoom == 3)
  }

  @Test(arguments: [
    (0.0, 10.0, 0.0), (90, 0, -10), (180, -10, 0), (270, 0, 10), (-90, 0, 10), (450, 0, -10),
  ])
  func theHeadingPointsUp(heading: Double, x: Double, y: Double) {
    let viewport = MapViewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: 6, heading: heading, columns: 80,
      rows: 24)
    // Ten dots to the east.
    let dot = viewport.dot(
      for: Coordinate(latitude: 0, longitude: 10 * 360 / viewport.worldSize))
    #expect(abs(dot.x - viewport.anchor.x - x) < 1e-9)
    #expect(abs(dot.y - viewport.anchor.y - y) < 1e-9)
  }

  @Test func theAntimeridianIsNoEdge() throws {
    let fiji = MapViewport(
      center: Coordinate(latitude: -17.5, longitude: 179.9), zoom: 8, columns: 80, rows: 24)
    let east = fiji.dot(for: Coordinate(latitude: -17.5, longitude: -179.9))
    #expect(abs(east.x - fiji.anchor.x - 0.2 / 360 * fiji.worldSize) < 1e-6)
    let panned = fiji.panned(columns: 40, rows: 0)
    #expect(panned.center.longitude < -179 && panned.center.isValid)
    #expect(
      fiji.dot(for: Coordinate(latitude: 0, longitude: 180))
        == fiji.dot(for: Coordinate(latitude: 0, longitude: -180)))
  }

  @Test func allCopiesOfAPlaceAreWholeWorldsApart() {
    let viewport = MapViewport(
      center: Coordinate(latitude: 0, longitude: 170), zoom: 0, columns: 400, rows: 60)
    for longitude in stride(from: -180.0, to: 180, by: 7) {
      let place = Coordinate(latitude: 20, longitude: longitude)
      let nearest = viewport.dot(for: place)
      #expect(abs(nearest.x - viewport.anchor.x) <= 128)
      for copy in [-2.0, -1, 1, 2] {
        let coordinate = viewport.coordinate(dotX: nearest.x + copy * 256, dotY: nearest.y)
        #expect(dots(coordinate, place, viewport) < 1e-9)
      }
    }
  }

  @Test func thePolesAreClamped() {
    let north = MapViewport(
      center: Coordinate(latitude: 90, longitude: 0), zoom: 3, columns: 80, rows: 24)
    #expect(north.metersPerDot.isFinite && north.metersPerDot > 1_000)
    let beyond = north.panned(columns: 0, rows: -500)
    #expect(abs(beyond.center.latitude - WebMercator.maximumLatitude) < 1e-9)
    let south = north.panned(columns: 0, rows: 5_000)
    #expect(abs(south.center.latitude + WebMercator.maximumLatitude) < 1e-9)
    #expect(north.coordinate(column: 3, row: 0).isValid)
  }

  @Test func scales() {
    let viewport = MapViewport(
      center: Coordinate(latitude: 60, longitude: 0), zoom: 0, columns: 128, rows: 40)
    // Half of the equator's 40,075,016.686 m / 256.
    #expect(abs(viewport.metersPerDot - 78_271.516_964) < 1e-4)
    #expect(viewport.wholeWorldZoom == 0)
    var wide = viewport
    (wide.columns, wide.rows) = (512, 150)
    #expect(wide.wholeWorldZoom == 2)
    wide.columns = 0
    #expect(wide.wholeWorldZoom.isFinite)
  }

  /// Once, as large as it fits, and in the middle: nothing beyond its ends where it is higher than
  /// the window, else the same on both sides.
  @Test(arguments: [
    (80, 22), (120, 38), (200, 58), (400, 118), (100, 48), (60, 60), (10, 100), (300, 20), (1, 1),
  ])
  func theWholeWorldIsShownOnce(columns: Int, rows: Int) {
    let start = MapViewport(
      center: Coordinate(latitude: -33, longitude: 99), zoom: 7, heading: 30, columns: columns,
      rows: rows)
    let view = start.wholeWorld
    #expect(view.wholeWorld == view && view.heading == 0)
    let (width, height) = (Double(columns) * 2, Double(rows) * 4)
    let isFlat = height / width < 0.48
    #expect(isFlat || abs(view.worldSize - width) < 1e-6)
    let top = view.transform.dot(WorldPoint(x: 0.5, y: 0)).y
    let bottom = view.transform.dot(WorldPoint(x: 0.5, y: 1)).y
    if view.worldSize < height {
      #expect(abs(top - (height - bottom)) < 1e-6)
    } else {
      #expect(top < 1e-6 && bottom > height - 1e-6)
      // From the north of Norway to Cape Horn.
      let north = view.dot(for: Coordinate(latitude: 71, longitude: 0)).y
      let south = view.dot(for: Coordinate(latitude: -56, longitude: 0)).y
      #expect(north > -4 && south < height + 4)
    }
  }

  @Test func whatLiesOutsideHasNoCell() {
    let viewport = MapViewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: 4, columns: 10, rows: 10)
    #expect(viewport.cell(for: Coordinate(latitude: 0, longitude: 90)) == nil)
    #expect(viewport.cell(for: Coordinate(latitude: 80, longitude: 0)) == nil)
    #expect(viewport.cell(for: Coordinate(latitude: .nan, longitude: 0)) == nil)
  }
}
