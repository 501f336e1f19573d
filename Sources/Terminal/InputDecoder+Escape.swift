import ViewModel

/// What follows an ESC.
extension InputDecoder {
  mutating func escapeStep(_ bytes: ArraySlice<UInt8>) -> Step {
    if !extraKeys.isEmpty, let step = extraStep(bytes) { return step }
    guard bytes.count > 1 else { return .incomplete }
    let start = bytes.startIndex
    switch bytes[start + 1] {
    case UInt8(ascii: "["): return controlSequenceStep(bytes)
    case UInt8(ascii: "O"): return singleShiftStep(bytes)
    case let byte where byte.introducesControlString: return stringStartStep(bytes)
    case Byte.escape: return doubleEscapeStep(bytes)
    default: return Self.withAlt(groundOnly(bytes.dropFirst()))
    }
  }

  /// The longest extra sequence that the bytes begin with or may still become.
  private func extraStep(_ bytes: ArraySlice<UInt8>) -> Step? {
    var found: Step?
    var candidate: [UInt8] = []
    for byte in bytes {
      candidate.append(byte)
      if let key = extraKeys[candidate] { found = .event(.key(key), length: candidate.count) }
      if !extraPrefixes.contains(candidate) { return found }
    }
    return found ?? (bytes.count > 1 ? .incomplete : nil)
  }

  /// rxvt sends Alt with a cursor key as ESC and the key's own sequence. Otherwise the first ESC
  /// was a key of its own.
  private func doubleEscapeStep(_ bytes: ArraySlice<UInt8>) -> Step {
    guard bytes.count > 2 else { return .incomplete }
    let third = bytes[bytes.startIndex + 2]
    guard third == UInt8(ascii: "[") || third == UInt8(ascii: "O") else {
      return .event(.key(Key(.escape)), length: 1)
    }
    // A trial: unless it is such a key, the sequence is decoded again after the first ESC.
    var trial = self
    switch trial.escapeStep(bytes.dropFirst()) {
    case .event(.key(var key), let length):
      key.modifiers.insert(.alt)
      return .event(.key(key), length: length + 1)
    case .incomplete:
      return .incomplete
    default:
      return .event(.key(Key(.escape)), length: 1)
    }
  }

  private func groundOnly(_ bytes: ArraySlice<UInt8>) -> Step {
    let first = bytes[bytes.startIndex]
    return first < 0x20 || first == Byte.delete
      ? .event(.key(KeyTable.controlKey(first)), length: 1) : Self.characterStep(bytes)
  }

  private static func withAlt(_ step: Step) -> Step {
    switch step {
    case .event(.key(var key), let length):
      key.modifiers.insert(.alt)
      return .event(.key(key), length: length + 1)
    case .skip(let length): return .skip(length: length + 1)
    default: return step
    }
  }

  // MARK: SS3

  /// ESC O, possibly a modifier, and a letter.
  private func singleShiftStep(_ bytes: ArraySlice<UInt8>) -> Step {
    let start = bytes.startIndex
    let parameters = bytes.dropFirst(2).prefix(8).prefix { (0x30...0x3B).contains($0) }
    let end = start + 2 + parameters.count
    guard end < bytes.endIndex else { return .incomplete }
    let final = bytes[end]
    let length = end - start + 1
    // A control character is not part of it: ESC O was Alt-O.
    guard (0x40...0x7E).contains(final) || parameters.isEmpty && final == 0x20 else {
      return .event(.key(Key(.character("O"), modifiers: .alt)), length: 2)
    }
    guard var key = KeyTable.singleShift[final] else { return .skip(length: length) }
    // Both ESC O 5 A and ESC O 1 ; 5 A occur.
    if let modifier = Parameters(parameters).values.last {
      key.modifiers.formUnion(KeyTable.modifiers(modifier))
    }
    return .event(.key(key), length: length)
  }

  // MARK: CSI

  private mutating func controlSequenceStep(_ bytes: ArraySlice<UInt8>) -> Step {
    let start = bytes.startIndex
    let body = start + 2
    guard body < bytes.endIndex else { return .incomplete }
    if bytes[body] == UInt8(ascii: "[") { return consoleFunctionStep(bytes) }
    if bytes[body] == UInt8(ascii: "M") { return x10MouseStep(bytes) }
    guard let end = bytes[body...].firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      if let step = rxvtShiftStep(bytes) { return step }
      return bytes.count > Self.sequenceLimit
        ? .enter(.overlongSequence, length: bytes.count) : .incomplete
    }
    if let step = rxvtShiftStep(bytes) { return step }
    let length = end - start + 1
    // A control character or a byte of text cuts the sequence off and stands for itself.
    guard (0x40...0x7E).contains(bytes[end]) else { return .skip(length: length - 1) }
    return completeSequence(bytes[body..<end], final: bytes[end], length: length)
  }

  /// rxvt ends shifted keys with $, which is no final byte in ECMA-48: ESC [ 3 $.
  private func rxvtShiftStep(_ bytes: ArraySlice<UInt8>) -> Step? {
    let digits = bytes.dropFirst(2).prefix(3).prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.endIndex < bytes.endIndex,
      bytes[digits.endIndex] == UInt8(ascii: "$"),
      let number = Parameters(digits).values.first, let code = KeyTable.tilde[number]
    else { return nil }
    return .event(.key(Key(code, modifiers: .shift)), length: digits.count + 3)
  }

  /// The Linux console's F1 to F5: ESC [ [ A.
  private func consoleFunctionStep(_ bytes: ArraySlice<UInt8>) -> Step {
    guard bytes.count > 3 else { return .incomplete }
    let letter = bytes[bytes.startIndex + 3]
    guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(letter) else {
      return .skip(length: (0x20...0x7E).contains(letter) ? 4 : 3)
    }
    return .event(.key(Key(.function(Int(letter - UInt8(ascii: "A")) + 1))), length: 4)
  }

  private mutating func completeSequence(
    _ body: ArraySlice<UInt8>, final: UInt8, length: Int
  ) -> Step {
    let parameters = Parameters(body)
    if parameters.prefix == UInt8(ascii: "<") {
      return sgrMouseStep(parameters, final: final, length: length)
    }
    let values = parameters.values
    if parameters.prefix == UInt8(ascii: "?") {
      if final == UInt8(ascii: "c") { keep(.deviceAttributes) }
      if final == UInt8(ascii: "n"), values.count == 2, values[0] == 997,
        (1...2).contains(values[1])
      {
        keep(.colorScheme(isLight: values[1] == 2))
      }
    }
    guard parameters.isPlain else { return .skip(length: length) }
    if final == UInt8(ascii: "M"), values.count == 3 {
      // urxvt's report is X10's in decimal: the button code has 32 added.
      return mouseStep(
        code: values[0] - 32, x: values[1], y: values[2], isRelease: values[0] & 3 == 3,
        length: length)
    }
    switch final {
    case UInt8(ascii: "I") where values.isEmpty:
      return .event(.focus(gained: true), length: length)
    case UInt8(ascii: "O") where values.isEmpty:
      return .event(.focus(gained: false), length: length)
    case UInt8(ascii: "~") where values.first == 200:
      pasted.removeAll(keepingCapacity: false)
      return .enter(.paste, length: length)
    default:
      guard let key = KeyTable.key(final: final, values: values) else {
        return .skip(length: length)
      }
      return .event(.key(key), length: length)
    }
  }
}

/// The parameters of a control sequence.
struct Parameters {
  /// `<`, `=`, `>` or `?`, when the sequence is a private one.
  var prefix: UInt8?
  /// Missing values are 0. Sub-parameters (after a colon) are left out.
  var values: [Int] = []
  /// No prefix and no intermediate bytes.
  var isPlain = true

  init(_ bytes: ArraySlice<UInt8>) {
    var isSubparameter = false
    for (offset, byte) in bytes.enumerated() {
      switch byte {
      case 0x30...0x39:
        if values.isEmpty { values = [0] }
        if isSubparameter { continue }
        values[values.count - 1] = min(values[values.count - 1] * 10 + Int(byte - 0x30), 1_000_000)
      case UInt8(ascii: ";"):
        values.append(contentsOf: values.isEmpty ? [0, 0] : [0])
        isSubparameter = false
      case UInt8(ascii: ":"):
        isSubparameter = true
      case 0x3C...0x3F where offset == 0:
        prefix = byte
        isPlain = false
      default:
        isPlain = false
      }
    }
  }
}
