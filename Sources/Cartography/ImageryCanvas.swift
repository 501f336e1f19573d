import CellGrid
import Geodesy

/// Imagery as half-block pixels: two a cell, one above the other, 2 × 2 dots each.
struct ImageryCanvas {
  /// A pixel no image covers.
  static let empty = UInt32.max
  static let dotsPerPixel = 2.0

  private(set) var width = 0
  private(set) var height = 0
  /// 0xRRGGBB, row by row.
  private(set) var pixels: [UInt32] = []

  mutating func reset(columns: Int, rows: Int) {
    width = columns
    height = rows * 2
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: repeatElement(Self.empty, count: width * height))
  }

  /// Lays a source over what is there; where it has nothing, or lets light through, that stays.
  ///
  /// Bilinear; where the source is finer than the canvas, the mean of four places within a pixel.
  /// O(pixels).
  mutating func draw(_ mosaic: ImageryMosaic, _ transform: DotTransform) {
    let sampler = MosaicSampler(mosaic, transform)
    let columns = width
    mosaic.pixels.withUnsafeBufferPointer { source in
      pixels.withUnsafeMutableBufferPointer { output in
        // Each half writes to rows of its own.
        nonisolated(unsafe) let output = output
        concurrently(rows: height) {
          Self.draw(source, sampler, columns, rows: $0, on: output)
        }
      }
    }
  }

  private static func draw(
    _ source: UnsafeBufferPointer<UInt32>, _ sampler: MosaicSampler, _ columns: Int,
    rows: Range<Int>, on output: UnsafeMutableBufferPointer<UInt32>
  ) {
    Light.root.withUnsafeBufferPointer { root in
      for row in rows {
        var place = sampler.start(row: row)
        for index in row * columns..<(row + 1) * columns {
          let pixel =
            sampler.isFine
            ? sampler.mean(place, source, root) : sampler.bilinear(place, source)
          if pixel >> 24 != 0 { output[index] = blended(pixel, over: output[index]) }
          place &+= sampler.across
        }
      }
    }
  }

  /// A premultiplied pixel over a colour. Over nothing the edge of an image is drawn whole or not
  /// at all.
  @inline(__always)
  private static func blended(_ pixel: UInt32, over below: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 { return pixel & 0xff_ffff }
    if below == empty {
      guard alpha >= 128 else { return empty }
      func whole(_ shift: UInt32) -> UInt32 {
        min(((pixel >> shift & 255) * 255 + alpha / 2) / alpha, 255) << shift
      }
      return whole(16) | whole(8) | whole(0)
    }
    let left = UInt64(256 - alpha - alpha >> 7)
    return (pixel & 0xff_ffff) + Packed.join(Packed.mix(0, Packed.spread(below), left))
  }
}

/// Finds the colours of canvas pixels in a mosaic.
private struct MosaicSampler {
  /// Mosaic pixels with 32 bits of fraction, from one canvas pixel to the next one right and below.
  let across: SIMD2<Int>
  private let down: SIMD2<Double>
  private let origin: SIMD2<Double>
  /// Whether mosaic pixels are smaller than canvas pixels.
  let isFine: Bool
  private let width: Int
  private let height: Int

  init(_ mosaic: ImageryMosaic, _ transform: DotTransform) {
    let one = Double(1 << 32)
    let scale = mosaic.worldPixels * one
    let step = ImageryCanvas.dotsPerPixel
    let first = transform.worldPoint(x: step / 2, y: step / 2)
    let right = transform.worldPoint(x: step * 1.5, y: step / 2)
    let below = transform.worldPoint(x: step / 2, y: step * 1.5)
    let acrossX = (right.x - first.x) * scale
    let acrossY = (right.y - first.y) * scale
    across = SIMD2(Int(acrossX), Int(acrossY))
    down = SIMD2((below.x - first.x) * scale, (below.y - first.y) * scale)
    // The centre of a pixel is at one half.
    origin = SIMD2(
      (first.x * mosaic.worldPixels - Double(mosaic.left) - 0.5) * one,
      (first.y * mosaic.worldPixels - Double(mosaic.top) - 0.5) * one)
    isFine = acrossX * acrossX + acrossY * acrossY > 1.1 * one * one
    width = mosaic.width
    height = mosaic.height
  }

  @inline(__always)
  func start(row: Int) -> SIMD2<Int> {
    let place = origin + down * Double(row)
    return SIMD2(Int(place.x), Int(place.y))
  }

  @inline(__always)
  func bilinear(_ place: SIMD2<Int>, _ source: UnsafeBufferPointer<UInt32>) -> UInt32 {
    let (column, row) = (place.x >> 32, place.y >> 32)
    guard column >= 0, row >= 0, column &+ 1 < width, row &+ 1 < height else { return 0 }
    let index = row &* width &+ column
    return Packed.bilinear(
      source[index], source[index &+ 1], source[index &+ width], source[index &+ width &+ 1],
      UInt64(truncatingIfNeeded: place.x >> 24 & 255),
      UInt64(truncatingIfNeeded: place.y >> 24 & 255))
  }

  /// The mean of the middles of a pixel's quarters, in light rather than in code values.
  @inline(__always)
  func mean(
    _ place: SIMD2<Int>, _ source: UnsafeBufferPointer<UInt32>,
    _ root: UnsafeBufferPointer<UInt8>
  ) -> UInt32 {
    // A quarter to the right and to the left, above and below; down is across, turned.
    let right = across &>> 2
    let below = SIMD2(0 &- right.y, right.x)
    let a = bilinear(place &- right &- below, source)
    let b = bilinear(place &+ right &- below, source)
    let c = bilinear(place &- right &+ below, source)
    let d = bilinear(place &+ right &+ below, source)
    guard a & b & c & d >= 0xff00_0000 else {
      // At an edge the shares of the image count.
      return Packed.join(
        Packed.mix(
          Packed.mix(Packed.spread(a), Packed.spread(b), 128),
          Packed.mix(Packed.spread(c), Packed.spread(d), 128), 128))
    }
    func light(_ pixel: UInt32, _ shift: UInt32) -> Int {
      Light.of(UInt8(truncatingIfNeeded: pixel >> shift))
    }
    var result: UInt32 = 0xff00_0000
    for shift in [16, 8, 0] as [UInt32] {
      let sum = light(a, shift) &+ light(b, shift) &+ light(c, shift) &+ light(d, shift)
      result |= UInt32(root[sum >> 2]) << shift
    }
    return result
  }
}
