/// What a user did, decoded from the terminal's bytes.
public enum InputEvent: Equatable, Sendable {
  case key(Key)
  /// Text pasted in one piece (bracketed paste), as it came.
  case paste(String)
  case mouse(MouseEvent)
  case focus(gained: Bool)
}

/// A key with the modifiers held while it was pressed.
public struct Key: Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    /// A printable character; clusters arrive scalar by scalar. Ctrl-A is "a" with `.control`.
    case character(Character)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case insert, delete, backspace
    case tab, backTab, enter, escape
    /// F1 is `.function(1)`.
    case function(Int)
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let shift = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let control = Modifiers(rawValue: 4)
  }

  public var code: Code
  public var modifiers: Modifiers

  public init(_ code: Code, modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }
}

/// A mouse report. Only the left button and the wheel are reported.
public struct MouseEvent: Equatable, Sendable {
  public enum Kind: Equatable, Sendable { case press, release, drag, wheelUp, wheelDown }

  public var kind: Kind
  /// Cells from the left edge of the screen, from 0.
  public var column: Int
  /// Cells from the top edge of the screen, from 0.
  public var row: Int
  public var modifiers: Key.Modifiers

  public init(kind: Kind, column: Int, row: Int, modifiers: Key.Modifiers = []) {
    self.kind = kind
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}
