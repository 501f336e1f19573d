import CellGrid

/// What a terminal tells by itself or in answer to a question; nobody typed it.
public enum TerminalReply: Equatable, Sendable {
  /// The colour of the background (xterm's OSC 11).
  case background(Color)
  /// Whether the user prefers a light screen, told whenever that changes (mode 2031).
  case colorScheme(isLight: Bool)
  /// Primary device attributes (DA1). Terminals answer in order: what was asked before it is
  /// answered, or never will be.
  case deviceAttributes

  /// Whether the screen is light; nil for what tells nothing about it.
  public var isLight: Bool? {
    switch self {
    case .background(let color):
      // The luma of BT.601, as Vim and Neovim tell light from dark.
      299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue) >= 127_500
    case .colorScheme(let isLight): isLight
    case .deviceAttributes: nil
    }
  }

  /// The contents of an OSC string: `11;rgb:R/G/B` or `11;rgba:R/G/B/A`, each of one to four
  /// hexadecimal digits (XParseColor). Nil for any other.
  init?(operatingSystemCommand bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("11;rgb") else { return nil }
    var rest = text.dropFirst(6)
    let hasAlpha = rest.first == "a"
    if hasAlpha { rest.removeFirst() }
    guard rest.popFirst() == ":" else { return nil }
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    let channels = parts.compactMap(Self.channel)
    guard parts.count == (hasAlpha ? 4 : 3), channels.count == parts.count else { return nil }
    self = .background(Color(red: channels[0], green: channels[1], blue: channels[2]))
  }

  /// A channel's share of the largest number of so many digits, 0…255.
  private static func channel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    let largest = 1 << (4 * digits.utf8.count) - 1
    return UInt8((value * 255 * 2 + largest) / (2 * largest))
  }
}
