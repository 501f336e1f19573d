import CellGrid
import Tiles

/// Reads styles from their files: JSON, one for each theme, described in CONTRIBUTING.md.
///
/// A file may name another in `extends`, and then holds only what differs. Everything a style has
/// must be said, and nothing else: a misspelt key is an error, not a default.
public struct MapStyleFile: Sendable {
  /// The bytes of the file of a theme's name; nil when there is none.
  private let read: @Sendable (_ theme: String) -> [UInt8]?

  /// So many themes may extend one another.
  private static let maximumDepth = 4

  public init(read: @escaping @Sendable (_ theme: String) -> [UInt8]?) { self.read = read }

  public func style(_ theme: String) throws(MapStyleError) -> MapStyle {
    var json = try file(theme)
    var base = json["extends"]
    for _ in 0..<Self.maximumDepth {
      guard let name = base?.string else { break }
      let below = try file(name)
      base = below["extends"]
      json = Self.merged(json, over: below)
    }
    guard case .object(var members) = json else {
      throw MapStyleError(file: Self.name(theme), key: "", reason: "is not an object")
    }
    members["extends"] = nil
    return try MapStyle(StyleObject(file: Self.name(theme), path: "", members: members))
  }

  private static func name(_ theme: String) -> String { "\(theme).json" }

  private func file(_ theme: String) throws(MapStyleError) -> JSONValue {
    guard let bytes = read(theme) else {
      throw MapStyleError(file: Self.name(theme), key: "", reason: "can not be read")
    }
    guard let json = JSONValue(bytes) else {
      throw MapStyleError(file: Self.name(theme), key: "", reason: "is not JSON")
    }
    return json
  }

  /// The members of objects together, whatever their depth; else the upper value.
  private static func merged(_ upper: JSONValue, over lower: JSONValue) -> JSONValue {
    guard case .object(let above) = upper, case .object(let below) = lower else { return upper }
    return .object(below.merging(above) { merged($1, over: $0) })
  }
}

/// An object in a style file. Every member that is looked at counts as known; `finish` refuses others.
struct StyleObject {
  let file: String
  let path: String
  let members: [String: JSONValue]
  private var known: Set<String> = []

  init(file: String, path: String, members: [String: JSONValue]) {
    self.file = file
    self.path = path
    self.members = members
  }

  func error(_ key: String, _ reason: String) -> MapStyleError {
    MapStyleError(file: file, key: path.isEmpty ? key : "\(path).\(key)", reason: reason)
  }

  func finish() throws(MapStyleError) {
    if let key = members.keys.filter({ !known.contains($0) }).min() {
      throw error(key, "is not known")
    }
  }

  private mutating func optional(_ key: String) -> JSONValue? {
    known.insert(key)
    return members[key]
  }

  mutating func has(_ key: String) -> Bool { optional(key) != nil }

  private mutating func value(_ key: String) throws(MapStyleError) -> JSONValue {
    guard let value = optional(key) else { throw error(key, "is missing") }
    return value
  }

  mutating func object(_ key: String) throws(MapStyleError) -> StyleObject {
    guard case .object(let members) = try value(key) else { throw error(key, "is not an object") }
    return StyleObject(file: file, path: path.isEmpty ? key : "\(path).\(key)", members: members)
  }

  /// An object for each case of a class, in their order.
  mutating func table<Class: CaseIterable, Entry>(
    _ key: String, of classes: Class.Type,
    _ entry: (inout StyleObject) throws(MapStyleError) -> Entry
  ) throws(MapStyleError) -> [Entry] {
    var table = try object(key)
    var entries: [Entry] = []
    for name in Class.allCases {
      var object = try table.object("\(name)")
      entries.append(try entry(&object))
      try object.finish()
    }
    try table.finish()
    return entries
  }

  mutating func number(
    _ key: String, _ range: ClosedRange<Double>, default fallback: Double? = nil
  ) throws(MapStyleError) -> Double {
    if let fallback, !has(key) { return fallback }
    guard let number = try value(key).number, range.contains(number) else {
      throw error(key, "is not a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  mutating func flag(_ key: String) throws(MapStyleError) -> Bool {
    guard let value = optional(key) else { return false }
    guard case .boolean(let flag) = value else { throw error(key, "is not true or false") }
    return flag
  }

  mutating func text(_ key: String, default fallback: String? = nil) throws(MapStyleError) -> String
  {
    if let fallback, !has(key) { return fallback }
    guard let text = try value(key).string else { throw error(key, "is not a text") }
    return text
  }

  /// `#rrggbb`.
  mutating func color(_ key: String, default fallback: Color? = nil) throws(MapStyleError) -> Color
  {
    if let fallback, !has(key) { return fallback }
    guard let text = try value(key).string, text.utf8.count == 7, text.hasPrefix("#"),
      let number = UInt32(text.dropFirst(), radix: 16)
    else { throw error(key, "is not a colour like #22302b") }
    return Color(number)
  }

  /// A number of the range for all zooms, or stops `[zoom, value]` in order of zoom.
  mutating func ramp(
    _ key: String, _ range: ClosedRange<Double>, default fallback: Double
  ) throws(MapStyleError) -> ZoomRamp {
    guard let value = optional(key) else { return .constant(fallback) }
    if let number = value.number, range.contains(number) { return .constant(number) }
    let stops = value.array?.compactMap { stop -> ZoomRamp.Stop? in
      guard let pair = stop.array, pair.count == 2, let zoom = pair[0].number,
        let value = pair[1].number, (-10...24).contains(zoom), range.contains(value)
      else { return nil }
      return ZoomRamp.Stop(zoom, value)
    }
    guard let stops, !stops.isEmpty, stops.count == value.array?.count,
      zip(stops, stops.dropFirst()).allSatisfy({ $0.zoom < $1.zoom })
    else {
      throw error(
        key,
        "is neither a number from \(range.lowerBound) to \(range.upperBound) nor a list of [zoom, number] in order of zoom"
      )
    }
    return ZoomRamp(stops)
  }

  /// Two whole numbers from 1 on, as `[on, off]`.
  mutating func dash(_ key: String) throws(MapStyleError) -> Dash? {
    guard let value = optional(key) else { return nil }
    if value == .null { return nil }
    let numbers = value.array?.compactMap { $0.number.flatMap(Int.init(exactly:)) } ?? []
    guard numbers.count == 2, value.array?.count == 2, numbers.allSatisfy({ (1...64).contains($0) })
    else { throw error(key, "is not a pair of dots on and off") }
    return Dash(on: numbers[0], off: numbers[1])
  }

  /// One character of one column.
  mutating func glyph(
    _ key: String, default fallback: Unicode.Scalar? = nil
  ) throws(MapStyleError) -> Unicode.Scalar {
    if let fallback, !has(key) { return fallback }
    let text = try text(key)
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1,
      SafeText(text).columns == 1
    else { throw error(key, "is not one character of one column") }
    return scalar
  }
}
