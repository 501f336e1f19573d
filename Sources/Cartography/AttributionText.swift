/// Credits of tiles as people read them. Sources give them as HTML, as often as not.
public enum AttributionText {
  /// More of it nobody reads.
  private static let limit = 2000

  /// The text without tags, with entities decoded and white space as single blanks. What comes out
  /// is still text from outside: `<` and control characters may be in it. O(length).
  public static func plain(_ html: String) -> String {
    var result = String.UnicodeScalarView()
    var isBlank = true
    let scalars = Array(html.unicodeScalars.prefix(limit))
    var index = 0
    func append(_ scalar: Unicode.Scalar) {
      if scalar.properties.isWhitespace {
        if !isBlank { result.append(" ") }
        isBlank = true
      } else {
        result.append(scalar)
        isBlank = false
      }
    }
    while index < scalars.count {
      if let tag = tag(scalars[index...]) {
        // What a line break parts stays apart; a link's end does not part words.
        if tag.parts { append(" ") }
        index = tag.end
      } else if let (scalar, end) = entity(scalars[index...]) {
        append(scalar)
        index = end
      } else {
        append(scalars[index])
        index += 1
      }
    }
    if result.last == " " { result.removeLast() }
    return String(result)
  }

  /// The tag at the start of a text; nil when none begins there or it never ends.
  private static func tag(
    _ text: ArraySlice<Unicode.Scalar>
  ) -> (end: Int, parts: Bool)? {
    guard text.first == "<", let next = text.dropFirst().first,
      next == "/" || next == "!" || isLetter(next)
    else { return nil }
    var quote: Unicode.Scalar?
    for index in text.indices.dropFirst() {
      let scalar = text[index]
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == ">" {
        let name = text.dropFirst().drop { $0 == "/" }.prefix(while: isLetter)
        let word = String(String.UnicodeScalarView(name)).lowercased()
        return (index + 1, ["br", "p", "div", "li", "ul", "td", "tr"].contains(word))
      }
    }
    return nil
  }

  /// The character that an entity at the start of a text stands for; nil when none is there.
  private static func entity(
    _ text: ArraySlice<Unicode.Scalar>
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    guard text.first == "&", let end = text.prefix(12).firstIndex(of: ";") else { return nil }
    let name = String(String.UnicodeScalarView(text[(text.startIndex + 1)..<end]))
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let isHexadecimal = digits.first == "x" || digits.first == "X"
      let number =
        isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      return number.flatMap(Unicode.Scalar.init).map { ($0, end + 1) }
    }
    return entities[name].map { ($0, end + 1) }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// Those that credits use (HTML 4.01, section 24).
  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "copy": "©", "reg": "®", "trade": "™", "middot": "·", "bull": "•", "hellip": "…",
    "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    "laquo": "«", "raquo": "»", "agrave": "à", "aacute": "á", "acirc": "â", "auml": "ä",
    "aring": "å", "aelig": "æ", "ccedil": "ç", "egrave": "è", "eacute": "é", "ecirc": "ê",
    "euml": "ë", "iacute": "í", "icirc": "î", "ntilde": "ñ", "oacute": "ó", "ocirc": "ô",
    "ouml": "ö", "oslash": "ø", "szlig": "ß", "uacute": "ú", "uuml": "ü", "Auml": "Ä",
    "Aring": "Å", "Eacute": "É", "Ouml": "Ö", "Oslash": "Ø", "Uuml": "Ü",
  ]
}
