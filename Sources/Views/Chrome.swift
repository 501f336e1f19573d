import CellGrid
import ViewModel

/// Colours of everything around the map.
struct ChromeStyle {
  var barBackground = Color(0x2B3540)
  var text = Color(0xD7DDE0)
  var dim = Color(0x8FA39A)
  var mapType = Color(0x8FD9B0)
  var tracking = Color(0x5FD7FF)
  var pin = Color(0xFFD75F)
  var warning = Color(0xFF9F6B)
  var panelBackground = Color(0x1B2227)
  var panelBorder = Color(0x6F8794)
  /// Behind the selected row of a panel.
  var selection = Color(0x34505F)

  static let dark = ChromeStyle()

  static let light = ChromeStyle(
    barBackground: Color(0xD3D9DD), text: Color(0x1D272C), dim: Color(0x55656D),
    mapType: Color(0x17653F), tracking: Color(0x005C93), pin: Color(0x8A4300),
    warning: Color(0xA52A12), panelBackground: Color(0xFAF9F5), panelBorder: Color(0x84939B),
    selection: Color(0xC7DEEE))

  /// For 16 colours, in just those: the nearest to the dark ones would be grey on grey.
  static let dark16 = ChromeStyle(
    barBackground: Color(0x0000EE), text: Color(0xFFFFFF), dim: Color(0xE5E5E5),
    mapType: Color(0x00FF00), tracking: Color(0x00FFFF), pin: Color(0xFFFF00),
    warning: Color(0xFFFF00), panelBackground: Color(0x000000), panelBorder: Color(0xE5E5E5),
    selection: Color(0x0000EE))

  static let light16 = ChromeStyle(
    barBackground: Color(0x00CDCD), text: Color(0x000000), dim: Color(0x0000EE),
    mapType: Color(0x000000), tracking: Color(0x0000EE), pin: Color(0xCD0000),
    warning: Color(0xCD0000), panelBackground: Color(0xFFFFFF), panelBorder: Color(0x7F7F7F),
    selection: Color(0xE5E5E5))

  static func suited(isLight: Bool, depth: ColorDepth) -> ChromeStyle {
    if depth == .ansi16 { return isLight ? light16 : dark16 }
    return isLight ? light : dark
  }
}

/// What the terminal can show, for the parts of the screen that must differ.
public struct DisplayOptions: Equatable, Sendable {
  public var charset: Charset
  public var depth: ColorDepth
  /// What of it is used when nobody chose: less where NO_COLOR is set.
  public var automaticDepth: ColorDepth
  /// Whether the command line asked for these, so that preferences do not count.
  public var isCharsetFixed: Bool
  public var isDepthFixed: Bool

  public init(
    charset: Charset, depth: ColorDepth, isCharsetFixed: Bool = false, isDepthFixed: Bool = false
  ) {
    self.charset = charset
    self.depth = depth
    automaticDepth = depth
    self.isCharsetFixed = isCharsetFixed
    self.isDepthFixed = isDepthFixed
  }

  /// What is shown: never more than the terminal can, of that what the user wants.
  public func resolved(_ settings: Settings) -> DisplayOptions {
    var options = self
    // A locale that can not show Braille can not be talked into it.
    if !isCharsetFixed, charset != .ascii { options.charset = settings.charset ?? charset }
    if !isDepthFixed { options.depth = min(settings.colorDepth ?? automaticDepth, depth) }
    return options
  }

  /// Bars must stand out where there is no colour.
  var barAttributes: CellAttributes { depth == .monochrome ? .reverse : [] }
}

/// The program's own signs, in the characters there are.
struct Symbols {
  var pin: String
  var scaleLeft: String
  var scaleMiddle: String
  var scaleRight: String
  var topLeft: String, topRight: String, bottomLeft: String, bottomRight: String
  var horizontal: String, vertical: String
  /// The way to another page, and between the names of pages.
  var page: String
  /// That there is more in this direction.
  var above: String, below: String
  var on: String, off: String
  var check: String
  var sliderFilled: String, sliderKnob: String, sliderEmpty: String

  init(_ charset: Charset) {
    if charset == .ascii {
      pin = "@"
      (scaleLeft, scaleMiddle, scaleRight) = ("|", "-", "|")
      (topLeft, topRight, bottomLeft, bottomRight) = ("+", "+", "+", "+")
      (horizontal, vertical) = ("-", "|")
      (page, check) = (">", "*")
      (above, below) = ("^", "v")
      (on, off) = ("[x]", "[ ]")
      (sliderFilled, sliderKnob, sliderEmpty) = ("=", "o", "-")
    } else {
      pin = "◆"
      (scaleLeft, scaleMiddle, scaleRight) = ("├", "─", "┤")
      (topLeft, topRight, bottomLeft, bottomRight) = ("┌", "┐", "└", "┘")
      (horizontal, vertical) = ("─", "│")
      (page, check) = ("›", "✓")
      (above, below) = ("↑", "↓")
      (on, off) = ("● on", "○ off")
      (sliderFilled, sliderKnob, sliderEmpty) = ("━", "●", "─")
    }
  }
}
