import CellGrid

/// A name as it is to be set.
struct LabelText {
  var spaced: SafeText
  var close: SafeText

  /// A dot without a name; nil where the style shows none.
  static func dotAlone(
    _ label: SceneLabel, _ style: LabelStyle, zoom: Double
  ) -> LabelText? {
    zoom >= style.markerAloneFrom && label.name.isEmpty
      ? LabelText(spaced: .empty, close: .empty) : nil
  }
}

/// Names made ready to set, each once: a view shows the same ones frame after frame.
struct LabelTextCache {
  private struct Key: Hashable {
    var nameHash: UInt64
    var gap: UInt8
    var isUppercase: Bool
    var isBoxed: Bool
  }

  /// More than a screen of names, and what passes by in a while.
  private static let limit = 4096

  private var charset = Charset.braille
  private var texts: [Key: SafeText] = [:]

  /// The text of a name; nil for a name too wide for the thing. `room` is how many columns the thing
  /// is wide, 0 when that does not matter.
  mutating func text(
    _ label: SceneLabel, _ style: LabelStyle, charset: Charset, room: Double
  ) -> LabelText? {
    if charset != self.charset || texts.count > Self.limit {
      texts.removeAll(keepingCapacity: true)
      self.charset = charset
    }
    let close = text(label, style, gap: 0)
    let letters = Double(close.columns)
    guard letters > 0, room == 0 || letters <= room * style.maximumWidth + 3 else { return nil }
    guard style.isSpaced, Self.isAlphabetic(close.text) else {
      return LabelText(spaced: close, close: close)
    }
    // Wide gaps only in the middle of large things: letters beyond the border mislead.
    let gap = letters * 3 - 2 <= room * 0.3 ? 2 : letters * 2 - 1 <= room * 0.7 ? 1 : 0
    return LabelText(
      spaced: gap > 0 ? text(label, style, gap: UInt8(gap)) : close, close: close)
  }

  private mutating func text(_ label: SceneLabel, _ style: LabelStyle, gap: UInt8) -> SafeText {
    let key = Key(
      nameHash: label.nameHash, gap: gap, isUppercase: style.isUppercase, isBoxed: style.isBoxed)
    if let text = texts[key] { return text }
    var name = style.isUppercase ? label.name.uppercased() : label.name
    if gap > 0 {
      name = SafeText(name, charset: charset).text.map(String.init)
        .joined(separator: String(repeating: " ", count: Int(gap)))
    } else if style.isBoxed {
      name = " \(name) "
    }
    let text = SafeText(name, charset: charset)
    texts[key] = text
    return text
  }

  /// Whether letters may stand apart: not in scripts that join them.
  private static func isAlphabetic(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value < 0x530 }
  }
}
