import Foundation
import Testing

/// The user's own files of tiles on the map and in the settings.
@Suite(.serialized) struct TileSourcesTests {
  /// A home with a folder of maps.
  private func makeHome() throws -> (home: Home, maps: String) {
    let home = try Home()
    let maps = home.folder + "/maps"
    try FileManager.default.createDirectory(atPath: maps, withIntermediateDirectories: true)
    try TinyArchive().write(to: maps + "/tiny.pmtiles")
    return (home, maps)
  }

  // MARK: The command line

  @Test func theTilesAreDrawn() throws {
    let (home, maps) = try makeHome()
    let atlas = try home.run("render", TinyArchive.place, "--zoom", "8", "--size", "60x20")
    #expect(!atlas.output.contains("Tileville"))
    let frame = try home.run(
      "render", TinyArchive.place, "--zoom", "8", "--size", "60x20", "--tiles",
      maps + "/tiny.pmtiles")
    #expect(frame.status == .exited(0) && frame.errors.isEmpty)
    #expect(frame.output.contains("Tileville"))
    let session = try home.openInTmux(
      TinyArchive.place, "--zoom", "8", "--tiles", maps + "/tiny.pmtiles")
    try session.wait(forText: "Tileville", seconds: patience)
    // For this launch only.
    try session.send(keys: "q")
    try session.waitForEnd()
    #expect(try home.preferences() == nil)
  }

  @Test func theFirstIsTheMostWanted() throws {
    let (home, maps) = try makeHome()
    try TinyArchive(town: "Otherton").write(to: maps + "/other.pmtiles")
    let both = try home.run(
      "render", TinyArchive.place, "--zoom", "8", "--size", "60x20", "--tiles",
      maps + "/other.pmtiles", "--tiles=" + maps + "/tiny.pmtiles")
    #expect(both.output.contains("Otherton") && !both.output.contains("Tileville"))
    // The command line's go before the preference's.
    #expect(
      try home.run("defaults", "write", "HPTileSources", "-array", maps + "/other.pmtiles").status
        == .exited(0))
    let stored = try home.run("render", TinyArchive.place, "--zoom", "8", "--size", "60x20")
    #expect(stored.output.contains("Otherton"))
    let given = try home.run(
      "render", TinyArchive.place, "--zoom", "8", "--size", "60x20", "--tiles",
      maps + "/tiny.pmtiles")
    #expect(given.output.contains("Tileville") && !given.output.contains("Otherton"))
  }

  @Test func aFileAskedForByNameMustBeThere() throws {
    let (home, maps) = try makeHome()
    try Data("<html>".utf8).write(to: URL(fileURLWithPath: maps + "/foreign.pmtiles"))
    try Data(TinyArchive().bytes.prefix(140)).write(
      to: URL(fileURLWithPath: maps + "/torn.pmtiles"))
    #expect(mkfifo(maps + "/fifo.pmtiles", 0o600) == 0)
    for (name, status) in [
      ("none.pmtiles", 66), ("", 66), ("fifo.pmtiles", 66), ("foreign.pmtiles", 65),
      ("torn.pmtiles", 65),
    ] as [(String, Int32)] {
      let path = maps + "/" + name
      let frame = try home.run("render", "48,10", "--size", "20x5", "--tiles", path)
      #expect(frame.status == .exited(status), "\(name)")
      #expect(frame.errors.hasPrefix("pigeon: \(path): "), "\(frame.errors)")
      #expect(frame.outputBytes.isEmpty)
      let information = try home.run("tiles", "info", path)
      #expect(information.status == .exited(status), "\(name)")
      #expect(information.errors == frame.errors)
    }
    #expect(try home.run("render", "--tiles", "").status == .exited(64))
  }

  @Test func filesOfThePreferencesThatCanNotBeUsedAreSkipped() throws {
    let (home, maps) = try makeHome()
    #expect(
      try home.run(
        "defaults", "write", "HPTileSources", "-array", maps + "/none.pmtiles", "relative.pmtiles",
        "~/../maps/tiny.pmtiles"
      ).status == .exited(0))
    let frame = try home.run("render", TinyArchive.place, "--zoom", "8", "--size", "60x20")
    #expect(frame.status == .exited(0))
    #expect(frame.output.contains("Tileville"))
    let lines = frame.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(frame.errors.contains("\(maps)/none.pmtiles: No such file or directory"))
    #expect(frame.errors.contains("relative.pmtiles is not a full path"))
    #expect(try home.run("defaults", "write", "HPTileSources", maps).status == .exited(0))
    let without = try home.run("render", TinyArchive.place, "--zoom", "8", "--size", "60x20")
    #expect(without.status == .exited(0))
    #expect(without.errors.contains("HPTileSources in the preferences is ignored"))
  }

  // MARK: The map

  @Test func whatCanNotBeUsedIsNamedAndTheMapGoesOn() throws {
    let (home, maps) = try makeHome()
    #expect(mkfifo(maps + "/fifo", 0o600) == 0)
    try Data("<html>".utf8).write(to: URL(fileURLWithPath: maps + "/foreign"))
    let session = try home.openInTmux(
      TinyArchive.place, "--zoom", "8", "--tiles", maps + "/none", "--tiles", maps + "/fifo",
      "--tiles", maps, "--tiles", maps + "/foreign", "--tiles", maps + "/tiny.pmtiles",
      columns: 160)
    try session.wait(forText: "Tileville", seconds: patience)
    // Each is told once, until a key, some of them together; in what order they answer is their
    // affair.
    let ending = "the map goes on without it"
    func notices(_ rows: [String]) -> [String] {
      // The map goes on to the right of a notice.
      rows.compactMap { row in row.range(of: ending).map { String(row[..<$0.upperBound]) } }
    }
    var told: Set<String> = []
    while told.count < 4 {
      let rows = try session.wait(seconds: patience, for: "another notice") { rows in
        notices(rows).contains { !told.contains($0) }
      }
      told.formUnion(notices(rows))
      try session.send(keys: "0")
    }
    for name in ["/none: ", "/fifo: ", "/maps: ", "/foreign: "] {
      #expect(told.count { $0.contains(name) } == 1, "\(told)")
    }
    try session.wait(seconds: patience, for: "no notice") { rows in
      !rows.contains { $0.contains("the map goes on without it") }
    }
    try session.send(keys: "q")
    #expect(try session.waitForEnd() == "0")
  }

  @Test func aChangeFromOutsideShowsAtOnce() throws {
    let (home, maps) = try makeHome()
    let session = try home.openInTmux(TinyArchive.place, "--zoom", "8")
    #expect(try session.rows().contains { $0.contains("Tileville") } == false)
    #expect(
      try home.run("defaults", "write", "HPTileSources", "-array", maps + "/tiny.pmtiles").status
        == .exited(0))
    try session.wait(forText: "Tileville", seconds: patience)
    #expect(try home.run("defaults", "delete", "HPTileSources").status == .exited(0))
    try session.wait(seconds: patience, for: "no town") { rows in
      !rows.contains { $0.contains("Tileville") }
    }
    try session.send(keys: "q")
    #expect(try session.waitForEnd() == "0")
  }

  @Test func replacedAndVanishedFilesAreNoticedOnReturn() throws {
    let (home, maps) = try makeHome()
    let path = maps + "/tiny.pmtiles"
    let session = try home.openInTmux(
      TinyArchive.place, "--zoom", "8", "--tiles", path, columns: 160)
    try session.wait(forText: "Tileville", seconds: patience)
    try TinyArchive(town: "Newtown").write(to: maps + "/new")
    #expect(rename(maps + "/new", path) == 0)
    kill(try session.processID, SIGCONT)
    try session.wait(seconds: patience, for: "the new town") { rows in
      rows.contains { $0.contains("Newtown") } && !rows.contains { $0.contains("Tileville") }
    }
    #expect(unlink(path) == 0)
    kill(try session.processID, SIGCONT)
    try session.wait(forText: "\(path): No such file or directory", seconds: patience)
    try session.wait(seconds: patience, for: "no town") { rows in
      !rows.contains { $0.contains("Newtown") }
    }
    try TinyArchive().write(to: path)
    kill(try session.processID, SIGCONT)
    try session.wait(forText: "Tileville", seconds: patience)
  }

  // MARK: The page in settings

  @Test func thePageAddsAndRemoves() throws {
    let (home, maps) = try makeHome()
    let session = try home.openInTmux(TinyArchive.place, "--zoom", "8")
    try session.send(keys: "s", "Down", "Down")
    try session.wait(forText: "none ›", seconds: patience)
    try session.send(keys: "Enter")
    try session.wait(forText: "Settings › Tiles", seconds: patience)
    try session.send(keys: "a")
    try session.wait(forText: "Tab: complete", seconds: patience)
    try session.send(text: "~/../maps/t")
    try session.send(keys: "Tab")
    try session.wait(forText: "~/../maps/tiny.pmtiles", seconds: patience)
    try session.send(keys: "Enter")
    try session.wait(forText: "vector z8  Tiny", seconds: patience)
    #expect(try home.preferences()?["HPTileSources"] as? [String] == ["~/../maps/tiny.pmtiles"])
    try session.send(keys: "Enter")
    // Its credit stands on the map too.
    try session.wait(forText: "65,536", seconds: patience)
    try session.send(keys: "Escape")
    try session.wait(forText: "Add a file", seconds: patience)
    try session.send(keys: "x")
    try waitUntil("an empty list") {
      try home.preferences()?["HPTileSources"] as? [String] == []
    }
    try session.send(keys: "u")
    try session.wait(forText: "vector z8  Tiny", seconds: patience)
    try session.send(keys: "q", "q")
    try session.wait(forText: "Tileville", seconds: patience)
    try session.send(keys: "q")
    #expect(try session.waitForEnd() == "0")
    #expect(try home.preferences()?["HPTileSources"] as? [String] == ["~/../maps/tiny.pmtiles"])
    #expect(maps.hasSuffix("/maps"))
  }

  @Test func aHalfTypedPathSurvivesAKill() throws {
    let (home, _) = try makeHome()
    let session = try home.openInTmux(TinyArchive.place, "--zoom", "8")
    try session.send(keys: "s", "Down", "Down", "Enter", "a")
    try session.send(text: "/some/where")
    try session.wait(forText: "Add a file /some/where", seconds: patience)
    try waitUntil("the text") {
      guard let data = FileManager.default.contents(atPath: home.statePath) else { return false }
      return String(decoding: data, as: UTF8.self).contains("/some/where")
    }
    kill(try session.processID, SIGKILL)
    try session.waitForEnd()
    let next = try home.openInTmux()
    try next.wait(forText: "Add a file /some/where", seconds: patience)
    #expect(try next.value("#{cursor_flag}") == "1")
  }

  // MARK: tiles info

  @Test func informationForPeople() throws {
    let (home, maps) = try makeHome()
    let information = try home.run("tiles", "info", maps + "/tiny.pmtiles")
    #expect(information.status == .exited(0) && information.errors.isEmpty)
    let size = TinyArchive().bytes.count
    #expect(
      information.output == """
        file         \(maps)/tiny.pmtiles
        name         Tiny
        format       PMTiles, MVT
        kind         vector
        zooms        8
        bounds       -85.0000, -180.0000 to 85.0000, 180.0000
        centre       0.0000, 0.0000, z8
        tiles        65,536
        size         \(size) bytes
        attribution  © Tiny Maps
        layers
          place  z8

        """)
  }

  @Test func informationAsJSON() throws {
    let (home, maps) = try makeHome()
    try TinyArchive(metadata: #"{"name":"\u001b[31m\u009b\"\\"}"#).write(to: maps + "/wild.pmtiles")
    let information = try home.run(
      "tiles", "info", "--json", maps + "/tiny.pmtiles", maps + "/none", maps + "/wild.pmtiles")
    #expect(information.status == .exited(66))
    #expect(information.errors == "pigeon: \(maps)/none: No such file or directory\n")
    let lines = information.output.split(separator: "\n")
    #expect(lines.count == 2)
    let first = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    #expect(
      Set(first.keys) == [
        "file", "container", "kind", "format", "minzoom", "maxzoom", "bounds", "center", "tiles",
        "bytes", "pixels", "name", "description", "version", "attribution", "languages", "layers",
      ])
    #expect(first["file"] as? String == maps + "/tiny.pmtiles")
    #expect(first["kind"] as? String == "vector" && first["format"] as? String == "mvt")
    #expect(first["minzoom"] as? Int == 8 && first["maxzoom"] as? Int == 8)
    #expect(first["bounds"] as? [Double] == [-180, -85, 180, 85])
    #expect(first["tiles"] as? Int == 65536)
    #expect((first["layers"] as? [[String: Any]])?.first?["name"] as? String == "place")
    let wild = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any])
    #expect(wild["name"] as? String == "\u{1B}[31m\u{9B}\"\\")
    // Neither form sends a terminal anything but text.
    let text = try home.run("tiles", "info", maps + "/wild.pmtiles").output
    for scalar in (information.output + text).unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control)
    }
  }
  /// People are told the beginning, scripts all of it.
  @Test func namesOfAnyLength() throws {
    let (home, maps) = try makeHome()
    let name = String(repeating: "é", count: 5000)
    try TinyArchive(
      metadata:
        #"{"name":"\#(name)","vector_layers":[{"id":"\#(name)","fields":{"\#(name)":"x"}}]}"#
    ).write(to: maps + "/long.pmtiles")
    let text = try home.run("tiles", "info", maps + "/long.pmtiles").output
    let lines = text.split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix(" \(name.prefix(239))…") && $0.hasPrefix("name  ") })
    #expect(lines.last.map(String.init) == "  \(name.prefix(39))…  z8  \(name.prefix(235))…")
    let json = try home.run("tiles", "info", "--json", maps + "/long.pmtiles").output
    #expect(json.components(separatedBy: name).count == 4)
  }
}
