/// The preferences: what NSUserDefaults is on iOS, for one application and three domains.
///
/// A key's value comes from the first domain that has it: the command line's arguments, the
/// application's file, the registered defaults. A change is on the disk when the method that makes
/// it returns. When that fails the method throws, and the change is in force all the same: it stays
/// pending and is written with the next change or by `synchronize()`. Keys that this process did
/// not change are never written from memory, so several processes can change the same file.
///
/// Belongs to one thread, the main thread.
public final class PreferencesStore {
  /// Where a value comes from, nearest first.
  public enum Domain: Sendable, CaseIterable {
    case arguments
    case application
    case registered
  }

  /// Called after a key's effective value changed, with nil for "no value in any domain".
  public typealias Observer = (_ old: PropertyListValue?, _ new: PropertyListValue?) -> Void

  private let file: PreferencesFile
  private var pending: [String: PreferencesFile.Change] = [:]
  private var domains: PreferencesDomains
  private var observers: [(key: String, call: Observer)] = []
  private var notices: [(key: String, old: PropertyListValue?, new: PropertyListValue?)] = []
  private var isNotifying = false
  /// Keys that other processes changed, found with a change of our own, until `synchronize` tells.
  private var foundKeys: Set<String> = []

  /// Why the file could not be read at launch. The application domain is empty then, changes stay
  /// pending, and the file is never overwritten.
  public private(set) var launchError: PreferencesError?

  /// Opens a file, which need not exist, and reads it. A damaged file is set aside: see
  /// `takeSetAsideFiles()`.
  /// - Parameter changesNothing: of one who only reads. A damaged file is then left where it is, and
  ///   `launchError` says so, so that whoever opens it next can tell it too.
  public init(
    path: String, arguments: [String: PropertyListValue] = [:], changesNothing: Bool = false
  ) {
    file = PreferencesFile(path: path)
    domains = PreferencesDomains(arguments: arguments)
    do throws(PreferencesError) {
      if changesNothing { try file.reload() } else { try file.load() }
    } catch {
      launchError = error
    }
    domains.application = file.contents
  }

  /// The file, as given: it may be a link.
  public var path: String { file.file.path }

  /// Whether a change could not be written yet.
  public var hasPendingChanges: Bool { !pending.isEmpty }

  /// The damaged files that were renamed since the last call; each should be told to the user.
  public func takeSetAsideFiles() -> [SetAsideFile] {
    defer { file.setAside = [] }
    return file.setAside
  }

  // MARK: Reading

  /// The effective value of a key.
  public func value(forKey key: String) -> PropertyListValue? { domains.value(forKey: key) }

  /// The domain that a key's effective value comes from.
  public func domain(ofKey key: String) -> Domain? { domains.domain(ofKey: key) }

  /// All keys of one domain. Pending changes belong to the application domain.
  public func values(in domain: Domain) -> [String: PropertyListValue] {
    switch domain {
    case .arguments: domains.arguments
    case .application: domains.application
    case .registered: domains.registered
    }
  }

  /// All effective values.
  /// - Complexity: O(keys of all domains)
  public var dictionaryRepresentation: [String: PropertyListValue] { domains.merged }

  // MARK: Changing

  /// Stores a value in the application domain. An equal value is not written again.
  /// - Throws: `.unstorable` or `.tooLarge` when the value can not be stored: nothing changed.
  ///   Any other `PreferencesError`: the change is in force and pending.
  public func set(_ value: PropertyListValue, forKey key: String) throws(PreferencesError) {
    try Self.validate { () throws(PropertyListError) in
      try PropertyListValue.validate(key: key)
      try value.validate(path: key)
    }
    try change([key: .set(value)])
  }

  /// Removes a key from the application domain; the next domain's value, if any, is then in force.
  /// - Throws: `PreferencesError`; the change is in force and pending.
  public func remove(forKey key: String) throws(PreferencesError) {
    try change([key: .remove])
  }

  /// Removes all keys from the application domain, those that other processes added included.
  /// - Throws: `PreferencesError`; what was known of is gone and the change pending.
  public func removeAll() throws(PreferencesError) {
    foundKeys.formUnion(try synchronize())
    try change(domains.application.mapValues { _ in .remove })
  }

  /// Adds defaults for keys that no other domain has. Keys registered before are replaced, all
  /// others stay. Never written to the file.
  public func register(_ defaults: [String: PropertyListValue]) {
    let old = domains
    domains.registered.merge(defaults) { $1 }
    notify(since: old)
  }

  /// Reads the file again, after writing what is pending.
  /// - Returns: the keys whose effective value others changed since the last call, those included
  ///   that were found, and told to observers, with a change of this process.
  /// - Throws: why reading or writing failed. The values stay as they were. `.damaged` is thrown
  ///   for a file that another program broke; it is set aside when a change has to be written.
  @discardableResult
  public func synchronize() throws(PreferencesError) -> Set<String> {
    let old = domains
    if pending.isEmpty {
      try file.reload()
      launchError = nil
      domains.application = file.contents
      foundKeys.formUnion(notify(since: old))
    } else {
      foundKeys.formUnion(try commit(since: old))
    }
    defer { foundKeys = [] }
    return foundKeys
  }

  private func change(_ changes: [String: PreferencesFile.Change]) throws(PreferencesError) {
    let old = domains
    let earlier = pending
    pending.merge(changes) { $1 }
    do {
      foundKeys.formUnion(try commit(since: old).filter { changes[$0] == nil })
    } catch {
      if error.isRefusal {
        // Kept, it would block every later change too.
        pending = earlier
      }
      refreshApplication()
      foundKeys.formUnion(notify(since: old).filter { changes[$0] == nil })
      throw error
    }
  }

  /// Changes the stored value of one key under the file's lock; after what is pending.
  func update(
    _ key: String,
    _ transform: (PropertyListValue?) throws(PreferencesError) -> PropertyListValue
  ) throws(PreferencesError) {
    try Self.validate { () throws(PropertyListError) in try PropertyListValue.validate(key: key) }
    foundKeys.formUnion(try synchronize())
    let old = domains
    try file.update(key) { stored throws(PreferencesError) in
      let value = try transform(stored)
      try Self.validate { () throws(PropertyListError) in try value.validate(path: key) }
      return value
    }
    domains.application = file.contents
    foundKeys.formUnion(notify(since: old).filter { $0 != key })
  }

  private static func validate(
    _ check: () throws(PropertyListError) -> Void
  ) throws(PreferencesError) {
    do {
      try check()
    } catch {
      throw .unstorable(error)
    }
  }

  private func commit(since old: PreferencesDomains) throws(PreferencesError) -> Set<String> {
    try file.commit(pending)
    pending = [:]
    launchError = nil
    domains.application = file.contents
    return notify(since: old)
  }

  /// The file's last known contents with the pending changes.
  private func refreshApplication() {
    domains.application = file.contents
    for (key, change) in pending {
      switch change {
      case .set(let value): domains.application[key] = value
      case .remove: domains.application[key] = nil
      }
    }
  }

  // MARK: Observing

  /// Calls `observer` whenever the key's effective value changes, whichever process changed it.
  /// Changes by other processes are found by `synchronize()` and by this process's own changes.
  /// The observer may use and change the store.
  public func observe(_ key: String, _ observer: @escaping Observer) {
    observers.append((key, observer))
  }

  /// Tells the observers. What an observer changes is told after everything before it, so that the
  /// last call for a key always has its newest value.
  @discardableResult
  private func notify(since old: PreferencesDomains) -> Set<String> {
    let new = domains
    let changed = new.changedKeys(since: old)
    for key in changed {
      notices.append((key, old.value(forKey: key), new.value(forKey: key)))
    }
    if isNotifying { return changed }
    isNotifying = true
    defer { isNotifying = false }
    while !notices.isEmpty {
      let notice = notices.removeFirst()
      for (key, call) in observers where key == notice.key { call(notice.old, notice.new) }
    }
    return changed
  }
}

extension PreferencesError {
  /// Whether the value is at fault, not the file: trying again can not help.
  fileprivate var isRefusal: Bool {
    switch self {
    case .unstorable, .tooLarge, .notCollection: true
    case .system, .notRegularFile, .foreignOwner, .locked, .damaged: false
    }
  }
}
