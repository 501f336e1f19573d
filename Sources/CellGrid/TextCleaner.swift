/// Builds the text of a `SafeText`, scalar by scalar; the table is in that type's description.
struct TextCleaner {
  /// Marks kept on one character. Curses takes no more in a cell (CCHARW_MAX).
  static let maximumMarks = 4

  let charset: Charset
  private(set) var text = ""
  private(set) var columns = 0
  private var marks = 0
  /// The scalar that marks and skin tones would change.
  private var base: Unicode.Scalar?

  init(charset: Charset) { self.charset = charset }

  mutating func append(_ scalar: Unicode.Scalar) {
    let code = scalar.value
    if code >= 0x20 && code < 0x7F { return emit(scalar, width: 1) }
    if code < 0xA0 { return appendControl(code) }
    if isFiller(code) { return }
    switch DisplayWidth.classified(code) {
    case 0:
      if isBidirectionalControl(code) {
        substitute("\u{FFFD}")
      } else if !isInvisible(scalar) {
        appendMark(scalar)
      }
    case DisplayWidth.unprintable:
      if code == 0x2028 || code == 0x2029 {
        substitute("␤")
      } else if !isInvisible(scalar) {
        substitute("\u{FFFD}")
      }
    case let width:
      appendSpacing(scalar, width: width)
    }
  }

  private mutating func appendSpacing(_ scalar: Unicode.Scalar, width: Int) {
    if isSkinTone(scalar) { return }
    if isSpace(scalar.value) {
      for _ in 0..<width { emit(" ", width: 1) }
      return
    }
    guard charset == .ascii else { return emit(scalar, width: width) }
    for likeness in Transliteration.likeness(of: scalar).unicodeScalars {
      emit(likeness, width: 1)
    }
  }

  private mutating func appendControl(_ code: UInt32) {
    if charset == .ascii {
      if code < 0x80 {
        emit("^", width: 1)
        emit(Unicode.Scalar(UInt8(code ^ 0x40)), width: 1)
      } else {
        emit("?", width: 1)
      }
      return
    }
    let picture: UInt32 =
      switch code {
      case 0..<0x20: 0x2400 + code
      case 0x7F: 0x2421
      case 0x85: 0x2424
      default: 0xFFFD
      }
    emit(Unicode.Scalar(picture) ?? "\u{FFFD}", width: 1)
  }

  private mutating func appendMark(_ scalar: Unicode.Scalar) {
    guard charset != .ascii, marks < Self.maximumMarks else { return }
    if base == nil { emit("◌", width: 1) }
    text.unicodeScalars.append(scalar)
    marks += 1
  }

  private mutating func substitute(_ scalar: Unicode.Scalar) {
    emit(charset == .ascii ? "?" : scalar, width: 1)
  }

  private mutating func emit(_ scalar: Unicode.Scalar, width: Int) {
    text.unicodeScalars.append(scalar)
    columns += width
    marks = 0
    base = scalar
  }

  private func isSkinTone(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F3FB...0x1F3FF).contains(scalar.value) && base?.properties.isEmojiModifierBase == true
  }

  /// Explicit directional marks, embeddings, overrides and isolates (Unicode Annex 9).
  private func isBidirectionalControl(_ code: UInt32) -> Bool {
    switch code {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// General category Zs without the blank.
  private func isSpace(_ code: UInt32) -> Bool {
    switch code {
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Characters with columns of which nothing is to be seen: soft hyphen, Hangul fillers.
  private func isFiller(_ code: UInt32) -> Bool {
    switch code {
    case 0xAD, 0x115F, 0x3164, 0xFFA0: true
    default: false
    }
  }

  /// Whether nothing is to be seen of a scalar without columns, by design. Default_Ignorable_Code_Point covers zero-width
  /// characters, tags, variation selectors and fillers, assigned or not.
  private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format
  }
}

/// Likenesses in ASCII.
enum Transliteration {
  /// One or a few printable ASCII characters; `?` for what is like none.
  static func likeness(of scalar: Unicode.Scalar) -> String {
    let code = scalar.value
    for block in blocks where code >= block.first {
      let offset = Int(code - block.first)
      if offset < block.likenesses.count { return block.likenesses[offset] }
    }
    return "?"
  }

  private static let blocks: [(first: UInt32, likenesses: [String])] =
    TransliterationTable.blocks.map {
      ($0.first, "\($0.likenesses)".split(separator: " ").map(String.init))
    }
}
