/// The search list as a value.
struct PreferencesDomains: Equatable {
  var arguments: [String: PropertyListValue]
  var application: [String: PropertyListValue] = [:]
  var registered: [String: PropertyListValue] = [:]

  func value(forKey key: String) -> PropertyListValue? {
    arguments[key] ?? application[key] ?? registered[key]
  }

  func domain(ofKey key: String) -> PreferencesStore.Domain? {
    if arguments[key] != nil { return .arguments }
    if application[key] != nil { return .application }
    return registered[key] == nil ? nil : .registered
  }

  var merged: [String: PropertyListValue] {
    registered.merging(application) { $1 }.merging(arguments) { $1 }
  }

  /// The keys whose effective value differs.
  /// - Complexity: O(keys)
  func changedKeys(since old: PreferencesDomains) -> Set<String> {
    var changed: Set<String> = []
    for domain in [application, registered, arguments, old.application, old.registered] {
      for key in domain.keys where value(forKey: key) != old.value(forKey: key) {
        changed.insert(key)
      }
    }
    return changed
  }
}
