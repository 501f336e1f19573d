import Geodesy

/// What an MBTiles file says of itself, completed by a look at its tiles.
struct MBTilesOutline: Sendable {
  var metadata: TileMetadata
  var format: TileFormat
  var compression: TileCompression
  var minimumZoom: Int
  var maximumZoom: Int
  var bounds: GeographicBounds?
  /// Pixels on each side of the tile looked at, if it is an image.
  var tilePixels: Int?

  /// Rows of metadata that are read.
  private static let maximumRows = 1000
  /// Bytes of metadata after which no more is read.
  private static let maximumBytes = 4 << 20

  /// - Throws: `.damaged` when the file has no tiles and does not say what they would be, or an
  ///   impossible range of zooms.
  init(_ reader: MBTilesReader) throws(TileError) {
    let rows = Self.rows(reader.connection)
    metadata = TileMetadata(rows: rows)
    bounds = rows["bounds"].flatMap(GeographicBounds.init(metadata:))
    let told = rows["format"].flatMap(TileFormat.init(metadata:))
    (format, compression, tilePixels) = (told ?? .unknown, .none, nil)
    // What the tiles are counts more than what is said of them.
    let seen = try reader.withAnyTile { (bytes) throws(TileDamage) in
      let format = ContentSniffer.format(of: bytes)
      return (
        format, format == .mvt ? ContentSniffer.compression(of: bytes) : .none,
        RasterTile.size(ofImage: bytes)?.width
      )
    }
    if let seen {
      if seen.0 != .unknown { format = seen.0 }
      (compression, tilePixels) = (seen.1, seen.2)
    } else if told == nil {
      throw TileError(.damaged, file: reader.connection.path, reason: "has no tiles")
    }
    func zoom(_ name: String, _ order: String) throws(TileError) -> Int? {
      if let zoom = rows[name].flatMap({ Int($0) }), 0...TileID.maximumZoom ~= zoom { return zoom }
      return try reader.zoom(order)
    }
    minimumZoom = try zoom("minzoom", "ASC") ?? 0
    maximumZoom = try zoom("maxzoom", "DESC") ?? minimumZoom
    guard minimumZoom <= maximumZoom else {
      throw TileError(
        .damaged, file: reader.connection.path, reason: "has an impossible range of zooms")
    }
  }

  /// The metadata; empty when there is none that can be read, which the tiles do not need.
  private static func rows(_ connection: SQLiteConnection) -> [String: String] {
    var rows: [String: String] = [:]
    do throws(TileError) {
      let statement = try connection.prepare(
        "SELECT name, value FROM metadata LIMIT \(maximumRows)")
      var bytes = 0
      while bytes < maximumBytes, try statement.step() {
        let (name, value) = (statement.text(0), statement.text(1))
        bytes += name.utf8.count + value.utf8.count
        rows[name] = value
      }
    } catch {
      return rows
    }
    return rows
  }
}

extension GeographicBounds {
  /// Reads "west,south,east,north" in degrees. Longitudes may go on beyond the antimeridian.
  init?(metadata text: String) {
    let numbers = text.split(separator: ",", maxSplits: 4).compactMap { Double(trimming: $0) }
    guard numbers.count == 4, numbers.allSatisfy({ $0.isFinite && $0.magnitude <= 720 }) else {
      return nil
    }
    let (west, east) = (numbers[0], numbers[2])
    guard west != east, numbers[1] < numbers[3] else { return nil }
    let isWhole = east - west >= 360
    self.init(
      south: max(numbers[1], -90), west: isWhole ? -180 : Self.longitude(west),
      north: min(numbers[3], 90), east: isWhole ? 180 : Self.longitude(east))
  }

  /// Within ±180, and those as they are.
  private static func longitude(_ degrees: Double) -> Double {
    degrees.magnitude <= 180 ? degrees : Coordinate.wrappedLongitude(degrees)
  }
}

extension Double {
  /// Reads a number with spaces around it.
  init?(trimming text: Substring) {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    self.init(text)
  }
}
