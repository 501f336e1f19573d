import Foundation
import Testing

/// The settings screen, as a user and as other processes meet it.
@Suite(.serialized) struct SettingsTests {
  /// The row with the bar behind it, a background that no other row has; waits for it to change.
  private func selectedRow(of session: TmuxSession, after previous: String? = nil) throws -> String
  {
    var selected: String?
    // A frame may be looked at while it arrives: the old bar is gone, the new one not there yet.
    try waitUntil("a selected row") {
      selected = try session.styledRows().first {
        $0.contains("48;2;52;80;95") || $0.contains("48;2;199;222;238")
      }
      return selected != nil && selected != previous
    }
    return selected ?? ""
  }

  /// Selects the row that shows this title, going down from where the bar is, the first row.
  private func select(_ title: String, in session: TmuxSession) throws {
    var row = try selectedRow(of: session)
    for _ in 0..<20 where !row.contains(title) {
      try session.send(keys: "Down")
      row = try selectedRow(of: session, after: row)
    }
    #expect(row.contains(title))
  }

  @Test func whatIsChangedShowsAtOnceAndIsStored() throws {
    let home = try Home()
    home.environment["COLORTERM"] = "truecolor"
    let session = try home.openInTmux("46.948,7.4474", "--zoom", "6")
    try session.wait(forText: "46.9480, 7.4474", seconds: patience)
    try session.send(keys: "s")
    try session.wait(forText: "─ Settings ─", seconds: patience)
    #expect(try home.preferences() == nil)

    try select("Distances", in: session)
    try session.send(keys: "Enter")
    try session.wait(forText: "Settings › Distances", seconds: patience)
    try session.send(keys: "G", "Enter")
    try session.wait(seconds: patience, for: "nautical miles") { $0.last?.hasSuffix(" NM") == true }
    #expect(try home.preferences()?["HPUnits"] as? String == "nautical")
    try session.send(keys: "Escape")
    try session.wait(forText: "nautical ›", seconds: patience)

    try select("Coordinates", in: session)
    try session.send(keys: "Enter", "Down", "Enter")
    try session.wait(seconds: patience, for: "minutes") {
      $0.last?.contains("46°56.880'N 7°26.844'E") == true
    }
    try session.send(keys: "q")

    try session.send(keys: "g")
    try waitUntil("the first row") { try selectedRow(of: session).contains("Map type") }
    try select("Display", in: session)
    try session.send(keys: "Enter")
    try session.wait(forText: "Settings › Display", seconds: patience)
    try session.send(keys: "g", "Down", "Down", "Enter")
    try waitUntil("a light bar") { try session.styledRows()[0].contains("48;2;211;217;221") }
    try select("Scale bar", in: session)
    try session.send(keys: "Space")
    try session.wait(seconds: patience, for: "no scale") { $0.last?.contains("NM") == false }
    try session.send(keys: "q")
    try session.wait(forText: "─ Settings ─", seconds: patience)
    try session.send(keys: "q", "q")
    #expect(try session.waitForEnd() == "0")
    let stored = try #require(try home.preferences())
    #expect(Set(stored.keys) == ["HPUnits", "HPCoordinateNotation", "HPTheme", "HPScaleBar"])
    #expect(stored["HPTheme"] as? String == "light")
    #expect(stored["HPScaleBar"] as? Bool == false)

    let next = try home.openInTmux()
    try next.wait(seconds: patience, for: "what was set") {
      $0.last?.contains("46°56.880'N") == true && $0.last?.contains("NM") == false
    }
    #expect(try next.styledRows()[0].contains("48;2;211;217;221"))
  }

  @Test func changesFromOutsideShowOnTheOpenPage() throws {
    let home = try Home()
    let session = try home.openInTmux("46.948,7.4474", "--zoom", "6")
    try session.send(keys: "s")
    try session.wait(forText: "metric ›", seconds: patience)
    #expect(try home.run("defaults", "write", "HPUnits", "imperial").status == .exited(0))
    try session.wait(forText: "imperial ›", seconds: patience)
    try session.wait(seconds: patience, for: "miles") { $0.last?.hasSuffix(" mi") == true }
    // Neither a value that is no choice nor one of a wrong type is rewritten.
    #expect(try home.run("defaults", "write", "HPUnits", "furlongs").status == .exited(0))
    try session.wait(forText: "furlongs ›", seconds: patience)
    #expect(try home.run("defaults", "write", "HPUnits", "-bool", "true").status == .exited(0))
    try session.wait(forText: "metric ›", seconds: patience)
    try session.send(keys: "q", "q")
    try session.waitForEnd()
    #expect(try home.preferences()?["HPUnits"] as? Bool == true)
  }

  @Test func theFileEditedWhileStoppedShowsOnReturn() throws {
    let home = try Home()
    let command = home.shellCommand([home.program, "46.948,7.4474", "--zoom", "6"])
    let session = try TmuxSession("exec bash --norc --noprofile", columns: 100, rows: 30)
    try session.send(text: "PS1='ready> '; " + command + "\n")
    try session.waitForFrame()
    try session.send(keys: "s")
    try session.wait(forText: "metric ›", seconds: patience)
    try session.send(keys: "C-z")
    try session.wait(forText: "Stopped", seconds: patience)
    try home.writePreferences(
      Data(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
          <key>HPUnits</key><string>nautical</string>
          <key>HPPositionSource</key><string>fixed:46°57'N 7°27'E</string>
        </dict></plist>
        """.utf8))
    try session.send(text: "fg\n")
    try session.wait(forText: "nautical ›", seconds: patience)
    try session.wait(forText: "fixed:46°57'N 7°27'E", seconds: patience)
    try session.wait(seconds: patience, for: "position") {
      $0.last?.contains("follow  ") == true && $0.last?.hasSuffix(" NM") == true
    }
  }

  @Test func aSourceHalfTypedSurvivesAKill() throws {
    let home = try Home()
    let session = try home.openInTmux("46.948,7.4474", "--zoom", "6")
    try session.send(keys: "s")
    try session.wait(forText: "Source", seconds: patience)
    try session.send(keys: "G", "Up", "Enter", "C-u")
    try session.send(text: "fixed:47,8")
    try session.send(keys: "Left")
    try session.wait(forText: "Source fixed:47,8", seconds: patience)
    try home.waitForView("the settings") { $0.screens.contains("map/settings") }
    // What was typed last is there within a second.
    try waitUntil("the text") {
      guard let data = FileManager.default.contents(atPath: home.statePath) else { return false }
      return String(decoding: data, as: UTF8.self).contains("fixed:47,8")
    }
    kill(try session.processID, SIGKILL)
    try session.waitForEnd()
    let next = try home.openInTmux()
    try next.wait(forText: "Source fixed:47,8", seconds: patience)
    #expect(try next.value("#{cursor_flag}") == "1")
    try next.send(text: ".5")
    try next.wait(forText: "Source fixed:47,.58", seconds: patience)
    try next.send(keys: "C-e", "BSpace", "Enter")
    try waitUntil("the source") {
      try home.preferences()?["HPPositionSource"] as? String == "fixed:47,.5"
    }
  }

  @Test func theCommandLineWins() throws {
    let home = try Home()
    #expect(try home.run("defaults", "write", "HPCharset", "ascii").status == .exited(0))
    #expect(try home.run("defaults", "write", "HPPositionSource", "fixed:1,2").status == .exited(0))
    let ascii = try home.openInTmux("46.948,7.4474", "--zoom", "6")
    try ascii.wait(seconds: patience, for: "ASCII") { $0.last?.contains("|--") == true }
    let braille = try home.openInTmux("--charset", "braille", "--position", "none")
    try braille.wait(seconds: patience, for: "Braille") { $0.last?.contains("├─") == true }
    try braille.wait(forText: "(no position)", seconds: patience)
  }
}
