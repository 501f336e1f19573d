import Geodesy
import TestSupport
import Tiles

@testable import Cartography

/// A made-up town: a grid of streets a little askew, with stops, shops and a river, over several
/// tiles of zoom 14.
enum TownMaker {
  static let center = Coordinate(latitude: 0, longitude: 0)
  private static let words = [
    "Linden", "Markt", "Kirch", "Schul", "Garten", "Brunnen", "Mühl", "Berg", "See", "Bahnhof",
  ]

  static func shelf() -> TileShelf {
    let shelf = TileShelf(.vector, zooms: 14...14)
    for x in 8190...8193 {
      for y in 8190...8193 { shelf.tiles[TileID(z: 14, x: x, y: y)] = .ready(.vector(tile(x, y))) }
    }
    return shelf
  }

  private static func tile(_ x: Int, _ y: Int) -> VectorTile {
    var maker = TileMaker()
    var generator = SeededGenerator(state: UInt64(x * 31 + y))
    for number in 0..<8 {
      let at = number * 512 + 200
      // Every other street goes on through all tiles of a row under one name.
      let across = "\(words[number])straße \(number & 1 == 0 ? y & 3 : y & 3 * 4 + x & 3)"
      let down = "\(words[(number + 3) % 10])weg \(x & 3 * 4 + y & 3)"
      let rank = number % 4 == 0 ? "primary" : number % 2 == 0 ? "tertiary" : "minor"
      let lineAcross = [(-64, at), (2000, at + 60), (4160, at)]
      let lineDown = [(at, -64), (at + 80, 2048), (at, 4160)]
      maker.add("transportation", .line, [lineAcross], ["class": .string(rank)])
      maker.add("transportation", .line, [lineDown], ["class": .string("minor")])
      maker.add(
        "transportation_name", .line, [lineAcross],
        ["class": .string(rank), "name": .string(across), "ref": .string("B\(number)")])
      maker.add(
        "transportation_name", .line, [lineDown],
        ["class": .string("minor"), "name": .string(down)])
    }
    for number in 0..<120 {
      let point = (
        Int.random(in: 0..<4096, using: &generator), Int.random(in: 0..<4096, using: &generator)
      )
      let kinds = ["restaurant", "hotel", "bus_stop", "pharmacy", "parking", "tram_stop"]
      let kind = kinds[number % kinds.count]
      var tags: [String: TileValue] = ["class": .string(kind), "subclass": .string(kind)]
      if kind != "parking" { tags["name"] = .string("\(words[number % 10])\(number / 8) \(kind)") }
      maker.add("poi", .point, [[point]], tags)
    }
    maker.addPlace("Stadt", x: 2000, y: 2000, capital: nil)
    return maker.tile
  }
}
