import CTerminal
import Foundation
import Testing

/// `pigeon render`.
@Suite struct RenderCommandTests {
  /// The columns of a line: none of these frames has a wide character.
  private func columns(_ line: Substring) -> Int {
    line.unicodeScalars.count { $0.properties.generalCategory != .nonspacingMark }
  }

  @Test func aFrameHasItsSizeAndIsPlainInAPipe() throws {
    let home = try Home()
    home.environment["COLORTERM"] = "truecolor"
    let frame = try home.run("render", "48,10", "--zoom", "4", "--size", "100x30")
    #expect(frame.status == .exited(0))
    #expect(frame.errors.isEmpty)
    #expect(frame.output.hasSuffix("\n"))
    let lines = frame.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == 30)
    #expect(lines.allSatisfy { columns($0) == 100 })
    let controls = frame.output.unicodeScalars.filter {
      $0 != "\n" && $0.properties.generalCategory == .control
    }
    #expect(controls.isEmpty)
    for name in ["GERMANY", "Brussels", "Vienna"] {
      #expect(frame.output.replacingOccurrences(of: " ", with: "").contains(name))
    }
    // A frame is a function of its arguments.
    let again = try home.run("render", "--size=100x30", "--zoom=4", "48,10")
    #expect(again.outputBytes == frame.outputBytes)
  }

  @Test(arguments: [
    ("truecolor", "\u{1B}[", "48;2;"), ("256", "\u{1B}[", "48;5;"), ("16", "\u{1B}[", "4"),
    ("always", "\u{1B}[", "m"),
  ])
  func colorsOnRequest(_ color: String, _ introducer: String, _ part: String) throws {
    let home = try Home()
    for type in ["standard", "satellite", "hybrid"] {
      let words = ["render", "48,10", "--zoom", "4", "--size", "60x20", "--type", type]
      let frame = try Command(
        home.program, words + ["--color", color], environment: home.environment)
      #expect(frame.status == .exited(0))
      #expect(frame.output.contains(introducer) && frame.output.contains(part))
      let lines = frame.output.split(separator: "\n")
      #expect(lines.count == 20)
      // Each line ends as it found the terminal.
      #expect(lines.allSatisfy { $0.hasSuffix("\u{1B}[0m") || !$0.contains("\u{1B}") })
      let plain = frame.output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      #expect(plain.split(separator: "\n").allSatisfy { columns($0) == 60 })
      #expect(!plain.contains("\u{1B}"))
      let never = try Command(
        home.program, words + ["--color", "never"], environment: home.environment)
      #expect(!never.output.contains("\u{1B}"))
    }
  }

  @Test func noColorIsObeyedOnATerminal() throws {
    let home = try Home()
    func render(_ variables: [String: String]) throws -> String {
      let terminal = try PseudoTerminal(
        home.program, ["render", "48,10", "--zoom", "4", "--size", "40x10"],
        environment: home.environment.merging(variables) { $1 })
      #expect(try terminal.waitForExit(seconds: patience) == .exited(0))
      // The last line has come when the whole frame has.
      try terminal.wait(seconds: patience, for: "ten lines") { $0.count { $0 == 10 } == 10 }
      return terminal.text
    }
    #expect(try render(["COLORTERM": "truecolor"]).contains("48;2;"))
    #expect(try render([:]).contains("48;5;"))
    let plain = try render(["COLORTERM": "truecolor", "NO_COLOR": "1"])
    #expect(!plain.contains("48;") && !plain.contains("38;"))
    #expect(!(try render(["TERM": "dumb"])).contains("\u{1B}"))
  }

  @Test func theTerminalGivesTheSize() throws {
    let home = try Home()
    let terminal = try PseudoTerminal(
      home.program, ["render", "48,10", "--color", "never"], columns: 61, rows: 17,
      environment: home.environment)
    #expect(try terminal.waitForExit(seconds: patience) == .exited(0))
    // A row is left for the prompt.
    try terminal.wait(seconds: patience, for: "sixteen lines") { $0.count { $0 == 10 } == 16 }
    let lines = terminal.text.split(separator: "\r\n")
    #expect(lines.count == 16)
    #expect(lines.allSatisfy { columns($0) == 61 })
    #expect(try home.run("render", "48,10").output.split(separator: "\n").count == 24)
  }

  @Test func charsets() throws {
    let home = try Home()
    func render(_ charset: String...) throws -> String {
      try Command(
        home.program, ["render", "48,10", "--zoom", "4", "--size", "100x30"] + charset,
        environment: home.environment
      ).output
    }
    let ascii = try render("--charset", "ascii")
    #expect(ascii.utf8.allSatisfy { $0 == 10 || (0x20..<0x7F).contains($0) })
    #expect(ascii.split(separator: "\n").allSatisfy { $0.utf8.count == 100 })
    #expect(try render().unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
    let block = try render("--charset", "block")
    #expect(!block.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
    home.environment["LC_ALL"] = "C"
    #expect(try render() == ascii)
    home.environment["LC_ALL"] = "POSIX"
    #expect(try render() == ascii)
  }

  @Test func thePinAndTheTypeOfThePreferencesShow() throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6")
    try terminal.type("dHere I was\r3")
    try waitUntil("the type") { try home.preferences()?["HPMapType"] as? Int == 2 }
    try terminal.quit()
    let frame = try home.run("render", "--size", "60x20")
    #expect(frame.output.contains("Here I was"))
    // At the remembered location, so in the middle.
    let middle = frame.output.split(separator: "\n")[10]
    #expect(middle.contains("Here I was"))
    #expect(frame.output == (try home.run("render", "46.95,7.45", "--size", "60x20").output))
    let standard = try home.run("-HPMapType", "0", "render", "--size", "60x20", "--color", "256")
    let hybrid = try home.run("render", "--size", "60x20", "--color", "256")
    #expect(standard.output != hybrid.output)
    #expect(
      try home.run("render", "--type", "standard", "--size", "60x20", "--color", "256").output
        == standard.output)
    // Printing a frame stores nothing.
    #expect(try home.preferences()?["HPMapType"] as? Int == 2)
  }

  @Test(arguments: ["0,180", "0,-180", "90,0", "-90,0", "85.06,179.9", "-33.9 18.4", "47N 8E"])
  func placesAtTheEdges(_ place: String) throws {
    let home = try Home()
    for zoom in ["0", "5.5", "18"] {
      let frame = try home.run("render", place, "--zoom", zoom, "--size", "40x12")
      #expect(frame.status == .exited(0))
      #expect(frame.output.split(separator: "\n").count == 12)
    }
  }
}
