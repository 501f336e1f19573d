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

  /// The style of a theme in the colours that so many show. All of the file is checked, whatever the
  /// depth.
  public func style(
    _ theme: String, depth: ColorDepth = .trueColor
  ) throws(MapStyleError) -> MapStyle {
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
    return try MapStyle(
      StyleObject(file: Self.name(theme), path: "", depth: depth, members: members))
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
  /// Which of a colour's forms is read.
  private let depth: ColorDepth
  let members: [String: JSONValue]
  private var known: Set<String> = []

  init(file: String, path: String, depth: ColorDepth, members: [String: JSONValue]) {
    self.file = file
    self.path = path
    self.depth = depth
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
    return StyleObject(
      file: file, path: path.isEmpty ? key : "\(path).\(key)", depth: depth, members: members)
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

  /// `#rrggbb`, or a list of that and the entries that stand for it in the palettes of 256 and of 16
  /// colours, each null for the nearest. Of 256 the first 16 are refused: users redefine them.
  mutating func color(_ key: String, default fallback: Color? = nil) throws(MapStyleError) -> Color
  {
    if let fallback, !has(key) { return fallback }
    let value = try value(key)
    guard let list = value.array else {
      guard let color = Self.color(value) else { throw error(key, "is not a colour like #22302b") }
      return color
    }
    guard list.count == 3, let color = Self.color(list[0]),
      Self.isEntry(list[1], 16...255), Self.isEntry(list[2], 0...15)
    else {
      throw error(key, "is not [colour, 16 to 255 or null, 0 to 15 or null]")
    }
    // A colour of a palette is its own nearest there, so the grid keeps 24 bits at every depth.
    let entry = depth == .indexed256 ? list[1] : depth == .ansi16 ? list[2] : .null
    return entry.number.map { Palette.rgb(index: UInt8($0)) } ?? color
  }

  private static func color(_ value: JSONValue) -> Color? {
    guard let text = value.string, text.utf8.count == 7, text.hasPrefix("#") else { return nil }
    let digits = text.dropFirst()
    // A number may have a sign.
    guard digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt32(digits, radix: 16).map(Color.init)
  }

  private static func isEntry(_ value: JSONValue, _ range: ClosedRange<Int>) -> Bool {
    value == .null || value.number.flatMap(Int.init(exactly:)).map(range.contains) == true
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
