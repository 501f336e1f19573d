import Foundation
import Testing

/// Files that are damaged, and places where nothing can be stored.
@Suite(.serialized) struct StoreFaultTests {
  private func files(_ home: Home) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.path + "/.config/pigeon").sorted()
  }

  static let damaged = DamagedFile.list([
    (
      "truncated",
      Array("<?xml version=\"1.0\"?><plist><dict><key>HPMapType</key><integer>2</inte".utf8)
    ),
    ("text", Array("HPMapType = 2\u{1B}[31m".utf8)),
    ("binary", Array("bplist00".utf8) + [0xD1, 1, 2, 0x59] + Array(repeating: 0, count: 40)),
    ("zeros", [UInt8](repeating: 0, count: 300)),
    ("empty", []),
    ("not a dictionary", Array("<plist><array/></plist>".utf8)),
    (
      "not UTF-8",
      Array("<plist><dict><key>a</key><string>".utf8) + [0xFF, 0xC0, 0x80]
        + Array("</string></dict></plist>".utf8)
    ),
    ("billion laughs", Array("<!DOCTYPE p [<!ENTITY a \"aa\">]><plist><dict/></plist>".utf8)),
    ("deep", Array((String(repeating: "<array>", count: 100_000)).utf8)),
  ])

  @Test(arguments: damaged)
  func damagedPreferencesAreSetAside(_ file: DamagedFile) throws {
    let bytes = file.bytes
    let home = try Home()
    try home.writePreferences(bytes)
    // Wide enough for the whole message.
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6", columns: 400)
    try session.wait(forText: home.preferencesPath, seconds: patience)
    // Named, with the reason; the map is there and stores changes.
    let names = try files(home)
    let kept = try #require(
      names.first {
        $0 != "preferences.plist" && !$0.hasPrefix(".")
          && FileManager.default.contents(atPath: home.path + "/.config/pigeon/" + $0)
            == Data(bytes)
      }, "\(names)")
    try session.wait(forText: kept, seconds: patience)
    try session.send(keys: "3")
    try session.wait(forText: "hybrid", seconds: patience)
    #expect(try home.preferences()?["HPMapType"] as? Int == 2)
    try session.send(keys: "q")
    #expect(try session.waitForEnd() == "0")
    #expect(
      FileManager.default.contents(atPath: home.path + "/.config/pigeon/" + kept) == Data(bytes))
  }

  /// Broken by an editor while the map runs: told, not overwritten, and the next change sets it aside.
  @Test func preferencesDamagedWhileRunning() throws {
    let home = try Home()
    #expect(try home.run("defaults", "write", "HPMapType", "-int", "1").status == .exited(0))
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6", columns: 200)
    let junk = Array("<plist><dict><key>oops".utf8)
    try home.writePreferences(junk)
    try session.wait(forText: "is damaged", seconds: patience)
    #expect(FileManager.default.contents(atPath: home.preferencesPath) == Data(junk))
    #expect(try session.rows().last?.contains("satellite") == true)
    try session.send(keys: "t")
    try session.wait(forText: "follow with heading", seconds: patience)
    let preferences = try #require(try home.preferences())
    #expect(preferences["HPFollowHeading"] as? Int == 2)
    #expect(
      try files(home).contains {
        FileManager.default.contents(atPath: home.path + "/.config/pigeon/" + $0) == Data(junk)
      })
  }

  static let damagedViews = DamagedFile.list([
    ("truncated", Array("<?xml version=\"1.0\"?><plist><dict><key>Ob".utf8)),
    ("zeros", [UInt8](repeating: 0, count: 100)),
    ("binary", Array("bplist00\u{1}".utf8)),
    ("other", Array("<plist><dict><key>a</key><true/></dict></plist>".utf8)),
  ])

  @Test(arguments: damagedViews) func aDamagedViewIsLeft(_ file: DamagedFile) throws {
    let bytes = file.bytes
    let home = try Home()
    #expect(try home.run("defaults", "write", "HPMapType", "-int", "2").status == .exited(0))
    try home.writeState(bytes)
    let session = try home.openInTmux(columns: 200)
    try session.wait(forText: "The view is not restored", seconds: patience)
    try session.wait(forText: "state.discarded.plist", seconds: patience)
    #expect(try session.rows().last?.contains("hybrid") == true)
    try session.send(keys: "q")
    #expect(try session.waitForEnd() == "0")
    let kept = home.path + "/.local/state/pigeon/state.discarded.plist"
    #expect(FileManager.default.contents(atPath: kept) == Data(bytes))
    #expect(try home.view() != nil)
  }

  /// A view whose values make no sense is taken as far as it does.
  @Test func aSenselessViewIsHarmless() throws {
    let home = try Home()
    let state = """
      <plist><dict><key>Version</key><integer>1</integer>
      <key>Timestamp</key><date>2024-01-01T00:00:00Z</date><key>Idiom</key><string>x</string>
      <key>Objects</key><dict>
      <key>map</key><dict><key>latitude</key><real>1e308</real><key>longitude</key><real>nan</real>
      <key>zoom</key><real>1e300</real></dict>
      <key>map/title</key><dict><key>latitude</key><real>1</real><key>longitude</key><real>2</real>
      <key>text</key><string>ab</string><key>cursor</key><integer>-9223372036854775808</integer></dict>
      <key>map/history</key><dict><key>past</key><array><string>x</string><dict><key>lat</key>
      <real>inf</real></dict></array><key>future</key><true/></dict>
      </dict></dict></plist>
      """
    try home.writeState(Data(state.utf8))
    let terminal = try home.launch()
    try terminal.wait(forText: "Title:", seconds: patience)
    try terminal.type("x\ruuU")
    try waitUntil("the pin") { try home.preferences() != nil }
    try terminal.quit()
    let view = try #require(try home.view())
    #expect(view.zoom == 18)
  }

  @Test func aLinkStaysALink() throws {
    let home = try Home()
    try FileManager.default.createDirectory(
      atPath: home.path + "/.config/pigeon", withIntermediateDirectories: true)
    let target = home.folder + "/dotfiles.plist"
    try FileManager.default.createSymbolicLink(
      atPath: home.preferencesPath, withDestinationPath: target)
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6")
    for (key, word, number) in [("3", "hybrid", 2), ("2", "satellite", 1)] {
      try session.send(keys: key)
      try session.wait(forText: word, seconds: patience)
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: home.preferencesPath) == target)
      #expect(try home.preferences()?["HPMapType"] as? Int == number)
    }
    // A change made to the target shows as well.
    let data = try #require(FileManager.default.contents(atPath: target))
    let text = String(decoding: data, as: UTF8.self).replacing("<integer>1<", with: "<integer>2<")
    try Data(text.utf8).write(to: URL(fileURLWithPath: target))
    try session.wait(forText: "hybrid", seconds: patience)
  }

  /// The folder of the preferences is a file: told at every change, and made good when it can be.
  @Test func anObstacleIsToldAndOvercome() throws {
    let home = try Home()
    try FileManager.default.createDirectory(
      atPath: home.path + "/.config", withIntermediateDirectories: true)
    let obstacle = home.path + "/.config/pigeon"
    try Data("in the way".utf8).write(to: URL(fileURLWithPath: obstacle))
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6", columns: 160)
    try session.send(keys: "3")
    try session.wait(seconds: patience, for: "why it is not saved") { rows in
      rows.contains { $0.contains("Not saved: ") && $0.contains(obstacle) }
        && rows.last?.contains("hybrid") == true
    }
    try session.send(keys: "t", "Right")
    try session.wait(forText: "follow with heading", seconds: patience)
    try session.wait(forText: "Not saved: ", seconds: patience)
    try FileManager.default.removeItem(atPath: obstacle)
    try session.send(keys: "d")
    try session.wait(forText: "Title:", seconds: patience)
    try session.send(text: "x")
    try session.send(keys: "Enter")
    try session.wait(seconds: patience, for: "nothing to tell") { rows in
      !rows.contains { $0.contains("Not saved") } && rows[0].contains("◆ x")
    }
    let preferences = try #require(try home.preferences())
    #expect(preferences["HPMapType"] as? Int == 2)
    #expect(preferences["HPFollowHeading"] as? Int == 2)
    #expect((preferences["HPLocation"] as? [String: Any])?["title"] as? String == "x")
    try session.send(keys: "q")
    #expect(try session.waitForEnd() == "0")
  }

  /// The obstacle goes away by itself: all is saved without a key, and nothing is told any more.
  @Test func anObstacleThatGoesAway() throws {
    let home = try Home()
    let obstacle = home.path + "/.config"
    try Data().write(to: URL(fileURLWithPath: obstacle))
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6", columns: 160)
    try session.send(keys: "3")
    try session.wait(forText: "Not saved: ", seconds: patience)
    try FileManager.default.removeItem(atPath: obstacle)
    try waitUntil("the file") { try home.preferences()?["HPMapType"] as? Int == 2 }
    try session.wait(seconds: patience, for: "nothing to tell") { rows in
      !rows.contains { $0.contains("Not saved") }
    }
    try session.send(keys: "q")
    #expect(try session.waitForEnd() == "0")
  }

  @Test func anObstacleThatStaysEndsWithAMessage() throws {
    let home = try Home()
    try Data().write(to: URL(fileURLWithPath: home.path + "/.config"))
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.type("3")
    try terminal.wait(forText: "Not saved: ", seconds: patience)
    try terminal.type("q")
    #expect(try terminal.waitForExit(seconds: patience) == .exited(74))
    try terminal.wait(forText: "pigeon: not saved: ", seconds: patience)
    // After the alternate screen is left, where it can be read.
    let tail = try #require(terminal.text.components(separatedBy: "[?1049l").last)
    #expect(tail.contains("pigeon: not saved: ") && tail.contains(home.path + "/.config"))
    let command = try home.run("defaults", "write", "A", "1")
    #expect(command.status == .exited(73) || command.status == .exited(74))
    #expect(command.errors.contains(home.path + "/.config"))
  }

  /// The view can not be saved: told whether or not there was time before `q`.
  @Test(arguments: [true, false]) func aViewThatCanNotBeSaved(_ waits: Bool) throws {
    let home = try Home()
    try Data().write(to: URL(fileURLWithPath: home.path + "/.local"))
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.type("l")
    if waits { try terminal.wait(forText: "Not saved: ", seconds: patience) }
    try terminal.type("q")
    #expect(try terminal.waitForExit(seconds: patience) == .exited(74))
    let tail = try #require(terminal.text.components(separatedBy: "[?1049l").last)
    #expect(tail.contains("pigeon: not saved: ") && tail.contains(home.path + "/.local"))
  }

  /// What could not be saved for a while and was in the end is no failure.
  @Test func aViewThatIsSavedAtLast() throws {
    let home = try Home()
    let obstacle = home.path + "/.local"
    try Data().write(to: URL(fileURLWithPath: obstacle))
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.type("l")
    try terminal.wait(forText: "Not saved: ", seconds: patience)
    try FileManager.default.removeItem(atPath: obstacle)
    try terminal.quit()
    #expect(try home.view() != nil)
    #expect(!terminal.text.contains("pigeon: not saved"))
  }

  @Test func noHome() throws {
    let home = try Home()
    home.environment["HOME"] = nil
    home.environment["XDG_CONFIG_HOME"] = home.folder + "/config"
    home.environment["XDG_STATE_HOME"] = home.folder + "/state"
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.type("3")
    try waitUntil("the file") {
      FileManager.default.fileExists(atPath: home.folder + "/config/pigeon/preferences.plist")
    }
    try terminal.quit()
    #expect(FileManager.default.fileExists(atPath: home.folder + "/state/pigeon/state.plist"))
  }

  /// HOME can not exist, not even for root.
  @Test func anImpossibleHome() throws {
    let home = try Home()
    try Data().write(to: URL(fileURLWithPath: home.folder + "/file"))
    home.environment["HOME"] = home.folder + "/file/home"
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6", columns: 160)
    try session.send(keys: "3")
    try session.wait(forText: "Not saved: ", seconds: patience)
    try session.wait(forText: "hybrid", seconds: patience)
    try session.send(keys: "q")
    #expect(try session.waitForEnd() == "74")
    let frame = try home.run("render", "48,10", "--size", "20x5")
    #expect(frame.output.split(separator: "\n").count == 5)
  }

  /// No file may grow beyond a size that the preferences are already near: the disk is full. What
  /// was stored before stays whole.
  @Test func aFullDisk() throws {
    let home = try Home()
    // A frame is made in a file in memory that the limit counts for too, so it can not be small.
    let padding = String(repeating: "x", count: 3 << 20)
    try home.writePreferences(
      Data("<plist><dict><key>Padding</key><string>\(padding)</string></dict></plist>".utf8))
    let before = FileManager.default.contents(atPath: home.preferencesPath)
    // The signal is ignored: a full disk sends none.
    let limited = ["sh", "-c", "trap '' XFSZ; exec prlimit --fsize=2097152 \"$@\"", "sh"]
    let command = home.shellCommand(limited + [home.program, "46.95,7.45"])
    let session = try TmuxSession("exec " + command, columns: 160, rows: 30)
    try session.waitForFrame()
    try session.send(keys: "3")
    try session.wait(forText: "Not saved: ", seconds: patience)
    try session.wait(forText: "hybrid", seconds: patience)
    try session.send(keys: "q")
    #expect(try session.waitForEnd() == "74")
    #expect(FileManager.default.contents(atPath: home.preferencesPath) == before)
    // No half-written file stays.
    #expect(try files(home).filter { $0.hasPrefix("preferences") } == ["preferences.plist"])
  }
}

/// Contents that are no good. The log of the tests shows the name alone.
struct DamagedFile: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]
  var testDescription: String { name }

  static func list(_ files: [(String, [UInt8])]) -> [DamagedFile] {
    files.map { DamagedFile(name: $0.0, bytes: $0.1) }
  }
}
