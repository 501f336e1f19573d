import Foundation
import Testing

@testable import Preferences

/// Rows of the table of expected behaviour that need a store or its file; the rest is in
/// `ConformanceTests`, and rows 71 to 74 also in `ObservationTests`.
///
/// Rows without a test, since Pigeon has nothing they could apply to:
/// - 9, set(nil): values are not optional; `remove(forKey:)` is the only way to remove.
/// - 11, 12, volatile domains: the argument domain is given when the store is opened and stays.
/// - 63, 64, 65, URLs: there are no URL values and no getter for them; a URL is stored as the
///   string it is.
/// - 66, values that are no property list: `PropertyListValue` can not hold them.
@Suite struct ConformanceStoreTests {
  private let folder: TemporaryFolder
  private let store: PreferencesStore

  init() throws {
    folder = try TemporaryFolder()
    store = PreferencesStore(path: folder("preferences.plist"))
  }

  private func stored() throws -> [String: PropertyListValue] {
    try PropertyListXML.decodeDictionary(Array(folder.read("preferences.plist").utf8))
  }

  @Test func row10And68WhatChangesNothingIsNotTold() throws {
    try store.set(1, forKey: "k")
    var count = 0
    store.observe("k") { _, _ in count += 1 }
    store.observe("absent") { _, _ in count += 1 }
    try store.remove(forKey: "absent")
    try store.set(1, forKey: "k")
    #expect(count == 0)
  }

  /// "Automatically updated": here with the next look at the file, which the program takes as soon
  /// as the watcher says so.
  @Test func row16ChangesOfOthersAreSeenWithSynchronize() throws {
    try PreferencesStore(path: store.path).set(1, forKey: "k")
    #expect(store.value(forKey: "k") == nil)
    #expect(try store.synchronize() == ["k"])
    #expect(store.integer(forKey: "k") == 1)
  }

  /// What an own change brings along from the file is told by the next `synchronize`, or it would
  /// never be: the bytes do not change again.
  @Test func row16ChangesOfOthersFoundWithAnOwnChangeAreTold() throws {
    let other = PreferencesStore(path: store.path)
    try other.set(1, forKey: "a")
    try store.set(1, forKey: "own")
    #expect(try store.synchronize() == ["a"])
    #expect(try store.synchronize() == [])
    try other.set(2, forKey: "a")
    try store.append([1], toArrayForKey: "own array")
    #expect(try store.synchronize() == ["a"])
    try other.set(3, forKey: "a")
    try store.removeAll()
    #expect(try store.synchronize() == ["a"])
    try other.set(4, forKey: "a")
    // Read, and not written, since there can be no lock.
    try FileManager.default.removeItem(atPath: folder(".preferences.plist.lock"))
    mkdir(folder(".preferences.plist.lock"), 0o700)
    #expect(throws: PreferencesError.self) { try store.set(2, forKey: "own") }
    #expect(store.integer(forKey: "a") == 4)
    rmdir(folder(".preferences.plist.lock"))
    #expect(try store.synchronize() == ["a"])
  }

  /// A stored number that does not fit is an error with its line, and never another number.
  @Test(
    arguments: [
      ("9223372036854775807", 9_223_372_036_854_775_807), ("9223372036854775808", nil),
      ("18446744073709551615", nil), ("-9223372036854775809", nil),
    ] as [(String, Int?)])
  func row51(text: String, expected: Int?) throws {
    try folder.write(
      "<plist><dict><key>k</key>\n<integer>\(text)</integer></dict></plist>", to: "p")
    let store = PreferencesStore(path: folder("p"))
    #expect(store.value(forKey: "k")?.integerValue == expected)
    let fault = PropertyListError.malformed(line: 2, .integerOutOfRange(text))
    #expect(store.takeSetAsideFiles().map(\.reason) == (expected == nil ? [fault] : []))
  }

  @Test func row67ReturnedValuesAreCopies() throws {
    try store.set(["a"], forKey: "k")
    var copy = try #require(store.array(forKey: "k"))
    copy.append("b")
    #expect(store.stringArray(forKey: "k") == ["a"])
  }

  @Test func row70DatesKeepWholeSeconds() throws {
    let date = try #require(PropertyListDate("2026-07-01T12:00:01Z"))
    try store.set(.date(date), forKey: "k")
    #expect(PreferencesStore(path: store.path).date(forKey: "k") == date)
  }

  /// Once per change, before the call returns, on the thread of the change.
  @Test func row71() throws {
    var calls: [(thread: pthread_t, value: PropertyListValue?)] = []
    store.observe("k") { _, new in calls.append((pthread_self(), new)) }
    try store.set(1, forKey: "k")
    #expect(calls.count == 1)
    try store.remove(forKey: "k")
    #expect(calls.map(\.value) == [1, nil])
    #expect(calls.allSatisfy { pthread_equal($0.thread, pthread_self()) != 0 })
  }

  @Test func row72And73OnlyTheEffectiveValueCounts() throws {
    let store = PreferencesStore(path: store.path, arguments: ["arg": "given"])
    store.register(["equal": 1, "other": 7])
    for key in ["equal", "other", "arg"] { try store.set(1, forKey: key) }
    var told: [String: PropertyListValue?] = [:]
    for key in ["equal", "other", "arg"] {
      store.observe(key) { _, new in told[key] = new }
    }
    try PreferencesStore(path: store.path).removeAll()
    try store.synchronize()
    #expect(told == ["other": 7])
  }

  @Test func row75IsOnDiskWhenTheCallReturns() throws {
    try store.set(1, forKey: "k")
    #expect(try stored() == ["k": 1])
  }

  @Test func row76AFailureIsToldAndTheChangeKept() throws {
    try folder.write("", to: "file")
    let store = PreferencesStore(path: folder("file/p.plist"))
    #expect(throws: PreferencesError.self) { try store.set(1, forKey: "k") }
    for _ in 0..<2 { #expect(throws: PreferencesError.self) { try store.synchronize() } }
    #expect(store.hasPendingChanges && store.integer(forKey: "k") == 1)
    try FileManager.default.removeItem(atPath: folder("file"))
    try store.synchronize()
    #expect(!store.hasPendingChanges)
    #expect(PreferencesStore(path: store.path).integer(forKey: "k") == 1)
  }

  @Test func addingMeetsWhatIsStoredByWhomever() throws {
    var told: [PropertyListValue?] = []
    store.observe("a") { _, new in told.append(new) }
    try store.append([1], toArrayForKey: "a")
    try PreferencesStore(path: store.path).append([2], toArrayForKey: "a")
    try store.append([3], toArrayForKey: "a")
    #expect(told == [[1], [1, 2], [1, 2, 3]])
    try store.add(["x": 1, "y": 1], toDictionaryForKey: "d")
    try store.add(["y": 2], toDictionaryForKey: "d")
    #expect(try stored() == ["a": [1, 2, 3], "d": ["x": 1, "y": 2]])
  }

  @Test func addingToAnythingElseChangesNothing() throws {
    // A registered collection is not what is stored.
    store.register(["r": ["a"]])
    try store.append(["b"], toArrayForKey: "r")
    try store.set("text", forKey: "k")
    let before = try folder.read("preferences.plist")
    #expect(throws: PreferencesError.notCollection(key: "k", .array)) {
      try store.append([1], toArrayForKey: "k")
    }
    #expect(throws: PreferencesError.notCollection(key: "r", .dictionary)) {
      try store.add(["a": 1], toDictionaryForKey: "r")
    }
    let empty = PropertyListError.unstorable(path: "d", .emptyKey)
    #expect(throws: PreferencesError.unstorable(empty)) {
      try store.add(["": 1], toDictionaryForKey: "d")
    }
    #expect(try folder.read("preferences.plist") == before)
    #expect(!store.hasPendingChanges && store.array(forKey: "r") == ["b"])
  }
}
