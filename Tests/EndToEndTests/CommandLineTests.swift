import Foundation
import Testing

/// What the command line answers where there is no terminal.
@Suite struct CommandLineTests {
  /// Words, exit status, and a part of the message.
  static let mistakes: [([String], Int32, String)] = [
    (["--bogus"], 64, "unknown option '--bogus'"),
    (["-x"], 64, "unknown option '-x'"),
    (["render", "--bogus=1"], 64, "unknown option '--bogus=1'"),
    (["--zoom", "deep"], 64, "--zoom: 'deep' is not a number"),
    (["--zoom", "nan"], 64, "--zoom: 'nan' is not a number"),
    (["--zoom="], 64, "--zoom: '' is not a number"),
    (["--zoom", "19"], 64, "--zoom: 19 is not from -7 to 18"),
    (["--zoom", "-7.5"], 64, "--zoom: -7.5 is not from -7 to 18"),
    (["--theme", "pink"], 64, "--theme: 'pink' is not auto, dark, light"),
    (["--position", "none", "render"], 64, "'render' comes first, and its options after it"),
    (["--size", "80x24", "render", "1,2"], 64, "pigeon render"),
    (["--zoom"], 64, "'--zoom' needs a value"),
    (["--fresh=1"], 64, "'--fresh' takes no value"),
    (["render", "--size", "0x0"], 64, "--size: '0x0'"),
    (["render", "--size", "80"], 64, "--size: '80'"),
    (["render", "--size", "80x24x3"], 64, "--size: '80x24x3'"),
    (["render", "--size", "1001x24"], 64, "--size: '1001x24'"),
    (["render", "--size", "-5x24"], 64, "--size: '-5x24'"),
    (["render", "--type", "moon"], 64, "--type: 'moon'"),
    (["render", "--color", "pink"], 64, "--color: 'pink'"),
    (["render", "--charset", "klingon"], 64, "--charset: 'klingon'"),
    (["render", "--heading", "north"], 64, "--heading: 'north'"),
    (["render", "--heading", "361"], 64, "--heading: 361"),
    (["91,0"], 64, "91"),
    (["-90.5,0"], 64, "90.5"),
    (["0,181"], 64, "181"),
    (["render", "nowhere"], 64, "nowhere"),
    (["render", ""], 64, "PLACE"),
    (["48,10,3"], 64, "48,10,3"),
    (["1,2", "3,4"], 64, "more than one PLACE: '3,4'"),
    (["render", "1,2", "3,4"], 64, "more than one PLACE: '3,4'"),
    (["--position", "gpsd"], 64, "'gpsd'"),
    (["--position", "fixed:91,0"], 64, "91"),
    (["--position", "fixed:"], 64, "--position"),
    (["version", "x"], 64, "version takes no arguments"),
    (["help", "flying"], 64, "no command 'flying'"),
    (["tiles"], 64, "tiles needs info and a FILE"),
    (["tiles", "info"], 64, "tiles info needs a FILE"),
    (["tiles", "list", "x"], 64, "tiles can not 'list'"),
    (["tiles", "info", "x", "--bogus"], 64, "unknown option '--bogus'"),
    (["--tiles"], 64, "'--tiles' needs a value"),
    (["--tiles="], 64, "--tiles: '' is not a FILE"),
    (["defaults"], 64, "defaults needs read, write"),
    (["defaults", "frobnicate"], 64, "'frobnicate'"),
    (["defaults", "write"], 64, "KEY and a VALUE"),
    (["defaults", "write", "Key"], 64, "KEY and a VALUE"),
    (["defaults", "write", "Key", "a", "b"], 64, "one VALUE"),
    (["defaults", "write", "Key", "-int", "many"], 64, "'many' is no whole number"),
    (["defaults", "write", "Key", "-int", "9223372036854775808"], 64, "no whole number"),
    (["defaults", "write", "Key", "-float", "x"], 64, "'x' is no number"),
    (["defaults", "write", "Key", "-bool", "maybe"], 64, "neither true nor false"),
    (["defaults", "read", "A", "B"], 64, "one KEY at most"),
    (["defaults", "read", "Absent"], 1, "no key 'Absent'"),
    (["defaults", "delete", "Absent"], 1, "no key 'Absent'"),
    (["defaults", "delete"], 64, "needs a KEY, or --all"),
    (["defaults", "delete", "--all", "Key"], 64, "--all goes with defaults delete"),
    (["defaults", "read", "--all"], 64, "--all goes with defaults delete"),
    ([], 69, "standard output is not a terminal; 'pigeon render' prints a map"),
    (["48,10"], 69, "standard output is not a terminal"),
    (["\u{1B}[31m,\u{7}"], 64, "PLACE"),
  ]

  @Test(arguments: mistakes)
  func mistakesAreTold(_ words: [String], _ status: Int32, _ message: String) throws {
    let home = try Home()
    let command = try Command(home.program, words, environment: home.environment)
    #expect(command.status == .exited(status))
    #expect(command.errors.hasPrefix("pigeon: "))
    #expect(command.errors.contains(message), "\(command.errors)")
    #expect(command.outputBytes.isEmpty)
    let controls = command.errors.unicodeScalars.filter {
      $0 != "\n" && $0.properties.generalCategory == .control
    }
    #expect(controls.isEmpty)
    // A mistake changes nothing.
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
  }

  /// Swift puts U+FFFD for what is no UTF-8; it must not be stored.
  @Test func argumentsMustBeText() throws {
    let home = try Home()
    let script = #""$0" defaults write Key "$(printf 'a\377b')""#
    let command = try Command("sh", ["-c", script, home.program], environment: home.environment)
    #expect(command.status == .exited(64))
    #expect(command.errors.contains("argument 4 is not valid UTF-8: 'a\u{FFFD}b'"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
  }

  @Test func help() throws {
    let home = try Home()
    let main = try home.run("--help")
    #expect(main.status == .exited(0))
    #expect(main.output.hasPrefix("usage: pigeon [OPTION...] [PLACE]\n"))
    for word in [
      "render", "tiles", "--tiles", "defaults", "--zoom", "--position", "--charset", "--fresh",
    ] {
      #expect(main.output.contains(word))
    }
    #expect(main.errors.isEmpty)
    for other in [["help"], ["-h"], ["help", ""]] {
      #expect(
        try Command(home.program, other, environment: home.environment).output == main.output)
    }
    for name in ["render", "tiles", "defaults", "help", "version"] {
      let one = try home.run("help", name)
      #expect(one.output.hasPrefix("usage: pigeon \(name) [OPTION...]"), "\(name)")
      #expect(try home.run(name, "--help").output == one.output, "\(name)")
    }
  }

  @Test func version() throws {
    let home = try Home()
    let version = try home.run("--version")
    #expect(version.status == .exited(0))
    #expect(version.output.wholeMatch(of: /pigeon \d+\.\d+\.\d+\n/) != nil)
    #expect(try home.run("version").output == version.output)
  }

  @Test func anArgumentWithoutUsableValueIsToldAndIgnored() throws {
    let home = try Home()
    let command = try home.run("-HPMapType", "-5", "render", "48,10", "--size", "20x5")
    #expect(command.status == .exited(0))
    #expect(command.errors == "pigeon: ignored: -HPMapType -5\n")
    #expect(command.output == (try home.run("render", "48,10", "--size", "20x5").output))
  }

  /// Everything written goes to a device that takes nothing.
  @Test func aFullOutputIsAnError() throws {
    let home = try Home()
    let script = "\"$@\" >/dev/full"
    for words in [
      ["render", "48,10", "--size", "20x5"], ["--help"], ["--version"], ["defaults", "read"],
    ] {
      let command = try Command(
        "sh", ["-c", script, "sh", home.program] + words, environment: home.environment)
      #expect(command.status == .exited(74), "\(words)")
      #expect(command.errors.contains("standard output: No space left on device"), "\(words)")
    }
  }
}
