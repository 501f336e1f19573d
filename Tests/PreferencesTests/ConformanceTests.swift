import Testing

@testable import Preferences

/// What NSUserDefaults is documented and measured to do, with the choices made for Pigeon. The
/// number of a case is its row in the table of expected behaviour the design names.
@Suite struct ConformanceTests {
  /// An argument, and the value of the key before it.
  @Test(
    arguments: [
      (17, "v", "v"), (18, "YES", "YES"), (19, "12", "12"), (20, "{a=1;}", ["a": "1"]),
      (21, "(1,2)", ["1", "2"]), (22, "<dead>", .data([0xDE, 0xAD])),
      (23, "<integer>5</integer>", 5),
      (23, "<?xml version=\"1.0\"?><plist version=\"1.0\"><array><true/></array></plist>", [true]),
      (24, "\"q\"", "q"), (24, "\"\\Ud83d\\Udd4a\"", "\u{1F54A}"),
      (24, "\"\\Ud83d\"", "\"\\Ud83d\""), (24, "\"\\Udd4a\\Ud83d\"", "\"\\Udd4a\\Ud83d\""),
      (25, "(bad", "(bad"), (26, "[1,2]", "[1,2]"), (32, " v ", "v"),
      (32, "\n", ""),
    ] as [(Int, String, PropertyListValue)])
  func argumentValue(row: Int, argument: String, expected: PropertyListValue) {
    let domain = ArgumentDomain(parsing: ["-Key", argument])
    #expect(domain.values == ["Key": expected])
    #expect(domain.remaining == [] && domain.ignored == [])
  }

  /// Arguments, the values they set, what remains and what is ignored.
  @Test(
    arguments: [
      (27, ["-Key"], [:], [], ["-Key"]),
      (28, ["-Key", "-5"], [:], [], ["-Key -5"]),
      (28, ["-Key", "-.5", "x"], [:], ["x"], ["-Key -.5"]),
      (29, ["-aa", "-bb", "v"], ["bb": "v"], [], ["-aa"]),
      (30, ["-Key", "1", "-Key", "2"], ["Key": "2"], [], []),
      (31, ["--Key", "v"], [:], ["--Key", "v"], []),
      (34, ["-Key", "-", "x"], [:], ["-", "x"], ["-Key"]),
      (
        0, ["render", "-z", "3", "-HPMapType", "2", "Berlin"], ["HPMapType": "2"],
        ["render", "-z", "3", "Berlin"], []
      ),
      (
        0, ["--at", "-33.8,151.2", "-Key", "--zoom", "3"], [:],
        ["--at", "-33.8,151.2", "--zoom", "3"],
        ["-Key"]
      ),
      (0, ["-Key", "1", "--", "-Other", "2"], ["Key": "1"], ["--", "-Other", "2"], []),
      (0, ["-5", "x", "", "-"], [:], ["-5", "x", "", "-"], []),
    ] as [(Int, [String], [String: PropertyListValue], [String], [String])])
  func arguments(
    row: Int, arguments: [String], values: [String: PropertyListValue], remaining: [String],
    ignored: [String]
  ) {
    let domain = ArgumentDomain(parsing: arguments)
    #expect(domain.values == values)
    #expect(domain.remaining == remaining)
    #expect(domain.ignored == ignored)
  }

  @Test(
    arguments: [
      (18, "YES", true), (35, true, true), (35, false, false), (36, 5, true), (36, 0, false),
      (36, 0.5, true), (36, 1.0, true), (36, 0.0, false), (37, "YES", true), (37, "yes", true),
      (37, "true", true), (37, "1", true), (38, "NO", false), (38, "0", false), (38, "00", false),
      (38, "abc", false), (38, "on", false), (38, "", false), (39, "12abc", true),
      (39, " 12abc", true), (39, "-1", true), (39, "+0001", true), (39, "- 1", false),
      (40, "tRuE x", true), (41, [true], false), (41, ["a": true], false), (41, .data([1]), false),
      (41, .date(.latest), false),
    ] as [(Int, PropertyListValue, Bool)])
  func bool(row: Int, value: PropertyListValue, expected: Bool) {
    #expect(value.boolValue == expected)
  }

  @Test(
    arguments: [
      (19, "12", 12), (42, "1234", 1234), (43, "12abc", 12), (43, " 12abc", 12), (44, "abc", 0),
      (44, "YES", 0), (44, "0x10", 0), (44, "", 0), (45, "1e3", 1), (45, "1.9", 1),
      (45, "-1.9", -1),
      (45, "1,5", 1), (46, 2.67, 2), (46, -2.67, -2), (47, true, 1), (47, false, 0),
      (48, "99999999999999999999", .max), (48, "-99999999999999999999", .min),
      (48, "9223372036854775808", .max), (48, "-9223372036854775808", .min), (49, 1e300, .max),
      (49, -1e300, .min), (49, .real(.nan), 0), (49, 9223372036854775807.0, .max),
      (50, .integer(.max), .max), (50, .integer(.min), .min), (52, [1], 0), (52, .data([1]), 0),
      (52, .date(.latest), 0),
    ] as [(Int, PropertyListValue, Int)])
  func integer(row: Int, value: PropertyListValue, expected: Int) {
    #expect(value.integerValue == expected)
  }

  @Test(
    arguments: [
      (53, "12.34", 12.34), (53, "12abc", 12), (53, "1e3", 1000), (53, "nan", 0), (53, "inf", 0),
      (53, " -.5e-1x", -0.05), (53, "5.", 5), (53, "1e", 1), (53, "1e+", 1), (53, ".", 0),
      (53, "0x10", 0), (53, "1e999", .infinity),
      (54, .real(Double(Float(12.34))), 12.34000015258789),
      (55, true, 1), (55, 7, 7), (52, [1.0], 0),
    ] as [(Int, PropertyListValue, Double)])
  func double(row: Int, value: PropertyListValue, expected: Double) {
    #expect(value.doubleValue == expected)
  }

  @Test(
    arguments: [
      (57, 42, "42"), (57, true, "1"), (57, false, "0"), (57, 12.34, "12.34"), (58, 1.0, "1"),
      (58, -0.25, "-0.25"), (58, 1e16, "1e+16"), (59, ["a"], nil), (59, ["a": 1], nil),
      (59, .data([65]), nil), (59, .date(.latest), nil), (57, "s", "s"),
    ] as [(Int, PropertyListValue, String?)])
  func string(row: Int, value: PropertyListValue, expected: String?) {
    #expect(value.stringValue == expected)
  }

  @Test func row60to62Collections() {
    #expect((["a"] as PropertyListValue).stringArray == ["a"])
    #expect((["a", 1] as PropertyListValue).stringArray == nil)
    #expect(([:] as PropertyListValue).array == nil)
    #expect(([] as PropertyListValue).dictionary == nil)
    #expect(("a" as PropertyListValue).data == nil)
    #expect((["a"] as PropertyListValue).array == ["a"])
  }

  private func store(
    _ application: [String: PropertyListValue] = [:],
    arguments: [String: PropertyListValue] = [:]
  ) throws -> (PreferencesStore, TemporaryFolder) {
    let folder = try TemporaryFolder()
    if !application.isEmpty {
      try DurableFile(path: folder("preferences.plist"))
        .replace(with: PropertyListXML.encode(.dictionary(application)))
    }
    return (PreferencesStore(path: folder("preferences.plist"), arguments: arguments), folder)
  }

  private func stored(_ folder: TemporaryFolder) throws -> [String: PropertyListValue] {
    try PropertyListXML.decodeDictionary(Array(folder.read("preferences.plist").utf8))
  }

  @Test func row1to4SearchList() throws {
    let (store, folder) = try store(["k": "app", "l": "app"], arguments: ["k": "arg"])
    store.register(["k": "reg", "l": "reg", "m": "reg"])
    #expect(store.string(forKey: "k") == "arg")
    #expect(store.string(forKey: "l") == "app")
    #expect(store.string(forKey: "m") == "reg")
    #expect(store.value(forKey: "n") == nil)
    #expect(
      ["k", "l", "m", "n"].map(store.domain(ofKey:)) == [
        .arguments, .application, .registered, nil,
      ])
    #expect(store.dictionaryRepresentation == ["k": "arg", "l": "app", "m": "reg"], "row 13")
    _ = folder
  }

  @Test func row5And6RegistrationMergesAndIsNotWritten() throws {
    let (store, folder) = try store()
    store.register(["a": 1, "b": 2])
    store.register(["b": 3])
    #expect(store.integer(forKey: "a") == 1)
    #expect(store.integer(forKey: "b") == 3)
    try store.set(4, forKey: "c")
    #expect(try stored(folder) == ["c": 4])
  }

  @Test func row7And33ArgumentsHideWhatIsStoredForOneLaunch() throws {
    let (store, folder) = try store(arguments: ["k": "arg"])
    try store.set("v", forKey: "k")
    #expect(store.string(forKey: "k") == "arg")
    #expect(try stored(folder) == ["k": "v"])
    #expect(PreferencesStore(path: store.path).string(forKey: "k") == "v")
  }

  @Test func row8And10RemovalFallsBackAndIsNoErrorForAbsentKeys() throws {
    let (store, folder) = try store(["k": "app", "other": 1])
    store.register(["k": "reg"])
    try store.remove(forKey: "k")
    #expect(store.string(forKey: "k") == "reg")
    #expect(try stored(folder) == ["other": 1])
    try store.remove(forKey: "absent")
    try store.remove(forKey: "k")
  }

  @Test func row14RemoveAllLeavesTheRegistered() throws {
    let (store, folder) = try store(["a": 1])
    store.register(["a": 2])
    try PreferencesStore(path: store.path).set(1, forKey: "added elsewhere")
    try store.removeAll()
    #expect(store.dictionaryRepresentation == ["a": 2])
    #expect(try stored(folder) == [:])
  }

  @Test func row15And16TwoStoresKeepEachOthersKeys() throws {
    let (first, folder) = try store()
    let second = PreferencesStore(path: first.path)
    try first.set(1, forKey: "a")
    try second.set(2, forKey: "b")
    try first.set(3, forKey: "c")
    #expect(try stored(folder) == ["a": 1, "b": 2, "c": 3])
    #expect(first.integer(forKey: "b") == 2)
    // "a" was found when "b" was set.
    #expect(try second.synchronize() == ["a", "c"])
    #expect(second.integer(forKey: "c") == 3)
    #expect(try second.synchronize() == [])
  }

  @Test func row52And56AbsentKeysAndFloats() throws {
    let (store, folder) = try store(["big": 1e300])
    #expect(store.float(forKey: "big") == .infinity)
    #expect(store.integer(forKey: "absent") == 0 && store.double(forKey: "absent") == 0)
    #expect(!store.bool(forKey: "absent"))
    #expect(store.string(forKey: "absent") == nil && store.array(forKey: "absent") == nil)
    #expect(store.dictionary(forKey: "absent") == nil && store.data(forKey: "absent") == nil)
    _ = folder
  }

  @Test func row69And70RefusedAndKept() throws {
    let (store, folder) = try store()
    let key = PropertyListError.unstorable(path: "", .emptyKey)
    #expect(throws: PreferencesError.unstorable(key)) { try store.set(1, forKey: "") }
    #expect(
      throws: PreferencesError.unstorable(.unstorable(path: "k.t", .illegalCharacter(0x1B)))
    ) {
      try store.set(["t": "\u{1B}"], forKey: "k")
    }
    #expect(!store.hasPendingChanges && store.value(forKey: "k") == nil)
    let value: PropertyListValue = [
      .real(.nan), .real(-.infinity), "a\rb", .date(PropertyListDate(unixTime: 1)),
    ]
    try store.set(value, forKey: "k")
    #expect(PreferencesStore(path: store.path).value(forKey: "k") == value)
    _ = folder
  }
}
