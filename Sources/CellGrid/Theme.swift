/// A way for the whole screen to look. `Resources/Styles` has the map's in a file of this name; the
/// setting and the command line offer what is listed here.
public enum Theme: String, CaseIterable, Sendable {
  case dark, light
  /// Dark, in colours that people with any colour vision tell apart.
  case colorblind

  /// Whether it is for light terminals; the bars and pages then are light as well.
  public var isLight: Bool { self == .light }
}
