import CellGrid
import Terminal

/// The terminal as the application uses it; in tests something that only remembers what is drawn.
protocol MapScreen: AnyObject {
  /// Cells across and down, at least 1.
  var size: (columns: Int, rows: Int) { get }
  var colorDepth: ColorDepth { get }
  /// Shows so many colours from now on; nil takes what the terminal tells.
  func use(colorDepth chosen: ColorDepth?)
  func draw(_ grid: CellGrid, cursor: (column: Int, row: Int)?)
  /// Draws everything at the next `draw`.
  func redrawAll()
  /// Takes the window's size anew.
  func resize()
  /// Gives the terminal back and stops the process; returns when it goes on.
  func suspend()
  /// Takes the terminal again.
  func resume()
  func reportMouse(_ isWanted: Bool)
  /// What a crash creates; nil is nothing.
  func setCrashMark(_ path: String?)
}

extension Screen: MapScreen {}
