import CellGrid
import Foundation
import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography

/// The turned map is the map turned.
@Suite struct HeadingTests {
  private func scene() -> TileShelf {
    var generator = SeededGenerator(state: 5)
    var maker = TileMaker()
    for _ in 0..<6 {
      let line = (0..<4).map { _ in
        (
          Int.random(in: 1500...2600, using: &generator),
          Int.random(in: 1500...2600, using: &generator)
        )
      }
      maker.add("boundary", .line, [line], ["admin_level": .integer(2)])
    }
    maker.add(
      "water", .polygon, [[(1900, 1950), (2300, 2000), (2050, 2250)]], ["class": .string("ocean")])
    return TileShelf(.vector, zooms: 0...0, [TileID(z: 0, x: 0, y: 0): .vector(maker.tile)])
  }

  private func view(_ heading: Double) -> MapViewport {
    MapViewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: 1, heading: heading, columns: 61,
      rows: 31)
  }

  private func dots(_ grid: CellGrid) -> [(x: Double, y: Double)] {
    var result: [(x: Double, y: Double)] = []
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let glyph = grid[column, row].glyph
        guard (0x2801...0x28ff).contains(glyph) else { continue }
        for y in 0..<4 {
          for x in 0..<2 where UInt8(glyph & 0xff) & BrailleDots.bit(x: x, y: y) != 0 {
            result.append((Double(column * 2 + x) + 0.5, Double(row * 4 + y) + 0.5))
          }
        }
      }
    }
    return result
  }

  @Test(arguments: [33.0, 90, 123.4, 180, 200, 270, 359])
  func linesTurn(heading: Double) {
    let shelf = scene()
    var style = MapStyle.dark
    style[.shore].minimumZoom = 24
    let plain = dots(drawn(shelf, view(0), style: style).grid)
    let turned = dots(drawn(shelf, view(heading), style: style).grid)
    let anchor = view(0).anchor
    let angle = heading * .pi / 180
    let (cosine, sine) = (cos(angle), sin(angle))
    #expect(plain.count > 300)
    // Only what lies within a circle that is in view at any heading.
    func isNear(_ dot: (x: Double, y: Double)) -> Bool {
      let (x, y) = (dot.x - anchor.x, dot.y - anchor.y)
      return x * x + y * y < 55 * 55
    }
    func misses(_ from: [(x: Double, y: Double)], _ to: [(x: Double, y: Double)], _ sine: Double)
      -> Int
    {
      from.filter(isNear).count { dot in
        let (x, y) = (dot.x - anchor.x, dot.y - anchor.y)
        let place = (x: anchor.x + x * cosine + y * sine, y: anchor.y - x * sine + y * cosine)
        return !to.contains { abs($0.x - place.x) <= 1.5 && abs($0.y - place.y) <= 1.5 }
      }
    }
    #expect(misses(plain, turned, sine) == 0)
    #expect(misses(turned, plain, -sine) == 0)
  }

  @Test(arguments: [0.0, 33, 90, 123.4, 180, 200, 270, 359])
  func areasTurn(heading: Double) {
    let view = view(heading)
    let grid = drawn(scene(), view).grid
    let corners = [(1900.0, 1950.0), (2300, 2000), (2050, 2250)].map {
      view.transform.dot(WorldPoint(x: $0.0 / 4096, y: $0.1 / 4096))
    }
    var seen = [0, 0]
    for row in 0..<31 {
      for column in 0..<61 {
        let (x, y) = (Double(column) * 2 + 1, Double(row) * 4 + 2)
        // How far inside of each side the middle of the cell lies, in dots.
        let depths = (0..<3).map { side -> Double in
          let (a, b) = (corners[side], corners[(side + 1) % 3])
          let (dx, dy) = (b.x - a.x, b.y - a.y)
          return (dx * (y - a.y) - dy * (x - a.x)) / (dx * dx + dy * dy).squareRoot()
        }
        let depth = depths.min() ?? 0
        guard abs(depth) > 3 else { continue }
        let isSea = grid[column, row].background == MapStyle.dark[.sea].fill
        #expect(isSea == (depth > 0))
        seen[depth > 0 ? 0 : 1] += 1
      }
    }
    #expect(seen[0] > 20 && seen[1] > 500)
  }

  @Test func theCopiesOfTheWorldAreAlike() {
    // At zoom 1 the world is 256 columns wide.
    let view = MapViewport(
      center: Coordinate(latitude: 0, longitude: 180), zoom: 1, columns: 500, rows: 31)
    let grid = drawn(scene(), view).grid
    var lines = 0
    for row in 0..<31 {
      for column in 0..<244 {
        #expect(grid[column, row] == grid[column + 256, row])
        if grid[column, row].glyph > 0x2800 { lines += 1 }
      }
    }
    #expect(lines > 50)
  }
}
