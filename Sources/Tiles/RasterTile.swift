/// A decoded image tile: 8-bit RGB, row by row from the top left, three bytes a pixel.
public struct RasterTile: Sendable {
  public var width: Int
  public var height: Int
  public var pixels: [UInt8]
  /// How opaque each pixel is, a byte a pixel: 0 lets all through that lies below, 255 nothing. nil
  /// when all pixels are opaque. `pixels` are not multiplied by it.
  public let alpha: [UInt8]?
  /// Whether nothing of it can be seen.
  public let isClear: Bool

  public init(width: Int, height: Int, pixels: [UInt8], alpha: [UInt8]? = nil) {
    self.width = width
    self.height = height
    self.pixels = pixels
    self.alpha = alpha
    isClear = alpha?.allSatisfy { $0 == 0 } ?? false
  }
}
