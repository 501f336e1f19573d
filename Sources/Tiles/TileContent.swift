/// What a tile turned out to hold.
public enum TileContent: Sendable {
  case vector(VectorTile)
  case raster(RasterTile)
  /// What a source made of a tile for the one who draws it.
  case prepared(any PreparedTile)

  /// About how many bytes of memory it takes; what caches count. O(layers).
  public var byteCount: Int {
    switch self {
    case .raster(let tile): tile.pixels.count + (tile.alpha?.count ?? 0)
    case .vector(let tile): tile.layers.reduce(0) { $0 + $1.byteCount }
    case .prepared(let tile): tile.byteCount
    }
  }
}

/// A tile in another form, made where tiles are loaded so that the frame need not wait for it.
public protocol PreparedTile: AnyObject, Sendable {
  /// About how many bytes of memory it takes; what caches count.
  var byteCount: Int { get }
}

extension VectorLayer {
  /// About how many bytes of memory it takes.
  var byteCount: Int {
    Self.byteCount(
      features: features.count, numbers: coordinates.count + partEnds.count + tags.count,
      texts: keys.count + values.count)
  }

  /// About how many bytes a layer of so much takes.
  /// - Parameters:
  ///   - numbers: of coordinates, ends of parts and tags.
  ///   - texts: keys and values.
  static func byteCount(features: Int = 0, numbers: Int = 0, texts: Int = 0) -> Int {
    MemoryLayout<VectorLayer>.stride + features * MemoryLayout<VectorFeature>.stride
      + numbers * MemoryLayout<Int32>.stride
      // Text of more than 15 bytes has an allocation of its own.
      + texts * 48
  }
}
