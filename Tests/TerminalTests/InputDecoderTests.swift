import Testing
import ViewModel

@testable import Terminal

private func decode(_ text: String) -> [InputEvent] {
  var decoder = InputDecoder()
  let events = decoder.decode(Array(text.utf8))
  return decoder.needsTimeout ? events + decoder.timeout() : events
}

private func key(_ code: Key.Code, _ modifiers: Key.Modifiers = []) -> InputEvent {
  .key(Key(code, modifiers: modifiers))
}

private func character(_ character: Character, _ modifiers: Key.Modifiers = []) -> InputEvent {
  key(.character(character), modifiers)
}

/// A sequence and what it means, from xterm's ctlseqs, rxvt's manual, console_codes(4) and kitty's
/// keyboard protocol.
private let sequences: [(String, [InputEvent])] = [
  // Cursor keys: normal and application mode.
  ("\u{1B}[A", [key(.up)]), ("\u{1B}OA", [key(.up)]), ("\u{1B}[B", [key(.down)]),
  ("\u{1B}OB", [key(.down)]), ("\u{1B}[C", [key(.right)]), ("\u{1B}OC", [key(.right)]),
  ("\u{1B}[D", [key(.left)]), ("\u{1B}OD", [key(.left)]),
  // xterm's modifiers.
  ("\u{1B}[1;2A", [key(.up, .shift)]), ("\u{1B}[1;3B", [key(.down, .alt)]),
  ("\u{1B}[1;5C", [key(.right, .control)]), ("\u{1B}[1;6D", [key(.left, [.control, .shift])]),
  ("\u{1B}[1;8H", [key(.home, [.control, .shift, .alt])]), ("\u{1B}[1;9F", [key(.end, .alt)]),
  ("\u{1B}O5A", [key(.up, .control)]), ("\u{1B}O1;2C", [key(.right, .shift)]),
  // rxvt.
  ("\u{1B}[a", [key(.up, .shift)]), ("\u{1B}[d", [key(.left, .shift)]),
  ("\u{1B}Ob", [key(.down, .control)]), ("\u{1B}Oc", [key(.right, .control)]),
  ("\u{1B}[3$", [key(.delete, .shift)]), ("\u{1B}[5^", [key(.pageUp, .control)]),
  ("\u{1B}[6@", [key(.pageDown, [.control, .shift])]), ("\u{1B}\u{1B}[A", [key(.up, .alt)]),
  ("\u{1B}\u{1B}OD", [key(.left, .alt)]),
  // Editing keypad.
  ("\u{1B}[H", [key(.home)]), ("\u{1B}OH", [key(.home)]), ("\u{1B}[1~", [key(.home)]),
  ("\u{1B}[7~", [key(.home)]), ("\u{1B}[F", [key(.end)]), ("\u{1B}OF", [key(.end)]),
  ("\u{1B}[4~", [key(.end)]), ("\u{1B}[8~", [key(.end)]), ("\u{1B}[2~", [key(.insert)]),
  ("\u{1B}[3~", [key(.delete)]), ("\u{1B}[5~", [key(.pageUp)]), ("\u{1B}[6~", [key(.pageDown)]),
  ("\u{1B}[3;5~", [key(.delete, .control)]), ("\u{1B}[Z", [key(.backTab)]),
  // Function keys: xterm, VT220, Linux console.
  ("\u{1B}OP", [key(.function(1))]), ("\u{1B}OS", [key(.function(4))]),
  ("\u{1B}[1;5P", [key(.function(1), .control)]), ("\u{1B}[1;2R", [key(.function(3), .shift)]),
  ("\u{1B}[11~", [key(.function(1))]), ("\u{1B}[15~", [key(.function(5))]),
  ("\u{1B}[17~", [key(.function(6))]), ("\u{1B}[21~", [key(.function(10))]),
  ("\u{1B}[23~", [key(.function(11))]), ("\u{1B}[24;2~", [key(.function(12), .shift)]),
  ("\u{1B}[25~", [key(.function(13))]), ("\u{1B}[34~", [key(.function(20))]),
  ("\u{1B}[[A", [key(.function(1))]), ("\u{1B}[[E", [key(.function(5))]),
  // Keypad in application mode.
  ("\u{1B}Op", [character("0")]), ("\u{1B}Oy", [character("9")]), ("\u{1B}Ok", [character("+")]),
  ("\u{1B}Om", [character("-")]), ("\u{1B}On", [character(".")]), ("\u{1B}Oo", [character("/")]),
  ("\u{1B}Oj", [character("*")]), ("\u{1B}OX", [character("=")]), ("\u{1B}OM", [key(.enter)]),
  // Control characters.
  ("\u{01}", [character("a", .control)]), ("\u{0C}", [character("l", .control)]),
  ("\u{17}", [character("w", .control)]), ("\u{00}", [character(" ", .control)]),
  ("\u{1C}", [character("\\", .control)]), ("\u{1F}", [character("_", .control)]),
  ("\u{08}", [key(.backspace)]), ("\u{7F}", [key(.backspace)]), ("\t", [key(.tab)]),
  ("\r", [key(.enter)]), ("\n", [key(.enter)]),
  // Text.
  ("a", [character("a")]), ("H", [character("H")]), ("é", [character("é")]),
  ("東", [character("東")]), ("🕊", [character("🕊")]),
  ("e\u{301}", [character("e"), character("\u{301}")]),
  // Alt.
  ("\u{1B}a", [character("a", .alt)]), ("\u{1B}é", [character("é", .alt)]),
  ("\u{1B}\u{7F}", [key(.backspace, .alt)]), ("\u{1B}\r", [key(.enter, .alt)]),
  ("\u{1B}\u{01}", [character("a", [.alt, .control])]),
  // Lone ESC, and what looks like a beginning but is all there is.
  ("\u{1B}", [key(.escape)]), ("\u{1B}\u{1B}", [key(.escape), key(.escape)]),
  ("\u{1B}[", [character("[", .alt)]), ("\u{1B}O", [character("O", .alt)]),
  ("\u{1B}]", [character("]", .alt)]), ("\u{1B}P", [character("P", .alt)]),
  ("\u{1B}\u{1B}x", [key(.escape), character("x", .alt)]),
  // Keys by code point.
  ("\u{1B}[97;5u", [character("a", .control)]), ("\u{1B}[27u", [key(.escape)]),
  ("\u{1B}[9;2u", [key(.backTab)]), ("\u{1B}[97;2u", [character("A")]),
  ("\u{1B}[13;5:1u", [key(.enter, .control)]), ("\u{1B}[27;5;13~", [key(.enter, .control)]),
  // Mouse: SGR, also far to the right, X10, urxvt.
  ("\u{1B}[<0;1;1M", [.mouse(MouseEvent(kind: .press, column: 0, row: 0))]),
  ("\u{1B}[<0;300;120M", [.mouse(MouseEvent(kind: .press, column: 299, row: 119))]),
  (
    "\u{1B}[<0;9;9M\u{1B}[<32;10;9M\u{1B}[<0;10;9m",
    [
      .mouse(MouseEvent(kind: .press, column: 8, row: 8)),
      .mouse(MouseEvent(kind: .drag, column: 9, row: 8)),
      .mouse(MouseEvent(kind: .release, column: 9, row: 8)),
    ]
  ),
  ("\u{1B}[<64;5;6M", [.mouse(MouseEvent(kind: .wheelUp, column: 4, row: 5))]),
  (
    "\u{1B}[<81;5;6M",
    [.mouse(MouseEvent(kind: .wheelDown, column: 4, row: 5, modifiers: .control))]
  ),
  ("\u{1B}[<2;5;6M\u{1B}[<2;5;6m\u{1B}[<35;7;7M", []),
  (
    "\u{1B}[M !!\u{1B}[M#\"!",
    [
      .mouse(MouseEvent(kind: .press, column: 0, row: 0)),
      .mouse(MouseEvent(kind: .release, column: 1, row: 0)),
    ]
  ),
  ("\u{1B}[M`~!", [.mouse(MouseEvent(kind: .wheelUp, column: 93, row: 0))]),
  ("\u{1B}[32;300;5M", [.mouse(MouseEvent(kind: .press, column: 299, row: 4))]),
  // Focus and paste.
  ("\u{1B}[I", [.focus(gained: true)]), ("\u{1B}[O", [.focus(gained: false)]),
  ("\u{1B}[200~a\nq\u{1B}[Aé\u{1B}[201~x", [.paste("a\nq\u{1B}[Aé"), character("x")]),
  ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
  ("\u{1B}[200~open", [.paste("open")]), ("\u{1B}[200~open\u{1B}[20", [.paste("open\u{1B}[20")]),
  // Replies and unknown sequences are swallowed whole, and what follows is read.
  ("\u{1B}[?62;22;52cx", [character("x")]), ("\u{1B}[24;80Rx", [character("x")]),
  ("\u{1B}[?2026;2$yx", [character("x")]), ("\u{1B}[>41;354;0cx", [character("x")]),
  ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\x", [character("x")]),
  ("\u{1B}]11;rgb:ffff/ffff/ffff\u{07}x", [character("x")]),
  ("\u{1B}P1+r524742=38\u{1B}\\x", [character("x")]), ("\u{1B}_Gi=1;OK\u{1B}\\x", [character("x")]),
  ("\u{1B}[12;34;56wx", [character("x")]), ("\u{1B}[99~x", [character("x")]),
  ("\u{1B}]0;cut\u{1B}[A", [key(.up)]),
  ("\u{1B}[" + String(repeating: "1;", count: 200) + "Ax", [character("x")]),
  // A control character cuts a sequence off.
  ("\u{1B}[1;\rx", [key(.enter), character("x")]),
]

@Suite struct InputDecoderTests {
  @Test(arguments: sequences) func meansWhatTerminalsMean(text: String, expected: [InputEvent]) {
    #expect(decode(text) == expected)
  }

  @Test(arguments: sequences) func canBeCutAnywhere(text: String, expected: [InputEvent]) {
    let bytes = Array(text.utf8)
    for cut in 1..<max(bytes.count, 2) {
      var decoder = InputDecoder()
      var events = decoder.decode(bytes[..<cut])
      events += decoder.decode(bytes[cut...])
      if decoder.needsTimeout { events += decoder.timeout() }
      #expect(events == expected, "cut after \(cut) bytes")
    }
    var decoder = InputDecoder()
    var events = bytes.flatMap { decoder.decode([$0]) }
    if decoder.needsTimeout { events += decoder.timeout() }
    #expect(events == expected, "byte by byte")
  }

  @Test func countsEveryKeyOfABurst() {
    let burst = String(repeating: "\u{1B}[C", count: 50)
    #expect(decode(burst) == Array(repeating: key(.right), count: 50))
  }

  @Test func invalidUTF8IsShownAndPassed() {
    let cases: [([UInt8], [InputEvent])] = [
      ([0xFF, 0x61], [character("\u{FFFD}"), character("a")]),
      ([0x80, 0x61], [character("\u{FFFD}"), character("a")]),
      ([0xE2, 0x82, 0x61], [character("\u{FFFD}"), character("a")]),
      ([0xED, 0xA0, 0x80, 0x61], [character("\u{FFFD}"), character("a")]),
      ([0xC3, 0x1B, 0x5B, 0x41], [character("\u{FFFD}"), key(.up)]),
      ([0xC2, 0x9B, 0x61], [character("a")]),
    ]
    for (bytes, expected) in cases {
      var decoder = InputDecoder()
      #expect(decoder.decode(bytes) == expected)
      #expect(!decoder.needsTimeout)
    }
  }

  @Test func waitsForMoreOnlyWithinASequence() {
    var decoder = InputDecoder()
    #expect(decoder.timeoutMilliseconds == nil)
    _ = decoder.decode([0x1B])
    #expect(decoder.timeoutMilliseconds == 25)
    _ = decoder.decode(Array("[1;".utf8))
    #expect(decoder.timeoutMilliseconds == 1000)
    _ = decoder.decode(Array("5A".utf8))
    #expect(decoder.timeoutMilliseconds == nil)
    _ = decoder.decode(Array("\u{1B}[200~abc".utf8))
    #expect(decoder.timeoutMilliseconds == 1000)
  }

  @Test func boundsAPaste() {
    var decoder = InputDecoder()
    _ = decoder.decode(Array("\u{1B}[200~".utf8))
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)
    for _ in 0..<5 { #expect(decoder.decode(piece).isEmpty) }
    let events = decoder.decode(Array("\u{1B}[201~q".utf8))
    #expect(events == [.paste(String(repeating: "x", count: 1 << 20)), character("q")])
  }

  @Test func terminfoCanAddKeys() {
    let keys: [[UInt8]: Key] = [
      Array("\u{1B}[Q".utf8): Key(.function(7)), Array("\u{1B}T".utf8): Key(.end),
      // Control characters are not for terminfo to redefine.
      [0x0B]: Key(.up),
    ]
    for cut in 0...3 {
      var decoder = InputDecoder(extraKeys: keys)
      let bytes = Array("\u{1B}[Q".utf8)
      #expect(decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...]) == [key(.function(7))])
    }
    var decoder = InputDecoder(extraKeys: keys)
    #expect(decoder.decode(Array("\u{1B}T\u{1B}[A".utf8)) == [key(.end), key(.up)])
    #expect(decoder.decode([0x0B]) == [character("k", .control)])
  }

  /// Whatever comes, the decoder ends in a state from which a key is read.
  @Test func neverTrapsNorSticks() {
    var random = SplitMix64(state: 7)
    let alphabet = Array("\u{1B}\u{1B}\u{1B}[[]OPMm<>?;:$~@^u0123459ABZ\u{07}\\\u{18} a".utf8)
    for _ in 0..<100_000 {
      var decoder = InputDecoder()
      let bytes = (0..<Int(random.next() % 24)).map { _ -> UInt8 in
        let value = random.next()
        return value & 256 == 0
          ? UInt8(truncatingIfNeeded: value)
          : alphabet[Int(truncatingIfNeeded: value >> 16 & 0xFFFF) % alphabet.count]
      }
      let cut = bytes.isEmpty ? 0 : Int(random.next() % UInt64(bytes.count))
      _ = decoder.decode(bytes[..<cut])
      _ = decoder.decode(bytes[cut...])
      while decoder.needsTimeout { _ = decoder.timeout() }
      #expect(decoder.decode([UInt8(ascii: "k")]) == [character("k")])
    }
  }
}

/// A small generator with a seed, so that a failure can be repeated (Steele, Lea and Flood 2014).
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
