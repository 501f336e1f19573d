import Testing

@testable import Terminal

@Suite struct RenditionFilterTests {
  private func filter(_ text: String, canSwitchOff: Bool = true) -> String {
    var filter = RenditionFilter(canSwitchOff: canSwitchOff)
    var output: [UInt8] = []
    Array(text.utf8).withUnsafeBufferPointer { filter.filter($0, into: &output) }
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [
    // Only the colour that changes is set.
    (
      "\u{1B}[38;2;1;2;3m\u{1B}[48;2;4;5;6ma\u{1B}[38;2;7;8;9m\u{1B}[48;2;4;5;6mb",
      "\u{1B}[38;2;1;2;3;48;2;4;5;6ma\u{1B}[38;2;7;8;9mb"
    ),
    // A reset that the next rendition undoes.
    ("\u{1B}[31ma\u{1B}[39;49m\u{1B}[31mb", "\u{1B}[31mab"),
    ("\u{1B}[1;44ma\u{1B}(B\u{1B}[m\u{1B}[44mb", "\u{1B}[1;44ma\u{1B}(B\u{1B}[22mb"),
    ("\u{1B}[31;1ma\u{1B}[mb", "\u{1B}[1;31ma\u{1B}[mb"),
    // A blank shows no foreground, an underlined one does.
    ("\u{1B}[31m \u{1B}[32mb", " \u{1B}[32mb"),
    ("\u{1B}[4;31m ", "\u{1B}[4;31m "),
    ("\u{1B}[41m\u{1B}[5Xb", "\u{1B}[41m\u{1B}[5Xb"),
    // Moving the cursor needs no rendition; what is never drawn with is never set.
    ("\u{1B}[31m\u{1B}[5;5H\u{1B}[32m\u{1B}[?25lb", "\u{1B}[5;5H\u{1B}[?25l\u{1B}[32mb"),
    ("\u{1B}[91;104;38;5;200ma", "\u{1B}[38;5;200;104ma"),
    ("\u{0F}a\u{0F}b", "\u{0F}ab"),
  ])
  func writesOnlyWhatDiffers(input: String, expected: String) {
    #expect(filter(input) == expected)
  }

  /// Pairs by number, as our own terminal description writes them, mean what the encoder gave them for.
  @Test func pairsSetBothColors() throws {
    var table = PairTable(limit: 8, passesNumbers: true) { _, _, _ in true }
    let first = table.pair(foreground: 0x010203, background: 0x040506)
    let second = table.pair(foreground: 0x010203, background: -1)
    var filter = RenditionFilter(canSwitchOff: true, pairs: table.colors)
    var output: [UInt8] = []
    func write(_ text: String) -> String {
      output.removeAll()
      Array(text.utf8).withUnsafeBufferPointer { filter.filter($0, into: &output) }
      return String(decoding: output, as: UTF8.self)
    }
    #expect(write("\u{1F}\(first);a") == "\u{1B}[38;2;1;2;3;48;2;4;5;6ma")
    #expect(write("\u{1B}[1m\u{1F}\(second);b") == "\u{1B}[1;49mb")
    #expect(write("\u{1B}[39;49m\u{1F}\(first); ") == "\u{1B}[48;2;4;5;6m ")
    // No such pair: nothing changes.
    #expect(write("\u{1F}7;c") == "c")
    // Colours told otherwise are understood as well.
    #expect(write("\u{1B}[38;5;99md") == "\u{1B}[38;5;99md")
  }

  @Test func resetsWhereAttributesCannotBeSwitchedOff() {
    #expect(
      filter("\u{1B}[1;7ma\u{1B}[m\u{1B}[7mb", canSwitchOff: false)
        == "\u{1B}[1;7ma\u{1B}[0;7mb")
  }

  /// Whatever comes in, the screen looks the same with and without the filter.
  @Test(arguments: [true, false]) func changesNothingOnTheScreen(canSwitchOff: Bool) {
    var random = SplitMix64(state: 11)
    let renditions = [
      "\u{1B}[m", "\u{1B}[0;1m", "\u{1B}[4m", "\u{1B}[7;2m", "\u{1B}[31m", "\u{1B}[42m",
      "\u{1B}[39m", "\u{1B}[49m", "\u{1B}[39;49m", "\u{1B}[38;2;1;2;3m", "\u{1B}[48;2;9;8;7m",
      "\u{1B}[38;5;99m", "\u{1B}[48;5;88m", "\u{1B}[1;35;45m", "\u{1B}[22;24;27m",
    ]
    let drawing = [
      "a", "é", "⠿", " ", "   ", "\u{1B}[3X", "\u{1B}[K", "\u{1B}[1K", "\u{1B}[2;3H", "\r\n",
      "\u{1B}[2P", "\u{1B}[@", "\u{1B}[L", "\u{1B}[M", "\u{1B}[S", "\u{1B}M", "\u{1B}[4b",
    ]
    for _ in 0..<300 {
      var input = ""
      for _ in 0..<40 {
        input += renditions[Int(random.next() % UInt64(renditions.count))]
        if random.next() % 2 == 0 { input += drawing[Int(random.next() % UInt64(drawing.count))] }
      }
      var direct = TerminalEmulator(columns: 8, rows: 5) { _ in 1 }
      direct.feed(Array(input.utf8))
      var filtered = TerminalEmulator(columns: 8, rows: 5) { _ in 1 }
      filtered.feed(Array(filter(input, canSwitchOff: canSwitchOff).utf8))
      for (a, b) in zip(direct.cells, filtered.cells) {
        #expect(a.text == b.text && a.pen.background == b.pen.background)
        let isPlainBlank = a.text == " " && a.pen.attributes.isDisjoint(with: [4, 7])
        if isPlainBlank {
          #expect(b.pen.attributes.isDisjoint(with: [4, 7]))
        } else {
          #expect(a.pen == b.pen)
        }
      }
    }
  }
}
