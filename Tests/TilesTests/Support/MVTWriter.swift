/// Writes the wire format of Protocol Buffers, wrong bytes included, independently of the reader.
struct WireWriter {
  var bytes: [UInt8] = []

  static func varint(_ value: UInt64) -> [UInt8] {
    var rest = value
    var result: [UInt8] = []
    while rest >= 128 {
      result.append(UInt8(rest % 128) + 128)
      rest /= 128
    }
    return result + [UInt8(rest)]
  }

  mutating func number(_ field: UInt64, _ value: UInt64) {
    bytes += Self.varint(field * 8) + Self.varint(value)
  }

  mutating func message(_ field: UInt64, _ content: [UInt8]) {
    bytes += Self.varint(field * 8 + 2) + Self.varint(UInt64(content.count)) + content
  }

  mutating func packed(_ field: UInt64, _ values: [UInt32]) {
    message(field, values.flatMap { Self.varint(UInt64($0)) })
  }
}

/// A layer of a vector tile to be written.
struct LayerWriter {
  var name: String? = "layer"
  var version: UInt64? = 2
  var extent: UInt64? = 4096
  var keys: [String] = []
  var values: [[UInt8]] = []
  var features: [[UInt8]] = []

  static func feature(
    id: UInt64 = 0, tags: [UInt32] = [], type: UInt64, geometry: [UInt32]
  ) -> [UInt8] {
    var writer = WireWriter()
    writer.number(1, id)
    if !tags.isEmpty { writer.packed(2, tags) }
    writer.number(3, type)
    writer.packed(4, geometry)
    return writer.bytes
  }

  static func value(string: String) -> [UInt8] {
    var writer = WireWriter()
    writer.message(1, Array(string.utf8))
    return writer.bytes
  }

  static func value(field: UInt64, number: UInt64) -> [UInt8] {
    var writer = WireWriter()
    writer.number(field, number)
    return writer.bytes
  }

  static func value(float: Float) -> [UInt8] {
    [2 * 8 + 5] + withUnsafeBytes(of: float.bitPattern.littleEndian, Array.init)
  }

  static func value(double: Double) -> [UInt8] {
    [3 * 8 + 1] + withUnsafeBytes(of: double.bitPattern.littleEndian, Array.init)
  }

  /// The layer's message. As some writers do, the features come before what they refer to.
  var message: [UInt8] {
    var writer = WireWriter()
    if let version { writer.number(15, version) }
    if let name { writer.message(1, Array(name.utf8)) }
    for feature in features { writer.message(2, feature) }
    for key in keys { writer.message(3, Array(key.utf8)) }
    for value in values { writer.message(4, value) }
    if let extent { writer.number(5, extent) }
    return writer.bytes
  }

  static func tile(_ layers: [LayerWriter]) -> [UInt8] {
    var writer = WireWriter()
    for layer in layers { writer.message(3, layer.message) }
    return writer.bytes
  }
}

/// The geometries of the specification's examples (4.3.5).
enum ExampleGeometry {
  static let point: [UInt32] = [9, 50, 34]
  static let multipoint: [UInt32] = [17, 10, 14, 3, 9]
  static let line: [UInt32] = [9, 4, 4, 18, 0, 16, 16, 0]
  static let multiline: [UInt32] = [9, 4, 4, 18, 0, 16, 16, 0, 9, 17, 17, 10, 4, 8]
  static let polygon: [UInt32] = [9, 6, 12, 18, 10, 12, 24, 44, 15]
  static let multipolygon: [UInt32] = [
    9, 0, 0, 26, 20, 0, 0, 20, 19, 0, 15, 9, 22, 2, 26, 18, 0, 0, 18, 17, 0, 15, 9, 4, 13, 26, 0, 8,
    8, 0, 0, 7, 15,
  ]
}

extension LayerWriter {
  /// A layer that has a bit of everything.
  static var example: LayerWriter {
    LayerWriter(
      name: "example", keys: ["name", "rank", "height", "capital"],
      values: [
        value(string: "Åland"), value(field: 4, number: 7), value(double: 2.5),
        value(field: 7, number: 1),
      ],
      features: [
        feature(id: 1, tags: [0, 0, 1, 1], type: 1, geometry: ExampleGeometry.multipoint),
        feature(id: 2, tags: [2, 2], type: 2, geometry: ExampleGeometry.multiline),
        feature(id: 3, tags: [3, 3], type: 3, geometry: ExampleGeometry.multipolygon),
      ])
  }
}
