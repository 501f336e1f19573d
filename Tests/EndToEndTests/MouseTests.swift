import Foundation
import Testing

/// The mouse in its SGR form: `ESC [ < button ; column ; row`, from 1, `M` pressed, `m` released.
/// At zoom 5 the world is 8192 dots wide, and a column is two of them.
@Suite struct MouseTests {
  private let degreesPerColumn = 2 * 360.0 / 8192

  private func open(_ home: Home) throws -> PseudoTerminal { try home.open("0,0", "--zoom", "5") }

  @Test func draggingPans() throws {
    let home = try Home()
    let terminal = try open(home)
    try terminal.type("\u{1B}[<0;40;12M\u{1B}[<32;35;12M\u{1B}[<32;30;12M\u{1B}[<0;30;12m")
    // The ground follows the pointer: ten columns to the left, so the centre goes to the right.
    try home.waitForView("ten columns") {
      $0.isNear(0, 10 * degreesPerColumn, within: 1e-6)
    }
    try terminal.type("\u{1B}[<0;40;12M\u{1B}[<32;40;16M\u{1B}[<0;40;16m")
    let latitude = atan(sinh(2 * Double.pi * 16 / 8192)) * 180 / .pi
    try home.waitForView("four rows") {
      $0.isNear(latitude, 10 * degreesPerColumn, within: 1e-6)
    }
  }

  @Test func theWheelZoomsAtThePointer() throws {
    let home = try Home()
    let terminal = try open(home)
    // The crosshair is in column 41 of 80: ten columns to the right of it.
    try terminal.type("\u{1B}[<64;51;13M\u{1B}[<64;51;13M")
    let view = try home.waitForView("a level in") { $0.zoom == 6 }
    // What is ten columns from the centre stays there: 10 = x + 5 in columns of the old zoom.
    #expect(abs(view.longitude - 5 * degreesPerColumn) < 1e-6)
    try terminal.type("\u{1B}[<65;51;13M\u{1B}[<65;51;13M")
    try home.waitForView("and out again") { $0.zoom == 5 && $0.isNear(0, 0, within: 1e-6) }
  }

  @Test func aDoubleClickCentres() throws {
    let home = try Home()
    let terminal = try open(home)
    try terminal.type(
      String(repeating: "\u{1B}[<0;61;13M\u{1B}[<0;61;13m", count: 2))
    try home.waitForView("twenty columns") {
      $0.isNear(0, 20 * degreesPerColumn, within: 1e-6)
    }
    try terminal.quit()
  }

  @Test func aClickSelectsThePinAndTellsOfIt() throws {
    let home = try Home()
    let terminal = try open(home)
    try terminal.type("dhere\r")
    try waitUntil("the pin") { try home.preferences()?["HPLocation"] != nil }
    let offset = terminal.output.count
    try terminal.type("\u{1B}[<0;41;13M\u{1B}[<0;41;13m")
    try terminal.wait(forText: "0.00000, 0.00000", from: offset, seconds: patience)
    try terminal.quit()
  }

  /// The bars are not the map, and other buttons mean nothing.
  @Test func elsewhereNothingHappens() throws {
    let home = try Home()
    let terminal = try open(home)
    try terminal.type(
      "\u{1B}[<64;40;1M\u{1B}[<64;40;24M\u{1B}[<0;40;24M\u{1B}[<32;10;24M\u{1B}[<0;10;24m")
    try terminal.type("\u{1B}[<2;40;12M\u{1B}[<34;10;12M\u{1B}[<2;10;12m\u{1B}[<35;20;12M")
    try terminal.type("2")
    try waitUntil("the key after it") { try home.preferences()?["HPMapType"] as? Int == 1 }
    try terminal.quit()
    let view = try #require(try home.view())
    #expect(view.isNear(0, 0) && view.zoom == 5)
  }
}
