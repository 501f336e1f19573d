import CellGrid

/// Credits in rows at the bottom right of the map. They stand in one row where that is wide enough, else
/// in up to three, broken between words; only what there is no room for then is left out, whole credits
/// for an ellipsis.
struct CreditLines {
  /// From top to bottom; empty when there is nothing to credit.
  let lines: [SafeText]

  /// One credit of those a source gives.
  private struct Credit {
    var text: Substring
    /// What parts it from the next.
    var separator: String
  }

  /// Rows at most.
  private static let maximumRows = 3
  /// More credits have no room in any window.
  private static let maximumCredits = 64

  /// - Parameters:
  ///   - attributions: of the sources, as they give them: text from outside.
  ///   - columns: of the map; so are the rows, of which credits take a quarter at most.
  init(_ attributions: [String], columns: Int, rows: Int, charset: Charset) {
    let credits = Self.credits(attributions)
    let rows = max(min(Self.maximumRows, rows / 4), 1)
    guard columns > 0 else {
      lines = []
      return
    }
    let ellipsis = SafeText(charset == .ascii ? "~" : "…", charset: charset)
    var lines: [SafeText] = []
    var words: [SafeText] = []
    for count in stride(from: min(credits.count, Self.maximumCredits), to: 0, by: -1) {
      words = Self.words(credits.prefix(count), charset)
      if count < credits.count { words.append(ellipsis) }
      lines = SafeText.lines(of: words, columns: columns)
      if lines.count <= rows, words.allSatisfy({ $0.columns <= columns }) { break }
    }
    // Not even the first has room.
    if let wide = words.first(where: { $0.columns > columns }) {
      lines = [wide.truncated(to: columns, charset: charset)]
    } else if lines.count > rows {
      let last = lines[rows - 1]
      lines.removeSubrange((rows - 1)...)
      lines.append(
        last.columns < columns ? last + ellipsis : last.truncated(to: columns - 1, charset: charset)
      )
    }
    self.lines = lines.filter { $0.columns > 0 }
  }

  /// Each credit once, whoever else gives it too.
  private static func credits(_ attributions: [String]) -> [Credit] {
    var credits: [Credit] = []
    for attribution in attributions {
      let text = AttributionText.plain(attribution)
      var rest = text[...]
      while !rest.isEmpty, credits.count <= maximumCredits {
        let next = rest.dropFirst().firstIndex(of: "©") ?? rest.endIndex
        let part = rest[..<next]
        let isLast = next == rest.endIndex
        rest = rest[next...]
        let end = part.lastIndex { !" ,;|·".contains($0) }.map(part.index(after:))
        guard let end, !credits.contains(where: { $0.text == part[..<end] }) else { continue }
        let after = part[end...].filter { $0 != " " }
        credits.append(Credit(text: part[..<end], separator: isLast ? "," : after))
      }
    }
    return credits
  }

  /// What is not to be parted: words, and the sign with what it stands before.
  private static func words(_ credits: ArraySlice<Credit>, _ charset: Charset) -> [SafeText] {
    var words: [SafeText] = []
    for (index, credit) in zip(credits.indices, credits) {
      let isLast = index == credits.endIndex - 1
      var sign: SafeText?
      for word in credit.text.split(separator: " ") {
        let safe = SafeText(word, charset: charset)
        if word == "©" {
          sign = safe
        } else {
          words.append(sign.map { $0 + .blanks(1) + safe } ?? safe)
          sign = nil
        }
      }
      if let sign { words.append(sign) }
      if !isLast, !credit.separator.isEmpty, let last = words.popLast() {
        words.append(last + SafeText(credit.separator, charset: charset))
      }
    }
    return words
  }
}
