import Foundation
import Testing

/// Every command that opens the preferences tells what it found, and what it did to them.
@Suite struct DamagedStoreTests {
  private static let damaged = Array(
    "<plist version=\"1.0\">\n<dict>\n<key>HPMapType</key><integer>1</integer>\n".utf8)

  private func files(_ home: Home) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.path + "/.config/pigeon")
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  private func run(_ home: Home, _ words: [String]) throws -> Command {
    try Command(home.program, words, environment: home.environment)
  }

  /// What only prints leaves the file alone, so that the next one tells it too.
  @Test(arguments: [
    ["render", "0,0", "--zoom", "1", "--size", "40x5"], ["defaults", "read"],
    ["defaults", "read", "--json"], ["defaults", "read", "HPMapType"], ["defaults", "domains"],
    ["defaults", "domains", "--json"],
  ])
  func whatOnlyPrintsLeavesADamagedFileAndTells(_ words: [String]) throws {
    let home = try Home()
    try home.writePreferences(Self.damaged)
    for _ in 0..<2 {
      let command = try run(home, words)
      #expect(
        command.errors.hasPrefix("pigeon: \(home.preferencesPath) is damaged: line "),
        "\(command.errors)")
      // There is a map without preferences; of the preferences there is nothing to print.
      let isMap = words[0] == "render"
      #expect(command.status == .exited(isMap ? 0 : 65))
      #expect(command.outputBytes.isEmpty == !isMap)
      #expect(try files(home) == ["preferences.plist"])
      #expect(FileManager.default.contents(atPath: home.preferencesPath) == Data(Self.damaged))
    }
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6", columns: 400)
    try session.wait(forText: "preferences.plist.damaged-1", seconds: patience)
  }

  @Test(arguments: [
    ["defaults", "write", "HPMapType", "-int", "1"], ["defaults", "delete", "HPMapType"],
    ["defaults", "delete", "--all"],
  ])
  func whatChangesSetsADamagedFileAsideAndTells(_ words: [String]) throws {
    let home = try Home()
    try home.writePreferences(Self.damaged)
    let command = try run(home, words)
    let kept = home.preferencesPath + ".damaged-1"
    #expect(command.errors.hasPrefix("pigeon: \(home.preferencesPath) was damaged (line "))
    #expect(command.errors.contains("it is kept as \(kept)\n"))
    #expect(FileManager.default.contents(atPath: kept) == Data(Self.damaged))
  }

  /// What can not be read for another reason is told as well.
  @Test(arguments: [["render", "--size", "40x5"], ["defaults", "read"]])
  func aFolderInPlaceOfTheFile(_ words: [String]) throws {
    let home = try Home()
    try FileManager.default.createDirectory(
      atPath: home.preferencesPath, withIntermediateDirectories: true)
    let command = try run(home, words)
    #expect(command.errors == "pigeon: \(home.preferencesPath) is not a file\n")
  }

  @Test func whatNeedsNoPreferencesTouchesNone() throws {
    let home = try Home()
    try home.writePreferences(Self.damaged)
    try TinyArchive().write(to: home.folder + "/tiny.pmtiles")
    for words in [
      ["--help"], ["help", "render"], ["--version"],
      ["tiles", "info", home.folder + "/tiny.pmtiles"],
    ] {
      let command = try run(home, words)
      #expect(command.status == .exited(0) && command.errors.isEmpty, "\(words)")
      #expect(try files(home) == ["preferences.plist"])
    }
  }
}
