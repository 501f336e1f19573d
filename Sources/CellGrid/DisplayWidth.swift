/// How many terminal columns text takes.
///
/// Scalars are measured as the C library's `wcwidth` does, which is what curses counts by.
/// Characters of several scalars are measured as terminals that know grapheme clusters draw them;
/// where terminals disagree, `SafeText` removes what they disagree about.
public enum DisplayWidth {
  /// 0, 1 or 2; 0 for scalars that show nothing of their own. O(log n), O(1) below U+0300.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    let width = classified(scalar.value)
    return width == unprintable ? 0 : width
  }

  /// The columns of one character (grapheme cluster): emoji sequences and flags are 2, conjoining
  /// Hangul syllables are 2, a base with marks is as wide as its base.
  public static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    var sum = 0
    var previous: Unicode.Scalar?
    for scalar in scalars {
      if let previous, isEmojiSequence(previous, scalar) { return 2 }
      sum += columns(of: scalar)
      previous = scalar
    }
    return sum
  }

  /// The sum over all characters. O(length), with a fast path for printable ASCII.
  public static func columns(of text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The class of code points that show nothing of their own: controls, surrogates, line and
  /// paragraph separators, unassigned code points.
  static let unprintable = 3

  /// 0, 1, 2 or `unprintable`.
  static func classified(_ code: UInt32) -> Int {
    if code < 0x300 {
      return code & 0x7F >= 0x20 && code != 0x7F || code >= 0x100 ? 1 : unprintable
    }
    var low = 0
    var high = WidthTable.runs.count
    let key = code << 2 | 3
    while high - low > 1 {
      let middle = (low + high) / 2
      if WidthTable.runs[middle] <= key { low = middle } else { high = middle }
    }
    return Int(WidthTable.runs[low] & 3)
  }

  /// Whether two neighbours within a cluster make it an emoji of two columns.
  private static func isEmojiSequence(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    switch second.value {
    case 0xFE0F: first.properties.isEmoji  // asks for emoji presentation
    case 0x1F3FB...0x1F3FF: first.properties.isEmojiModifierBase
    case 0x1F1E6...0x1F1FF: (0x1F1E6...0x1F1FF).contains(first.value)
    case 0x200D: columns(of: first) == 2 && first.properties.isEmoji
    default: false
    }
  }
}
