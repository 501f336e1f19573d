import Preferences

/// The settings: the pages from the first one to the one that shows, and a text being typed.
public struct SettingsScreen: Equatable, Sendable {
  /// What a page is made from.
  public enum Reference: Hashable, Sendable {
    /// A page of the bundle.
    case pane(String)
    /// The choices of a preference.
    case choices(key: String)
    /// The files of a list.
    case files(key: String)
    /// What is known of one of them.
    case file(path: String)
  }

  /// A page and the row selected on it, which may be beyond the end of a page that changed.
  public struct Level: Equatable, Sendable {
    public var reference: Reference
    public var selection: Int

    public init(_ reference: Reference, selection: Int = 0) {
      self.reference = reference
      self.selection = selection
    }
  }

  /// A text being typed, and the preference it is for.
  public struct Field: Equatable, Sendable {
    public var key: String
    public var editor: LineEditor
    /// The path of a list that is being edited; nil for a new one.
    public var original: String?

    public init(key: String, editor: LineEditor, original: String? = nil) {
      self.key = key
      self.editor = editor
      self.original = original
    }
  }

  /// Above the one that shows, outermost first.
  public var outer: [Level] = []
  public var current: Level
  /// The text of the selected row while it is being typed.
  public var field: Field?
  /// The names a path being typed may go on with.
  public var completions: [String] = []
  /// Changes of the list of files that is open, for undo.
  public var listChanges: [FileListChange] = []

  public init(outer: [Level] = [], current: Level = Level(.pane(SettingsSchema.root))) {
    self.outer = outer
    self.current = current
  }
}

extension State {
  /// The page; nil when the bundle has no such page.
  func settingsPage(_ reference: SettingsScreen.Reference) -> SettingsPage? {
    switch reference {
    case .pane(let name): return settingsSchema.pages[name]
    case .choices(let key):
      guard let row = settingsSchema.row(forKey: key), case .multiValue(let choices) = row.kind
      else { return nil }
      let rows = choices.map {
        SettingsRow(
          .radio($0.value, among: choices), title: $0.title, key: key,
          defaultValue: row.defaultValue)
      }
      return SettingsPage(groups: [SettingsGroup(rows: rows)])
    case .files(let key):
      guard let row = settingsSchema.row(forKey: key), case .fileList(let traits) = row.kind
      else { return nil }
      return fileListPage(key, traits)
    case .file(let path): return filePage(path)
    }
  }

  /// The selected row of a page and its number.
  func selectedRow(_ level: SettingsScreen.Level) -> (index: Int, row: SettingsRow)? {
    guard let rows = settingsPage(level.reference)?.rows, !rows.isEmpty else { return nil }
    let index = min(max(level.selection, 0), rows.count - 1)
    return (index, rows[index])
  }

  /// What a row shows: what is stored if it makes sense there, else its default.
  func settingsMeaning(of row: SettingsRow) -> SettingsRow.Meaning {
    let meaning = row.meaning(of: row.key.flatMap { preferences[$0] })
    return meaning == .unusable ? row.meaning(of: row.defaultValue) : meaning
  }
}
