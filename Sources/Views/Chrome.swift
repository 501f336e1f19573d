import CellGrid

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
}

/// What the terminal can show, for the parts of the screen that must differ.
public struct DisplayOptions: Equatable, Sendable {
  public var charset: Charset
  public var depth: ColorDepth

  public init(charset: Charset, depth: ColorDepth) {
    self.charset = charset
    self.depth = depth
  }

  /// Bars must stand out where there is no colour.
  var barAttributes: CellAttributes { depth == .monochrome ? .reverse : [] }
}

/// The program's own signs, in the characters there are.
struct Symbols {
  var pin: String
  var degree: String
  var scaleLeft: String
  var scaleMiddle: String
  var scaleRight: String
  var topLeft: String, topRight: String, bottomLeft: String, bottomRight: String
  var horizontal: String, vertical: String
  var ellipsis: String

  init(_ charset: Charset) {
    if charset == .ascii {
      pin = "@"
      degree = ""
      (scaleLeft, scaleMiddle, scaleRight) = ("|", "-", "|")
      (topLeft, topRight, bottomLeft, bottomRight) = ("+", "+", "+", "+")
      (horizontal, vertical) = ("-", "|")
      ellipsis = "~"
    } else {
      pin = "◆"
      degree = "°"
      (scaleLeft, scaleMiddle, scaleRight) = ("├", "─", "┤")
      (topLeft, topRight, bottomLeft, bottomRight) = ("┌", "┐", "└", "┘")
      (horizontal, vertical) = ("─", "│")
      ellipsis = "…"
    }
  }
}
