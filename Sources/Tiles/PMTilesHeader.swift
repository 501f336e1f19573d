import Geodesy

/// The fixed 127 bytes that start a PMTiles v3 archive.
///
/// Format: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
public struct PMTilesHeader: Equatable, Sendable {
  /// A part of the file.
  public struct Section: Equatable, Sendable {
    /// Bytes from the start of the file.
    public var offset: UInt64
    /// Bytes.
    public var length: UInt64
  }

  public static let size = 127

  public var root: Section
  public var metadata: Section
  public var leaves: Section
  public var tiles: Section
  /// How many tile addresses have a tile; 0 when the writer did not say.
  public var addressedTiles: UInt64
  public var internalCompression: TileCompression
  public var tileCompression: TileCompression
  public var format: TileFormat
  public var minimumZoom: Int
  public var maximumZoom: Int
  /// Where the archive's maker would have it opened; nil when that is not on Earth, or left at zero.
  public var center: TileMetadata.Center? {
    guard middleZoom > 0 || middle.latitude != 0 || middle.longitude != 0 else { return nil }
    return TileMetadata.Center(coordinate: middle, zoom: Double(middleZoom))
  }
  /// What the archive says it covers; nil when that is not a rectangle on Earth.
  public var bounds: GeographicBounds? {
    guard southWest.latitude < northEast.latitude, southWest.longitude != northEast.longitude
    else { return nil }
    return GeographicBounds(
      south: southWest.latitude, west: southWest.longitude, north: northEast.latitude,
      east: northEast.longitude)
  }

  var southWest: Coordinate
  var northEast: Coordinate
  private var middle: Coordinate
  private var middleZoom: Int

  /// Reads the header and checks that its sections lie within the file.
  /// - Parameter fileSize: bytes.
  init(_ bytes: UnsafeRawBufferPointer, fileSize: UInt64) throws(TileDamage) {
    guard bytes.count >= 8, bytes.prefix(7).elementsEqual("PMTiles".utf8) else {
      throw TileDamage("is not a PMTiles archive")
    }
    guard bytes[7] == 3 else {
      throw TileDamage("is a PMTiles archive of another version than 3", kind: .unsupported)
    }
    guard bytes.count >= Self.size else { throw TileDamage("ends in its header") }
    func section(at offset: Int) throws(TileDamage) -> Section {
      let section = Section(
        offset: Self.integer(bytes, offset), length: Self.integer(bytes, offset + 8))
      guard section.offset <= fileSize, section.length <= fileSize - section.offset else {
        throw TileDamage("is shorter than its header says")
      }
      return section
    }
    root = try section(at: 8)
    metadata = try section(at: 24)
    leaves = try section(at: 40)
    tiles = try section(at: 56)
    addressedTiles = Self.integer(bytes, 72)
    guard let internalCompression = TileCompression(rawValue: bytes[97]),
      let tileCompression = TileCompression(rawValue: bytes[98])
    else { throw TileDamage("has a compression of no known kind", kind: .unsupported) }
    self.internalCompression = internalCompression
    self.tileCompression = tileCompression
    format = TileFormat(rawValue: bytes[99]) ?? .unknown
    minimumZoom = Int(bytes[100])
    maximumZoom = Int(bytes[101])
    guard minimumZoom <= maximumZoom, maximumZoom <= TileID.maximumZoom else {
      throw TileDamage("has an impossible range of zooms")
    }
    southWest = Self.coordinate(bytes, 102)
    northEast = Self.coordinate(bytes, 110)
    middleZoom = Int(bytes[118])
    middle = Self.coordinate(bytes, 119)
  }

  private static func integer(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Longitude and latitude in units of 1e-7 degrees.
  private static func coordinate(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Coordinate {
    func degrees(_ offset: Int) -> Double {
      Double(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))) / 1e7
    }
    return Coordinate(latitude: degrees(offset + 4), longitude: degrees(offset))
  }
}
