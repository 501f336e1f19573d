import Foundation
import Testing

/// The window changes its size while the map is open.
@Suite struct ResizeTests {
  static let sizes = [(200, 60), (80, 24), (40, 12), (20, 5), (1, 1), (3, 2), (100, 30)]

  @Test func theMapFollowsTheWindow() throws {
    let home = try Home()
    let session = try home.openInTmux("46.95,7.45", "--zoom", "6")
    let screen = try session.waitForStill("map") { $0.last?.contains("46.9500, 7.4500") ?? false }
    for (columns, rows) in Self.sizes {
      try session.resize(columns: columns, rows: rows)
      try session.wait(seconds: patience, for: "\(columns)x\(rows)") { lines in
        guard lines.count == rows, rows >= 4 else { return lines.count == rows }
        let place = "46.9500, 7.4500"
        return lines[rows - 1].contains(place) && !lines.dropLast().contains { $0.contains(place) }
      }
      #expect(try session.value("#{pane_dead}") == "0")
      // Keys still count: there and back.
      try session.send(keys: "2")
      try waitUntil("satellite") { try home.preferences()?["HPMapType"] as? Int == 1 }
      try session.send(keys: "1")
      try waitUntil("standard") { try home.preferences()?["HPMapType"] as? Int == 0 }
    }
    try session.wait(forLook: screen)
    try session.send(keys: "q")
    #expect(try session.waitForEnd() == "0")
    let view = try #require(try home.view())
    #expect(view.isNear(46.95, 7.45))
    #expect(view.zoom == 6)
  }

  @Test(arguments: [("d", "map/title"), ("?", "map/help")])
  func otherScreensFollowTheWindow(_ key: String, _ screen: String) throws {
    let home = try Home()
    let terminal = try home.open("46.95,7.45", "--zoom", "6", columns: 100, rows: 30)
    try terminal.type(key)
    try home.waitForView("the screen") { $0.screens.contains(screen) }
    for (columns, rows) in Self.sizes {
      terminal.resize(columns: columns, rows: rows)
      try terminal.type(key == "d" ? "x" : "j")
      try home.waitForView("\(columns)x\(rows)") { $0.idiom == "\(columns)x\(rows)" }
    }
    try terminal.type("\u{1B}")
    try home.waitForView("the map") { !$0.screens.contains(screen) }
    try terminal.quit()
    #expect(try home.view()?.isNear(46.95, 7.45) == true)
  }

  /// The whole world stays the whole world.
  @Test func theWholeWorldFillsEveryWindow() throws {
    let home = try Home()
    let terminal = try home.open(columns: 100, rows: 30)
    for (columns, rows) in [(64, 20), (32, 10), (128, 40)] {
      terminal.resize(columns: columns, rows: rows)
      let view = try home.waitForView("\(columns)") { $0.idiom == "\(columns)x\(rows)" }
      #expect(abs(view.zoom - log2(Double(columns) * 2 / 256)) < 1e-9)
    }
  }

  @Test(arguments: [(1, 1), (2, 3), (20, 5), (1000, 3), (3, 200)])
  func startsInAnyWindow(_ columns: Int, _ rows: Int) throws {
    let home = try Home()
    let terminal = try home.launch(["46.95,7.45"], columns: columns, rows: rows)
    try home.waitForView("the place") { $0.isNear(46.95, 7.45) }
    try terminal.type("3?x")
    try waitUntil("the type") { try home.preferences()?["HPMapType"] as? Int == 2 }
    try home.waitForView("the map") { $0.screens == ["map"] }
    try terminal.quit()
  }
}
