import ViewModel

/// What terminals send for keys, beyond plain text.
enum KeyTable {
  /// Final letters of CSI sequences: xterm's cursor block and F1…F4.
  private static let letters: [UInt8: Key.Code] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  /// rxvt's shifted cursor keys: CSI a … d, and with Control: SS3 a … d.
  private static let rxvtCursor: [UInt8: Key.Code] = [
    UInt8(ascii: "a"): .up, UInt8(ascii: "b"): .down, UInt8(ascii: "c"): .right,
    UInt8(ascii: "d"): .left,
  ]

  /// The numbers before `~`: VT220's editing keypad and function keys; 7 and 8 are rxvt's.
  static let tilde: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12), 25: .function(13), 26: .function(14),
    28: .function(15), 29: .function(16), 31: .function(17), 32: .function(18),
    33: .function(19), 34: .function(20),
  ]

  /// After ESC O: cursor keys in application mode, F1…F4, and the keypad in application mode.
  static let singleShift: [UInt8: Key] = {
    var table = letters.mapValues { Key($0) }
    for (byte, code) in rxvtCursor { table[byte] = Key(code, modifiers: .control) }
    for (byte, character) in zip(UInt8(ascii: "j")...UInt8(ascii: "y"), "*+,-./0123456789") {
      table[byte] = Key(.character(character))
    }
    table[UInt8(ascii: " ")] = Key(.character(" "))
    table[UInt8(ascii: "I")] = Key(.tab)
    table[UInt8(ascii: "M")] = Key(.enter)
    table[UInt8(ascii: "X")] = Key(.character("="))
    return table
  }()

  /// The key of a complete CSI sequence without prefix, or nil when it is none.
  static func key(final: UInt8, values: [Int]) -> Key? {
    let modifiers = values.count > 1 ? modifiers(values[1]) : []
    switch final {
    case UInt8(ascii: "~"):
      guard let number = values.first else { return nil }
      // xterm's modifyOtherKeys: 27 ; modifiers ; character ~
      if number == 27, values.count == 3 {
        return character(values[2], modifiers: modifiers)
      }
      return tilde[number].map { Key($0, modifiers: modifiers) }
    case UInt8(ascii: "^"):
      return values.first.flatMap { tilde[$0] }.map { Key($0, modifiers: .control) }
    case UInt8(ascii: "@"):
      return values.first.flatMap { tilde[$0] }.map { Key($0, modifiers: [.control, .shift]) }
    case UInt8(ascii: "u"):
      guard let number = values.first else { return nil }
      return character(number, modifiers: modifiers)
    case UInt8(ascii: "Z"):
      return Key(.backTab, modifiers: modifiers.subtracting(.shift))
    default:
      if let code = rxvtCursor[final], values.isEmpty { return Key(code, modifiers: .shift) }
      // Something else in front, as in a cursor position report, is no key.
      guard let code = letters[final], values.count <= 2, (values.first ?? 1) <= 1 else {
        return nil
      }
      return Key(code, modifiers: modifiers)
    }
  }

  /// xterm's modifier parameter: 1 and a bit for each of Shift, Alt, Control and Meta.
  static func modifiers(_ parameter: Int) -> Key.Modifiers {
    let bits = max(parameter - 1, 0)
    var modifiers = Key.Modifiers(rawValue: UInt8(bits & 7))
    if bits & 8 != 0 { modifiers.insert(.alt) }
    return modifiers
  }

  /// A key reported by its code point (`CSI u` and modifyOtherKeys).
  private static func character(_ value: Int, modifiers: Key.Modifiers) -> Key? {
    guard let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) else { return nil }
    if value < 0x20 || value == 0x7F {
      var key = controlKey(UInt8(value))
      key.modifiers.formUnion(modifiers)
      if key.code == .tab, modifiers.contains(.shift) {
        return Key(.backTab, modifiers: modifiers.subtracting(.shift))
      }
      return key
    }
    // C1 controls, and the private area in which kitty numbers keys that have no character.
    if (0x80...0x9F).contains(value) || (0xE000...0xF8FF).contains(value) { return nil }
    // Shift is told by the character itself, as it is without this encoding.
    guard modifiers.contains(.shift), scalar.properties.isLowercase else {
      return Key(.character(Character(scalar)), modifiers: modifiers)
    }
    let upper = scalar.properties.uppercaseMapping
    return Key(
      .character(upper.count == 1 ? Character(upper) : Character(scalar)),
      modifiers: modifiers.subtracting(.shift))
  }

  /// The key of a C0 control character or DEL.
  static func controlKey(_ byte: UInt8) -> Key {
    switch byte {
    case 0x08, 0x7F: Key(.backspace)
    case 0x09: Key(.tab)
    case 0x0A, 0x0D: Key(.enter)
    case 0x1B: Key(.escape)
    case 0x00: Key(.character(" "), modifiers: .control)
    // Ctrl-A is 1, and so on up to Ctrl-_; letters are given in lower case.
    case 0x01...0x1A: Key(.character(Character(Unicode.Scalar(byte + 0x60))), modifiers: .control)
    default: Key(.character(Character(Unicode.Scalar(byte & 0x1F + 0x40))), modifiers: .control)
    }
  }
}
