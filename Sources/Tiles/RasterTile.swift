/// A decoded image tile: 8-bit RGB, row by row from the top left, three bytes a pixel.
public struct RasterTile: Sendable {
  public var width: Int
  public var height: Int
  public var pixels: [UInt8]

  public init(width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

/// What a tile turned out to hold.
public enum TileContent: Sendable {
  case vector(VectorTile)
  case raster(RasterTile)

  /// About how many bytes of memory it takes; what caches count.
  public var byteCount: Int {
    switch self {
    case .raster(let tile): tile.pixels.count
    case .vector(let tile):
      tile.layers.reduce(0) {
        $0 + $1.coordinates.count * 4 + $1.partEnds.count * 4 + $1.tags.count * 4
          + $1.features.count * MemoryLayout<VectorFeature>.stride + $1.values.count * 40
      }
    }
  }
}
