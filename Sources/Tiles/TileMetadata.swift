/// What a source says of itself in JSON (TileJSON 3.0 names). All of it is text from outside.
public struct TileMetadata: Equatable, Sendable {
  /// A layer that vector tiles of the source may have.
  public struct Layer: Equatable, Sendable {
    public var name: String
    /// 0 when the source does not say.
    public var minimumZoom: Int
    /// `TileID.maximumZoom` when the source does not say.
    public var maximumZoom: Int
  }

  /// The JSON as it came.
  public var text: String
  public var name: String
  public var attribution: String
  public var layers: [Layer]

  /// Text that is not JSON is kept, and nothing is known of the source then.
  public init(text: String) {
    self.text = text
    let json = JSONValue(text.utf8)
    name = json?["name"]?.string ?? ""
    attribution = json?["attribution"]?.string ?? ""
    layers = (json.flatMap(Self.layers) ?? []).compactMap(Layer.init)
  }

  /// Archives made from MBTiles have the list in a text of JSON within the JSON.
  private static func layers(_ json: JSONValue) -> [JSONValue]? {
    if let layers = json["vector_layers"]?.array { return layers }
    return json["json"]?.string.flatMap { JSONValue($0.utf8) }?["vector_layers"]?.array
  }
}

extension TileMetadata.Layer {
  fileprivate init?(_ json: JSONValue) {
    guard let name = json["id"]?.string else { return nil }
    func zoom(_ key: String) -> Int? { json[key]?.number.flatMap(Int.init(exactly:)) }
    self.init(
      name: name, minimumZoom: zoom("minzoom") ?? 0,
      maximumZoom: zoom("maxzoom") ?? TileID.maximumZoom)
  }
}
