// Adding to what is stored, whoever stored it: read and written under one lock, so that of two
// processes that add at once neither undoes the other.

extension PreferencesStore {
  /// Adds entries to the dictionary that the application domain has for a key, or stores them as
  /// one where it has none. Entries with the same keys are replaced.
  /// - Throws: `PreferencesError`; nothing changed, and nothing is pending. `.notCollection` when
  ///   the value is no dictionary.
  public func add(
    _ entries: [String: PropertyListValue], toDictionaryForKey key: String
  ) throws(PreferencesError) {
    try update(key) { old throws(PreferencesError) in
      guard let dictionary = (old ?? [:]).dictionary else {
        throw .notCollection(key: key, .dictionary)
      }
      return .dictionary(dictionary.merging(entries) { $1 })
    }
  }

  /// Appends elements to the array that the application domain has for a key, or stores them as one
  /// where it has none.
  /// - Throws: as `add(_:toDictionaryForKey:)`.
  public func append(
    _ elements: [PropertyListValue], toArrayForKey key: String
  ) throws(PreferencesError) {
    try update(key) { old throws(PreferencesError) in
      guard let array = (old ?? []).array else { throw .notCollection(key: key, .array) }
      return .array(array + elements)
    }
  }
}
