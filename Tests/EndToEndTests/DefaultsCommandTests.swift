import Foundation
import Testing

/// `pigeon defaults`.
@Suite struct DefaultsCommandTests {
  @Test func valuesOfEveryTypeComeBack() throws {
    let home = try Home()
    let writes: [([String], Any, String)] = [
      (["Whole", "-int", "-42"], -42, "-42\n"),
      (["Most", "-int", "9223372036854775807"], Int.max, "9223372036854775807\n"),
      (["Real", "-float", "-0.1"], -0.1, "-0.1\n"),
      (["Yes", "-bool", "YES"], true, "1\n"),
      (["No", "-bool", "false"], false, "0\n"),
      (["Text", "plain"], "plain", "plain\n"),
      (["Spaced", "-string", " two  words "], " two  words ", "\" two  words \"\n"),
      (["Empty", ""], "", "\"\"\n"),
      (["Dash", "-string", "--help"], "--help", "\"--help\"\n"),
      (["Unicode", "Bärn ♥ 日本 👨‍👩‍👧"], "Bärn ♥ 日本 👨‍👩‍👧", "\"Bärn ♥ 日本 👨\\U200d👩\\U200d👧\"\n"),
      (["Quote", "a\"b\\c"], "a\"b\\c", "\"a\\\"b\\\\c\"\n"),
      (["Break", "a\nb\tc"], "a\nb\tc", "\"a\\nb\\tc\"\n"),
      (["C1", "a\u{9B}31mb\u{7F}"], "a\u{9B}31mb\u{7F}", "\"a\\U009b31mb\\U007f\"\n"),
      (["Bidi", "a\u{202E}b"], "a\u{202E}b", "\"a\\U202eb\"\n"),
    ]
    for (words, value, text) in writes {
      let write = try Command(
        home.program, ["defaults", "write"] + words, environment: home.environment)
      #expect(write.status == .exited(0), "\(words): \(write.errors)")
      #expect(write.outputBytes.isEmpty && write.errors.isEmpty)
      let stored = try #require(try home.preferences()?[words[0]])
      #expect((stored as? NSObject) == (value as? NSObject), "\(words)")
      let read = try home.run("defaults", "read", words[0])
      #expect(read.status == .exited(0))
      #expect(read.output == text)
    }
    // Together, in order, with the registered default; none of it a control character.
    let all = try home.run("defaults", "read")
    #expect(all.output.hasPrefix("{\n    Bidi = \"a\\U202eb\";\n    Break = "))
    #expect(all.output.contains("\n    HPFollowHeading = 1;\n"))
    #expect(all.output.hasSuffix(";\n}\n"))
    let controls = all.output.unicodeScalars.filter {
      $0 != "\n"
        && ($0.properties.generalCategory == .control || $0.properties.generalCategory == .format)
    }
    #expect(controls.isEmpty)
    for (words, _, _) in writes {
      #expect(try home.run("defaults", "delete", words[0]).status == .exited(0))
      #expect(try home.run("defaults", "read", words[0]).status == .exited(1))
    }
    #expect(try home.preferences()?.isEmpty == true)
  }

  /// XML 1.0 can not hold ESC: it is refused, and nothing changes.
  @Test func whatAPropertyListCanNotHoldIsRefused() throws {
    let home = try Home()
    #expect(try home.run("defaults", "write", "Key", "before").status == .exited(0))
    let before = FileManager.default.contents(atPath: home.preferencesPath)
    for words in [["Key", "a\u{1B}[31mb"], ["Key", "\u{FFFE}"], ["", "x"], ["a\u{1}b", "x"]] {
      let write = try Command(
        home.program, ["defaults", "write"] + words, environment: home.environment)
      #expect(write.status == .exited(65), "\(words)")
      #expect(write.errors.hasPrefix("pigeon: "))
      #expect(!write.errors.contains("\u{1B}"))
      #expect(write.outputBytes.isEmpty)
    }
    #expect(FileManager.default.contents(atPath: home.preferencesPath) == before)
  }

  @Test func deletingAllKeepsNothing() throws {
    let home = try Home()
    #expect(try home.run("defaults", "write", "A", "1").status == .exited(0))
    #expect(try home.run("defaults", "write", "B", "2").status == .exited(0))
    #expect(try home.run("defaults", "delete", "--all").status == .exited(0))
    #expect(try home.preferences()?.isEmpty == true)
    // The registered defaults are still there, and are not the file's to delete.
    #expect(try home.run("defaults", "read", "HPFollowHeading").output == "1\n")
    #expect(try home.run("defaults", "read", "A").status == .exited(1))
    #expect(try home.run("defaults", "delete", "HPFollowHeading").status == .exited(1))
  }

  /// A value that means nothing is stored, as on macOS, and the user is told.
  @Test func aValueWithoutMeaningIsToldOf() throws {
    let home = try Home()
    let writes: [([String], String?)] = [
      (["HPUnits", "furlongs"], "HPUnits in the preferences is ignored: there are no such units"),
      (["HPUnits", "nautical"], nil), (["HPMapType", "-int", "9"], "there is no map type 9"),
      (["HPMapType", "2"], nil), (["HPScaleBar", "-dict", "a", "b"], "HPScaleBar takes no such"),
      (["HPScaleBar", "no"], nil), (["HPArrivalRadius", "-float", "-1"], "not below 0"),
      (["HPTheme", "colorblind"], nil), (["HPTheme", "pink"], "there is no such theme"),
      (["HPLocation", "home"], "not a dictionary"),
      (["HPPositionSource", "moon"], "not a position source"),
      (["Unknown", "anything"], nil), (["HPColorDepth", "256"], nil),
      (["HPColorDepth", "-int", "12"], "takes no such value"),
    ]
    for (words, message) in writes {
      let write = try Command(
        home.program, ["defaults", "write"] + words, environment: home.environment)
      #expect(write.status == .exited(0), "\(words)")
      if let message {
        #expect(write.errors.hasPrefix("pigeon: stored, but "), "\(words): \(write.errors)")
        #expect(write.errors.contains(message), "\(words): \(write.errors)")
      } else {
        #expect(write.errors.isEmpty, "\(words): \(write.errors)")
      }
      #expect(try home.preferences()?[words[0]] != nil)
    }
  }
}
