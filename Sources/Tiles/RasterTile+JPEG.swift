import CImage

extension RasterTile {
  /// Pixels on each side; a larger image is an error.
  static let maximumSide: Int32 = 4096

  /// Decodes a JPEG image: grayscale, YCbCr or RGB, baseline or progressive.
  /// - Throws: `TileDamage` when the image is damaged, ends early, is larger than `maximumSide`, or
  ///   has another colour space.
  init(jpeg bytes: UnsafeRawBufferPointer) throws(TileDamage) {
    let start = bytes.bindMemory(to: UInt8.self).baseAddress
    var columns: Int32 = 0
    var rows: Int32 = 0
    try Self.check(pigeon_jpeg_size(start, bytes.count, Self.maximumSide, &columns, &rows))
    let width = Int(columns)
    let height = Int(rows)
    var status: Int32 = 0
    let pixels = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { room, count in
      status = pigeon_jpeg_decode(start, bytes.count, columns, rows, room.baseAddress)
      count = status == 0 ? 3 * width * height : 0
    }
    try Self.check(status)
    self.init(width: width, height: height, pixels: pixels)
  }

  private static func check(_ status: Int32) throws(TileDamage) {
    switch UInt32(status) {
    case PIGEON_IMAGE_OK.rawValue: return
    case PIGEON_IMAGE_COLOR_SPACE.rawValue:
      throw TileDamage("has the colours of a printing press", kind: .unsupported)
    case PIGEON_IMAGE_TOO_LARGE.rawValue:
      throw TileDamage("is an image of too many pixels", kind: .unsupported)
    default: throw TileDamage("is a damaged image")
    }
  }
}
