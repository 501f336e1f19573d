import Foundation
import TestSupport
import Testing

@testable import Preferences

/// Our reader and writer against Python's plistlib and Foundation.
@Suite struct PropertyListReferenceTests {
  private func randomValues(count: Int, seed: UInt64) -> [PropertyListValue] {
    var generator = SeededGenerator(state: seed)
    return (0..<count).map { _ in .dictionary(["v": .random(using: &generator)]) }
  }

  @Test func plistlibReadsWhatWeWriteAndWritesTheSameBytes() throws {
    let folder = try TemporaryFolder()
    let values = randomValues(count: 400, seed: 1)
    for (index, value) in values.enumerated() {
      let bytes = try PropertyListXML.encode(value)
      try Data(bytes).write(to: URL(fileURLWithPath: folder("\(index).plist")))
    }
    let script =
      canonicalPython + """
        for i in range(int(sys.argv[2])):
            b = open("%s/%d.plist" % (sys.argv[1], i), "rb").read()
            v = plistlib.loads(b)
            print(canonical(v) + (" same" if plistlib.dumps(v) == b else " different"))
        """
    let lines = try python(script, [folder.path, "\(values.count)"]).split(separator: "\n")
    try #require(lines.count == values.count)
    for (line, value) in zip(lines, values) { #expect(line == value.canonical + " same") }
  }

  @Test func specialValuesSurvivePlistlib() throws {
    let folder = try TemporaryFolder()
    let value: PropertyListValue = [
      "nan": .real(.nan), "inf": .real(.infinity), "minusInf": .real(-.infinity),
      "return": "a\rb\r\nc", "empty": .data([]), "emptyArray": [], "emptyDictionary": [:],
      "long": .data([UInt8](repeating: 7, count: 1000)),
    ]
    try Data(PropertyListXML.encode(value)).write(to: URL(fileURLWithPath: folder("v")))
    let script = canonicalPython + "print(canonical(plistlib.load(open(sys.argv[1], 'rb'))))"
    #expect(try python(script, [folder("v")]) == value.canonical + "\n")
    #expect(try PropertyListXML.decode(PropertyListXML.encode(value)) == value)
  }

  @Test func weReadWhatPlistlibWrites() throws {
    let folder = try TemporaryFolder()
    let script =
      canonicalPython + """
        import random
        r = random.Random(5)
        def value(d):
            k = r.randrange(8 if d < 4 else 6)
            if k == 0: return "".join(r.choice("a<&>\\"' \\n\\tö🕊") for _ in range(r.randrange(9)))
            if k == 1: return r.randrange(-2**63, 2**63)
            if k == 2: return struct.unpack(">d", struct.pack(">Q", r.randrange(0x7ff0 << 48)))[0]
            if k == 3: return r.random() < .5
            if k == 4: return r.randbytes(r.randrange(200))
            if k == 5: return datetime.datetime(r.randrange(1, 10000), r.randrange(1, 13),
                r.randrange(1, 29), r.randrange(24), r.randrange(60), r.randrange(60))
            if k == 6: return [value(d + 1) for _ in range(r.randrange(5))]
            return {str(r.random()): value(d + 1) for _ in range(r.randrange(5))}
        for i in range(300):
            v = value(0)
            plistlib.dump(v, open("%s/%d" % (sys.argv[1], i), "wb"))
            print(canonical(v))
        """
    let lines = try python(script, [folder.path]).split(separator: "\n")
    try #require(lines.count == 300)
    for (index, line) in lines.enumerated() {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder("\(index)"))))
      #expect(try PropertyListXML.decode(bytes).canonical == line)
    }
  }

  @Test func foundationReadsWhatWeWrite() throws {
    for value in randomValues(count: 300, seed: 2) {
      let bytes = try PropertyListXML.encode(value)
      let read = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
      let theirs = try PropertyListValue(foundation: read)
      #expect(theirs.foundationForm.canonical == value.foundationForm.canonical)
    }
  }

  @Test func weReadWhatFoundationWrites() throws {
    for value in randomValues(count: 300, seed: 3) {
      let object = try PropertyListSerialization.propertyList(
        from: Data(PropertyListXML.encode(value)), format: nil)
      let written = try PropertyListSerialization.data(
        fromPropertyList: object, format: .xml, options: 0)
      let ours = try PropertyListXML.decode(Array(written))
      #expect(ours.foundationForm.canonical == value.foundationForm.canonical)
    }
  }

  /// The same documents, valid and not, by three readers.
  @Test(arguments: [
    "<plist><integer>0x1F</integer></plist>", "<plist><integer>-0x10</integer></plist>",
    "<plist><integer>+5</integer></plist>", "<integer>5</integer>",
    "<plist><real>1.5</real></plist>", "<plist><real>-Infinity</real></plist>",
    "<plist><real>nan</real></plist>", "<plist><real>1e3</real></plist>",
    "<plist><true></true></plist>", "<plist><string>a<![CDATA[<&]]>b</string></plist>",
    "<plist><string>&lt;&gt;&amp;&quot;&apos;&#65;&#x42;</string></plist>",
    "<plist><dict><key>a</key><integer>1</integer><key>a</key><integer>2</integer></dict></plist>",
    "<plist><dict><key/><string/></dict></plist>", "<plist><data> AQ I D </data></plist>",
    "<!-- c --><plist><!-- c --><array><!-- c --></array></plist><!-- c -->",
    "<plist><date>2001-01-01T00:00:00Z</date></plist>",
  ])
  func foundationAgrees(document: String) throws {
    let ours = try PropertyListXML.decode(Array(document.utf8))
    let theirs = try PropertyListSerialization.propertyList(
      from: Data(document.utf8), format: nil)
    let expected = try PropertyListValue(foundation: theirs)
    #expect(ours.foundationForm.canonical == expected.foundationForm.canonical)
  }

  @Test(arguments: [
    "{a=1;}", "(1,2)", "(1,2,)", "()", "{}", "<dead>", "<de ad be ef>", "\"q\"", "'q'",
    "{a={b=(x,\"y z\");};}", "{ /* c */ a = b; // c\n }", "\"a\\n\\t\\\\\\\"\\101\\U00e4\"",
    "{\"a b\" = 'c';}", "{a;}", "(a.b/c:d-e_f$)", "(bad", "{a=1}", "<dea>", "<zz>", "(1 2)",
    "[1,2]",
    "{a=1;} x", "\"q", "{=1;}", "(,)", "<de a d>",
  ])
  func foundationAgreesOnOpenStep(text: String) throws {
    let theirs = try? PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    let ours = OpenStepReader.read(text)
    let expected = try theirs.map { try PropertyListValue(foundation: $0).canonical }
    #expect(ours?.canonical == expected)
  }
}

extension PropertyListValue {
  /// Without what Foundation on Linux loses: the type of whole reals, the sign of zero, and byte
  /// order marks at the start of strings.
  fileprivate var foundationForm: PropertyListValue {
    func text(_ string: String) -> String {
      String(String.UnicodeScalarView(string.unicodeScalars.drop { $0 == "\u{FEFF}" }))
    }
    switch self {
    case .real(let number):
      if let whole = Int64(exactly: number) { return .integer(whole) }
      return self
    case .string(let string): return .string(text(string))
    case .array(let elements): return .array(elements.map(\.foundationForm))
    case .dictionary(let entries):
      return .dictionary(
        Dictionary(entries.map { (text($0), $1.foundationForm) }) { first, _ in first })
    case .integer, .boolean, .date, .data: return self
    }
  }
}
