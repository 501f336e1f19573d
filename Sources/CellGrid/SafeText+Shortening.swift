extension SafeText {
  /// The text if it fits, else its beginning and its end, equally long, with an ellipsis (`…`, in
  /// ASCII `~`) between them; together at most so many columns. What a message says of a path
  /// stands behind it, and is still there. O(length).
  public func shortened(to limit: Int, charset: Charset = .braille) -> SafeText {
    guard columns > limit else { return self }
    guard limit > 2 else { return truncated(to: limit, charset: charset) }
    let start = truncated(to: limit - (limit - 1) / 2, charset: charset)
    var left = columns
    for glyph in glyphs {
      if left <= limit - start.columns {
        return start + SafeText(unchecked: String(text[glyph.range.lowerBound...]), columns: left)
      }
      left -= glyph.columns
    }
    return start
  }
}
