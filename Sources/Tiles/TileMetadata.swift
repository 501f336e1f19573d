import Geodesy

/// What a source says of itself (TileJSON 3.0 names, or the metadata table of MBTiles). All of it is
/// text from outside, and empty where the source does not say.
public struct TileMetadata: Equatable, Sendable {
  /// A layer that vector tiles of the source may have.
  public struct Layer: Equatable, Sendable {
    public var name: String
    /// 0 when the source does not say.
    public var minimumZoom: Int
    /// `TileID.maximumZoom` when the source does not say.
    public var maximumZoom: Int
    /// The keys its features may have, and what is said of each: a type or a description.
    public var fields: [String: String] = [:]
  }

  /// A view to begin with.
  public struct Center: Equatable, Sendable {
    public var coordinate: Coordinate
    /// nil when the source does not say.
    public var zoom: Int?
  }

  /// The JSON as it came; of MBTiles what stands under "json".
  public var text: String
  public var name: String
  public var summary: String
  public var attribution: String
  public var version: String
  /// "baselayer" or "overlay".
  public var type: String
  public var center: Center?
  public var layers: [Layer]

  /// Text that is not JSON is kept, and nothing is known of the source then.
  public init(text: String) {
    self.text = text
    let json = JSONValue(text.utf8)
    func value(_ key: String) -> String { json?[key]?.text ?? "" }
    name = value("name")
    summary = value("description")
    attribution = value("attribution")
    version = value("version")
    type = value("type")
    let numbers = json?["center"]?.array?.compactMap(\.number)
    center = numbers.map(Center.init) ?? Center(metadata: value("center"))
    layers = (json.flatMap(Self.layers) ?? []).compactMap(Layer.init)
  }

  /// The metadata table of MBTiles.
  init(rows: [String: String]) {
    self.init(text: rows["json"] ?? "")
    func value(_ key: String, _ other: String) -> String { rows[key] ?? other }
    name = value("name", name)
    summary = value("description", summary)
    attribution = value("attribution", attribution)
    version = value("version", version)
    type = value("type", type)
    center = rows["center"].flatMap(Center.init(metadata:)) ?? center
  }

  /// The languages that names come in, by the fields of the layers ("name:de", "name_de"): tags like
  /// "de" or "zh-Hans", sorted.
  public var languages: [String] {
    var languages: Set<String> = []
    for layer in layers {
      for field in layer.fields.keys where field.hasPrefix("name:") || field.hasPrefix("name_") {
        let language = field.dropFirst(5)
        if Self.isLanguage(language) { languages.insert(String(language)) }
      }
    }
    return languages.sorted()
  }

  /// Two or three letters, and perhaps more behind a hyphen: not "latin", nor "int", by which
  /// OpenMapTiles means an international name.
  private static func isLanguage(_ text: Substring) -> Bool {
    let language = text.prefix { $0 != "-" && $0 != "_" }
    return 2...3 ~= language.count && language != "int"
      && language.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  /// Archives made from MBTiles have the list in a text of JSON within the JSON.
  private static func layers(_ json: JSONValue) -> [JSONValue]? {
    if let layers = json["vector_layers"]?.array { return layers }
    return json["json"]?.string.flatMap { JSONValue($0.utf8) }?["vector_layers"]?.array
  }
}

extension TileMetadata.Center {
  /// nil when the coordinate is not on Earth.
  init?(coordinate: Coordinate, zoom: Double?) {
    guard coordinate.latitude.magnitude <= 90, coordinate.longitude.magnitude <= 180 else {
      return nil
    }
    self.coordinate = coordinate
    self.zoom = zoom.flatMap { 0...Double(TileID.maximumZoom) ~= $0 ? Int($0) : nil }
  }

  /// Longitude, latitude and perhaps zoom.
  fileprivate init?(_ numbers: [Double]) {
    guard numbers.count >= 2 else { return nil }
    self.init(
      coordinate: Coordinate(latitude: numbers[1], longitude: numbers[0]),
      zoom: numbers.count > 2 ? numbers[2] : nil)
  }

  /// The same as text with commas.
  fileprivate init?(metadata text: String) {
    self.init(text.split(separator: ",", maxSplits: 3).compactMap { Double(trimming: $0) })
  }
}

extension TileMetadata.Layer {
  fileprivate init?(_ json: JSONValue) {
    guard let name = json["id"]?.string else { return nil }
    func zoom(_ key: String) -> Int? { json[key]?.number.flatMap(Int.init(exactly:)) }
    self.init(
      name: name, minimumZoom: zoom("minzoom") ?? 0,
      maximumZoom: zoom("maxzoom") ?? TileID.maximumZoom,
      fields: (json["fields"]?.object ?? [:]).mapValues { $0.text ?? "" })
  }
}
