import CellGrid
import Geodesy
import Positioning
import Preferences

/// The preferences of the settings screen as the program uses them.
public struct Settings: Equatable, Sendable {
  /// What stands for the theme: `auto`, or the name of one.
  public static let themeNames = ["auto"] + Theme.allCases.map(\.rawValue)

  public var units: UnitSystem = .metric
  public var notation: CoordinateNotation = .decimal
  /// `none` also for a text that names no source.
  public var positionSource: PositionSource = .none
  /// At most so many colours; nil is as many as the terminal has.
  public var colorDepth: ColorDepth?
  /// nil is as light or dark as the terminal, where that is known, else dark.
  public var theme: Theme?
  /// nil is what the locale allows.
  public var charset: Charset?
  /// Times as many names as usual, 0…4.
  public var labelDensity = 1.0
  /// The language of names on the map, an ISO 639 code; nil is the system's.
  public var labelLanguage: String?
  public var showsScaleBar = true
  /// Whether meridians and parallels are drawn.
  public var showsGraticule = false
  /// Metres; nearer than this is there. 0 is off.
  public var arrivalRadius = 25.0
  public var usesMouse = true
  /// Paths of files of tiles as they are stored, the most wanted first.
  public var tileSources: [String] = []

  public init() {}

  /// What effective preferences mean; values without meaning are left out.
  public init(preferences: [String: PropertyListValue], schema: SettingsSchema) {
    var reader = SettingsReader(values: preferences, schema: schema)
    self = reader.settings()
  }

  /// Why a value stored for a key will not be used; nil when it will, and for keys that are no
  /// setting of this program.
  public static func problem(
    of value: PropertyListValue, forKey key: String, schema: SettingsSchema,
    homeFolder: String? = nil
  ) -> String? {
    // The program itself is asked, in a window nobody sees.
    var state = State(columns: 1, rows: 1)
    state.settingsSchema = schema
    state.homeFolder = homeFolder
    _ = update(&state, .preferences([key: value]), time: 0)
    if let notice = state.notice { return notice.text }
    guard let row = schema.row(forKey: key), row.meaning(of: value) == .unusable else {
      return nil
    }
    return "\(key) takes no such value: its default counts"
  }
}

/// Makes settings of effective preferences: the one place where stored values get their meaning.
///
/// A value of a wrong type counts as the default of its row; one that means nothing is a fault, and
/// the setting is as if nothing were stored.
struct SettingsReader {
  let values: [String: PropertyListValue]
  let schema: SettingsSchema
  /// Why values can not be used, by key.
  private(set) var faults: [String: String] = [:]

  init(values: [String: PropertyListValue], schema: SettingsSchema) {
    self.values = values
    self.schema = schema
  }

  /// The value of a key as its row takes it; without a row as it is stored.
  func value(_ key: String) -> PropertyListValue? {
    guard let row = schema.row(forKey: key) else { return values[key] }
    switch row.meaning(of: values[key]) {
    case .value(let value), .foreign(let value): return value
    case .unusable: return row.defaultValue
    }
  }

  mutating func settings() -> Settings {
    var settings = Settings()
    read(PreferenceKey.units, "there are no such units") {
      UnitSystem(rawValue: $0).map { settings.units = $0 }
    }
    read(PreferenceKey.coordinateNotation, "there is no such notation") {
      CoordinateNotation(rawValue: $0).map { settings.notation = $0 }
    }
    read(PreferenceKey.theme, "there is no such theme") { text in
      if text == "auto" { return () }
      return Theme(rawValue: text).map { settings.theme = $0 }
    }
    read(PreferenceKey.colorDepth, "there is no such colour depth") {
      Self.colorDepths[$0].map { settings.colorDepth = $0 }
    }
    read(PreferenceKey.charset, "there are no such characters") { text in
      if text == "auto" { return () }
      return Charset(rawValue: text).map { settings.charset = $0 }
    }
    read(PreferenceKey.labelLanguage, "this is no language") { text in
      if text == "auto" { return () }
      // Any code may be stored: a map may have languages that the list does not offer.
      guard text.utf8.count <= 8, text.utf8.allSatisfy({ $0 < 0x80 && $0 > 0x20 }) else {
        return nil
      }
      settings.labelLanguage = text
      return
    }
    readPositionSource(into: &settings)
    if let density = number(PreferenceKey.labelDensity) {
      settings.labelDensity = min(max(density, 0), 4)
    }
    if let radius = number(PreferenceKey.arrivalRadius) {
      if radius >= 0 {
        settings.arrivalRadius = radius
      } else {
        faults[PreferenceKey.arrivalRadius] = "a radius is not below 0"
      }
    }
    settings.showsScaleBar = value(PreferenceKey.scaleBar)?.boolValue ?? true
    settings.showsGraticule = value(PreferenceKey.graticule)?.boolValue ?? false
    settings.usesMouse = value(PreferenceKey.mouse)?.boolValue ?? true
    readTileSources(into: &settings)
    return settings
  }

  private mutating func readTileSources(into settings: inout Settings) {
    let key = PreferenceKey.tileSources
    guard let stored = values[key] else { return }
    guard let paths = stored.stringArray else {
      faults[key] = "it is not an array of strings"
      return
    }
    settings.tileSources = paths.filter { !$0.isEmpty }
  }

  /// Reads a text; `take` gives nil for one without meaning.
  private mutating func read(_ key: String, _ fault: String, _ take: (String) -> Void?) {
    guard let text = value(key)?.stringValue else { return }
    if take(text) == nil { faults[key] = "\(fault): \(text)" }
  }

  private mutating func readPositionSource(into settings: inout Settings) {
    guard let text = value(PreferenceKey.positionSource)?.stringValue,
      !text.allSatisfy(\.isWhitespace)
    else { return }
    do {
      settings.positionSource = try PositionSource(parsing: text)
    } catch {
      faults[PreferenceKey.positionSource] = "\(error)"
    }
  }

  private func number(_ key: String) -> Double? {
    guard let number = value(key)?.doubleValue, number.isFinite else { return nil }
    return number
  }

  /// The stored names; nil within is as many as there are.
  private static let colorDepths: [String: ColorDepth?] = [
    "auto": nil, "24bit": .trueColor, "256": .indexed256, "16": .ansi16,
    "none": .monochrome,
  ]
}
