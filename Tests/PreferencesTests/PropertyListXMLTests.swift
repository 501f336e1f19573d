import Testing

@testable import Preferences

@Suite struct PropertyListXMLTests {
  private func decode(_ text: String) throws(PropertyListError) -> PropertyListValue {
    try PropertyListXML.decode(Array(text.utf8))
  }

  @Test func writesApplesForm() throws {
    let value: PropertyListValue = [
      "HPMapType": 1, "HPFollowHeading": true,
      "HPLocation": ["title": "Café <&>", "lat": 47.5, "long": -0.1],
      "z": [.data([1, 2, 3]), .date(PropertyListDate(secondsSinceReferenceDate: 0)), [], [:]],
    ]
    let expected = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>HPFollowHeading</key>
      \t<true/>
      \t<key>HPLocation</key>
      \t<dict>
      \t\t<key>lat</key>
      \t\t<real>47.5</real>
      \t\t<key>long</key>
      \t\t<real>-0.1</real>
      \t\t<key>title</key>
      \t\t<string>Café &lt;&amp;&gt;</string>
      \t</dict>
      \t<key>HPMapType</key>
      \t<integer>1</integer>
      \t<key>z</key>
      \t<array>
      \t\t<data>
      \t\tAQID
      \t\t</data>
      \t\t<date>2001-01-01T00:00:00Z</date>
      \t\t<array/>
      \t\t<dict/>
      \t</array>
      </dict>
      </plist>

      """
    #expect(String(decoding: try PropertyListXML.encode(value), as: UTF8.self) == expected)
  }

  @Test(
    arguments: [
      ("<plist><string>a\r\nb\rc</string></plist>", "a\nb\nc"),
      ("<plist><string>a&#13;b&#xd;</string></plist>", "a\rb\r"),
      ("<plist><string> a </string></plist>", " a "),
      ("<plist><string/></plist>", ""),
      ("<plist><string >a<!-- b -->c<?d e?>f</string ></plist>", "acf"),
      ("<plist><string>x<![CDATA[\r\n]]&]]>y</string></plist>", "x\n]]&y"),
      ("<plist><string>&#x1F54A;</string></plist>", "🕊"),
      (
        "\u{FEFF}<?xml version='1.0' encoding='utf-8'?><plist version=\"1.0\"><string>b</string></plist>",
        "b"
      ),
      (
        "\n <!-- c --><!DOCTYPE plist SYSTEM '>['><plist a='>' b = \"/\"><string>d</string></plist>\n",
        "d"
      ),
    ] as [(String, String)])
  func readsText(document: String, expected: String) throws {
    #expect(try decode(document) == .string(expected))
  }

  @Test(
    arguments: [
      ("9223372036854775807", .max), ("-9223372036854775808", .min), ("0x7fffffffffffffff", .max),
      ("-0x8000000000000000", .min), ("+5", 5), (" 7\n", 7), ("0X1f", 31), ("007", 7),
    ] as [(String, Int64)])
  func readsIntegers(text: String, expected: Int64) throws {
    #expect(try decode("<plist><integer>\(text)</integer></plist>") == .integer(expected))
  }

  @Test(
    arguments: [
      ("1.5", 1.5), (" -2e3 ", -2000), ("inf", .infinity), ("+infinity", .infinity),
      ("-INFINITY", -.infinity), ("nan", .nan), ("NaN", .nan), ("-0.0", -0.0), (".5", 0.5),
      ("3", 3),
    ] as [(String, Double)])
  func readsReals(text: String, expected: Double) throws {
    #expect(try decode("<plist><real>\(text)</real></plist>") == .real(expected))
  }

  /// The order of code points is not the one of Swift's strings, which compares composed letters.
  @Test func sortsKeysByCodePoints() throws {
    let value: PropertyListValue = ["é": 1, "f": 2, "e\u{301}x": 3, "🕊": 4, "\u{FFFD}": 5, "Z": 6]
    let text = String(decoding: try PropertyListXML.encode(value), as: UTF8.self)
    let keys = text.split(separator: "\n").filter { $0.contains("<key>") }
    #expect(
      keys.map { $0.dropFirst(6).dropLast(6) } == ["Z", "e\u{301}x", "f", "é", "\u{FFFD}", "🕊"])
  }

  @Test func ofEqualKeysTheLastWins() throws {
    let text = "<dict><key>a</key><true/><key>b</key><true/><key>a</key><false/></dict>"
    #expect(try decode(text) == ["a": false, "b": true])
  }

  @Test(
    arguments: [
      ("", .empty), (" \n", .empty), ("bplist00...", .binary), ("{a=1;}", .notXML),
      ("{\"a\": 1}", .notXML),
      (
        "<plist>\n<integer>9223372036854775808</integer>\n</plist>",
        .malformed(line: 2, .integerOutOfRange("9223372036854775808"))
      ),
      ("<plist><integer/></plist>", .malformed(line: 1, .badInteger(""))),
      ("<plist><integer>1_0</integer></plist>", .malformed(line: 1, .badInteger("1_0"))),
      ("<plist><integer>0x</integer></plist>", .malformed(line: 1, .badInteger("0x"))),
      ("<plist><integer>- 1</integer></plist>", .malformed(line: 1, .badInteger("- 1"))),
      ("<plist><real>0x1p3</real></plist>", .malformed(line: 1, .badReal("0x1p3"))),
      ("<plist><real>1,5</real></plist>", .malformed(line: 1, .badReal("1,5"))),
      ("<plist><real/></plist>", .malformed(line: 1, .badReal(""))),
      (
        "<plist>\n\n<date>2026-02-29T00:00:00Z</date></plist>",
        .malformed(line: 3, .badDate("2026-02-29T00:00:00Z"))
      ),
      ("<plist><data>AQI</data></plist>", .malformed(line: 1, .badData)),
      ("<plist><data>AQ</data></plist>", .malformed(line: 1, .badData)),
      ("<plist><data>AQ=</data></plist>", .malformed(line: 1, .badData)),
      ("<plist><data>A*==</data></plist>", .malformed(line: 1, .badData)),
      ("<plist><data>AQ==AQ==</data></plist>", .malformed(line: 1, .badData)),
      ("<plist><data>A===</data></plist>", .malformed(line: 1, .badData)),
      ("<plist>\r\n<dict>\r\n<string/></dict></plist>", .malformed(line: 3, .missingKey)),
      ("<plist><dict><key>a</key></dict></plist>", .malformed(line: 1, .missingValue)),
      ("<plist><dict><key>a</key><key>b</key></dict></plist>", .malformed(line: 1, .missingValue)),
      ("<plist></plist>", .malformed(line: 1, .missingValue)),
      ("<plist/>", .malformed(line: 1, .missingValue)),
      ("<plist><array><key>a</key></array></plist>", .malformed(line: 1, .unknownElement("key"))),
      ("<plist><number>1</number></plist>", .malformed(line: 1, .unknownElement("number"))),
      ("<plist><string>a<b/></string></plist>", .malformed(line: 1, .unknownElement("b"))),
      ("<plist><true/><true/></plist>", .malformed(line: 1, .unknownElement("true"))),
      ("<plist><true>x</true></plist>", .malformed(line: 1, .textBetweenElements)),
      ("<plist><array>x</array></plist>", .malformed(line: 1, .textBetweenElements)),
      ("<plist><true/></plist>\nx", .malformed(line: 2, .trailingContent)),
      ("<plist><true/></plist><plist><true/></plist>", .malformed(line: 1, .trailingContent)),
      ("<plist>\n<array>\n<true/>", .malformed(line: 3, .unterminated("plist"))),
      ("<plist><string>abc", .malformed(line: 1, .unterminated("string"))),
      ("<plist><!-- x</plist>", .malformed(line: 1, .unterminated("<!--"))),
      (
        "<plist><string>a</strong></plist>",
        .malformed(line: 1, .wrongClosingTag(expected: "string", found: "strong"))
      ),
      ("<plist><string>a &b; c</string></plist>", .malformed(line: 1, .unknownEntity("b"))),
      ("<plist><string>a & b</string></plist>", .malformed(line: 1, .badMarkup)),
      ("<plist><string>&#0;</string></plist>", .malformed(line: 1, .illegalCharacter(0))),
      ("<plist><string>&#xD800;</string></plist>", .malformed(line: 1, .illegalCharacter(0xD800))),
      ("<plist><string>&#+1;</string></plist>", .malformed(line: 1, .unknownEntity("#+1"))),
      ("<plist>\n<string>\u{1}</string></plist>", .malformed(line: 2, .illegalCharacter(1))),
      ("<plist><string>\u{FFFF}</string></plist>", .malformed(line: 1, .illegalCharacter(0xFFFF))),
      (
        "<plist>\n<string>\u{FFFE}</string></plist>", .malformed(line: 2, .illegalCharacter(0xFFFE))
      ),
      (
        "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><string>&a;</string></plist>",
        .malformed(line: 1, .entityDeclaration)
      ),
      (
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><true/></plist>",
        .malformed(line: 1, .unsupportedEncoding("ISO-8859-1"))
      ),
      ("<plist a=b><true/></plist>", .malformed(line: 1, .badMarkup)),
      ("<plist", .malformed(line: 1, .unterminated("plist"))),
      ("<", .malformed(line: 1, .badMarkup)),
    ] as [(String, PropertyListError)])
  func refuses(document: String, error: PropertyListError) {
    #expect(throws: error) { try decode(document) }
  }

  @Test func refusesWhatIsNotUTF8() {
    let start = Array("<plist>\n<string>".utf8)
    let end = Array("</string></plist>".utf8)
    for bad: [UInt8] in [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3],
    ] {
      #expect(throws: PropertyListError.malformed(line: 2, .invalidUTF8)) {
        try PropertyListXML.decode(start + bad + end)
      }
    }
    #expect(throws: PropertyListError.malformed(line: 1, .unsupportedEncoding("UTF-16"))) {
      try PropertyListXML.decode([0xFF, 0xFE, 0x3C, 0x00])
    }
    #expect(throws: PropertyListError.malformed(line: 1, .illegalCharacter(0))) {
      try PropertyListXML.decode([UInt8](repeating: 0, count: 4096))
    }
  }

  @Test func depthIsBounded() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
    }
    let limit = PropertyListXML.maximumDepth
    let deepest = try decode(nested(limit))
    #expect(try PropertyListXML.decode(PropertyListXML.encode(deepest)) == deepest)
    for depth in [limit + 1, 100_000] {
      #expect(throws: PropertyListError.malformed(line: 1, .tooDeep(limit: limit))) {
        try decode(nested(depth))
      }
    }
    #expect(throws: PropertyListError.self) { try PropertyListXML.encode([deepest]) }
  }

  @Test func sizeIsBounded() {
    let limit = PropertyListXML.maximumSize
    #expect(throws: PropertyListError.tooLarge(bytes: limit + 1, limit: limit)) {
      try PropertyListXML.decode([UInt8](repeating: 0x20, count: limit + 1))
    }
    // Five times as long once escaped.
    let text = String(repeating: "&", count: limit / 4)
    #expect(throws: PropertyListError.self) { try PropertyListXML.encode(.string(text)) }
  }

  @Test(
    arguments: [
      (["a": "\u{0}"], "a", .illegalCharacter(0)),
      (["a": ["b": [1, "\u{1B}[2J"]]], "a.b[1]", .illegalCharacter(0x1B)),
      (["a": ["b\u{FFFE}": 1]], "a.b\u{FFFE}", .illegalCharacter(0xFFFE)),
      (["a": ["": 1]], "a", .emptyKey),
      ([[["x": "\u{FFFF}"]]], "[0][0].x", .illegalCharacter(0xFFFF)),
    ] as [(PropertyListValue, String, PropertyListError.Obstacle)])
  func validationNamesThePath(
    value: PropertyListValue, path: String, obstacle: PropertyListError.Obstacle
  ) {
    #expect(throws: PropertyListError.unstorable(path: path, obstacle)) { try value.validate() }
  }

  @Test func validationAllowsWhatCanBeStored() throws {
    try
      (["a": "\t\n\r\u{20}\u{7F}\u{85}\u{FFFD}\u{10FFFF}", "b": .real(.nan)]
      as PropertyListValue).validate(path: "k")
    var value: PropertyListValue = []
    for _ in 1..<PropertyListValue.maximumDepth { value = [value] }
    try value.validate()
    #expect(throws: PropertyListError.self) { try PropertyListValue.array([value]).validate() }
    let limit = PropertyListValue.maximumSize
    try PropertyListValue.data([UInt8](repeating: 0, count: limit)).validate()
    #expect(
      throws: PropertyListError.unstorable(path: "k", .tooLarge(bytes: limit + 1, limit: limit))
    ) {
      try PropertyListValue.data([UInt8](repeating: 0, count: limit + 1)).validate(path: "k")
    }
  }

  @Test func equalityIsThatOfTheStoredForm() {
    #expect(PropertyListValue.real(.nan) == .real(.nan))
    #expect(PropertyListValue.real(0) != .real(-0.0))
    #expect(PropertyListValue.string("é") != .string("e\u{301}"))
    #expect(PropertyListValue.integer(1) != .boolean(true))
    #expect(PropertyListValue.integer(1) != .real(1))
    #expect(Set<PropertyListValue>([.real(.nan), .real(-.nan), "a", "a"]).count == 2)
  }

  @Test(
    arguments: [
      ("0001-01-01T00:00:00Z", -63_113_904_000), ("9999-12-31T23:59:59Z", 252_423_993_599),
      ("2000-02-29T12:00:00Z", -26_481_600), ("1970-01-01T00:00:00Z", -978_307_200),
      ("2026-11-30T03:20:52Z", 817_701_652),
    ] as [(String, Int64)])
  func dates(text: String, seconds: Int64) {
    let date = PropertyListDate(secondsSinceReferenceDate: seconds)
    #expect(date.description == text)
    #expect(PropertyListDate(text) == date)
  }

  @Test func datesStayInTheirYears() {
    #expect(PropertyListDate(secondsSinceReferenceDate: .max) == .latest)
    #expect(PropertyListDate(unixTime: .min) == .earliest)
    for text in [
      "0000-01-01T00:00:00Z", "2001-13-01T00:00:00Z", "2001-04-31T00:00:00Z",
      "2001-01-01T24:00:00Z", "2001-01-01T00:00:60Z", "2001-01-01 00:00:00Z", "2001-01-01",
      "2001-01-01T00:00:00z", "1900-02-29T00:00:00Z", "+001-01-01T00:00:00Z",
    ] {
      #expect(PropertyListDate(text) == nil)
    }
  }
}
