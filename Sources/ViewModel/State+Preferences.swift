import Geodesy
import Places
import Preferences

extension State {
  /// Takes over effective values: at launch, when another process changed them, and what this
  /// program changes itself. A value that makes no sense is told and left where it is.
  mutating func apply(_ values: [String: PropertyListValue?]) -> [Effect] {
    for (key, value) in values { preferences[key] = value }
    var reader = SettingsReader(values: preferences, schema: settingsSchema)
    let settings = reader.settings()
    // Sorted, so that of several faults always the same one is told.
    for key in values.keys.sorted() {
      switch key {
      case PreferenceKey.mapType:
        let number = reader.value(key)?.integerValue ?? 0
        if let type = MapType(rawValue: number) {
          mapType = type
        } else {
          tellUnusable(key, "there is no map type \(number)")
        }
      case PreferenceKey.followHeading:
        let number = reader.value(key)?.integerValue ?? 0
        if let mode = TrackingMode(rawValue: number) {
          if mode != trackingMode { isFollowingPaused = false }
          trackingMode = mode
          followPosition()
        } else {
          tellUnusable(key, "there is no tracking mode \(number)")
        }
      case PreferenceKey.location:
        let old = annotation
        restoreAnnotation(preferences[key])
        leaveOrphanedPrompt()
        // What another process, or the loss of the file, did to a pin can be undone as well.
        if let old, annotation != old { recordOutsideChange(of: old) }
      case PreferenceKey.tileSources where reader.faults[key] == nil:
        tellTileSourceFaults(settings)
      default: if let fault = reader.faults[key] { tellUnusable(key, fault) }
      }
    }
    return take(settings)
  }

  /// Makes the settings those of the program. What only the screen shows needs no effect.
  private mutating func take(_ new: Settings) -> [Effect] {
    var effects: [Effect] = []
    if new.usesMouse != settings.usesMouse {
      pointer = PointerState()
      effects.append(.reportMouse(new.usesMouse))
    }
    if new.colorDepth != settings.colorDepth { effects.append(.useColors(new.colorDepth)) }
    settings = new
    let source = positionOverride ?? new.positionSource
    if source != positionSource {
      positionSource = source
      hasPositionSource = source != .none
      fix = nil
      followPosition()
      effects.append(.usePosition(source))
    }
    let sources = wantedTileSources(new)
    if sources != tileSources {
      tileSources = sources
      effects.append(.useTileSources(sources))
    }
    return effects
  }

  /// A change by the user: in force at once, and stored; nil removes what is stored.
  mutating func change(_ key: String, to value: PropertyListValue?) -> [Effect] {
    let effective = value ?? settingsSchema.row(forKey: key)?.defaultValue
    return [.setPreference(key: key, value: value)] + apply([key: effective])
  }

  /// The remembered location from its dictionary; the reverse of `preserveAnnotation`.
  private mutating func restoreAnnotation(_ value: PropertyListValue?) {
    switch value {
    case nil: setAnnotation(nil)
    case .dictionary(let dictionary)?:
      do {
        setAnnotation(try PointAnnotation(restoring: dictionary))
      } catch {
        tellUnusable(PreferenceKey.location, "\(error)")
      }
    case _?: tellUnusable(PreferenceKey.location, "not a dictionary")
    }
  }

  private mutating func recordOutsideChange(of old: PointAnnotation) {
    history.record(old)
    tell(Notice("\(old.title) was changed or cleared elsewhere; u brings it back", .warning))
  }

  private mutating func tellUnusable(_ key: String, _ reason: String) {
    tell(Notice("\(key) in the preferences is ignored: \(reason)", .warning))
  }
}
