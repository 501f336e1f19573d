import ViewModel

/// Turns the bytes a terminal sends into events. A pure value: it reads nothing and knows no clock.
///
/// Understands UTF-8; the key sequences of xterm, rxvt, VT220, the Linux console and kitty's
/// `CSI u` form; SGR, urxvt and X10 mouse reports; bracketed paste and focus reports. Replies of
/// the terminal are no events but kept for `takeReplies()`. Other strings and sequences it does not
/// know are swallowed whole, strings up to `stringLimit`. Sequences may be cut anywhere between two
/// calls.
public struct InputDecoder: Sendable {
  /// Milliseconds after which a lone ESC is the Escape key: longer than the bytes of one key are
  /// apart, shorter than a hand notices.
  public static let escapeTimeout = 25
  /// Milliseconds after which a sequence or paste that stopped in the middle is given up.
  public static let stallTimeout = 1000
  /// The same two while replies are expected: a slow line may cut these in two, and neither half may
  /// pass for keys.
  public static let escapeTimeoutBeforeReply = 250
  public static let stallTimeoutBeforeReply = 5000
  /// Bytes of a control string after its introducer; what follows is read as keys. Longer than what
  /// terminals answer, and the most that is lost of what is typed after one that never ends.
  public static let stringLimit = 128
  /// Bytes of one paste that are kept; the rest is dropped.
  public static let pasteLimit = 1 << 20

  enum State: Equatable, Sendable {
    case ground
    /// Inside OSC, DCS, APC, PM or SOS, so many bytes after its introducer, until ST or BEL.
    case controlString(length: Int)
    /// Inside a control sequence that is too long to be a key, until its final byte.
    case overlongSequence
    case paste
  }

  /// What stands at the start of the pending bytes.
  enum Step {
    case event(InputEvent, length: Int)
    case skip(length: Int)
    case enter(State, length: Int)
    case incomplete
  }

  /// Bytes of a control sequence that are looked at before it counts as overlong.
  static let sequenceLimit = 64
  /// Replies that are kept until they are taken.
  static let replyLimit = 16

  /// Whether the terminal was asked something and has not answered yet.
  public var expectsReplies = false
  var replies: [TerminalReply] = []
  /// The beginning of the OSC string being read; nil inside any other.
  var command: [UInt8]?
  var state = State.ground
  /// Bytes of a sequence that is not complete yet.
  var pending: [UInt8] = []
  var pasted: [UInt8] = []
  /// X10 mouse reports do not tell which button was released.
  var isLeftButtonDown = false
  let extraKeys: [[UInt8]: Key]
  /// Every proper beginning of an extra sequence.
  let extraPrefixes: Set<[UInt8]>

  /// - Parameter extraKeys: further sequences, as terminfo has them. Only those that begin with
  ///   ESC count: control characters keep their meaning.
  public init(extraKeys: [[UInt8]: Key] = [:]) {
    self.extraKeys = extraKeys.filter { $0.key.count > 1 && $0.key[0] == Byte.escape }
    var prefixes: Set<[UInt8]> = []
    for sequence in self.extraKeys.keys {
      for length in 1..<sequence.count { prefixes.insert(Array(sequence[..<length])) }
    }
    extraPrefixes = prefixes
  }

  /// The events that are complete with these bytes, in order.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    pending.append(contentsOf: bytes)
    var events: [InputEvent] = []
    let end = consume(into: &events)
    pending.removeFirst(end)
    return events
  }

  /// What the terminal told since the last call.
  public mutating func takeReplies() -> [TerminalReply] {
    defer { replies.removeAll() }
    return replies
  }

  mutating func keep(_ reply: TerminalReply) {
    if replies.count < Self.replyLimit { replies.append(reply) }
  }

  /// Whether bytes are waiting for more, so that `timeout()` is due when none come.
  public var needsTimeout: Bool { timeoutMilliseconds != nil }

  /// How long to wait for more bytes before calling `timeout()`; nil when nothing waits.
  public var timeoutMilliseconds: Int? {
    if state == .paste { return Self.stallTimeout }
    if state == .ground, pending.isEmpty { return nil }
    // In a string only an ESC waits.
    if state != .overlongSequence, !pending.isEmpty, pending.allSatisfy(Self.mayStandAlone) {
      return expectsReplies ? Self.escapeTimeoutBeforeReply : Self.escapeTimeout
    }
    return expectsReplies ? Self.stallTimeoutBeforeReply : Self.stallTimeout
  }

  /// Whether a control string is being read. It must end within the time that was given when it
  /// began: typing goes on and on, a reply does not.
  var isInString: Bool { if case .controlString = state { true } else { false } }

  /// Nothing more came: what waits is what it looks like. A lone ESC is the Escape key, ESC [ is
  /// Alt-[, an unterminated paste is delivered, anything else is dropped.
  public mutating func timeout() -> [InputEvent] {
    defer {
      state = .ground
      pending.removeAll(keepingCapacity: true)
    }
    switch state {
    case .paste:
      keepPasted(pending)
      return takePaste()
    case .overlongSequence:
      return []
    case .controlString, .ground:
      break
    }
    guard let first = pending.first else { return [] }
    if first != Byte.escape { return [.key(Key(.character("\u{FFFD}")))] }
    let escapes = pending.prefix { $0 == Byte.escape }.count
    switch pending.count - escapes {
    case 0:
      return Array(repeating: .key(Key(.escape)), count: escapes)
    case 1 where Self.mayStandAlone(pending[escapes]):
      let character = Character(Unicode.Scalar(pending[escapes]))
      return [.key(Key(.character(character), modifiers: .alt))]
    default:
      return []
    }
  }

  /// ESC, and what introduces sequences after it but is also what Alt with that key sends.
  private static func mayStandAlone(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.escape, UInt8(ascii: "["), UInt8(ascii: "O"): true
    default: byte.introducesControlString
    }
  }

  /// Decodes as far as the pending bytes go; returns how many are used up.
  private mutating func consume(into events: inout [InputEvent]) -> Int {
    var position = 0
    while position < pending.count {
      let step: Step
      switch state {
      case .ground: step = groundStep(pending[position...])
      case .controlString(let length): step = controlStringStep(pending[position...], length)
      case .overlongSequence: step = overlongStep(pending[position...])
      case .paste: step = pasteStep(pending[position...], into: &events)
      }
      switch step {
      case .event(let event, let length):
        events.append(event)
        position += length
      case .skip(let length):
        position += length
      case .enter(let next, let length):
        state = next
        position += length
      case .incomplete:
        return position
      }
    }
    return position
  }

  private mutating func groundStep(_ bytes: ArraySlice<UInt8>) -> Step {
    let first = bytes[bytes.startIndex]
    if first == Byte.escape { return escapeStep(bytes) }
    if first < 0x20 || first == Byte.delete {
      return .event(.key(KeyTable.controlKey(first)), length: 1)
    }
    return Self.characterStep(bytes)
  }

  // MARK: UTF-8

  /// One scalar. A byte that is not UTF-8 becomes U+FFFD, so that the user sees that the terminal
  /// and the program disagree.
  static func characterStep(_ bytes: ArraySlice<UInt8>) -> Step {
    let first = bytes[bytes.startIndex]
    let length: Int
    switch first {
    case 0x00...0x7F: length = 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return .event(.key(Key(.character("\u{FFFD}"))), length: 1)
    }
    let candidate = bytes.prefix(length)
    let valid = 1 + candidate.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count
    if valid < candidate.count { return .event(.key(Key(.character("\u{FFFD}"))), length: valid) }
    if candidate.count < length { return .incomplete }
    // Overlong forms and surrogates fail here.
    let text = String(validating: candidate, as: UTF8.self)
    guard let scalar = text?.unicodeScalars.first else {
      return .event(.key(Key(.character("\u{FFFD}"))), length: length)
    }
    // C1 controls are no text, and terminals that mean them do not send them as UTF-8.
    if (0x80...0x9F).contains(scalar.value) { return .skip(length: length) }
    return .event(.key(Key(.character(Character(scalar)))), length: length)
  }

  // MARK: Overlong sequences

  private func overlongStep(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let end = bytes.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return .skip(length: bytes.count)
    }
    let isFinal = (0x40...0x7E).contains(bytes[end])
    return .enter(.ground, length: end - bytes.startIndex + (isFinal ? 1 : 0))
  }

  // MARK: Paste

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func pasteStep(
    _ bytes: ArraySlice<UInt8>, into events: inout [InputEvent]
  ) -> Step {
    guard let escape = bytes.firstIndex(of: Byte.escape) else {
      keepPasted(bytes)
      return .skip(length: bytes.count)
    }
    let rest = bytes[escape...]
    keepPasted(bytes[..<escape])
    let length = escape - bytes.startIndex
    if rest.starts(with: Self.pasteEnd) {
      events += takePaste()
      return .enter(.ground, length: length + Self.pasteEnd.count)
    }
    if Self.pasteEnd.starts(with: rest) { return length > 0 ? .skip(length: length) : .incomplete }
    keepPasted(rest.prefix(1))
    return .skip(length: length + 1)
  }

  private mutating func keepPasted(_ bytes: some Collection<UInt8>) {
    pasted.append(contentsOf: bytes.prefix(Self.pasteLimit - pasted.count))
  }

  private mutating func takePaste() -> [InputEvent] {
    defer { pasted = [] }
    return [.paste(String(decoding: pasted, as: UTF8.self))]
  }
}

extension UInt8 {
  /// What follows ESC in DCS, SOS, OSC, PM and APC.
  var introducesControlString: Bool {
    switch self {
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// Bytes with a meaning in control sequences (ECMA-48).
enum Byte {
  static let bell: UInt8 = 0x07
  static let escape: UInt8 = 0x1B
  static let delete: UInt8 = 0x7F
}
