import Foundation
import Testing

/// Keys, pastes and the line editor, judged by what is stored.
@Suite struct InputTests {
  private func title(_ home: Home) throws -> String? {
    (try home.preferences()?["HPLocation"] as? [String: Any])?["title"] as? String
  }

  /// Types into the title prompt, accepts, and waits for the pin.
  private func expectTitle(
    _ expected: String, from keys: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.type("d")
    try terminal.wait(forText: "Title:", seconds: patience)
    try terminal.type(keys)
    try terminal.type("\r")
    try waitUntil("the pin") { try title(home) != nil }
    #expect(try title(home) == expected, sourceLocation: sourceLocation)
    try terminal.quit()
  }

  /// 24 rows: a step is two rows and four columns, so 8 dots; at zoom 5 the world has 8192.
  @Test func everyKeyOfABurstCounts() throws {
    let home = try Home()
    let terminal = try home.open("0,0", "--zoom", "5")
    try terminal.type(String(repeating: "\u{1B}[C", count: 50))
    try home.waitForView("50 steps") { $0.isNear(0, 50 * 8 * 360.0 / 8192, within: 1e-6) }
    try terminal.type(String(repeating: "\u{1B}OD", count: 50) + String(repeating: "j", count: 7))
    // Mercator: 7 steps of two rows of 4 dots down.
    let latitude = -atan(sinh(2 * Double.pi * 7 * 8 / 8192)) * 180 / .pi
    try home.waitForView("back, and down") { $0.isNear(latitude, 0, within: 1e-6) }
  }

  @Test func movingAndZooming() throws {
    let home = try Home()
    let terminal = try home.open("0,0", "--zoom", "5")
    // Half a screen of 80 columns is 80 dots.
    try terminal.type("L")
    try home.waitForView("half a screen") { $0.isNear(0, 80 * 360.0 / 8192, within: 1e-6) }
    try terminal.type("\u{1B}[1;2D")
    try home.waitForView("and back") { $0.isNear(0, 0, within: 1e-6) }
    try terminal.type("+=a")
    try home.waitForView("three in") { $0.zoom == 6.5 }
    try terminal.type("-_z-")
    try home.waitForView("four out") { $0.zoom == 4.5 }
    try terminal.type("0")
    try home.waitForView("the world") { abs($0.zoom - log2(160.0 / 256)) < 1e-9 }
    try terminal.type(String(repeating: "+", count: 60))
    try home.waitForView("the deepest") { $0.zoom == 18 }
  }

  /// Longitudes wrap.
  @Test func roundTheWorld() throws {
    let home = try Home()
    let terminal = try home.open("0,179", "--zoom", "5")
    try terminal.type(String(repeating: "l", count: 10))
    try home.waitForView("beyond the antimeridian") {
      $0.isNear(0, 179 + 10 * 8 * 360.0 / 8192 - 360, within: 1e-6)
    }
  }

  static let edits: [(String, String)] = [
    ("Bern", "Bern"),
    ("ern\u{1}B", "Bern"),
    ("ern\u{1B}[HB\u{1B}[Fe", "Berne"),
    ("ern\u{1B}[1~B\u{1B}[4~e", "Berne"),
    ("ern\u{1B}OHB\u{5}e", "Berne"),
    ("Brn\u{1B}[D\u{1B}[De", "Bern"),
    ("Brn\u{2}\u{2}\u{2}\u{6}e", "Bern"),
    ("junk\u{15}Bern", "Bern"),
    ("Bern junk\u{17}here", "Bern here"),
    ("Bernxx\u{7F}\u{8}", "Bern"),
    ("xBern\u{1B}[H\u{1B}[3~", "Bern"),
    ("Bern and more\u{1}\u{6}\u{6}\u{6}\u{6}\u{B}", "Bern"),
    ("日本♥x\u{1B}[D\u{1B}[D\u{1B}[D-", "日-本♥x"),
    ("e\u{301}x\u{1B}[D\u{7F}", "x"),
    ("q?123cut", "q?123cut"),
  ]

  @Test(arguments: edits) func theLineEditor(_ keys: String, _ expected: String) throws {
    try expectTitle(expected, from: Array(keys.utf8))
  }

  @Test func nothingTypedTakesTheSuggestion() throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.type("d\r")
    try waitUntil("the pin") { try title(home) != nil }
    // Bern is 3 km away.
    #expect(try title(home) == "Bern")
  }

  static let pastes: [(String, String)] = [
    ("Bern", "Bern"),
    ("q\rd\nu\tx", "q d u x"),
    ("a\u{1B}[Cb\u{1B}]0;x\u{7}c", "a[Cb]0;xc"),
    ("日本 ♥\u{0}\u{1}", "日本 ♥"),
    ("\u{1B}[200~twice", "[200~twice"),
    ("a\u{9B}31mb", "a31mb"),
  ]

  @Test(arguments: pastes) func aPasteIsText(_ text: String, _ expected: String) throws {
    try expectTitle(expected, from: Array("\u{1B}[200~\(text)\u{1B}[201~".utf8))
  }

  @Test func aMegabytePasted() throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.type("d")
    try terminal.wait(forText: "Title:", seconds: patience)
    let line = "0123456789\u{1B}[Aq日\n"
    let text = String(repeating: line, count: (1 << 20) / line.utf8.count + 1)
    try terminal.type("\u{1B}[200~\(text)\u{1B}[201~!")
    try terminal.wait(forText: "A title holds 500 characters", seconds: patience)
    try terminal.type("\r")
    try waitUntil("the pin") { try title(home) != nil }
    let stored = try #require(try title(home))
    #expect(stored.count == 500)
    #expect(stored.hasPrefix("0123456789[Aq日 0123456789[Aq日 "))
    try terminal.quit()
  }

  /// On the map a paste is not keys.
  @Test func aPasteOnTheMapDoesNothing() throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.type("\u{1B}[200~q3dx\r\u{1B}[201~2")
    try waitUntil("the key after it") { try home.preferences()?["HPMapType"] as? Int == 1 }
    #expect(try title(home) == nil)
    try terminal.quit()
  }

  @Test func escapeCancels() throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    for cancel in ["\u{1B}", "\u{7}"] {
      try terminal.type("dhalf")
      try home.waitForView("a title") { $0.title == "half" }
      try terminal.type(cancel)
      try home.waitForView("no title") { $0.title == nil }
    }
    #expect(try title(home) == nil)
    try terminal.quit()
  }

  /// Ctrl-C ends the program from anywhere, and the title is not lost.
  @Test func controlCEndsTheProgramAndKeepsTheTitle() throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.type("dhalf")
    try terminal.wait(forText: "half", seconds: patience)
    try terminal.type("\u{3}")
    #expect(try terminal.waitForExit(seconds: patience) == .killed(signal: SIGINT))
    #expect(try home.view()?.title == "half")
  }

  @Test func helpOpensAndCloses() throws {
    let home = try Home()
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6", rows: 50)
    let screen = try session.waitForStill("map")
    for close in ["Escape", "?", "x", "q"] {
      try session.send(keys: "?")
      try session.wait(forText: "drop a pin at the crosshair", seconds: patience)
      try session.wait(forText: "Natural Earth", seconds: patience)
      try session.send(keys: close)
      try session.wait(forLook: screen)
    }
    #expect(try session.value("#{pane_dead}") == "0")
  }

  /// Sequences no terminal description has, cut and senseless ones: nothing happens, keys go on.
  @Test func garbageIsSwallowed() throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    let garbage: [[UInt8]] = [
      Array("\u{1B}[999;999;999X\u{1B}[?62;22c\u{1B}]11;rgb:0/0/0\u{7}\u{1B}P1$r0m\u{1B}\\".utf8),
      Array("\u{1B}[<0;99999;99999M\u{1B}[<999;1;1m\u{1B}[<64;-1;x".utf8), [0x18],
      [0xFF, 0xFE, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF5], Array("\u{1B}[I\u{1B}[O\u{0}\u{1D}".utf8),
    ]
    for bytes in garbage { try terminal.type(bytes) }
    // Incomplete sequences are given up after a second.
    try waitUntil("a key that counts") {
      try terminal.type("2")
      usleep(20_000)
      return try home.preferences()?["HPMapType"] as? Int == 1
    }
    try terminal.quit()
    #expect(try home.view()?.isNear(46.95, 7.45) == true)
    #expect(try home.view()?.zoom == 6)
  }
}
