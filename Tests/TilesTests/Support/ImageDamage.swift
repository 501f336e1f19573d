@testable import Tiles

/// What is wrong with an image, when decoding it fails as images may.
func imageDamage(_ decode: () throws -> RasterTile) -> TileDamage? {
  do {
    _ = try decode()
    return nil
  } catch {
    return error as? TileDamage
  }
}
