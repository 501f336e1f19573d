import CellGrid
import Foundation
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

@Suite struct SymbolLayerTests {
  let view = MapViewport(
    center: Coordinate(latitude: 0, longitude: 0), zoom: 3, columns: 30, rows: 9)
  let style = MapStyle.dark.symbols

  func grid(
    _ overlay: MapOverlay, charset: Charset = .braille, heading: Double = 0,
    _ build: (inout TileMaker) -> Void = { _ in }
  ) -> CellGrid {
    var maker = TileMaker()
    build(&maker)
    let shelf = TileShelf(
      .vector, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): .vector(maker.tile)])
    var view = view
    view.heading = heading
    return drawn(shelf, view, MapOptions(charset: charset), overlay: overlay).grid
  }

  func pin(column: Int, title: String = "Car") -> MapOverlay {
    MapOverlay(pin: .init(coordinate: view.coordinate(column: column, row: 4), title: title))
  }

  @Test func theTitleStandsRightOfThePin() {
    let grid = grid(pin(column: 10))
    #expect(
      grid.text(row: 4) == String(repeating: " ", count: 10) + "◆ Car"
        + String(repeating: " ", count: 15))
    #expect(grid[10, 4].foreground == style.pin)
    #expect(grid[12, 4].foreground == style.pin)
  }

  @Test func theTitleStandsLeftWhereThereIsNoRoom() {
    #expect(grid(pin(column: 27)).text(row: 4).hasSuffix("Car ◆  "))
  }

  @Test func aTitleIsCutOnlyWhereItFitsNowhere() {
    let title = "A very long name for a car"
    #expect(grid(pin(column: 2, title: title)).text(row: 4) == "  ◆ " + title)
    let cut = grid(pin(column: 10, title: title)).text(row: 4)
    #expect(cut == "          ◆ A very long name …")
    let left = grid(pin(column: 20, title: title)).text(row: 4)
    #expect(left == "A very long name f… ◆         ")
  }

  /// In windows of any width a title leaves most of the map alone.
  @Test(arguments: [(80, 32), (120, 32), (200, 50)])
  func aLongTitleLeavesTheMapAlone(columns: Int, most: Int) {
    var view = view
    view.columns = columns
    let title = String(repeating: "long ", count: 40)
    var grid = CellGrid(columns: columns, rows: view.rows)
    _ = MapRenderer(style: .dark).render(
      viewport: view, type: .standard, sources: MapSources(),
      overlay: MapOverlay(pin: .init(coordinate: view.coordinate(column: 5, row: 4), title: title)),
      into: &grid, column: 0, row: 0)
    let text = grid.text(row: 4).trimmingCharacters(in: .whitespaces)
    #expect(text.hasPrefix("◆ long") && text.hasSuffix("…"))
    #expect((most...most + 2).contains(text.count), "\(text)")
  }

  @Test func aTitleFromOutsideIsMadeSafe() {
    #expect(grid(pin(column: 2, title: "a\u{1B}[31mb")).text(row: 4).hasPrefix("  ◆ a␛[31mb"))
  }

  @Test func namesMakeRoomForThePin() {
    let grid = grid(pin(column: 15)) { $0.addPlace("Here", x: 2048 + 8, y: 2048) }
    #expect(grid.text(row: 4).contains("◆ Car"))
    #expect(!grid.text.contains("Here"))
  }

  @Test func theCrosshairIsOnTop() {
    var overlay = MapOverlay(showsCrosshair: true)
    #expect(grid(overlay)[15, 4].glyph == UInt32(UInt8(ascii: "+")))
    #expect(grid(overlay)[15, 4].foreground == style.crosshair)
    let labelled = grid(overlay) { $0.addPlace("Here", x: 2048 - 24, y: 2048) }
    // The name would cover the crosshair; it stands elsewhere.
    #expect(labelled[15, 4].glyph == UInt32(UInt8(ascii: "+")))
    #expect(labelled.text.contains("Here"))
    overlay.pin = pin(column: 15).pin
    let both = grid(overlay)[15, 4]
    #expect(both.glyph == 0x25c6)
    #expect(both.foreground == style.crosshair)
    #expect(both.attributes.contains(.reverse))
  }

  @Test(
    arguments: [
      (nil, 0.0, "●"), (0.0, 0.0, "↑"), (22.0, 0.0, "↑"), (23.0, 0.0, "↗"), (90.0, 0.0, "→"),
      (350.0, 0.0, "↑"), (10.0, 100.0, "←"), (.nan, 0.0, "●"),
    ] as [(Double?, Double, String)])
  func thePositionPointsAlongTheCourse(course: Double?, heading: Double, glyph: String) {
    let overlay = MapOverlay(
      position: .init(coordinate: Coordinate(latitude: 0, longitude: 0), course: course))
    let grid = grid(overlay, heading: heading)
    #expect(grid.text(of: grid[15, 4]) == glyph)
    #expect(grid[15, 4].foreground == style.position)
  }

  @Test func asciiHasSymbolsOfItsOwn() {
    var overlay = pin(column: 3)
    overlay.position = .init(coordinate: view.coordinate(column: 20, row: 4), course: 90)
    let grid = grid(overlay, charset: .ascii) { $0.addPlace("Málaga", x: 2048, y: 2024) }
    #expect(grid.text(row: 4).hasPrefix("   @ Car"))
    #expect(grid.text(of: grid[20, 4]) == ">")
    #expect(grid.text.contains("* Malaga"))
    #expect(grid.text.utf8.allSatisfy { $0 < 0x80 })
  }
}
