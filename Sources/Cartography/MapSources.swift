import Tiles

/// Where a map comes from.
public struct MapSources {
  /// The atlas: the whole world, coarse.
  public var vector: TileProvider?
  /// The world from above, coarse.
  public var raster: TileProvider?
  /// The user's own, of both kinds, the most wanted first. Where they have something they stand in
  /// the place of the world's.
  public var own: [TileProvider]
  /// The language `SceneSource`s of these compile in; a frame sets it to its own.
  public var language: SceneLanguage?

  public init(
    vector: TileProvider? = nil, raster: TileProvider? = nil, own: [TileProvider] = [],
    language: SceneLanguage? = nil
  ) {
    self.vector = vector
    self.raster = raster
    self.own = own
    self.language = language
  }

  /// All imagery, in the order it is drawn: the world's, then the user's, the most wanted last.
  var rasters: [TileProvider] {
    [raster].compactMap(\.self) + own.filter { $0.description.kind == .raster }.reversed()
  }

  /// Whether satellite and hybrid maps have a ground of their own.
  public var hasImagery: Bool { !rasters.isEmpty }

  var hasVector: Bool { vector != nil || own.contains { $0.description.kind == .vector } }

  /// The user's own vector tiles, the most wanted first.
  var ownVectors: [TileProvider] { own.filter { $0.description.kind == .vector } }
}
