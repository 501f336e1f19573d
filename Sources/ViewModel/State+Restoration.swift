import Geodesy
import Places
import Preferences

// What of the state is neither preference nor pin, and comes back at the next launch, after UIKit's
// state restoration. Each screen has an identifier, and writes and reads its own dictionary under
// the path of identifiers from the root down. What makes no sense is left at its default: view
// state may be lost at any time.

/// A screen, or a part of one, whose state outlives the program.
protocol StateRestoring {
  /// Unique among siblings.
  static var restorationIdentifier: String { get }
  /// As little as brings it back: what is referred to, selected and half typed, never stored data.
  func encodeRestorableState() -> RestorationArchive.Object
}

extension State {
  static let restorationIdentifier = "map"

  private static func path<Part: StateRestoring>(_ part: Part.Type) -> String {
    RestorationArchive.path([restorationIdentifier, Part.restorationIdentifier])
  }

  /// Dictionaries by restoration identifier path.
  public func encodeRestorableState() -> [String: RestorationArchive.Object] {
    var objects: [String: RestorationArchive.Object] = [:]
    func add<Part: StateRestoring>(_ part: Part) {
      objects[Self.path(Part.self)] = part.encodeRestorableState()
    }
    objects[Self.restorationIdentifier] = encodeMap()
    switch screen {
    case .map: break
    case .titlePrompt(let prompt): add(prompt)
    case .help(let scroll): add(RestorableHelp(scroll: scroll))
    case .settings(let settings): add(settings)
    }
    if !history.isEmpty { add(history) }
    return objects
  }

  /// Takes back what `encodeRestorableState` gave. Call after the preferences are in: a reference to
  /// a pin that is gone leads to the nearest screen that still stands.
  public mutating func decodeRestorableState(_ objects: [String: RestorationArchive.Object]) {
    if let map = objects[Self.restorationIdentifier] { decodeMap(map) }
    if let object = objects[Self.path(AnnotationHistory.self)] {
      history = AnnotationHistory(restoring: object)
    }
    if let object = objects[Self.path(TitlePrompt.self)],
      let prompt = TitlePrompt(restoring: object)
    {
      screen = .titlePrompt(prompt)
      leaveOrphanedPrompt()
    } else if let object = objects[Self.path(RestorableHelp.self)] {
      screen = .help(scroll: RestorableHelp(restoring: object).scroll)
    } else if let settings = objects[Self.path(SettingsScreen.self)].flatMap(decodeSettings) {
      screen = .settings(settings)
    }
  }

  private enum Key {
    static let zoom = "zoom"
    static let heading = "heading"
    static let paused = "followingPaused"
  }

  private func encodeMap() -> RestorationArchive.Object {
    var object = RestorationArchive.Object(viewport.center)
    object[Key.zoom] = .real(viewport.zoom)
    object[Key.heading] = .real(viewport.heading)
    object[Key.paused] = .boolean(isFollowingPaused)
    return object
  }

  private mutating func decodeMap(_ object: RestorationArchive.Object) {
    if let center = object.coordinate { viewport.center = center }
    if let zoom = object.number(Key.zoom), zoom.isFinite {
      viewport.zoom = min(max(zoom, minimumZoom), MapViewport.maximumZoom)
    }
    // Only a map that follows a heading is turned; with another mode north is up.
    if trackingMode == .followWithHeading, let heading = object.number(Key.heading),
      heading.isFinite
    {
      viewport.heading = heading
    }
    if case .boolean(let paused)? = object[Key.paused] { isFollowingPaused = paused }
  }
}

extension TitlePrompt: StateRestoring {
  static let restorationIdentifier = "title"

  private enum Key {
    static let text = "text"
    static let cursor = "cursor"
    static let renames = "renames"
  }

  func encodeRestorableState() -> RestorationArchive.Object {
    var object = RestorationArchive.Object(coordinate)
    object[Key.text] = .string(editor.text)
    object[Key.cursor] = .integer(Int64(editor.cursor))
    if case .rename(let original) = purpose {
      object[Key.renames] = .dictionary(original.preserveState())
    }
    return object
  }

  init?(restoring object: RestorationArchive.Object) {
    guard let coordinate = object.coordinate, case .string(let text)? = object[Key.text] else {
      return nil
    }
    var purpose = Purpose.drop
    if case .dictionary(let original)? = object[Key.renames] {
      guard let pin = try? PointAnnotation(restoring: original) else { return nil }
      purpose = .rename(pin)
    }
    let cursor = object[Key.cursor]?.integerValue
    self.init(
      purpose, coordinate: coordinate, editor: LineEditor(text: text, cursor: cursor))
  }
}

/// The help screen, which is only a scroll position.
private struct RestorableHelp: StateRestoring {
  static let restorationIdentifier = "help"
  private static let key = "scroll"
  var scroll: Int

  init(scroll: Int) { self.scroll = scroll }

  init(restoring object: RestorationArchive.Object) {
    scroll = min(max(object[Self.key]?.integerValue ?? 0, 0), 1000)
  }

  func encodeRestorableState() -> RestorationArchive.Object {
    [Self.key: .integer(Int64(scroll))]
  }
}

extension AnnotationHistory: StateRestoring {
  static let restorationIdentifier = "history"

  private enum Key {
    static let past = "past"
    static let future = "future"
  }

  var isEmpty: Bool { past.isEmpty && future.isEmpty }

  func encodeRestorableState() -> RestorationArchive.Object {
    [Key.past: Self.encode(past), Key.future: Self.encode(future)]
  }

  init(restoring object: RestorationArchive.Object) {
    past = Self.decode(object[Key.past])
    future = Self.decode(object[Key.future])
  }

  /// "Nothing remembered" is an empty dictionary: property lists have no null.
  private static func encode(_ pins: [PointAnnotation?]) -> PropertyListValue {
    .array(pins.map { .dictionary($0?.preserveState() ?? [:]) })
  }

  private static func decode(_ value: PropertyListValue?) -> [PointAnnotation?] {
    guard case .array(let elements)? = value else { return [] }
    return elements.suffix(limit).compactMap { element in
      guard case .dictionary(let dictionary) = element else { return nil }
      if dictionary.isEmpty { return .some(nil) }
      return (try? PointAnnotation(restoring: dictionary)).map { .some($0) }
    }
  }
}

extension RestorationArchive.Object {
  private static var latitudeKey: String { "latitude" }
  private static var longitudeKey: String { "longitude" }

  init(_ coordinate: Coordinate) {
    self = [
      Self.latitudeKey: .real(coordinate.latitude), Self.longitudeKey: .real(coordinate.longitude),
    ]
  }

  var coordinate: Coordinate? {
    guard let latitude = number(Self.latitudeKey), let longitude = number(Self.longitudeKey) else {
      return nil
    }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }

  /// Only numbers count: view state is written by this program alone.
  func number(_ key: String) -> Double? {
    switch self[key] {
    case .real(let number)?: number
    case .integer(let number)?: Double(number)
    default: nil
    }
  }
}
