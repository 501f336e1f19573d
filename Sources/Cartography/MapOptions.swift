import CellGrid

/// What the user and the terminal ask of a frame.
public struct MapOptions: Equatable, Sendable {
  public var charset: Charset
  /// Colours in the grid are always 24 bit; the depth matters where the picture itself must change.
  public var depth: ColorDepth
  /// The language of names, as in `name:xx`; nil is the tile's own `name`.
  public var language: String?
  /// Times as many names as the style's budget.
  public var density: Double
  /// Seconds a frame may wait for tiles of local sources.
  public var tileWait: Double

  public init(
    charset: Charset = .braille, depth: ColorDepth = .trueColor, language: String? = nil,
    density: Double = 1, tileWait: Double = 0.1
  ) {
    self.charset = charset
    self.depth = depth
    self.language = language
    self.density = density
    self.tileWait = tileWait
  }
}
