extension SafeText {
  /// The text in lines of at most so many columns, at least one, broken at blanks where there are
  /// some and else where a line is full. Blanks at the breaks are left out.
  public func wrapped(columns: Int) -> [SafeText] {
    Self.lines(of: text.split(separator: " ").map { SafeText($0) }, columns: columns)
  }

  /// Words in lines of at most so many columns, at least one, a blank between any two of a line. A
  /// word is broken only when it is wider than a line. O(length).
  public static func lines(of words: [SafeText], columns: Int) -> [SafeText] {
    let columns = max(columns, 1)
    var lines: [SafeText] = []
    var line = SafeText.empty
    for word in words {
      var word = word
      if line.columns > 0, line.columns + 1 + word.columns > columns {
        lines.append(line)
        line = .empty
      }
      if line.columns > 0 { line = line + .blanks(1) }
      while word.columns > columns {
        let pieces = cut(word, columns: columns)
        lines.append(pieces.first)
        word = pieces.rest
      }
      line = line + word
    }
    return line.columns > 0 || lines.isEmpty ? lines + [line] : lines
  }

  /// The beginning that fits, at least a character, and what is left.
  private static func cut(_ word: SafeText, columns: Int) -> (first: SafeText, rest: SafeText) {
    var end = word.text.startIndex
    var first = SafeText.empty
    while end < word.text.endIndex {
      let next = first + SafeText(String(word.text[end]))
      if next.columns > columns, first.columns > 0 { break }
      first = next
      end = word.text.index(after: end)
    }
    return (first, SafeText(word.text[end...]))
  }
}
