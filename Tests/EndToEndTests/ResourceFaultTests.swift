import Foundation
import TestSupport
import Testing

/// The shipped data is missing or damaged: told by name, and everything else works.
@Suite(.serialized) struct ResourceFaultTests {
  /// A home whose program is installed in a folder of its own, with a copy of the shipped data.
  private func install() throws -> (home: Home, resources: String) {
    let home = try Home()
    let files = FileManager.default
    let resources = home.folder + "/share/pigeon"
    try files.createDirectory(
      atPath: home.folder + "/bin", withIntermediateDirectories: true)
    try files.createDirectory(
      atPath: home.folder + "/share", withIntermediateDirectories: true)
    // By another process: a program can not be started while any process has it open for writing,
    // and those that other tests start meanwhile would inherit it.
    for (from, to) in [
      (PackageUnderTest.binary, home.folder + "/bin/pigeon"),
      (PackageUnderTest.folder + "/Resources", resources),
    ] {
      let copy = try Command("cp", ["-R", from, to], environment: home.environment)
      try #require(copy.status == .exited(0), "\(copy.errors)")
    }
    home.program = home.folder + "/bin/pigeon"
    return (home, resources)
  }

  /// The message names the file; keys, preferences and quitting work.
  private func expectMap(
    of home: Home, telling text: String, satellite: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6", columns: 200)
    if satellite {
      try session.send(keys: "2")
      try session.wait(forText: "satellite", seconds: patience)
    }
    try session.wait(forText: text, seconds: patience)
    try session.send(keys: "l", "+", "3", "d")
    try session.wait(forText: "Title:", seconds: patience)
    try session.send(text: "still here")
    try session.send(keys: "Enter")
    try waitUntil("the pin") { try home.preferences()?["HPLocation"] != nil }
    try session.send(keys: "?")
    try session.wait(forText: "Esc: back", seconds: patience)
    try session.send(keys: "x")
    try session.wait(seconds: patience, for: "pin") { rows in
      rows[0].contains("◆ still here") && rows.last?.contains("hybrid") == true
        && !rows.contains { $0.contains("Esc: back") }
    }
    try session.send(keys: "q")
    #expect(try session.waitForEnd() == "0", sourceLocation: sourceLocation)
    try FileManager.default.removeItem(atPath: home.preferencesPath)
  }

  @Test func theInstalledProgramFindsItsData() throws {
    let (home, _) = try install()
    let here = try home.run("render", "48,10", "--size", "60x20")
    #expect(here.status == .exited(0) && here.errors.isEmpty)
    home.program = PackageUnderTest.binary
    #expect(try home.run("render", "48,10", "--size", "60x20").output == here.output)
    // By a link as well.
    let link = home.folder + "/pigeon"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: home.folder + "/bin/pigeon")
    home.program = link
    #expect(try home.run("render", "48,10", "--size", "60x20").output == here.output)
  }

  /// What is no regular file is told like one that is missing; nothing waits for a pipe's writer.
  @Test(arguments: [
    "Styles/dark.json", "LICENSES.md", "Settings.bundle/Root.plist",
    "Settings.bundle/Display.plist", "atlas.pmtiles", "satellite.pmtiles",
  ])
  func aPipeInPlaceOfAFile(_ name: String) throws {
    let (home, resources) = try install()
    let path = resources + "/" + name
    for make in [
      { mkfifo(path, 0o600) }, { mkdir(path, 0o700) }, { symlink("/dev/zero", path) },
    ] as [() -> Int32] {
      try FileManager.default.removeItem(atPath: path)
      #expect(make() == 0)
      let frame = try home.run("render", "47,9", "--zoom", "5", "--size", "60x10")
      #expect(frame.status == .exited(0))
      let rows = frame.output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(rows.count == 11)
      let terminal = try home.open("46.95,7.45", "--zoom", "6")
      try terminal.quit()
      let last = name.split(separator: "/").last.map(String.init) ?? name
      // The licences are for the help screen; the pages of settings for theirs.
      if last.hasSuffix("json") || last.hasSuffix("pmtiles") {
        #expect(frame.errors.contains(last), "\(frame.errors)")
      }
    }
  }

  @Test func noDataAtAll() throws {
    let (home, resources) = try install()
    try FileManager.default.removeItem(atPath: resources)
    try expectMap(of: home, telling: "Resources")
    let frame = try home.run("render", "48,10")
    #expect(frame.status == .exited(66))
    #expect(frame.outputBytes.isEmpty)
    #expect(frame.errors.contains("Resources"))
  }

  @Test func theAtlasIsMissing() throws {
    let (home, resources) = try install()
    try FileManager.default.removeItem(atPath: resources + "/atlas.pmtiles")
    try expectMap(of: home, telling: resources + "/atlas.pmtiles")
    let frame = try home.run("render", "48,10", "--size", "20x5", "--type", "satellite")
    #expect(frame.status == .exited(0))
    #expect(frame.errors.contains(resources + "/atlas.pmtiles"))
  }

  @Test(arguments: [0, 5, 127, 1000, 1_000_000, 6_000_000])
  func theAtlasIsTruncated(_ length: Int) throws {
    let (home, resources) = try install()
    #expect(truncate(resources + "/atlas.pmtiles", length) == 0)
    try expectMap(of: home, telling: "atlas.pmtiles")
    let frame = try home.run("render", "48,10", "--size", "40x10")
    #expect(frame.errors.contains("atlas.pmtiles"))
  }

  @Test func theSatelliteIsGarbage() throws {
    let (home, resources) = try install()
    let garbage = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }
    try Data(garbage).write(to: URL(fileURLWithPath: resources + "/satellite.pmtiles"))
    try expectMap(of: home, telling: "satellite.pmtiles")
  }

  /// The header is right and all tiles are noise.
  @Test func theTilesOfTheSatelliteAreGarbage() throws {
    let (home, resources) = try install()
    let path = resources + "/satellite.pmtiles"
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    for index in 200_000..<data.count { data[index] ^= 0x5A }
    try data.write(to: URL(fileURLWithPath: path))
    try expectMap(of: home, telling: "satellite.pmtiles", satellite: true)
  }

  /// The archives are exchanged: neither is of the kind expected.
  @Test func theArchivesAreExchanged() throws {
    let (home, resources) = try install()
    let files = FileManager.default
    try files.moveItem(atPath: resources + "/atlas.pmtiles", toPath: resources + "/x")
    try files.moveItem(
      atPath: resources + "/satellite.pmtiles", toPath: resources + "/atlas.pmtiles")
    try files.moveItem(atPath: resources + "/x", toPath: resources + "/satellite.pmtiles")
    try expectMap(of: home, telling: "not the kind of tiles expected")
    let frame = try home.run("render", "48,10")
    #expect(frame.status == .exited(66))
    for name in ["atlas", "satellite"] { #expect(frame.errors.contains("\(name).pmtiles")) }
  }
}
