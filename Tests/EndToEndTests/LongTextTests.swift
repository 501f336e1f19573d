import Foundation
import Testing

/// What was given is repeated in a message, but not all of it, whatever its length.
@Suite struct LongTextTests {
  private static let long = String(repeating: "a", count: 100_000) + "日本.pmtiles"

  private func expectShort(
    _ command: Command, _ start: String, _ end: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for line in command.errors.split(separator: "\n") {
      #expect(line.unicodeScalars.count <= 1100, sourceLocation: sourceLocation)
    }
    #expect(command.errors.contains(start), sourceLocation: sourceLocation)
    // The end of the name, and what is wrong with it.
    #expect(command.errors.contains(end), sourceLocation: sourceLocation)
    #expect(command.errors.contains("…"), sourceLocation: sourceLocation)
  }

  @Test func namesOfFiles() throws {
    let home = try Home()
    for words in [["render", "--tiles"], ["tiles", "info"]] {
      let command = try Command(
        home.program, words + ["/" + Self.long], environment: home.environment)
      #expect(command.status == .exited(66))
      expectShort(command, "pigeon: /aaa", "aaa日本.pmtiles: File name too long\n")
    }
  }

  @Test func namesInThePreferences() throws {
    let home = try Home()
    let write = try home.run("defaults", "write", "HPTileSources", "-array", "/" + Self.long)
    #expect(write.status == .exited(0))
    let command = try home.run("render", "--size", "40x5")
    #expect(command.status == .exited(0))
    expectShort(command, "/aaa", "日本.pmtiles: File name too long")
  }

  @Test func wordsOfTheCommandLine() throws {
    let home = try Home()
    for words in [["--" + Self.long], ["defaults", Self.long], ["defaults", "read", Self.long]] {
      let command = try Command(home.program, words, environment: home.environment)
      expectShort(command, "aaa", ".pmtiles")
    }
  }

  /// No name at all is the same mistake everywhere.
  @Test func anEmptyNameIsNoFile() throws {
    let home = try Home()
    for words in [["--tiles", ""], ["render", "--tiles", ""], ["tiles", "info", ""]] {
      let command = try Command(home.program, words, environment: home.environment)
      #expect(command.status == .exited(64), "\(words)")
      #expect(command.errors.contains(": '' is not a FILE\n"), "\(command.errors)")
    }
  }
}
