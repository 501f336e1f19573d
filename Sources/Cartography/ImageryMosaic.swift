import Geodesy
import Tiles

/// The pixels of one source that a view needs, of all its tiles, as one image: so that sampling
/// knows nothing of tiles and there is no seam between them.
///
/// Where the source is finer than the view by two times or more, its pixels are averaged here; one
/// pixel of the mosaic is then up to two times finer than one of the canvas.
struct ImageryMosaic {
  /// Premultiplied: alpha, red, green, blue from the top byte; 0 where there is no image.
  private(set) var pixels: [UInt32] = []
  private(set) var width = 0
  private(set) var height = 0
  /// The mosaic pixel of the world at the top left, counted on through copies of the world.
  private(set) var left = 0
  private(set) var top = 0
  /// The width and height of the world in mosaic pixels.
  private(set) var worldPixels = 0.0
  /// Mosaic pixels a tile is wide.
  private var tileSide = 0

  /// More than any window needs; a bound for absurd sizes.
  private static let limit = 1 << 24

  /// Empties the mosaic and lays it over the view with two pixels to spare.
  /// - Parameters:
  ///   - side: pixels a tile of the source is wide.
  /// - Returns: false when there is nothing to fill.
  mutating func reset(over viewport: MapViewport, zoom: Int, side: Int) -> Bool {
    let canvasPixels = viewport.worldSize / ImageryCanvas.dotsPerPixel
    tileSide = max(side, 1)
    let tilesAcross = Double(1 << zoom)
    while tileSide > 1, Double(tileSide) * tilesAcross >= 2 * canvasPixels { tileSide /= 2 }
    worldPixels = Double(tileSide) * tilesAcross

    let transform = viewport.transform
    let right = Double(viewport.columns) * MapViewport.dotsPerColumn
    let bottom = Double(viewport.rows) * MapViewport.dotsPerRow
    let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)].map {
      transform.worldPoint(x: $0.0, y: $0.1)
    }
    let xs = corners.map { $0.x * worldPixels }
    let ys = corners.map { min(max($0.y, 0), 1) * worldPixels }
    guard let minX = xs.min(), let maxX = xs.max(), let minY = ys.min(), let maxY = ys.max(),
      maxX - minX < Double(Self.limit)
    else { return false }
    left = Int(minX.rounded(.down)) - 2
    top = Int(minY.rounded(.down)) - 2
    width = Int(maxX.rounded(.up)) + 2 - left
    height = Int(maxY.rounded(.up)) + 2 - top
    guard width * height <= Self.limit else { return false }
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: repeatElement(0, count: width * height))
    return true
  }

  /// Lays an image into the place of a tile. `source` is the tile the image belongs to: the tile
  /// itself, or an ancestor of which the part under the tile is stretched. O(pixels covered).
  mutating func insert(_ image: RasterTile, source: TileID, at tile: VisibleTile) {
    guard let part = ImagePart(image, of: source, under: tile.id, across: tileSide) else { return }
    let (tileLeft, tileTop) = (tile.column * tileSide - left, tile.id.y * tileSide - top)
    let columns = max(tileLeft, 0)..<max(min(tileLeft + tileSide, width), max(tileLeft, 0))
    let rows = max(tileTop, 0)..<max(min(tileTop + tileSide, height), max(tileTop, 0))
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let stride = width
    part.withReader { reader in
      pixels.withUnsafeMutableBufferPointer { output in
        for row in rows {
          for column in columns {
            output[row * stride + column] =
              reader.pixel(column: column - tileLeft, row: row - tileTop)
          }
        }
      }
    }
  }

  /// Clears what lies outside the bounds of the source.
  mutating func clip(to bounds: GeographicBounds) {
    let north = WebMercator.project(Coordinate(latitude: bounds.north, longitude: 0)).y
    let south = WebMercator.project(Coordinate(latitude: bounds.south, longitude: 0)).y
    let west = (bounds.west + 180) / 360
    let breadth = bounds.width / 360
    let isOutside = (0..<width).map { column in
      let x = (Double(left + column) + 0.5) / worldPixels - west
      return x - x.rounded(.down) > breadth
    }
    let clipsColumns = isOutside.contains(true)
    for row in 0..<height {
      let y = (Double(top + row) + 0.5) / worldPixels
      if y < north || y > south {
        for column in 0..<width { pixels[row * width + column] = 0 }
      } else if clipsColumns {
        for column in 0..<width where isOutside[column] { pixels[row * width + column] = 0 }
      }
    }
  }
}

/// The part of an image that fills a tile of so many mosaic pixels.
private struct ImagePart {
  private let image: RasterTile
  private let originX: Double
  private let originY: Double
  /// Image pixels per mosaic pixel.
  private let scaleX: Double
  private let scaleY: Double

  init?(_ image: RasterTile, of source: TileID, under tile: TileID, across side: Int) {
    let depth = tile.z - source.z
    guard image.width > 0, image.height > 0, (0...TileID.maximumZoom).contains(depth),
      image.pixels.count >= image.width * image.height * 3,
      image.alpha.map({ $0.count >= image.width * image.height }) ?? true
    else { return nil }
    self.image = image
    let parts = Double(1 << depth)
    let mask = (1 << depth) - 1
    originX = Double(tile.x & mask) / parts * Double(image.width)
    originY = Double(tile.y & mask) / parts * Double(image.height)
    scaleX = Double(image.width) / parts / Double(side)
    scaleY = Double(image.height) / parts / Double(side)
  }

  /// Reads the mosaic pixels of the part.
  struct Reader {
    let part: ImagePart
    let bytes: UnsafeBufferPointer<UInt8>
    let alpha: UnsafeBufferPointer<UInt8>?
    let root: UnsafeBufferPointer<UInt8>
    let isWhole: Bool

    @inline(__always)
    func pixel(column: Int, row: Int) -> UInt32 {
      if isWhole { return premultiplied(at: row &* part.image.width &+ column) }
      return part.scaleX > 1 || part.scaleY > 1
        ? mean(column, row) : stretched(column, row)
    }

    @inline(__always)
    private func premultiplied(at place: Int) -> UInt32 {
      let index = place &* 3
      let color =
        UInt32(bytes[index]) << 16 | UInt32(bytes[index &+ 1]) << 8 | UInt32(bytes[index &+ 2])
      guard let alpha else { return 0xff00_0000 | color }
      return Packed.premultiplied(color, alpha: alpha[place])
    }

    /// The mean of the image pixels under a mosaic pixel, in light rather than in code values.
    private func mean(_ column: Int, _ row: Int) -> UInt32 {
      let x = part.range(part.originX, part.scaleX, column, part.image.width)
      let y = part.range(part.originY, part.scaleY, row, part.image.height)
      var (red, green, blue, opacity) = (0, 0, 0, 0)
      for line in y {
        for place in x {
          let place = line * part.image.width + place
          let weight = alpha.map { Int($0[place]) } ?? 255
          red += Light.of(bytes[place * 3]) * weight
          green += Light.of(bytes[place * 3 + 1]) * weight
          blue += Light.of(bytes[place * 3 + 2]) * weight
          opacity += weight
        }
      }
      guard opacity > 0 else { return 0 }
      let color =
        UInt32(root[red / opacity]) << 16 | UInt32(root[green / opacity]) << 8
        | UInt32(root[blue / opacity])
      return Packed.premultiplied(color, alpha: UInt8(opacity / (x.count * y.count)))
    }

    private func stretched(_ column: Int, _ row: Int) -> UInt32 {
      let x = part.position(part.originX, part.scaleX, column, part.image.width)
      let y = part.position(part.originY, part.scaleY, row, part.image.height)
      let upper = y.low * part.image.width
      let lower = y.high * part.image.width
      return Packed.bilinear(
        premultiplied(at: upper + x.low), premultiplied(at: upper + x.high),
        premultiplied(at: lower + x.low), premultiplied(at: lower + x.high), x.share, y.share)
    }
  }

  func withReader(_ body: (Reader) -> Void) {
    image.pixels.withUnsafeBufferPointer { bytes in
      Light.root.withUnsafeBufferPointer { root in
        let isWhole = scaleX == 1 && scaleY == 1
        guard let alpha = image.alpha else {
          return body(Reader(part: self, bytes: bytes, alpha: nil, root: root, isWhole: isWhole))
        }
        alpha.withUnsafeBufferPointer {
          body(Reader(part: self, bytes: bytes, alpha: $0, root: root, isWhole: isWhole))
        }
      }
    }
  }

  private func range(_ origin: Double, _ scale: Double, _ index: Int, _ count: Int) -> Range<Int> {
    let low = min(max(Int(origin + Double(index) * scale), 0), count - 1)
    let high = min(max(Int(origin + Double(index + 1) * scale), low + 1), count)
    return low..<high
  }

  private func position(
    _ origin: Double, _ scale: Double, _ index: Int, _ count: Int
  ) -> (low: Int, high: Int, share: UInt64) {
    // The centre of the first pixel is at one half.
    let place = min(max(origin + (Double(index) + 0.5) * scale - 0.5, 0), Double(count - 1))
    let low = Int(place)
    return (low, min(low + 1, count - 1), UInt64((place - Double(low)) * 256))
  }
}
