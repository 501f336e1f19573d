import CImage

extension RasterTile {
  /// Pixels on each side; a larger image is an error.
  static let maximumSide: Int32 = 4096
  /// Pixels on each side that are kept: no view shows more of a tile, since where there are more than
  /// it has dots the next level is drawn. A larger image is reduced while it is decoded.
  static let maximumKeptSide: Int32 = 1024

  /// Decodes an image of a format that the bytes tell: PNG of any kind, JPEG in grayscale, YCbCr or
  /// RGB, baseline or progressive, or WebP. One larger than `maximumKeptSide` becomes smaller by a
  /// power of two.
  /// - Throws: `TileDamage` when the image is damaged, ends early, is larger than `maximumSide`,
  ///   would take more than `PIGEON_IMAGE_MEMORY` while it is decoded, or is of a kind that is not
  ///   read.
  init(image bytes: UnsafeRawBufferPointer) throws(TileDamage) {
    switch ContentSniffer.format(of: bytes) {
    case .jpeg: try self.init(jpeg: bytes)
    case .png: try self.init(png: bytes)
    case .webp: try self.init(webp: bytes)
    case .avif: throw TileDamage("is an AVIF image, which is not read", kind: .unsupported)
    case .mvt, .unknown: throw TileDamage("is not an image of a known format")
    }
  }

  init(jpeg bytes: UnsafeRawBufferPointer) throws(TileDamage) {
    try self.init(bytes, size: pigeon_jpeg_size, decode: pigeon_jpeg_decode)
  }

  init(png bytes: UnsafeRawBufferPointer) throws(TileDamage) {
    try self.init(bytes, size: pigeon_png_size, decode: pigeon_png_decode)
  }

  init(webp bytes: UnsafeRawBufferPointer) throws(TileDamage) {
    try self.init(bytes, size: pigeon_webp_size, decode: pigeon_webp_decode)
  }

  /// Width and height of an image in pixels, from its first bytes; nil when it is not one.
  static func size(ofImage bytes: UnsafeRawBufferPointer) -> (width: Int, height: Int)? {
    let read: SizeFunction
    switch ContentSniffer.format(of: bytes) {
    case .jpeg: read = pigeon_jpeg_size
    case .png: read = pigeon_png_size
    case .webp: read = pigeon_webp_size
    case .avif, .mvt, .unknown: return nil
    }
    var size = pigeon_image_size()
    let start = bytes.bindMemory(to: UInt8.self).baseAddress
    guard read(start, bytes.count, maximumSide, &size) == PIGEON_IMAGE_OK.rawValue else {
      return nil
    }
    return (Int(size.width), Int(size.height))
  }

  private typealias SizeFunction = (
    UnsafePointer<UInt8>?, Int, Int32, UnsafeMutablePointer<pigeon_image_size>?
  ) -> Int32

  private typealias DecodeFunction = (
    UnsafePointer<UInt8>?, Int, UnsafePointer<pigeon_image_size>?, Int32,
    UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?
  ) -> Int32

  private init(
    _ bytes: UnsafeRawBufferPointer, size readSize: SizeFunction, decode: DecodeFunction
  ) throws(TileDamage) {
    let start = bytes.bindMemory(to: UInt8.self).baseAddress
    var size = pigeon_image_size()
    try Self.check(readSize(start, bytes.count, Self.maximumSide, &size))
    let side = max(size.width, size.height)
    if side <= Self.maximumKeptSide {
      try self.init(bytes, size, reduction: 1, decode)
    } else {
      var reduction: Int32 = 2
      while side > Self.maximumKeptSide * reduction { reduction *= 2 }
      self = try LargeTile.alone { () throws(TileDamage) in
        try RasterTile(bytes, size, reduction: reduction, decode)
      }
    }
  }

  private init(
    _ bytes: UnsafeRawBufferPointer, _ size: pigeon_image_size, reduction: Int32,
    _ decode: DecodeFunction
  ) throws(TileDamage) {
    let start = bytes.bindMemory(to: UInt8.self).baseAddress
    let width = Int((size.width + reduction - 1) / reduction)
    let height = Int((size.height + reduction - 1) / reduction)
    let area = width * height
    var alpha = [UInt8](repeating: 255, count: size.has_alpha != 0 ? area : 0)
    var status: Int32 = 0
    let pixels = [UInt8](unsafeUninitializedCapacity: 3 * area) { room, count in
      status = withUnsafePointer(to: size) { size in
        alpha.withUnsafeMutableBufferPointer { alpha in
          decode(
            start, bytes.count, size, reduction, room.baseAddress,
            alpha.isEmpty ? nil : alpha.baseAddress)
        }
      }
      count = status == 0 ? 3 * area : 0
    }
    try Self.check(status)
    // Most images that could have transparent pixels have none.
    let isOpaque = alpha.allSatisfy { $0 == 255 }
    self.init(width: width, height: height, pixels: pixels, alpha: isOpaque ? nil : alpha)
  }

  private static func check(_ status: Int32) throws(TileDamage) {
    switch UInt32(status) {
    case PIGEON_IMAGE_OK.rawValue: return
    case PIGEON_IMAGE_COLOR_SPACE.rawValue:
      throw TileDamage("has the colours of a printing press", kind: .unsupported)
    case PIGEON_IMAGE_TOO_LARGE.rawValue:
      throw TileDamage("is an image of too many pixels", kind: .unsupported)
    case PIGEON_IMAGE_MEMORY_SHORT.rawValue:
      throw TileDamage("is an image that takes too much memory to decode", kind: .unsupported)
    case PIGEON_IMAGE_ANIMATED.rawValue:
      throw TileDamage("is a moving image", kind: .unsupported)
    default: throw TileDamage("is a damaged image")
    }
  }
}
