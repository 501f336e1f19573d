import CellGrid
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

@Suite struct GraticuleTests {
  static func view(
    _ latitude: Double, _ longitude: Double, zoom: Double, heading: Double = 0,
    columns: Int = 120, rows: Int = 38
  ) -> MapViewport {
    MapViewport(
      center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom, heading: heading,
      columns: columns, rows: rows)
  }

  static func dots(_ view: MapViewport) -> BrailleCanvas {
    var canvas = BrailleCanvas(columns: view.columns, rows: view.rows)
    Graticule(view, notation: .decimal, charset: .braille).draw(into: &canvas, lineClass: 9)
    return canvas
  }

  static func texts(
    _ view: MapViewport, _ notation: CoordinateNotation = .decimal, charset: Charset = .braille
  ) -> [FrameText] {
    Graticule(view, notation: notation, charset: charset).degrees(Color(0)) { _, _, _ in false }
  }

  /// At z4 the world is 4096 dots wide: 240 dots are 21.1 degrees, so lines are 5 apart.
  @Test func linesLieAtRoundDegrees() {
    let view = Self.view(48, 10, zoom: 4)
    let canvas = Self.dots(view)
    for longitude in [0.0, 5, 10, 15, 20] {
      let column = view.cell(for: Coordinate(latitude: 48, longitude: longitude))?.column
      let isDrawn = column.map { column in
        (0..<38).contains { canvas.lineClass(column: column, row: $0) != nil }
      }
      #expect(isDrawn == true)
    }
    let meridian = view.cell(for: Coordinate(latitude: 48, longitude: 5))?.column ?? 0
    // One dot in four, that is one a cell; between the lines there is nothing.
    let count = (0..<38).map { canvas.dots(column: meridian, row: $0).nonzeroBitCount }
    #expect(count.reduce(0, +) >= 36)
    let between = view.cell(for: Coordinate(latitude: 48, longitude: 7.5))?.column ?? 0
    #expect((0..<38).count { canvas.lineClass(column: between, row: $0) != nil } <= 4)
  }

  @Test(arguments: [-0.5, 0.0, 1, 2.25, 4, 5.5, 7, 9.75, 12, 14.5, 16, 18])
  func threeToEightLinesAreInView(zoom: Double) {
    for (latitude, longitude) in [(0.0, 0.0), (48, 10), (-33, 179.9), (70, -180), (-78, 0)] {
      for notation in CoordinateNotation.allCases {
        let view = Self.view(latitude, longitude, zoom: zoom)
        let texts = Self.texts(view, notation)
        #expect((4...17).contains(texts.count), "\(latitude) \(notation)")
        #expect(texts.allSatisfy { $0.isInside(columns: 120, rows: 38) })
      }
    }
  }

  /// A slanted view has as many lines through its middle as one with north up, and as many dots.
  @Test(arguments: [20.0, 33, 45, 60, 120, 200, 290])
  func aHeadingLeavesTheLinesAsClose(heading: Double) {
    for zoom in [3.0, 4, 5.5, 9.75, 14.5] {
      func count(_ heading: Double) -> Int {
        let canvas = Self.dots(Self.view(48, 10, zoom: zoom, heading: heading))
        return (0..<38).reduce(0) { sum, row in
          sum + (0..<120).reduce(0) { $0 + canvas.dots(column: $1, row: row).nonzeroBitCount }
        }
      }
      #expect(Double(count(heading)) > 0.6 * Double(count(0)), "z\(zoom)")
    }
  }

  @Test(arguments: [
    (CoordinateNotation.decimal, 4.0, "5°E", "46°N"),
    (.degreesMinutes, 4, "5°E", "46°N"),
    (.degreesMinutes, 9, "10°10'E", "48°00'N"),
    (.decimal, 9, "10.2°E", "48.05°N"),
    (.degreesMinutesSeconds, 14, "10°00'20\"E", "48°00'10\"N"),
  ])
  func degreesAreInTheUsersNotation(
    notation: CoordinateNotation, zoom: Double, meridian: String, parallel: String
  ) {
    let texts = Self.texts(Self.view(48, 10, zoom: zoom), notation)
    #expect(
      texts.contains { $0.text.text == meridian && $0.row == 37 }, "\(texts.map(\.text.text))")
    #expect(texts.contains { $0.text.text == parallel && $0.column == 0 })
  }

  /// On a turned map nothing else tells meridians from parallels.
  @Test(arguments: [0.0, 33, 90, 200], CoordinateNotation.allCases)
  func everyDegreeTellsItsSide(heading: Double, notation: CoordinateNotation) {
    var texts: Set<String> = []
    for (latitude, longitude) in [(52.0, 20.0), (0, 0), (-17, 179), (-48, -70)] {
      for charset in [Charset.braille, .ascii] {
        let view = Self.view(latitude, longitude, zoom: 4, heading: heading)
        texts.formUnion(Self.texts(view, notation, charset: charset).map(\.text.text))
      }
    }
    for text in texts {
      let isWithout = ["0", "0°", "180", "180°"].contains(text)
      #expect(text.last.map { "NESW".contains($0) } == !isWithout, "\(text)")
      #expect(!text.contains("-"))
    }
    #expect(texts.isSuperset(of: ["0°", "180°"]) && texts.contains { $0.hasSuffix("°S") })
    #expect(texts.contains { $0.hasSuffix("°W") } && texts.contains { $0.hasSuffix("0E") })
  }

  @Test func asciiHasNoDegreeSign() {
    for notation in CoordinateNotation.allCases {
      for text in Self.texts(Self.view(-48, -10, zoom: 9), notation, charset: .ascii) {
        #expect(text.text.text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "?") })
      }
    }
  }

  @Test func theAntimeridianIsAMeridian() {
    let names = Self.texts(Self.view(-17, 179, zoom: 5)).filter { $0.row == 37 }.map(\.text.text)
    #expect(names.contains("180°"))
    #expect(names.contains("178°E") && names.contains("178°W"))
    // Copies of the world agree dot for dot.
    let east = Self.dots(Self.view(-17, 179.9, zoom: 5))
    let west = Self.dots(Self.view(-17, -180.1, zoom: 5))
    var differences = 0
    for row in 0..<38 {
      for column in 0..<120
      where east.dots(column: column, row: row) != west.dots(column: column, row: row) {
        differences += 1
      }
    }
    #expect(differences <= 8)
  }

  /// Every dot lies on a round degree, whatever is up.
  @Test(arguments: [0.0, 33, 90, 145, 180, 270])
  func dotsLieOnTheLines(heading: Double) {
    let view = Self.view(48, 10, zoom: 4, heading: heading)
    let canvas = Self.dots(view)
    var count = 0
    for row in 0..<canvas.rows {
      for column in 0..<canvas.columns {
        let dots = canvas.dots(column: column, row: row)
        for bit in 0..<8 where dots & BrailleDots.bit(x: bit & 1, y: bit >> 1) != 0 {
          let place = view.coordinate(
            dotX: Double(column * 2 + bit & 1) + 0.5, dotY: Double(row * 4 + bit >> 1) + 0.5)
          func off(_ degrees: Double, _ step: Double) -> Double {
            abs(degrees - (degrees / step).rounded() * step)
          }
          // A dot is 0.09 degrees of longitude, and less of latitude.
          #expect(
            min(off(place.longitude, 5), off(place.longitude, 2), off(place.latitude, 1)) < 0.1)
          count += 1
        }
      }
    }
    #expect(count > 150)
  }

  @Test func everyNameAndLineIsAboveIt() {
    var maker = TileMaker()
    maker.add("coastline", .line, [[(0, 2048), (4096, 2048)]])
    maker.addPlace("Here", x: 2300, y: 2048)
    let shelf = TileShelf(.vector, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): .vector(maker.tile)])
    let view = Self.view(0, 0, zoom: 2, columns: 60, rows: 20)
    let plain = drawn(shelf, view)
    let grid = drawn(shelf, view, MapOptions(graticule: .decimal))
    #expect(grid.report.labels == plain.report.labels)
    #expect(grid.grid.text != plain.grid.text)
    for index in plain.grid.cells.indices
    where plain.grid.cells[index].glyph != 0x20
      && grid.grid.cells[index].foreground != MapStyle.dark.frame.text
    {
      // The equator carries the shore: its cells and the name are as they were, but for degrees.
      #expect(grid.grid.cells[index] == plain.grid.cells[index])
    }
  }
}
