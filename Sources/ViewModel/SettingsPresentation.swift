import Preferences

/// A settings page as it is to be shown: what each line says, without a place on the screen.
public struct SettingsPresentation: Equatable, Sendable {
  public enum Value: Equatable, Sendable {
    case none
    /// Something to read.
    case text(String)
    /// The way to another page, and what is chosen there.
    case page(String)
    case toggle(Bool)
    /// How far along the slider is, 0…1, and its number.
    case slider(Double, String)
    /// Whether this is the choice in force.
    case choice(Bool)
    /// Text that can be typed; with an editor while it is.
    case field(String, LineEditor?)
    /// How something is; a warning when it can not be used.
    case status(String, isWarning: Bool)
  }

  public struct Row: Equatable, Sendable {
    public var title: String
    public var value: Value
    public var isSelected: Bool
    /// Why it can not be used.
    public var disabledReason: String?
  }

  public enum Line: Equatable, Sendable {
    case heading(String)
    case row(Row)
    case footer(String)
  }

  /// The titles of the open pages, the outermost first.
  public var titles: [String]
  /// Lines by group.
  public var groups: [[Line]]
  /// What the keys do on the selected row.
  public var hint: String
}

extension State {
  /// What the settings screen shows. Texts are as they came.
  public func present(_ settings: SettingsScreen) -> SettingsPresentation {
    let page = settingsPage(settings.current.reference) ?? SettingsPage()
    let selected = selectedRow(settings.current)
    var index = 0
    var groups = page.groups.map { group in
      var lines: [SettingsPresentation.Line] = []
      if let title = group.title { lines.append(.heading(title)) }
      for row in group.rows {
        let isSelected = index == selected?.index
        lines.append(
          .row(
            present(row, isSelected: isSelected, editor: isSelected ? settings.field?.editor : nil))
        )
        index += 1
      }
      if let footer = group.footer { lines.append(.footer(footer)) }
      return lines
    }
    if !settings.completions.isEmpty {
      groups.append([.footer(settings.completions.joined(separator: "  "))])
    }
    return SettingsPresentation(
      titles: titles(settings), groups: groups,
      hint: hint(selected?.row, isTyping: settings.field != nil))
  }

  private func titles(_ settings: SettingsScreen) -> [String] {
    let levels = settings.outer + [settings.current]
    return ["Settings"]
      + zip(levels, levels.dropFirst()).map { outer, inner in
        let title = selectedRow(outer)?.row.title ?? ""
        if !title.isEmpty { return title }
        return switch inner.reference {
        case .pane(let name): name
        case .choices(let key), .files(let key): key
        case .file(let path): path
        }
      }
  }

  private func present(
    _ row: SettingsRow, isSelected: Bool, editor: LineEditor?
  ) -> SettingsPresentation.Row {
    SettingsPresentation.Row(
      title: row.title, value: row.disabledReason == nil ? value(row, editor: editor) : .none,
      isSelected: isSelected, disabledReason: row.disabledReason)
  }

  private func value(_ row: SettingsRow, editor: LineEditor?) -> SettingsPresentation.Value {
    let meaning = settingsMeaning(of: row)
    let raw: String? = if case .foreign(let value) = meaning { Self.text(value) } else { nil }
    let value: PropertyListValue? = if case .value(let value) = meaning { value } else { nil }
    switch row.kind {
    case .toggle(let on, _): return raw.map { .text($0) } ?? .toggle(value == on)
    case .slider(let range):
      let number = value?.doubleValue ?? range.lowerBound
      return .slider(
        (number - range.lowerBound) / (range.upperBound - range.lowerBound),
        PropertyListValue.real((number * 1000).rounded() / 1000).stringValue ?? "")
    case .multiValue(let choices):
      let choice = choices.first { $0.value == value }
      return .page(raw ?? choice.map { $0.shortTitle ?? $0.title } ?? "")
    case .radio(let own, _): return .choice(own == value)
    case .titleValue(let choices):
      let shown = raw ?? choices.first { $0.value == value }?.title
      return .text(shown ?? value.map(Self.text) ?? "")
    case .textField(let traits):
      let text = settingsText(of: row)
      return .field(
        traits.isSecure ? String(repeating: "*", count: min(text.count, 8)) : text, editor)
    case .childPane: return .page("")
    case .fileList:
      let launch = launchFiles(row.key ?? "").count
      return .page(Self.fileCount(stored: value?.array?.count ?? 0, launch: launch))
    case .file(let path): return editor.map { .field(path, $0) } ?? fileStatus(path)
    case .newFile: return editor.map { .field("", $0) } ?? .none
    }
  }

  private static func fileCount(stored: Int, launch: Int) -> String {
    let files = stored == 0 ? "none" : stored == 1 ? "1 file" : "\(stored) files"
    if launch == 0 { return files }
    return (stored == 0 ? "" : "\(files), ") + "\(launch) from the command line"
  }

  private func fileStatus(_ path: String) -> SettingsPresentation.Value {
    guard let full = tileSourcePath(path) else {
      return .status("not a full path", isWarning: true)
    }
    switch tileSourceStatus[full] {
    case .open(let summary)?:
      let name = summary.name.isEmpty ? "" : "  \(summary.name)"
      return .status(summary.coverage + name, isWarning: false)
    case .failed(let reason)?: return .status(reason, isWarning: true)
    case .opening?: return .status("opening", isWarning: false)
    case nil: return .status("not in use", isWarning: true)
    }
  }

  private static func text(_ value: PropertyListValue) -> String {
    value.stringValue
      ?? {
        switch value {
        case .date: "a date"
        case .data: "data"
        case .array: "a list"
        default: "a dictionary"
        }
      }()
  }

  private func hint(_ row: SettingsRow?, isTyping: Bool) -> String {
    if isTyping {
      if case .textField? = row?.kind { return "Enter: keep, Esc: as before" }
      return "Tab: complete, Enter: keep, Esc: as before"
    }
    guard let row, row.disabledReason == nil else { return "Esc: back" }
    return switch row.kind {
    case .slider: "left, right: change, Esc: back"
    case .toggle: "Enter: switch, Esc: back"
    case .radio: "Enter: choose, Esc: back"
    case .textField: "Enter: type, Esc: back"
    case .titleValue: "Esc: back"
    case .multiValue, .childPane, .fileList: "Enter: open, Esc: back"
    case .file: "a add, e edit, x remove, J K move, u undo, Esc: back"
    case .newFile: "Enter: add a file, u: undo, Esc: back"
    }
  }
}
