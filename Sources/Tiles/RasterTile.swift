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
