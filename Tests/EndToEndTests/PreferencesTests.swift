import Foundation
import Testing

/// The preferences file, as this program and others see it.
@Suite(.serialized) struct PreferencesTests {
  /// What Python's plistlib finds: `KEY TYPE VALUE` lines.
  private func readWithPython(_ home: Home) throws -> [String] {
    let script = """
      import plistlib, sys
      def show(path, value):
          if isinstance(value, dict):
              print(path, 'dict')
              for key in sorted(value): show(path + '/' + key, value[key])
          else: print(path, type(value).__name__, repr(value))
      show('', plistlib.load(open(sys.argv[1], 'rb')))
      """
    let command = try Command(
      "python3", ["-c", script, home.preferencesPath],
      environment: ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 })
    try #require(command.status == .exited(0), "\(command.errors)")
    return command.output.split(separator: "\n").map(String.init)
  }

  @Test func theFileHasExactlyTheKeysAndTypesOfThePin() throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    // Nothing was changed, nothing is stored: registered defaults are not.
    #expect(try home.preferences() == nil)
    try terminal.type("dHome ♥ 日本 & <b>\r3t")
    try waitUntil("the mode") { try home.preferences()?["HPFollowHeading"] as? Int == 2 }
    #expect(
      try readWithPython(home) == [
        " dict", "/HPFollowHeading int 2", "/HPLocation dict", "/HPLocation/lat float 46.95",
        "/HPLocation/long float 7.45", "/HPLocation/title str 'Home ♥ 日本 & <b>'",
        "/HPMapType int 2",
      ])
    try terminal.type("c")
    try waitUntil("no pin") { try home.preferences()?["HPLocation"] == nil }
    try terminal.quit()
    #expect(try readWithPython(home) == [" dict", "/HPFollowHeading int 2", "/HPMapType int 2"])
  }

  /// Whole degrees are stored as reals too.
  @Test func coordinatesAreReals() throws {
    let home = try Home()
    let terminal = try home.open("10,20", "--zoom", "6")
    try terminal.type("dx\r")
    try waitUntil("the pin") { try home.preferences()?["HPLocation"] != nil }
    let lines = try readWithPython(home)
    #expect(lines.contains("/HPLocation/lat float 10.0"))
    #expect(lines.contains("/HPLocation/long float 20.0"))
  }

  @Test func aChangeIsOnDiskBeforeItIsOnTheScreen() throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    for (key, word, number) in [("3", "hybrid", 2), ("1", "standard", 0), ("2", "atellite", 1)] {
      let offset = terminal.output.count
      try terminal.type(key)
      var stored: Int?
      try terminal.wait(from: offset, seconds: patience, for: word) { bytes in
        // The words have no letters in common at one place, so they are written whole.
        guard String(decoding: bytes, as: UTF8.self).contains(word) else { return false }
        stored = try? home.preferences()?["HPMapType"] as? Int
        return true
      }
      #expect(stored == number)
    }
  }

  @Test func arguments() throws {
    let home = try Home()
    #expect(try home.run("defaults", "write", "HPMapType", "-int", "1").status == .exited(0))
    let session = try home.openInTmux("-HPMapType", "2", "46.95,7.45")
    #expect(try session.rows().last?.contains("hybrid") == true)
    // Another preference is stored while the argument stands.
    try session.send(keys: "t")
    try session.wait(forText: "follow with heading", seconds: patience)
    try session.send(keys: "q")
    try session.waitForEnd()
    #expect(try home.preferences()?["HPMapType"] as? Int == 1)
    #expect(try home.preferences()?["HPFollowHeading"] as? Int == 2)
    let next = try home.openInTmux()
    #expect(try next.rows().last?.contains("satellite") == true)
  }

  @Test func changesOfOtherProcessesShowAtOnce() throws {
    let home = try Home()
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6")
    try session.wait(forText: "standard  follow (no position)", seconds: patience)
    try session.send(keys: "d")
    try session.wait(forText: "Title:", seconds: patience)
    try session.send(text: "Bern")
    try session.send(keys: "Enter")
    try session.wait(forText: "◆ Bern", seconds: patience)

    #expect(try home.run("defaults", "write", "HPMapType", "-int", "1").status == .exited(0))
    try session.wait(forText: "satellite", seconds: patience)
    #expect(try home.run("defaults", "write", "HPFollowHeading", "-int", "0").status == .exited(0))
    try session.wait(forText: "no tracking", seconds: patience)
    #expect(try home.run("defaults", "delete", "HPFollowHeading").status == .exited(0))
    try session.wait(forText: "follow (no position)", seconds: patience)
    #expect(try home.run("defaults", "delete", "HPLocation").status == .exited(0))
    try session.wait(seconds: patience, for: "no pin") { rows in
      rows[0].contains("Nothing remembered")
        && !rows.contains { $0.contains("Bern") && $0.contains("◆") }
    }
    #expect(try home.run("defaults", "delete", "--all").status == .exited(0))
    try session.wait(forText: "standard", seconds: patience)
  }

  /// Plain rewriting by an editor counts as well, with text and key order of its own.
  @Test func aFileWrittenByHandShowsAtOnce() throws {
    let home = try Home()
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6")
    try home.writePreferences(
      Data(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
          <key>HPMapType</key><string>2</string>
          <key>HPLocation</key><dict><key>title</key><string>by hand</string>
            <key>lat</key><integer>47</integer><key>long</key><real>8.5</real></dict>
        </dict></plist>
        """.utf8))
    try session.wait(forText: "hybrid", seconds: patience)
    try session.wait(forText: "◆ by hand  47.0000, 8.5000", seconds: patience)
  }

  @Test func processesThatWriteAtOnceLoseNothing() throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    var children: [CommandProcess] = []
    for number in 1...8 {
      children.append(
        try CommandProcess(
          home.program, ["defaults", "write", "Key\(number)", "-int", "\(number)"],
          environment: home.environment))
    }
    try terminal.type("3t2dx\rt1")
    for child in children { #expect(try child.wait().status == .exited(0)) }
    try waitUntil("the last key") {
      let values = try home.preferences() ?? [:]
      return values["HPMapType"] as? Int == 0 && values["HPLocation"] != nil
    }
    try terminal.quit()
    let values = try #require(try home.preferences())
    for number in 1...8 { #expect(values["Key\(number)"] as? Int == number) }
    #expect(values["HPFollowHeading"] as? Int == 0)
    #expect(values.count == 11)
  }

  @Test func valuesThatMakeNoSenseAreToldAndKept() throws {
    let home = try Home()
    #expect(try home.run("defaults", "write", "HPMapType", "-int", "7").status == .exited(0))
    #expect(try home.run("defaults", "write", "HPLocation", "nowhere").status == .exited(0))
    let session = try home.openInTmux("46.95,7.45")
    try session.wait(forText: "in the preferences is ignored", seconds: patience)
    try session.wait(forText: "standard", seconds: patience)
    try session.send(keys: "q")
    #expect(try session.waitForEnd() == "0")
    #expect(try home.preferences()?["HPMapType"] as? Int == 7)
    #expect(try home.preferences()?["HPLocation"] as? String == "nowhere")
  }
}
