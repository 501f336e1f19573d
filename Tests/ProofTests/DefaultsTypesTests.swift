import Foundation
import TestSupport
import Testing

/// `pigeon defaults` with the types of macOS's `defaults`, against Python's plistlib and json.
@Suite final class DefaultsTypesTests {
  private let home: String

  init() throws {
    home = NSTemporaryDirectory() + "pigeon-defaults-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: home) }

  private func defaults(_ words: String...) throws -> (code: Int32, output: String) {
    try defaults(words)
  }

  private func defaults(_ words: [String]) throws -> (code: Int32, output: String) {
    try Proof.status(
      ["env", "HOME=\(home)", "XDG_CONFIG_HOME=", PackageUnderTest.binary, "defaults"] + words)
  }

  /// The value in the file as Python prints it.
  private func stored(_ key: String) throws -> String {
    let script = """
      import plistlib, sys
      print(ascii(plistlib.load(open(sys.argv[1], 'rb')).get(sys.argv[2])))
      """
    let path = home + "/.config/pigeon/preferences.plist"
    return try Proof.status(["python3", "-c", script, path, key]).output
      .trimmingCharacters(in: .newlines)
  }

  @Test(
    arguments: [
      (["-integer", "-42"], "-42"), (["-real", "2"], "2.0"), (["-float", "nan"], "nan"),
      (["-boolean", "YES"], "True"), (["-bool", "0"], "False"),
      (["-data", "00ff DEAD"], "b'\\x00\\xff\\xde\\xad'"), (["-data", ""], "b''"),
      (["-date", "2026-07-01T12:00:01Z"], "datetime.datetime(2026, 7, 1, 12, 0, 1)"),
      (["-date", "2026-07-01"], "datetime.datetime(2026, 7, 1, 0, 0)"),
      (["-date", "2026-07-01 00:30:00 +0200"], "datetime.datetime(2026, 6, 30, 22, 30)"),
      (["-date", "2026-07-01T12:00-05:30"], "datetime.datetime(2026, 7, 1, 17, 30)"),
      (["-array"], "[]"), (["-array", "a", "-int", "5", "(b)"], "['a', 5, ['b']]"),
      (["-dict"], "{}"), (["-dict", "a", "-bool", "no", "b", "5"], "{'a': False, 'b': '5'}"),
      (["{a = 1; b = (x, <dead>);}"], "{'a': '1', 'b': ['x', b'\\xde\\xad']}"),
      (["<integer>5</integer>"], "5"), (["5"], "'5'"), (["(bad"], "'(bad'"),
      ([" spaced "], "' spaced '"), (["-string", "(a)"], "'(a)'"), (["-5"], "'-5'"),
    ] as [([String], String)])
  func writes(words: [String], expected: String) throws {
    let (code, output) = try defaults(["write", "Key"] + words)
    #expect(code == 0 && output.isEmpty, "\(output)")
    #expect(try stored("Key") == expected)
  }

  @Test(
    arguments: [
      ["-int", "5x"], ["-int", "9223372036854775808"], ["-int"], ["-float", "one"], ["-float", ""],
      ["-bool", "maybe"], ["-data", "abc"], ["-data", "+f"], ["-date", "2026-02-29"],
      ["-date", "2026-07-01T25:00"], ["-date", "2026-07-01T12:00+2"], ["-date", "today"],
      ["-array", "-int"], ["-array", "-dict"], ["-dict", "a"], ["-dict", "a", "-int", "x"],
      ["a", "b"], ["-integr", "5"], ["-string"],
    ])
  func refusesWhatIsNoValue(words: [String]) throws {
    let (code, output) = try defaults(["write", "Key"] + words)
    #expect(code == 64)
    #expect(output.hasPrefix("pigeon: "))
    #expect(!FileManager.default.fileExists(atPath: home + "/.config"))
  }

  @Test func addsToCollections() throws {
    #expect(try defaults("write", "A", "-array-add", "a").code == 0)
    #expect(try defaults("write", "A", "-array-add", "-int", "2", "c").code == 0)
    #expect(try stored("A") == "['a', 2, 'c']")
    #expect(try defaults("write", "D", "-dict-add", "x", "1", "y", "1").code == 0)
    #expect(try defaults("write", "D", "-dict-add", "y", "-real", "2").code == 0)
    #expect(try stored("D") == "{'x': '1', 'y': 2.0}")
    let (code, output) = try defaults("write", "A", "-dict-add", "x", "1")
    #expect(code == 65)
    #expect(output == "pigeon: A is no dictionary; nothing can be added\n")
    #expect(try stored("A") == "['a', 2, 'c']")
  }

  @Test func printsJSON() throws {
    let words = ["-array", "-data", "fbff", "-real", "-inf", "-real", "1"]
    #expect(try defaults(["write", "A"] + words).code == 0)
    #expect(try defaults("write", "B", "a\"\\\n\u{9B}\u{202E}\u{E0041}é").code == 0)
    #expect(try defaults("write", "C", "-date", "2026-07-01").code == 0)
    let a = #"{"key":"A","type":"array","value":["+/8=","-infinity",1.0]}"# + "\n"
    let b = #"{"key":"B","type":"string","value":"a\"\\\n\u009b\u202e\udb40\udc41é"}"# + "\n"
    let c = #"{"key":"C","type":"date","value":"2026-07-01T00:00:00Z"}"# + "\n"
    #expect(try defaults("read", "A", "--json").output == a)
    #expect(try defaults("read", "--json").output.hasPrefix(a + b + c))
    let script = "import json, sys; print(ascii([json.loads(l)['value'] for l in sys.argv[1:]]))"
    #expect(
      try Proof.status(["python3", "-c", script, b, c]).output
        == #"['a"\\\n\x9b\u202e\U000e0041\xe9', '2026-07-01T00:00:00Z']"# + "\n")
    #expect(try defaults("read", "None", "--json").code == 1)
  }

  @Test func domains() throws {
    #expect(try defaults("write", "HPMapType", "-int", "1").code == 0)
    #expect(try defaults("write", "Pin", "{lat = 1; name = \"a b\";}").code == 0)
    let text = try defaults("domains", "-HPMapType", "2").output
    #expect(text.contains("arguments    HPMapType = 2\n"))
    #expect(text.contains("application  Pin = {lat = 1; name = \"a b\";}\n"))
    #expect(text.contains("registered   HPFollowHeading = 1\n"))
    let json = try defaults("domains", "--json").output
    #expect(
      json.contains(#"{"key":"HPMapType","domain":"application","type":"integer","value":1}"#))
    #expect(
      json.contains(#"{"key":"HPFollowHeading","domain":"registered","type":"integer","value":1}"#))
    #expect(try defaults("read", "HPMapType", "-HPMapType", "2").output == "2\n")
    #expect(try defaults("domains", "HPMapType").code == 64)
  }

  /// What `read` prints is what `write` reads.
  @Test func textComesBack() throws {
    let words = ["-array", "\u{1F54A} \u{E0041}\u{202E}\"\\\n", "{\"a b\" = (1, <dead>);}", ""]
    #expect(try defaults(["write", "A"] + words).code == 0)
    let before = try stored("A")
    let text = try defaults("read", "A").output
    #expect(try defaults("write", "A", text).code == 0)
    #expect(try stored("A") == before)
  }
}
