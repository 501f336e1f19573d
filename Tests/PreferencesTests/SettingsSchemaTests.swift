import Foundation
import TestSupport
import Testing

@testable import Preferences

/// Settings bundles, good and bad.
@Suite struct SettingsSchemaTests {
  /// A bundle whose pages have these specifiers.
  static func schema(_ pages: [String: [PropertyListValue]]) -> SettingsSchema {
    SettingsSchema { name in
      guard let specifiers = pages[name] else { return .failure(.system(code: ENOENT)) }
      let page: PropertyListValue = .dictionary(["PreferenceSpecifiers": .array(specifiers)])
      return (try? PropertyListXML.encode(page)).map { .success($0) }
        ?? .failure(.tooLarge(limit: 0))
    }
  }

  static func schema(_ specifiers: PropertyListValue...) -> SettingsSchema {
    schema(["Root": specifiers])
  }

  static let toggle: PropertyListValue = [
    "Type": "PSToggleSwitchSpecifier", "Title": "Mouse", "Key": "M", "DefaultValue": true,
  ]
  static let choice: PropertyListValue = [
    "Type": "PSMultiValueSpecifier", "Title": "Units", "Key": "U", "DefaultValue": "b",
    "Values": ["b", "a"], "Titles": ["Bee", "Ay"], "ShortTitles": ["B", "A"],
  ]

  static func changed(
    _ value: PropertyListValue, _ key: String, _ new: PropertyListValue?
  ) -> PropertyListValue {
    var entries = value.dictionary ?? [:]
    entries[key] = new
    return .dictionary(entries)
  }

  @Test func everyTypeIsRead() throws {
    let schema = Self.schema([
      "Root": [
        ["Type": "PSGroupSpecifier", "Title": "G", "FooterText": "F"], Self.toggle,
        [
          "Type": "PSSliderSpecifier", "Key": "S", "DefaultValue": 1, "MinimumValue": 0,
          "MaximumValue": 2.5,
        ],
        Self.choice,
        [
          "Type": "PSTextFieldSpecifier", "Title": "T", "Key": "X", "IsSecure": true,
          "KeyboardType": "NumberPad",
        ],
        ["Type": "PSTitleValueSpecifier", "Key": "V", "DefaultValue": "1.0"],
        [
          "Type": "PSRadioGroupSpecifier", "Title": "R", "FooterText": "RF", "Key": "Q",
          "DefaultValue": 2, "Values": [1, 2], "Titles": ["one", "two"],
        ],
        ["Type": "PSChildPaneSpecifier", "Title": "More", "File": "Child"],
      ],
      "Child": [Self.changed(Self.toggle, "Key", "N")],
    ])
    #expect(schema.problems == [])
    let units = [
      SettingsChoice("b", title: "Bee", shortTitle: "B"),
      SettingsChoice("a", title: "Ay", shortTitle: "A"),
    ]
    let radio = [SettingsChoice(1, title: "one"), SettingsChoice(2, title: "two")]
    let switchKind = SettingsRow.Kind.toggle(on: true, off: false)
    #expect(
      schema.pages["Root"]?.groups == [
        SettingsGroup(
          title: "G", footer: "F",
          rows: [
            SettingsRow(switchKind, title: "Mouse", key: "M", defaultValue: true),
            SettingsRow(.slider(0...2.5), key: "S", defaultValue: 1.0),
            SettingsRow(.multiValue(units), title: "Units", key: "U", defaultValue: "b"),
            SettingsRow(
              .textField(SettingsTextTraits(isSecure: true, isNumeric: true)), title: "T",
              key: "X", defaultValue: ""),
            SettingsRow(.titleValue([]), key: "V", defaultValue: "1.0"),
          ]),
        SettingsGroup(
          title: "R", footer: "RF",
          rows: radio.map {
            SettingsRow(.radio($0.value, among: radio), title: $0.title, key: "Q", defaultValue: 2)
          }),
        SettingsGroup(rows: [SettingsRow(.childPane("Child"), title: "More")]),
      ])
    #expect(
      schema.registeredDefaults == [
        "M": true, "S": 1.0, "U": "b", "X": "", "V": "1.0", "Q": 2, "N": true,
      ])
    #expect(schema.row(forKey: "N")?.title == "Mouse")
  }

  @Test func choicesAreSortedWhenAsked() {
    let schema = Self.schema(Self.changed(Self.choice, "DisplaySortedByTitle", true))
    guard case .multiValue(let choices)? = schema.row(forKey: "U")?.kind else {
      Issue.record("no row")
      return
    }
    #expect(choices.map(\.title) == ["Ay", "Bee"])
    #expect(choices.map(\.value) == ["a", "b"])
    #expect(choices.map(\.shortTitle) == ["A", "B"])
  }

  /// A bad row, whether it is still there, and what is told.
  static let badRows: [(row: PropertyListValue, isThere: Bool, reason: SettingsProblem.Reason)] = [
    (changed(toggle, "Type", "PSColorSpecifier"), false, .unknownType("PSColorSpecifier")),
    (changed(toggle, "Type", nil), false, .missing("Type")),
    (changed(toggle, "Type", 5), false, .wrongType("Type")),
    (changed(toggle, "Title", nil), false, .missing("Title")),
    (changed(toggle, "Key", nil), false, .missing("Key")),
    (changed(toggle, "Key", ""), false, .missing("Key")),
    (changed(toggle, "Key", 1), false, .wrongType("Key")),
    (changed(toggle, "DefaultValue", nil), false, .missing("DefaultValue")),
    (changed(choice, "Values", nil), false, .missing("Values")),
    (changed(choice, "Titles", nil), false, .missing("Titles")),
    (changed(choice, "Titles", [1, 2]), false, .wrongType("Titles")),
    (changed(choice, "Values", "b"), false, .wrongType("Values")),
    (changed(choice, "Titles", ["one"]), true, .countMismatch(values: 2, titles: 1)),
    (changed(choice, "DefaultValue", "z"), true, .defaultNotAmongValues),
    (
      [
        "Type": "PSSliderSpecifier", "Key": "S", "DefaultValue": 1, "MinimumValue": 2,
        "MaximumValue": 2,
      ], true, .emptyRange
    ),
    (
      [
        "Type": "PSSliderSpecifier", "Key": "S", "DefaultValue": .real(.nan), "MinimumValue": 0,
        "MaximumValue": 2,
      ], false, .wrongType("DefaultValue")
    ),
    (
      ["Type": "PSSliderSpecifier", "Key": "S", "DefaultValue": 1, "MaximumValue": 2], false,
      .missing("MinimumValue")
    ),
    (
      ["Type": "PSTextFieldSpecifier", "Title": "T", "Key": "X", "DefaultValue": 3], false,
      .wrongType("DefaultValue")
    ),
    (["Type": "PSChildPaneSpecifier", "Title": "T"], false, .missing("File")),
    ("a string", false, .notADictionary),
  ]

  @Test(arguments: badRows)
  func aBadRowIsLeftOutOrDisabled(
    row: PropertyListValue, isThere: Bool, reason: SettingsProblem.Reason
  ) {
    let schema = Self.schema(row, Self.changed(Self.toggle, "Key", "Other"))
    #expect(schema.problems == [SettingsProblem(page: "Root", index: 0, reason)])
    let rows = schema.pages["Root"]?.rows ?? []
    // What follows is read all the same.
    #expect(rows.last?.key == "Other")
    #expect(rows.count == (isThere ? 2 : 1))
    if isThere, reason != .defaultNotAmongValues {
      #expect(rows.first?.disabledReason == "\(reason)")
    } else {
      #expect(rows.first?.disabledReason == nil)
    }
  }

  @Test func aRadioGroupWithUnequalListsIsOneDisabledRow() {
    let schema = Self.schema([
      "Type": "PSRadioGroupSpecifier", "Title": "R", "Key": "Q", "DefaultValue": 1,
      "Values": [1, 2], "Titles": ["one"],
    ])
    #expect(schema.pages["Root"]?.rows.map(\.disabledReason) == ["2 Values but 1 Titles"])
  }

  static func pane(_ file: String) -> PropertyListValue {
    ["Type": "PSChildPaneSpecifier", "Title": .string(file), "File": .string(file)]
  }

  @Test func panesThatLeadBackAreRefused() {
    let schema = Self.schema([
      "Root": [Self.pane("A"), Self.pane("Root")], "A": [Self.pane("B"), Self.toggle],
      "B": [Self.pane("A")],
    ])
    #expect(Set(schema.pages.keys) == ["Root", "A", "B"])
    #expect(schema.pages["B"]?.rows.first?.disabledReason != nil)
    #expect(schema.pages["Root"]?.rows.map { $0.disabledReason == nil } == [true, false])
    #expect(schema.problems.map(\.reason) == [.paneCycle("A"), .paneCycle("Root")])
  }

  @Test func twoWaysToOnePageAreNoCycle() {
    let schema = Self.schema([
      "Root": [Self.pane("A"), Self.pane("B")], "A": [Self.pane("B")], "B": [Self.toggle],
    ])
    #expect(schema.problems == [])
    #expect(schema.pages.count == 3)
  }

  @Test(arguments: ["../Root", "/etc/passwd", "", ".hidden", "missing", "a\0b"])
  func panesThatAreNoPageAreDisabled(file: String) {
    var asked: [String] = []
    let specifiers: PropertyListValue = ["PreferenceSpecifiers": [Self.pane(file)]]
    let bytes = (try? PropertyListXML.encode(specifiers)) ?? []
    let schema = SettingsSchema { name in
      asked.append(name)
      return name == "Root" ? .success(bytes) : .failure(.system(code: ENOENT))
    }
    if bytes.isEmpty {
      // NUL can not even be stored.
      #expect(schema.pages.isEmpty)
      return
    }
    #expect(schema.pages["Root"]?.rows.first?.disabledReason != nil)
    #expect(asked == (file == "missing" ? ["Root", "missing"] : ["Root"]))
  }

  @Test func pagesAndRowsAreBounded() {
    var pages: [String: [PropertyListValue]] = ["Root": [Self.pane("P0")]]
    for index in 0..<100 { pages["P\(index)"] = [Self.pane("P\(index + 1)")] }
    let chain = Self.schema(pages)
    #expect(chain.pages.count == SettingsSchemaReader.maximumPages)
    #expect(chain.problems.contains { $0.reason == .tooMany("pages", limit: 32) })
    let many = (0..<1000).map { Self.changed(Self.toggle, "Key", .string("K\($0)")) }
    #expect(Self.schema(["Root": many]).pages["Root"]?.rows.count == 500)
  }

  @Test func aKeyOfTwoRowsIsTold() {
    let second = Self.changed(Self.toggle, "DefaultValue", false)
    let schema = Self.schema(Self.toggle, second)
    #expect(schema.problems.map(\.reason) == [.duplicateKey("M")])
    #expect(schema.registeredDefaults == ["M": true])
  }

  @Test func filesThatAreNoPages() throws {
    let folder = try TemporaryFolder()
    #expect(SettingsSchema(bundle: folder.path + "/none").pages.isEmpty)
    for text in ["", "<plist/>", "bplist00", "{}", "<plist version=\"1.0\"><dict/></plist>"] {
      try text.write(
        toFile: folder.path + "/Root.plist", atomically: true, encoding: .utf8)
      let schema = SettingsSchema(bundle: folder.path)
      #expect(schema.pages.isEmpty)
      #expect(schema.problems.count == 1)
    }
    try Data(repeating: 0x20, count: 300 << 10).write(
      to: URL(fileURLWithPath: folder.path + "/Root.plist"))
    #expect(
      SettingsSchema(bundle: folder.path).problems.map(\.reason)
        == [.unreadable("it has more than 262144 bytes")])
  }

  @Test func aListOfFiles() {
    func rows(_ specifier: PropertyListValue) -> ([SettingsRow], [SettingsProblem.Reason]) {
      let schema = Self.schema(specifier)
      return (schema.pages["Root"]?.rows ?? [], schema.problems.map(\.reason))
    }
    let (good, problems) = rows([
      "Type": "HPFileListSpecifier", "Title": "Maps", "Key": "M", "FileTypes": ["PMTiles"],
      "FooterText": "Told.",
    ])
    #expect(problems == [])
    #expect(
      good == [
        SettingsRow(
          .fileList(SettingsFileTraits(fileTypes: ["pmtiles"], footer: "Told.")), title: "Maps",
          key: "M", defaultValue: [])
      ])
    #expect(good.first?.meaning(of: ["/a", "b"]) == .value(["/a", "b"]))
    #expect(good.first?.meaning(of: ["/a", 1]) == .unusable)
    #expect(good.first?.meaning(of: "/a") == .unusable)
    let (bad, reasons) = rows([
      "Type": "HPFileListSpecifier", "Title": "Maps", "Key": "M", "DefaultValue": [1],
    ])
    #expect(bad == [] && reasons == [.wrongType("DefaultValue")])
  }

  // MARK: The bundle that ships

  static let bundle: String =
    #filePath.components(separatedBy: "/").dropLast(3).joined(separator: "/")
    + "/Resources/Settings.bundle"

  @Test func theShippedBundleIsSound() {
    let schema = SettingsSchema(bundle: Self.bundle)
    #expect(schema.problems == [])
    #expect(Set(schema.pages.keys) == ["Root", "Display", "Labels"])
    #expect(
      schema.registeredDefaults == [
        "HPMapType": 0, "HPFollowHeading": 1, "HPUnits": "metric",
        "HPCoordinateNotation": "decimal", "HPPositionSource": "none", "HPArrivalRadius": 25,
        "HPLabelDensity": 1.0, "HPLabelLanguage": "auto", "HPTheme": "auto", "HPColorDepth": "auto",
        "HPCharset": "auto",
        "HPScaleBar": true, "HPGraticule": false, "HPMouse": true, "HPTileSources": [],
      ])
  }

  @Test func mutatedPagesNeverTrap() throws {
    let pages = try ["Root", "Display", "Labels"].map {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.bundle + "/\($0).plist")))
    }
    let words = pages.map { String(decoding: $0, as: UTF8.self).components(separatedBy: "\n") }
    var generator = SeededGenerator(state: 7)
    var usable = 0
    for round in 0..<3000 {
      // Lines are moved and changed, so that most results are still property lists.
      var lines = words[round % words.count]
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 4..<lines.count - 3, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: lines.remove(at: index)
        case 1: lines.insert(lines.randomElement(using: &generator) ?? "", at: index)
        case 2: lines.swapAt(index, Int.random(in: 4..<lines.count - 3, using: &generator))
        case 3: lines[index] = lines[index].replacingOccurrences(of: "string", with: "key")
        default:
          lines[index] =
            [
              "<real>nan</real>", "<integer>-9</integer>", "<string>Root</string>", "<dict/>",
              "<array/>",
            ]
            .randomElement(using: &generator) ?? ""
        }
      }
      let bytes = Array(lines.joined(separator: "\n").utf8)
      let schema = SettingsSchema { name in
        .success(name == "Root" ? bytes : pages[name == "Display" ? 1 : 2])
      }
      if !schema.pages.isEmpty { usable += 1 }
      for page in schema.pages.values {
        for row in page.rows { _ = row.meaning(of: row.defaultValue) }
      }
      _ = schema.registeredDefaults
    }
    #expect(usable > 300)
  }
}

/// What stored values mean for rows.
@Suite struct SettingsMeaningTests {
  static let numbers = SettingsRow(
    .multiValue([SettingsChoice(0, title: "none"), SettingsChoice(1, title: "one")]),
    title: "N", key: "N", defaultValue: 1)
  static let words = SettingsRow(
    .multiValue([SettingsChoice("256", title: "256"), SettingsChoice("auto", title: "auto")]),
    title: "W", key: "W", defaultValue: "auto")
  static let toggle = SettingsRow(
    .toggle(on: true, off: false), title: "T", key: "T", defaultValue: true)
  static let named = SettingsRow(
    .toggle(on: "yes", off: "no"), title: "T", key: "T", defaultValue: "no")
  static let slider = SettingsRow(.slider(0...4), key: "S", defaultValue: 1.0)
  static let text = SettingsRow(
    .textField(SettingsTextTraits()), title: "X", key: "X", defaultValue: "none")

  static let table: [(row: SettingsRow, stored: PropertyListValue, meaning: SettingsRow.Meaning)] =
    [
      (numbers, .integer(1), .value(1)),
      (numbers, .string("1"), .value(1)), (numbers, .real(1), .value(1)),
      (numbers, .integer(7), .foreign(7)), (numbers, .string("7"), .foreign("7")),
      (numbers, .string("abc"), .unusable), (numbers, .array([]), .unusable),
      (numbers, .string("1x"), .unusable), (numbers, .real(.nan), .unusable),
      (words, .string("256"), .value("256")), (words, .integer(256), .value("256")),
      (words, .string("odd"), .foreign("odd")), (words, .integer(3), .unusable),
      (words, .data([1]), .unusable),
      (toggle, .boolean(false), .value(false)), (toggle, .string("NO"), .value(false)),
      (toggle, .integer(1), .value(true)), (toggle, .integer(2), .unusable),
      (toggle, .string("perhaps"), .unusable),
      (named, .string("yes"), .value("yes")), (named, .string("maybe"), .foreign("maybe")),
      (named, .boolean(true), .unusable),
      (slider, .real(2.5), .value(2.5)), (slider, .integer(3), .value(3.0)),
      (slider, .integer(9), .value(4.0)), (slider, .real(-1), .value(0.0)),
      (slider, .string("0.5"), .value(0.5)), (slider, .string("much"), .unusable),
      (slider, .real(.infinity), .unusable),
      (text, .string(""), .value("")), (text, .integer(1), .unusable),
    ]

  @Test(arguments: table)
  func meanings(row: SettingsRow, stored: PropertyListValue, meaning: SettingsRow.Meaning) {
    #expect(row.meaning(of: stored) == meaning)
  }

  @Test func nothingStoredMeansNothing() {
    #expect(Self.numbers.meaning(of: nil) == .unusable)
  }
}
