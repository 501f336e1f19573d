import CellGrid
import Geodesy
import Positioning
import Preferences

/// Something that happened: the only way state changes.
public enum Event: Equatable, Sendable {
  case input(InputEvent)
  case resized(columns: Int, rows: Int)
  case position(PositionReport)
  /// Stored values as they are now, at launch and whenever another process changed them. A key
  /// that is not in it did not change; nil means no value.
  case preferences([String: PropertyListValue?])
  /// The view that was left, by restoration identifier path. After the preferences.
  case restored([String: RestorationArchive.Object])
  /// What became of the files of tiles asked for, by full path.
  case tileSources([String: TileSourceStatus])
  /// The names that begin as a path being typed ends, folders with a slash.
  case pathCompletions(typed: String, names: [String], isWhole: Bool = true)
  /// A place or a zoom asked for on the command line. After what was restored.
  case opened(Coordinate?, zoom: Double?)
  /// The name of the place nearest to where a pin is about to be dropped.
  case titleSuggested(String?)
  /// A save failed, for the reason told, or everything is saved again (nil).
  case saveFailure(String?)
  case notice(Notice)
  /// The terminal told whether it is light.
  case terminalBackground(isLight: Bool)
  /// The program was stopped and goes on.
  case resumed
}

/// What `update` wants done outside. Preferences come first in any list: they are on disk before
/// the next frame is drawn.
public enum Effect: Equatable, Sendable {
  /// Stores a value, or removes the key (nil).
  case setPreference(key: String, value: PropertyListValue?)
  /// Ends the position source in use and starts this one.
  case usePosition(PositionSource)
  /// Draws the map from these files of tiles besides the world's: full paths, the most wanted first.
  case useTileSources([String])
  /// Looks whether any of them was replaced, has vanished or is there again.
  case checkTileSources
  /// Asks for `pathCompletions`.
  case completePath(PathCompletion)
  /// Whether the terminal should report the mouse.
  case reportMouse(Bool)
  /// At most so many colours are wanted; nil is as many as the terminal has.
  case useColors(ColorDepth?)
  /// Asks for a `titleSuggested` for the pin about to be dropped.
  case suggestTitle
  case redraw
  case suspend
  case quit
}
