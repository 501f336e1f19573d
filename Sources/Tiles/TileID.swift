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

  /// The tile of the next shallower zoom that contains this one; nil at zoom 0.
  public var parent: TileID? {
    z > 0 ? TileID(z: z - 1, x: x >> 1, y: y >> 1) : nil
  }
}
