/// Turns the specifiers of one page into groups of rows.
struct SettingsPageReader {
  let name: String
  /// The first group is for rows before any group specifier.
  var groups = [SettingsGroup()]
  var problems: [SettingsProblem] = []

  init(name: String) { self.name = name }

  /// Adds what one specifier describes; one that can not be used is skipped and told.
  mutating func read(_ value: PropertyListValue, index: Int) {
    guard let entries = value.dictionary else { return tell(.notADictionary, index) }
    var specifier = Specifier(entries: entries)
    guard let type = specifier.string("Type", isRequired: true) else {
      return tell(specifier.fault ?? .missing("Type"), index)
    }
    switch type {
    case "PSGroupSpecifier":
      groups.append(
        SettingsGroup(title: specifier.string("Title"), footer: specifier.string("FooterText")))
    case "PSRadioGroupSpecifier": readRadioGroup(&specifier, index)
    default: readRow(type, &specifier, index)
    }
  }

  private mutating func readRow(_ type: String, _ specifier: inout Specifier, _ index: Int) {
    var row: SettingsRow?
    switch type {
    case "PSToggleSwitchSpecifier": row = specifier.toggle()
    case "PSSliderSpecifier": row = specifier.slider()
    case "PSMultiValueSpecifier": row = specifier.multiValue()
    case "PSTextFieldSpecifier": row = specifier.textField()
    case "PSTitleValueSpecifier": row = specifier.titleValue()
    case "PSChildPaneSpecifier": row = specifier.childPane()
    case "HPFileListSpecifier": row = specifier.fileList()
    default: return tell(.unknownType(type), index)
    }
    if let fault = specifier.fault {
      tell(fault, index)
      guard specifier.isUsable else { return }
      row?.disabledReason = "\(fault)"
    }
    if let row { append(row, index) }
  }

  private mutating func append(_ row: SettingsRow, _ index: Int) {
    groups[groups.count - 1].rows.append(row)
    if case .multiValue(let choices) = row.kind, row.disabledReason == nil,
      !choices.contains(where: { $0.value == row.defaultValue })
    {
      tell(.defaultNotAmongValues, index)
    }
  }

  /// A radio group is a group of its own; rows after it, up to the next group, follow in another.
  private mutating func readRadioGroup(_ specifier: inout Specifier, _ index: Int) {
    let title = specifier.string("Title")
    let footer = specifier.string("FooterText")
    let key = specifier.key()
    let defaultValue = specifier.value("DefaultValue", isRequired: true)
    let choices = specifier.choices(isRequired: true)
    if let fault = specifier.fault { tell(fault, index) }
    guard specifier.isUsable, let key else { return }
    var rows = choices.map {
      SettingsRow(
        .radio($0.value, among: choices), title: $0.title, key: key, defaultValue: defaultValue)
    }
    if let fault = specifier.fault {
      rows = [
        SettingsRow(
          .multiValue([]), title: title ?? key, key: key, defaultValue: defaultValue,
          disabledReason: "\(fault)")
      ]
    } else if !choices.contains(where: { $0.value == defaultValue }) {
      tell(.defaultNotAmongValues, index)
    }
    groups.append(SettingsGroup(title: title, footer: footer, rows: rows))
    groups.append(SettingsGroup())
  }

  private mutating func tell(_ reason: SettingsProblem.Reason, _ index: Int) {
    problems.append(SettingsProblem(page: name, index: index, reason))
  }
}

/// The entries of one specifier, and the first thing wrong with them.
private struct Specifier {
  let entries: [String: PropertyListValue]
  var fault: SettingsProblem.Reason?
  /// Whether the row can be shown, if only as disabled.
  var isUsable = true

  init(entries: [String: PropertyListValue]) { self.entries = entries }

  private mutating func fail(_ reason: SettingsProblem.Reason, isUsable: Bool = false) {
    if fault == nil { fault = reason }
    if !isUsable { self.isUsable = false }
  }

  mutating func value(_ name: String, isRequired: Bool = false) -> PropertyListValue? {
    if entries[name] == nil, isRequired { fail(.missing(name)) }
    return entries[name]
  }

  mutating func string(_ name: String, isRequired: Bool = false) -> String? {
    switch value(name, isRequired: isRequired) {
    case nil: return nil
    case .string(let text)?: return text
    case _?:
      if isRequired { fail(.wrongType(name)) }
      return nil
    }
  }

  mutating func key() -> String? {
    let key = string("Key", isRequired: true)
    if key?.isEmpty == true { fail(.missing("Key")) }
    return key
  }

  private mutating func number(_ name: String) -> Double {
    switch value(name, isRequired: true) {
    case .integer(let number)?: return Double(number)
    case .real(let number)? where number.isFinite: return number
    case nil: return 0
    case _?:
      fail(.wrongType(name))
      return 0
    }
  }

  private func strings(_ name: String) -> [String]? { entries[name]?.stringArray }

  /// `Values` and `Titles`, which must be of one length.
  mutating func choices(isRequired: Bool) -> [SettingsChoice] {
    guard isRequired || entries["Values"] != nil || entries["Titles"] != nil else { return [] }
    for name in ["Values", "Titles"] where entries[name] == nil { fail(.missing(name)) }
    guard let values = entries["Values"]?.array else {
      fail(.wrongType("Values"))
      return []
    }
    guard let titles = strings("Titles") else {
      fail(.wrongType("Titles"))
      return []
    }
    guard values.count == titles.count else {
      fail(.countMismatch(values: values.count, titles: titles.count), isUsable: true)
      return []
    }
    let limit = SettingsSchemaReader.maximumItems
    if values.count > limit { fail(.tooMany("Values", limit: limit), isUsable: true) }
    let short = strings("ShortTitles").flatMap { $0.count == titles.count ? $0 : nil }
    var choices = values.indices.prefix(limit).map {
      SettingsChoice(values[$0], title: titles[$0], shortTitle: short?[$0])
    }
    if entries["DisplaySortedByTitle"]?.boolValue == true {
      choices.sort { $0.title < $1.title }
    }
    return choices
  }

  // MARK: Rows

  mutating func toggle() -> SettingsRow? {
    let title = string("Title", isRequired: true)
    let key = key()
    let value = value("DefaultValue", isRequired: true)
    return row(
      .toggle(
        on: entries["TrueValue"] ?? .boolean(true), off: entries["FalseValue"] ?? .boolean(false)),
      title, key, value)
  }

  mutating func slider() -> SettingsRow? {
    let key = key()
    let (low, high) = (number("MinimumValue"), number("MaximumValue"))
    let value = PropertyListValue.real(number("DefaultValue"))
    if isUsable, low >= high { fail(.emptyRange, isUsable: true) }
    return row(.slider(min(low, high)...max(low, high)), entries["Title"]?.stringValue, key, value)
  }

  mutating func multiValue() -> SettingsRow? {
    let title = string("Title", isRequired: true)
    let key = key()
    let value = value("DefaultValue", isRequired: true)
    return row(.multiValue(choices(isRequired: true)), title, key, value)
  }

  mutating func textField() -> SettingsRow? {
    let title = string("Title", isRequired: true)
    let key = key()
    let value = entries["DefaultValue"] ?? .string("")
    if case .string = value {} else { fail(.wrongType("DefaultValue")) }
    let traits = SettingsTextTraits(
      isSecure: entries["IsSecure"]?.boolValue ?? false,
      isNumeric: entries["KeyboardType"] == .string("NumberPad"))
    return row(.textField(traits), title, key, value)
  }

  mutating func titleValue() -> SettingsRow? {
    let title = string("Title")
    let key = key()
    let value = value("DefaultValue", isRequired: true)
    return row(.titleValue(choices(isRequired: false)), title, key, value)
  }

  mutating func childPane() -> SettingsRow? {
    let title = string("Title", isRequired: true)
    guard let file = string("File", isRequired: true) else { return nil }
    return row(.childPane(file), title, nil, nil)
  }

  mutating func fileList() -> SettingsRow? {
    let title = string("Title", isRequired: true)
    let key = key()
    let value = entries["DefaultValue"] ?? []
    if value.stringArray == nil { fail(.wrongType("DefaultValue")) }
    let types = strings("FileTypes") ?? []
    if entries["FileTypes"] != nil, strings("FileTypes") == nil { fail(.wrongType("FileTypes")) }
    let traits = SettingsFileTraits(
      fileTypes: types.map { $0.lowercased() }, footer: string("FooterText"))
    return row(.fileList(traits), title, key, value)
  }

  private func row(
    _ kind: SettingsRow.Kind, _ title: String?, _ key: String?, _ value: PropertyListValue?
  ) -> SettingsRow? {
    isUsable ? SettingsRow(kind, title: title ?? "", key: key, defaultValue: value) : nil
  }
}
