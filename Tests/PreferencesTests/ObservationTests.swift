import Testing

@testable import Preferences

@Suite struct ObservationTests {
  private final class Log {
    var lines: [String] = []
    func observe(_ key: String, of store: PreferencesStore) {
      store.observe(key) { [self] old, new in
        lines.append("\(key) \(old?.stringValue ?? "nil") → \(new?.stringValue ?? "nil")")
      }
    }
  }

  private let folder: TemporaryFolder
  private let store: PreferencesStore
  private let log = Log()

  init() throws {
    folder = try TemporaryFolder()
    store = PreferencesStore(path: folder("p/preferences.plist"), arguments: ["arg": "1"])
  }

  @Test func row71And72OnlyEffectiveChanges() throws {
    for key in ["a", "arg"] { log.observe(key, of: store) }
    try store.set(1, forKey: "a")
    try store.set(1, forKey: "a")
    try store.set(2, forKey: "b")
    try store.set(5, forKey: "arg")
    #expect(log.lines == ["a nil → 1"])
    store.register(["a": 1])
    try store.remove(forKey: "a")
    #expect(log.lines == ["a nil → 1"])
  }

  @Test func row73And74RemovalAndRegistration() throws {
    log.observe("a", of: store)
    store.register(["a": 7])
    try store.set(1, forKey: "a")
    try store.remove(forKey: "a")
    store.register(["a": 8])
    #expect(log.lines == ["a nil → 7", "a 7 → 1", "a 1 → 7", "a 7 → 8"])
  }

  @Test func row72ChangesByOthersAreToldBySynchronizeAndByOwnChanges() throws {
    log.observe("a", of: store)
    let other = PreferencesStore(path: store.path)
    try other.set(1, forKey: "a")
    #expect(log.lines == [])
    try store.synchronize()
    try store.synchronize()
    #expect(log.lines == ["a nil → 1"])
    try other.set(2, forKey: "a")
    try store.set(1, forKey: "b")
    #expect(log.lines == ["a nil → 1", "a 1 → 2"])
  }

  @Test func observersMayChangeTheStore() throws {
    var seen: [Int] = []
    store.observe("a") { [store] _, new in
      if let value = new?.integerValue, value < 3 {
        try? store.set(.integer(Int64(value + 1)), forKey: "a")
      }
    }
    store.observe("a") { _, new in seen.append(new?.integerValue ?? 0) }
    try store.set(1, forKey: "a")
    #expect(seen == [1, 2, 3], "in order, the newest last")
  }

  @Test func aChangeThatCanNotBeWrittenIsInForceAndTold() throws {
    try folder.write("", to: "file")
    let store = PreferencesStore(path: folder("file/preferences.plist"))
    log.observe("a", of: store)
    #expect(throws: PreferencesError.self) { try store.set(1, forKey: "a") }
    #expect(store.integer(forKey: "a") == 1)
    #expect(store.hasPendingChanges)
    #expect(log.lines == ["a nil → 1"])
  }
}
