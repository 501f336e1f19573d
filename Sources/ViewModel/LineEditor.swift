/// One line of text being edited. Positions count characters as the user sees them (grapheme
/// clusters), so no key ever splits one.
public struct LineEditor: Equatable, Sendable {
  /// Characters of a title or a setting: a line or two, not a megabyte.
  public static let usualLimit = 500
  /// Characters of a path, as many as Linux takes bytes (PATH_MAX).
  public static let pathLimit = 4095

  /// Characters; what would be more is refused.
  public let limit: Int
  public private(set) var characters: [Character] = []
  /// 0…`characters.count`: the cursor stands before the character of that index.
  public private(set) var cursor = 0

  public init() { limit = Self.usualLimit }

  public init(text: String, cursor: Int? = nil, limit: Int = usualLimit) {
    self.limit = limit
    characters = Array(Self.admitted(text).prefix(limit))
    self.cursor = min(max(cursor ?? characters.count, 0), characters.count)
  }

  public var text: String { String(characters) }
  public var isEmpty: Bool { characters.isEmpty }

  /// Inserts at the cursor.
  /// - Returns: false when something of the text had no room.
  @discardableResult
  public mutating func insert(_ text: String) -> Bool {
    let admitted = Self.admitted(text)
    guard !admitted.isEmpty else { return true }
    // Keys held down, or pasted without brackets, cost nothing once the line is full.
    guard characters.count < limit else { return false }
    // Joined as text, since a combining mark belongs to the character before it.
    let before = String(characters[..<cursor]) + admitted
    let after = String(characters[cursor...])
    let joined = Array(before + after)
    guard joined.count <= limit else {
      let room = limit - characters.count
      if room > 0 { insert(String(admitted.prefix(room))) }
      return false
    }
    cursor = min(joined.count, before.count)
    characters = joined
    return true
  }

  /// What one line may hold: line breaks and tabs become blanks, and characters that XML 1.0, and
  /// so the preferences file, can not hold are refused here, at the point of entry.
  static func admitted(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    // A pasted megabyte is cut before it is looked at character by character.
    for scalar in text.unicodeScalars.prefix(pathLimit * 16) {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: result.append(" ")
      case 0x00...0x1F, 0x7F...0x9F, 0xFFFE, 0xFFFF: continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  public mutating func moveLeft() { cursor = max(cursor - 1, 0) }
  public mutating func moveRight() { cursor = min(cursor + 1, characters.count) }
  public mutating func moveToStart() { cursor = 0 }
  public mutating func moveToEnd() { cursor = characters.count }

  public mutating func moveWordLeft() { cursor = wordStart(before: cursor) }

  public mutating func moveWordRight() {
    while cursor < characters.count, characters[cursor].isWhitespace { cursor += 1 }
    while cursor < characters.count, !characters[cursor].isWhitespace { cursor += 1 }
  }

  public mutating func deleteBackward() {
    guard cursor > 0 else { return }
    replace(cursor - 1..<cursor)
  }

  public mutating func deleteForward() {
    guard cursor < characters.count else { return }
    replace(cursor..<cursor + 1)
  }

  public mutating func deleteToStart() { replace(0..<cursor) }
  public mutating func deleteToEnd() { replace(cursor..<characters.count) }
  public mutating func deleteWordBackward() { replace(wordStart(before: cursor)..<cursor) }

  private func wordStart(before position: Int) -> Int {
    var index = position
    while index > 0, characters[index - 1].isWhitespace { index -= 1 }
    while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
    return index
  }

  /// Removes characters. What is left is read anew: removal can join a mark to another character.
  private mutating func replace(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let before = String(characters[..<range.lowerBound])
    characters = Array(before + String(characters[range.upperBound...]))
    cursor = min(Array(before).count, characters.count)
  }
}
