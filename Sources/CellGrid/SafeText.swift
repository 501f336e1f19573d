/// Text that can be shown: it holds nothing that moves the cursor, reorders, hides or piles up.
///
/// Every text reaches the screen as a `SafeText`, since `CellGrid.draw` takes nothing else. Stores
/// keep their text as it came; only what is shown is changed:
///
/// | in the text | shown | in ASCII |
/// |---|---|---|
/// | C0 controls U+0000…U+001F | control pictures U+2400…U+241F (`␛`) | `^[` |
/// | DEL | `␡` | `^?` |
/// | NEL, line and paragraph separators | `␤` | `?` |
/// | other C1 controls U+0080…U+009F | `U+FFFD` | `?` |
/// | bidirectional controls U+061C, U+200E–F, U+202A–E, U+2066–9 | `U+FFFD` | `?` |
/// | invisible format characters (zero width, joiners, tags, variation selectors, fillers) | removed | removed |
/// | skin tones after an emoji that takes them | removed | removed |
/// | surrogates, noncharacters, unassigned code points | `U+FFFD` | `?` |
/// | spaces of any width | as many blanks | as many blanks |
/// | marks beyond the fourth on one character | removed | all removed |
/// | a mark without a character before it | on a dotted circle `◌` | removed |
/// | letters and punctuation beyond ASCII | as they are | their likeness (`é` e, `ß` ss), else `?` |
///
/// Joiners, skin tones and variation selectors go because terminals disagree about the columns of
/// what they make. What remains is a row of scalars of one or two columns, each with at most four
/// marks of none, which all terminals measure alike.
public struct SafeText: Hashable, Sendable {
  /// What to show.
  public let text: String
  /// The terminal columns of `text`.
  public let columns: Int

  /// Makes text from anywhere safe. O(length); printable ASCII only costs a look at each byte.
  public init(_ text: some StringProtocol, charset: Charset = .braille) {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      self.init(unchecked: String(text), columns: text.utf8.count)
    } else {
      var cleaner = TextCleaner(charset: charset)
      for scalar in text.unicodeScalars { cleaner.append(scalar) }
      self.init(unchecked: cleaner.text, columns: cleaner.columns)
    }
  }

  init(unchecked text: String, columns: Int) {
    self.text = text
    self.columns = columns
  }

  public static let empty = SafeText(unchecked: "", columns: 0)

  /// So many blanks; none for negative numbers.
  public static func blanks(_ columns: Int) -> SafeText {
    let count = max(columns, 0)
    return SafeText(unchecked: String(repeating: " ", count: count), columns: count)
  }

  public static func + (a: SafeText, b: SafeText) -> SafeText {
    SafeText(unchecked: a.text + b.text, columns: a.columns + b.columns)
  }

  /// The text if it fits, else its beginning and an ellipsis (`…`, in ASCII `~`), together at most
  /// so many columns.
  public func truncated(to limit: Int, charset: Charset = .braille) -> SafeText {
    guard columns > limit else { return self }
    guard limit > 0 else { return .empty }
    var kept = 0
    var end = text.startIndex
    for glyph in glyphs {
      guard kept + glyph.columns <= limit - 1 else { break }
      kept += glyph.columns
      end = glyph.range.upperBound
    }
    let ellipsis = charset == .ascii ? "~" : "…"
    return SafeText(unchecked: text[..<end] + ellipsis, columns: kept + 1)
  }
}

extension SafeText {
  /// What one cell, or a pair of cells, shows: a scalar with columns and its marks.
  struct Glyph {
    var range: Range<String.Index>
    var base: Unicode.Scalar
    var hasMarks: Bool
    /// 1 or 2.
    var columns: Int
  }

  var glyphs: Glyphs { Glyphs(text: text, position: text.startIndex) }

  struct Glyphs: Sequence, IteratorProtocol {
    var text: String
    var position: String.Index

    mutating func next() -> Glyph? {
      let scalars = text.unicodeScalars
      guard position < scalars.endIndex else { return nil }
      let start = position
      let base = scalars[position]
      scalars.formIndex(after: &position)
      var hasMarks = false
      while position < scalars.endIndex, DisplayWidth.classified(scalars[position].value) == 0 {
        hasMarks = true
        scalars.formIndex(after: &position)
      }
      return Glyph(
        range: start..<position, base: base, hasMarks: hasMarks,
        columns: DisplayWidth.columns(of: base))
    }
  }
}
