import Testing

@testable import CellGrid

@Suite struct SafeTextTests {
  @Test(arguments: [
    ("plain ~ text", "plain ~ text", 12),
    ("\u{1B}[2J\u{7}", "␛[2J␇", 5),
    ("a\u{7F}b\u{9B}31m\u{85}", "a␡b\u{FFFD}31m␤", 8),
    ("\u{0}\t\r\n", "␀␉␍␊", 4),
    ("gnp\u{202E}exe", "gnp\u{FFFD}exe", 7),
    ("\u{2066}x\u{2069}\u{200F}\u{61C}", "\u{FFFD}x\u{FFFD}\u{FFFD}\u{FFFD}", 5),
    ("p\u{200B}ay\u{FEFF}pal\u{AD}", "paypal", 6),
    ("a\u{2028}b\u{2029}", "a␤b␤", 4),
    ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴", 2),
    ("❤\u{FE0F}", "❤", 1),
    ("👨\u{200D}👩\u{200D}👧", "👨👩👧", 6),
    ("👍🏽 🏽", "👍 🏽", 5),
    ("🇨🇭", "🇨🇭", 2),
    ("\u{FFFE}\u{10FFFF}\u{378}", "\u{FFFD}\u{FFFD}\u{FFFD}", 3),
    ("a\u{A0}b\u{3000}c", "a b  c", 6),
    ("\u{301}x", "◌\u{301}x", 2),
    ("e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}x", "e\u{301}\u{302}\u{303}\u{304}x", 2),
    ("น้ำตก", "น้ำตก", 4),
    ("\u{115F}\u{3164}x", "x", 1),
    ("東京", "東京", 4),
  ])
  func whatIsShown(input: String, output: String, columns: Int) {
    let safe = SafeText(input)
    #expect(Array(safe.text.unicodeScalars) == Array(output.unicodeScalars))
    #expect(safe.columns == columns)
  }

  @Test(arguments: [
    ("Zürich – Łódź, Straße", "Zurich - Lodz, Strasse"),
    ("Đà Nẵng", "Da Nang"),
    ("Ærø œuvre Þór", "AEro oeuvre Thor"),
    ("e\u{301}\u{302}te", "ete"),
    ("東京 Москва", "?? ??????"),
    ("“a” ‘b’ … € 5°", "\"a\" 'b' ... EUR 5o"),
    ("\u{1B}[m\u{7F}\u{9B}\u{202E}\u{2028}", "^[[m^????"),
    ("a\u{200B}b⣿", "ab?"),
  ])
  func inASCII(input: String, output: String) {
    let safe = SafeText(input, charset: .ascii)
    #expect(safe.text == output)
    #expect(safe.columns == output.utf8.count)
  }

  /// Nothing that a terminal acts on or that curses can not hold gets through, and the columns are
  /// those of the scalars.
  @Test func noScalarOfUnicodeGetsThroughUnsafe() {
    // All of the planes in use, and samples of the others.
    for code in UInt32(0)...0x10FFFF where code < 0x20000 || code % 251 == 0 || code >> 12 == 0xE0 {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let safe = SafeText("x\(scalar)y")
      var sum = 0
      for shown in safe.text.unicodeScalars {
        let width = DisplayWidth.classified(shown.value)
        let properties = shown.properties
        if width == DisplayWidth.unprintable
          || properties.generalCategory == .spaceSeparator && shown != " "
          || properties.isDefaultIgnorableCodePoint
          || properties.isBidiControl || properties.generalCategory == .control
        {
          Issue.record("U+\(String(code, radix: 16)) shows U+\(String(shown.value, radix: 16))")
        }
        sum += width
      }
      if sum != safe.columns { Issue.record("U+\(String(code, radix: 16)) has wrong columns") }
      let ascii = SafeText("x\(scalar)", charset: .ascii)
      if !ascii.text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        || ascii.columns != ascii.text.utf8.count
      {
        Issue.record("U+\(String(code, radix: 16)) is not ASCII in ASCII")
      }
    }
  }

  @Test(arguments: [
    ("Vaduz", 5, "Vaduz", 5), ("Vaduz", 4, "Vad…", 4), ("Vaduz", 1, "…", 1), ("Vaduz", 0, "", 0),
    ("東京都", 5, "東京…", 5), ("東京都", 4, "東…", 3), ("e\u{301}e\u{301}x", 2, "e\u{301}…", 2),
    ("x", -3, "", 0),
  ])
  func truncation(input: String, limit: Int, output: String, columns: Int) {
    let safe = SafeText(input).truncated(to: limit)
    #expect(safe.text == output)
    #expect(safe.columns == columns)
  }

  @Test func anEllipsisInASCIIIsATilde() {
    #expect(SafeText("Vaduz").truncated(to: 3, charset: .ascii).text == "Va~")
  }

  /// Names of places in many scripts take the columns at which tmux 3.3a leaves the cursor.
  @Test(arguments: [
    ("กรุงเทพมหานคร", 12), ("น้ำ", 2), ("नई दिल्ली", 8), ("مُحَمَّد", 4), ("القاهرة", 7),
    ("ירושלים", 7), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", 4), ("北京市", 6),
    ("ｱｲｳ", 3), ("Đà Nẵng", 7), ("\u{110}a\u{300} Na\u{306}\u{303}ng", 7), ("தமிழ்", 4), ("ភ្នំពេញ", 5),
    ("ရန်ကုန်", 4), ("ལྷ་ས", 3), ("తెలుగు", 5), ("Ḩalab", 5), ("✚⌂∩♆☼♜★△⚑◎♟⊞⊕✉Ψ▣◦", 17),
  ])
  func namesTakeTheColumnsTerminalsGiveThem(name: String, columns: Int) {
    #expect(SafeText(name).columns == columns)
  }

  /// Of a text that is too long the beginning and the end are left, never half a character.
  @Test(arguments: [
    ("Liechtenstein", 13, "Liechtenstein"), ("Liechtenstein", 12, "Liecht…stein"),
    ("Liechtenstein", 7, "Lie…ein"), ("Liechtenstein", 3, "L…n"), ("Liechtenstein", 2, "L…"),
    ("Liechtenstein", 1, "…"), ("Liechtenstein", 0, ""), ("東京都千代田区", 9, "東京…田区"),
    ("東京都千代田区", 8, "東京…区"), ("ae\u{301}be\u{301}z", 3, "a…z"),
    ("ae\u{301}\u{302}bbe\u{301}", 3, "a…e\u{301}"),
  ])
  func shortenedInTheMiddle(_ input: String, _ limit: Int, _ output: String) {
    let text = SafeText(input).shortened(to: limit)
    #expect(Array(text.text.unicodeScalars) == Array(output.unicodeScalars), "\(text.text)")
    #expect(text.columns <= max(limit, 0) && text.columns == SafeText(text.text).columns)
  }
}
