import Cartography
import Geodesy
import Preferences
import Tiles
import ViewModel

/// What a file of tiles tells of itself, for people and as JSON. Texts are as they came, but for
/// people cut to what is read: a file may call itself anything, at any length.
enum TileInformationText {
  typealias Detail = TileSourceSummary.Detail

  /// Scalars of a name of a layer, and of what is told of a thing.
  static let longestLabel = 40
  static let longestText = 240

  static func summary(_ information: TileArchiveInformation) -> TileSourceSummary {
    TileSourceSummary(
      coverage: "\(information.format.kind.rawValue) z\(zooms(information))",
      name: cut(information.metadata.name, longestText),
      attribution: AttributionText.plain(information.metadata.attribution),
      details: details(information), layers: layers(information))
  }

  /// What there is to tell but for the attribution, in order; what the file does not say is left out.
  static func details(_ information: TileArchiveInformation) -> [Detail] {
    let metadata = information.metadata
    var details: [Detail] = []
    func add(_ label: String, _ text: String?) {
      if let text, !text.isEmpty { details.append(Detail(label, cut(text, longestText))) }
    }
    add("name", metadata.name)
    add("description", metadata.summary)
    add("version", metadata.version)
    let compression =
      information.compression == .none || information.compression == .unknown
      ? "" : ", \(information.compression)"
    add("format", "\(information.container.rawValue), \(information.format.name)\(compression)")
    add("kind", information.format.kind.rawValue)
    add("zooms", zooms(information))
    add("pixels", information.tilePixels.map { "\($0) a tile's side" })
    if let bounds = information.bounds {
      add(
        "bounds",
        "\(degrees(bounds.south)), \(degrees(bounds.west)) to "
          + "\(degrees(bounds.north)), \(degrees(bounds.east))")
    }
    if let center = center(information) {
      let zoom = center.zoom.map { ", z\($0)" } ?? ""
      add("centre", CoordinateFormat.decimal(center.coordinate, decimals: 4) + zoom)
    }
    add("tiles", information.tileCount.map { FixedPoint.grouped(Double($0)) })
    add("size", "\(FixedPoint.grouped(Double(information.fileSize))) bytes")
    add("languages", metadata.languages.joined(separator: " "))
    return details
  }

  static func layers(_ information: TileArchiveInformation) -> [Detail] {
    information.metadata.layers.map { layer in
      let zooms = zooms(of: layer, information)
      let fields = layer.fields.keys.sorted().joined(separator: " ")
      let text = "z\(range(zooms.first, zooms.last))" + (fields.isEmpty ? "" : "  \(fields)")
      return Detail(cut(layer.name, longestLabel), cut(text, longestText))
    }
  }

  /// The text, or its beginning and an ellipsis, at most so many scalars.
  private static func cut(_ text: String, _ limit: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.dropFirst(limit).first != nil else { return text }
    return String(scalars.prefix(limit - 1)) + "…"
  }

  /// A layer may say nothing, and is then in all tiles of its file.
  private static func zooms(
    of layer: TileMetadata.Layer, _ information: TileArchiveInformation
  ) -> (first: Int, last: Int) {
    (
      max(layer.minimumZoom, information.minimumZoom),
      min(layer.maximumZoom, information.maximumZoom)
    )
  }

  /// One object and a line feed. Names and their order are part of the interface; what is not known
  /// is null.
  static func json(_ information: TileArchiveInformation) -> String {
    let metadata = information.metadata
    let layers = metadata.layers.map { layer -> PropertyListValue in
      let zooms = zooms(of: layer, information)
      return [
        "name": .string(layer.name), "minzoom": .integer(Int64(zooms.first)),
        "maxzoom": .integer(Int64(zooms.last)),
        "fields": .dictionary(layer.fields.mapValues { .string($0) }),
      ]
    }
    let box = information.bounds
    return PropertyListJSON.object([
      ("file", .string(information.path)),
      ("container", .string(information.container.rawValue)),
      ("kind", .string(information.format.kind.rawValue)),
      ("format", .string(information.format.name.lowercased())),
      ("minzoom", .integer(Int64(information.minimumZoom))),
      ("maxzoom", .integer(Int64(information.maximumZoom))),
      ("bounds", box.map { .array([$0.west, $0.south, $0.east, $0.north].map { .real($0) }) }),
      ("center", center(information).map(json)),
      ("tiles", information.tileCount.map { .integer(Int64($0)) }),
      ("bytes", .integer(Int64(information.fileSize))),
      ("pixels", information.tilePixels.map { .integer(Int64($0)) }),
      ("name", .string(metadata.name)),
      ("description", .string(metadata.summary)),
      ("version", .string(metadata.version)),
      ("attribution", .string(metadata.attribution)),
      ("languages", .array(metadata.languages.map { .string($0) })),
      ("layers", .array(layers)),
    ])
  }

  /// Longitude, latitude and perhaps zoom, as TileJSON has it.
  private static func json(_ center: (coordinate: Coordinate, zoom: Int?)) -> PropertyListValue {
    let place = [center.coordinate.longitude, center.coordinate.latitude]
    return .array(
      place.map { .real($0) } + (center.zoom.map { [.integer(Int64($0))] } ?? []))
  }

  /// Where the file would be opened; when it does not say, the middle of what it covers.
  private static func center(
    _ information: TileArchiveInformation
  ) -> (coordinate: Coordinate, zoom: Int?)? {
    if let center = information.center { return (center.coordinate, center.zoom) }
    return information.bounds.map { ($0.center, nil) }
  }

  private static func zooms(_ information: TileArchiveInformation) -> String {
    range(information.minimumZoom, information.maximumZoom)
  }

  private static func range(_ low: Int, _ high: Int) -> String {
    low >= high ? "\(low)" : "\(low)–\(high)"
  }

  private static func degrees(_ value: Double) -> String { FixedPoint.string(value, decimals: 4) }
}
