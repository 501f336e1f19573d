/// The address of a tile in the web map pyramid: zoom, column from the west, row from the north.
public struct TileID: Hashable, Sendable {
  /// 0…30.
  public var z: Int
  /// 0..<2^z.
  public var x: Int
  /// 0..<2^z.
  public var y: Int

  public init(z: Int, x: Int, y: Int) {
    self.z = z
    self.x = x
    self.y = y
  }

  /// The deepest zoom of the pyramid.
  public static let maximumZoom = 30

  /// Whether zoom, column and row are within their ranges.
  public var isValid: Bool {
    guard z >= 0, z <= Self.maximumZoom else { return false }
    let side = 1 << z
    return x >= 0 && x < side && y >= 0 && y < side
  }

  /// The tile of the next shallower zoom that contains this one; nil at zoom 0.
  public var parent: TileID? {
    z > 0 ? TileID(z: z - 1, x: x >> 1, y: y >> 1) : nil
  }
}

extension TileID {
  /// The position of the tile on the Hilbert curves of all zooms, one after the other, by which
  /// PMTiles orders its tiles (PMTiles v3 specification, "Tile ID"). O(z).
  /// - Precondition: the tile is valid.
  public var hilbertIndex: UInt64 {
    // All shallower zooms together have (4^z - 1) / 3 tiles.
    var index = ((1 as UInt64) << UInt64(2 * z) - 1) / 3
    var column = UInt64(x)
    var row = UInt64(y)
    var side: UInt64 = (1 << UInt64(z)) >> 1
    while side > 0 {
      let right: UInt64 = column & side == 0 ? 0 : 1
      let below: UInt64 = row & side == 0 ? 0 : 1
      index += side * side * ((3 * right) ^ below)
      column &= side - 1
      row &= side - 1
      if below == 0 {
        if right == 1 {
          column = side - 1 - column
          row = side - 1 - row
        }
        swap(&column, &row)
      }
      side >>= 1
    }
    return index
  }
}
