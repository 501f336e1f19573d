import Geodesy
import Places
import Preferences

/// What of the state is neither preference nor pin, and comes back at the next launch. Each screen
/// writes its own dictionary under its restoration identifier path, and takes back as much of it as
/// makes sense; what does not is left at its default, since view state may be lost at any time.
extension State {
  enum RestorationPath {
    static let map = "map"
    static let titlePrompt = "map/title"
    static let help = "map/help"
    static let history = "map/history"
    static let settings = "map/settings"
  }

  private enum RestorationKey {
    static let latitude = "latitude"
    static let longitude = "longitude"
    static let zoom = "zoom"
    static let paused = "followingPaused"
    static let text = "text"
    static let cursor = "cursor"
    static let scroll = "scroll"
    static let past = "past"
    static let future = "future"
  }

  /// Dictionaries by restoration identifier path.
  public func encodeRestorableState() -> [String: [String: PropertyListValue]] {
    var objects: [String: [String: PropertyListValue]] = [:]
    var map = Self.encode(viewport.center)
    map[RestorationKey.zoom] = .real(viewport.zoom)
    map[RestorationKey.paused] = .boolean(isFollowingPaused)
    objects[RestorationPath.map] = map

    switch screen {
    case .map: break
    case .titlePrompt(let prompt):
      var object = Self.encode(prompt.coordinate)
      object[RestorationKey.text] = .string(prompt.editor.text)
      object[RestorationKey.cursor] = .integer(Int64(prompt.editor.cursor))
      objects[RestorationPath.titlePrompt] = object
    case .help(let scroll):
      objects[RestorationPath.help] = [RestorationKey.scroll: .integer(Int64(scroll))]
    case .settings(let settings): objects[RestorationPath.settings] = encode(settings)
    }

    if !history.past.isEmpty || !history.future.isEmpty {
      objects[RestorationPath.history] = [
        RestorationKey.past: Self.encode(history.past),
        RestorationKey.future: Self.encode(history.future),
      ]
    }
    return objects
  }

  /// Takes back what `encodeRestorableState` gave. Call after the preferences are in.
  public mutating func decodeRestorableState(_ objects: [String: [String: PropertyListValue]]) {
    if let map = objects[RestorationPath.map] {
      if let center = Self.decodeCoordinate(map) { viewport.center = center }
      if let zoom = Self.number(map[RestorationKey.zoom]), zoom.isFinite {
        viewport.zoom = min(max(zoom, minimumZoom), MapViewport.maximumZoom)
      }
      if case .boolean(let paused)? = map[RestorationKey.paused] { isFollowingPaused = paused }
    }
    if let object = objects[RestorationPath.titlePrompt],
      let coordinate = Self.decodeCoordinate(object),
      case .string(let text)? = object[RestorationKey.text]
    {
      let cursor = object[RestorationKey.cursor]?.integerValue
      let editor = LineEditor(text: text, cursor: cursor)
      screen = .titlePrompt(TitlePrompt(coordinate: coordinate, editor: editor))
    } else if let object = objects[RestorationPath.help] {
      let scroll = object[RestorationKey.scroll]?.integerValue ?? 0
      screen = .help(scroll: min(max(scroll, 0), 1000))
    } else if let settings = objects[RestorationPath.settings].flatMap(decodeSettings) {
      screen = .settings(settings)
    }
    if let object = objects[RestorationPath.history] {
      history.past = Self.decodePins(object[RestorationKey.past])
      history.future = Self.decodePins(object[RestorationKey.future])
    }
  }

  private static func encode(_ coordinate: Coordinate) -> [String: PropertyListValue] {
    [
      RestorationKey.latitude: .real(coordinate.latitude),
      RestorationKey.longitude: .real(coordinate.longitude),
    ]
  }

  private static func decodeCoordinate(_ object: [String: PropertyListValue]) -> Coordinate? {
    guard let latitude = number(object[RestorationKey.latitude]),
      let longitude = number(object[RestorationKey.longitude])
    else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }

  /// Only numbers count: view state is written by this program alone.
  private static func number(_ value: PropertyListValue?) -> Double? {
    switch value {
    case .real(let number)?: number
    case .integer(let number)?: Double(number)
    default: nil
    }
  }

  /// "Nothing remembered" is an empty dictionary: property lists have no null.
  private static func encode(_ pins: [PointAnnotation?]) -> PropertyListValue {
    .array(pins.map { .dictionary($0?.preserveState() ?? [:]) })
  }

  private static func decodePins(_ value: PropertyListValue?) -> [PointAnnotation?] {
    guard case .array(let elements)? = value else { return [] }
    return elements.suffix(AnnotationHistory.limit).compactMap { element in
      guard case .dictionary(let dictionary) = element else { return nil }
      if dictionary.isEmpty { return .some(nil) }
      return (try? PointAnnotation(restoring: dictionary)).map { .some($0) }
    }
  }
}
