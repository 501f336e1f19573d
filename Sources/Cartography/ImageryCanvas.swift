import CellGrid
import Geodesy
import Tiles

/// Imagery as half-block pixels: two a cell, one above the other, 2 × 2 dots each.
struct ImageryCanvas {
  /// A pixel no tile covers.
  static let empty = UInt32.max

  private(set) var width = 0
  private(set) var height = 0
  /// 0xRRGGBB, row by row.
  private(set) var pixels: [UInt32] = []

  /// The zoom at which an image pixel, in tiles of 256, is about as large as a half block.
  static func zoom(for zoom: Double, in source: TileSourceDescription) -> Int {
    let wanted = zoom.isFinite ? (zoom - 1).rounded() : 0
    return min(max(Int(max(min(wanted, 30), 0)), source.minimumZoom), source.maximumZoom)
  }

  mutating func reset(columns: Int, rows: Int) {
    width = columns
    height = rows * 2
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: repeatElement(Self.empty, count: width * height))
  }

  /// Draws what of a tile is in view. `source` is the tile the image belongs to: the tile itself,
  /// or an ancestor of which the part under the tile is taken.
  ///
  /// Bilinear; where the image is finer than the pixels, the mean of what a pixel covers.
  /// O(pixels covered).
  mutating func draw(
    _ image: RasterTile, source: TileID, at tile: VisibleTile, _ transform: DotTransform
  ) {
    guard image.width > 0, image.height > 0,
      image.pixels.count >= image.width * image.height * 3,
      let window = Window(image, source: source, at: tile, transform, width: width, height: height)
    else { return }
    let (columns, rows) = (image.width, image.height)
    let stride = width
    image.pixels.withUnsafeBufferPointer { bytes in
      pixels.withUnsafeMutableBufferPointer { output in
        let reader = ImageReader(bytes: bytes, columns: columns, rows: rows)
        for row in window.rows {
          var (x, y) = window.position(column: window.columns.lowerBound, row: row)
          for column in window.columns {
            if x >= window.lowX && x < window.highX && y >= window.lowY && y < window.highY {
              output[row * stride + column] =
                window.samples > 1
                ? reader.mean(x, y, step: window.step, samples: window.samples)
                : reader.bilinear(x, y)
            }
            x &+= window.acrossX
            y &+= window.acrossY
          }
        }
      }
    }
  }

  /// Where the pixels of the canvas lie in an image: image pixels with 32 bits of fraction.
  private struct Window {
    var columns: Range<Int>
    var rows: Range<Int>
    var originX: Double
    var originY: Double
    var downX: Double
    var downY: Double
    var acrossX: Int
    var acrossY: Int
    var lowX: Int
    var lowY: Int
    var highX: Int
    var highY: Int
    /// Image pixels from one canvas pixel to the next, and how many of them to take, a side.
    var step: Int
    var samples: Int

    init?(
      _ image: RasterTile, source: TileID, at tile: VisibleTile, _ transform: DotTransform,
      width: Int, height: Int
    ) {
      let tilesAcross = Double(1 << tile.id.z)
      let left = Double(tile.column) / tilesAcross
      let top = Double(tile.id.y) / tilesAcross
      let side = 1 / tilesAcross
      var low = SIMD2(Double.infinity, .infinity)
      var high = -low
      for corner in 0..<4 {
        let dot = transform.dot(
          WorldPoint(
            x: corner & 1 == 0 ? left : left + side, y: corner & 2 == 0 ? top : top + side))
        low = pointwiseMin(low, SIMD2(dot.x, dot.y) / 2)
        high = pointwiseMax(high, SIMD2(dot.x, dot.y) / 2)
      }
      let limit = SIMD2(Double(width), Double(height))
      low = low.clamped(lowerBound: SIMD2(repeating: 0), upperBound: limit)
      high = high.clamped(lowerBound: SIMD2(repeating: 0), upperBound: limit)
      columns = Int(low.x.rounded(.down))..<Int(high.x.rounded(.up))
      rows = Int(low.y.rounded(.down))..<Int(high.y.rounded(.up))
      guard !columns.isEmpty, !rows.isEmpty else { return nil }

      // Image pixels per world width, with the fraction.
      let depth = tile.id.z - source.z
      let stretch = Double(1 << depth)
      let one = Double(1 << 32)
      let scaleX = tilesAcross / stretch * Double(image.width) * one
      let scaleY = tilesAcross / stretch * Double(image.height) * one
      let part = (1 << depth) - 1
      let partX = Double(tile.id.x & part) / stretch * Double(image.width) * one
      let partY = Double(tile.id.y & part) / stretch * Double(image.height) * one
      let first = transform.worldPoint(x: 1, y: 1)
      let across = transform.worldPoint(x: 3, y: 1)
      let down = transform.worldPoint(x: 1, y: 3)
      originX = (first.x - left) * scaleX + partX
      originY = (first.y - top) * scaleY + partY
      acrossX = Int((across.x - first.x) * scaleX)
      acrossY = Int((across.y - first.y) * scaleY)
      downX = (down.x - first.x) * scaleX
      downY = (down.y - first.y) * scaleY
      // A hair over the edge, lest a pixel between two tiles belong to neither.
      let hair = one / 1024
      lowX = Int(partX - hair)
      lowY = Int(partY - hair)
      highX = Int(partX + Double(image.width) * one / stretch + hair)
      highY = Int(partY + Double(image.height) * one / stretch + hair)
      let ratio =
        (Double(acrossX) * Double(acrossX) + Double(acrossY) * Double(acrossY))
        .squareRoot() / one
      samples = ratio > 1.5 ? min(Int(ratio.rounded(.up)), 16) : 1
      step = Int(ratio * one)
    }

    @inline(__always)
    func position(column: Int, row: Int) -> (x: Int, y: Int) {
      (
        Int(originX + Double(row) * downX) &+ column &* acrossX,
        Int(originY + Double(row) * downY) &+ column &* acrossY
      )
    }
  }
}

/// Reads colours from an image, at places in pixels with 32 bits of fraction.
private struct ImageReader {
  let bytes: UnsafeBufferPointer<UInt8>
  let columns: Int
  let rows: Int

  @inline(__always)
  func bilinear(_ x: Int, _ y: Int) -> UInt32 {
    // The centre of the first pixel is at one half.
    let x = x &- (1 << 31)
    let y = y &- (1 << 31)
    let shareX = (x >> 24) & 0xff
    let shareY = (y >> 24) & 0xff
    let left = min(max(x >> 32, 0), columns - 1)
    let top = min(max(y >> 32, 0), rows - 1)
    let right = min(max((x >> 32) + 1, 0), columns - 1)
    let bottom = min(max((y >> 32) + 1, 0), rows - 1)
    let a = (top &* columns &+ left) &* 3
    let b = (top &* columns &+ right) &* 3
    let c = (bottom &* columns &+ left) &* 3
    let d = (bottom &* columns &+ right) &* 3
    var packed: UInt32 = 0
    for channel in 0..<3 {
      let upper =
        Int(bytes[a &+ channel]) &* (256 &- shareX) &+ Int(bytes[b &+ channel]) &* shareX
      let lower =
        Int(bytes[c &+ channel]) &* (256 &- shareX) &+ Int(bytes[d &+ channel]) &* shareX
      let value = (upper &* (256 &- shareY) &+ lower &* shareY) >> 16
      packed = packed << 8 | UInt32(truncatingIfNeeded: value)
    }
    return packed
  }

  /// The mean of `samples` × `samples` pixels spread over a square of side `step`.
  func mean(_ x: Int, _ y: Int, step: Int, samples: Int) -> UInt32 {
    var red = 0
    var green = 0
    var blue = 0
    for row in 0..<samples {
      let sampleY = y - step / 2 + (2 * row + 1) * step / (2 * samples)
      let top = min(max(sampleY >> 32, 0), rows - 1)
      for column in 0..<samples {
        let sampleX = x - step / 2 + (2 * column + 1) * step / (2 * samples)
        let index = (top * columns + min(max(sampleX >> 32, 0), columns - 1)) * 3
        red += Int(bytes[index])
        green += Int(bytes[index + 1])
        blue += Int(bytes[index + 2])
      }
    }
    let count = samples * samples
    return UInt32(red / count) << 16 | UInt32(green / count) << 8 | UInt32(blue / count)
  }
}
