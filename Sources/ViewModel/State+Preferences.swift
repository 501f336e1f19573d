import Geodesy
import Places
import Preferences

extension State {
  /// Takes over stored values: at launch, and when another process changed them. A value that
  /// makes no sense is told and left where it is; the state keeps what it had.
  mutating func apply(_ values: [String: PropertyListValue?]) {
    // Sorted, so that of several faults always the same one is told.
    for key in values.keys.sorted() {
      guard let value = values[key] else { continue }
      switch key {
      case PreferenceKey.mapType:
        if let type = MapType(rawValue: value?.integerValue ?? 0) {
          mapType = type
        } else {
          tellUnusable(key, "there is no map type \(value?.integerValue ?? 0)")
        }
      case PreferenceKey.followHeading:
        if let mode = TrackingMode(rawValue: value?.integerValue ?? 0) {
          if mode != trackingMode { isFollowingPaused = false }
          trackingMode = mode
          followPosition()
        } else {
          tellUnusable(key, "there is no tracking mode \(value?.integerValue ?? 0)")
        }
      case PreferenceKey.location:
        restoreAnnotation(value)
        leaveOrphanedPrompt()
      default: break
      }
    }
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

  private mutating func tellUnusable(_ key: String, _ reason: String) {
    notice = Notice("\(key) in the preferences is ignored: \(reason)", .warning)
  }
}
