import ViewModel

/// Mouse reports. Button codes are xterm's: the low two bits and 64 give the button, 32 says that
/// the mouse moved, 4, 8 and 16 are Shift, Alt and Control.
extension InputDecoder {
  /// ESC [ M and three bytes, each 32 more than its value; cells beyond 223 can not be told.
  mutating func x10MouseStep(_ bytes: ArraySlice<UInt8>) -> Step {
    guard bytes.count >= 6 else { return .incomplete }
    let start = bytes.startIndex
    // A button code below 32 is no report; the sequence is then DL, which no terminal sends.
    guard bytes[start + 3] >= 32 else { return .skip(length: 3) }
    let code = Int(bytes[start + 3]) - 32
    return mouseStep(
      code: code, x: Int(bytes[start + 4]) - 32, y: Int(bytes[start + 5]) - 32,
      isRelease: code & (3 | 64) == 3, length: 6)
  }

  /// ESC [ < code ; x ; y M, or m for a release (mode 1006).
  mutating func sgrMouseStep(_ parameters: Parameters, final: UInt8, length: Int) -> Step {
    let values = parameters.values
    guard values.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else {
      return .skip(length: length)
    }
    return mouseStep(
      code: values[0], x: values[1], y: values[2], isRelease: final == UInt8(ascii: "m"),
      length: length)
  }

  /// `x` and `y` count from 1.
  mutating func mouseStep(code: Int, x: Int, y: Int, isRelease: Bool, length: Int) -> Step {
    guard code >= 0, let kind = mouseKind(code: code, isRelease: isRelease) else {
      return .skip(length: length)
    }
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    let event = MouseEvent(
      kind: kind, column: max(x - 1, 0), row: max(y - 1, 0), modifiers: modifiers)
    return .event(.mouse(event), length: length)
  }

  private mutating func mouseKind(code: Int, isRelease: Bool) -> MouseEvent.Kind? {
    let button = code & (3 | 64 | 128)
    if button == 64 { return isRelease ? nil : .wheelUp }
    if button == 65 { return isRelease ? nil : .wheelDown }
    let isMotion = code & 32 != 0
    if isMotion { return button == 0 && isLeftButtonDown ? .drag : nil }
    if isRelease {
      guard isLeftButtonDown, button == 0 || button == 3 else { return nil }
      isLeftButtonDown = false
      return .release
    }
    guard button == 0 else { return nil }
    isLeftButtonDown = true
    return .press
  }
}
