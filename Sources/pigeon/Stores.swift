import Glibc
import Preferences
import Terminal
import ViewModel

/// The stores of the running program, and what went wrong with them.
final class Stores {
  /// The version of the view state; an archive of another version is declined.
  static let viewStateVersion: Int64 = 1

  let preferences: PreferencesStore
  private let viewState: StateFile
  private let watcher: PreferencesWatcher?
  private var preferencesFailure: String?
  private var viewStateFailure: String?
  /// Why something is not on disk yet; nil when everything is. The one place that knows.
  var failure: String? { preferencesFailure ?? viewStateFailure }
  /// Things to tell, oldest first.
  private var notices: [Notice] = []

  /// What the settings screen offers.
  let settingsSchema: SettingsSchema
  /// The effective values the state was told last.
  private var toldValues: [String: PropertyListValue] = [:]

  init(
    locations: StoreLocations, arguments: [String: PropertyListValue], settings: SettingsSchema
  ) {
    settingsSchema = settings
    preferences = PreferencesStore(path: locations.preferences, arguments: arguments)
    viewState = StateFile(path: locations.state, version: Self.viewStateVersion)
    // Without inotify the program works all the same; it sees changes when it is continued.
    watcher = try? PreferencesWatcher(path: locations.preferences)
    preferences.register(SettingsBundle.registeredDefaults(settings))
    if let error = preferences.launchError { warn("\(error)") }
  }

  /// Values that stand behind every other domain and are never written.
  static let registeredDefaults: [String: PropertyListValue] = [
    PreferenceKey.followHeading: .integer(Int64(TrackingMode.follow.rawValue))
  ]

  /// What the preferences mean, before there is a state.
  var settings: Settings {
    Settings(preferences: preferences.dictionaryRepresentation, schema: settingsSchema)
  }

  /// All effective values; a key that is not in it has none.
  func effectiveValues() -> [String: PropertyListValue?] {
    toldValues = preferences.dictionaryRepresentation
    return toldValues.mapValues { .some($0) }
  }

  /// The effective values that differ from what was told last. A change of another process that
  /// came in with one of our own is among them.
  private func changedValues() -> [String: PropertyListValue?] {
    let values = preferences.dictionaryRepresentation
    var changes: [String: PropertyListValue?] = [:]
    for key in Set(values.keys).union(toldValues.keys) where values[key] != toldValues[key] {
      changes.updateValue(values[key], forKey: key)
    }
    toldValues = values
    return changes
  }

  // MARK: Preferences

  /// Stores or removes a value, on disk when this returns.
  /// What can not be saved stays in force and pending: see `failure`.
  func set(_ value: PropertyListValue?, forKey key: String) {
    do {
      if let value {
        try preferences.set(value, forKey: key)
      } else {
        try preferences.remove(forKey: key)
      }
      preferencesFailure = nil
    } catch {
      preferencesFailure = "\(error)"
    }
    toldValues[key] = preferences.value(forKey: key)
  }

  /// Reads the file again and writes what is pending.
  /// - Returns: The effective values that changed.
  func synchronize() -> [String: PropertyListValue?] {
    do {
      try preferences.synchronize()
      preferencesFailure = nil
      return changedValues()
    } catch {
      if preferences.hasPendingChanges {
        preferencesFailure = "\(error)"
      } else {
        warn("\(error)")
      }
      return [:]
    }
  }

  // MARK: View state

  /// What a crash creates while a state is being restored.
  var crashMark: String? { viewState.crashMark }

  /// Whether a change of the preferences is not on disk.
  var hasPendingChanges: Bool { preferences.hasPendingChanges }

  /// The view that was left, or nothing; what could not be restored is told.
  func restoreViewState() -> [String: RestorationArchive.Object] {
    do {
      switch try viewState.beginRestoring() {
      case .nothing: return [:]
      case .archive(let archive): return archive.objects
      case .discarded(let reason, let path):
        warn("The view is not restored, \(reason); kept as \(path)")
        return [:]
      }
    } catch {
      warn("The view is not restored: \(error)")
      return [:]
    }
  }

  func discardViewState() {
    do { try viewState.discard() } catch { warn("\(error)") }
  }

  /// The first frame is drawn: what was restored is good.
  func finishRestoring() {
    do { try viewState.finishRestoring() } catch { warn("\(error)") }
  }

  /// - Returns: Whether it is on disk; why not is in `failure`.
  func saveViewState(_ objects: [String: RestorationArchive.Object], idiom: String) -> Bool {
    do {
      try viewState.save(
        RestorationArchive(
          version: Self.viewStateVersion, timestamp: PropertyListDate(unixTime: Int64(time(nil))),
          idiom: idiom, objects: objects))
      viewStateFailure = nil
    } catch {
      viewStateFailure = "\(error)"
    }
    return viewStateFailure == nil
  }

  // MARK: Telling

  private func warn(_ text: String) { notices.append(Notice(text, .warning)) }

  /// What there is to tell, oldest first, each once; damaged files that were set aside included.
  func takeNotices() -> [Notice] {
    for file in preferences.takeSetAsideFiles() { warn("\(file)") }
    defer { notices.removeAll() }
    return notices
  }

  // MARK: Changes by other processes

  func watchFiles(_ loop: EventLoop) {
    if let watcher { loop.files.append(watcher.descriptor) }
  }

  func isWatched(_ descriptor: Int32) -> Bool { watcher?.descriptor == descriptor }

  func drainWatcher() -> Bool { watcher?.drain() ?? false }
}
