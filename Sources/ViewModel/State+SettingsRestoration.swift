import Preferences

/// What comes back of the settings screen: the pages open and the row selected on each, as
/// references, and a text half typed with its cursor. No stored value is in it.
extension SettingsScreen: StateRestoring {
  static let restorationIdentifier = "settings"

  fileprivate enum Key {
    static let pages = "pages"
    static let selections = "selections"
    /// The preference whose text is being typed.
    static let field = "field"
    static let text = "text"
    static let cursor = "cursor"
    /// The path of a list that is being edited.
    static let original = "original"
  }

  private static let panePrefix = "pane:"
  private static let choicesPrefix = "choices:"
  private static let filesPrefix = "files:"
  private static let filePrefix = "file:"

  func encodeRestorableState() -> RestorationArchive.Object {
    let levels = outer + [current]
    var object: RestorationArchive.Object = [
      Key.pages: .array(
        levels.map {
          switch $0.reference {
          case .pane(let name): .string(Self.panePrefix + name)
          case .choices(let key): .string(Self.choicesPrefix + key)
          case .files(let key): .string(Self.filesPrefix + key)
          case .file(let path): .string(Self.filePrefix + path)
          }
        }),
      Key.selections: .array(levels.map { .integer(Int64($0.selection)) }),
    ]
    if let field {
      object[Key.field] = .string(field.key)
      object[Key.text] = .string(field.editor.text)
      object[Key.cursor] = .integer(Int64(field.editor.cursor))
      object[Key.original] = field.original.map { .string($0) }
    }
    return object
  }

  fileprivate static func reference(_ name: String) -> Reference {
    if name.hasPrefix(choicesPrefix) {
      return .choices(key: String(name.dropFirst(choicesPrefix.count)))
    }
    if name.hasPrefix(filesPrefix) { return .files(key: String(name.dropFirst(filesPrefix.count))) }
    if name.hasPrefix(filePrefix) { return .file(path: String(name.dropFirst(filePrefix.count))) }
    return .pane(String(name.dropFirst(panePrefix.count)))
  }
}

extension State {
  private typealias Key = SettingsScreen.Key

  /// As many of the pages as there still are, each led to by the one before.
  func decodeSettings(_ object: RestorationArchive.Object) -> SettingsScreen? {
    let names = object[Key.pages]?.stringArray ?? []
    let selections = object[Key.selections]?.array ?? []
    var levels: [SettingsScreen.Level] = []
    for (name, selection) in zip(names, selections) {
      let reference = SettingsScreen.reference(name)
      var level = SettingsScreen.Level(reference, selection: selection.integerValue)
      guard leads(from: levels.last?.reference, to: reference) else { break }
      // The bundle may have changed since.
      level.selection = selectedRow(level)?.index ?? 0
      levels.append(level)
    }
    guard let current = levels.popLast() else { return nil }
    var settings = SettingsScreen(outer: levels, current: current)
    if case .string(let text)? = object[Key.text], case .string(let key)? = object[Key.field],
      let row = selectedRow(current)?.row, row.key == key, row.isTyped,
      levels.count + 1 == names.count
    {
      settings.field = SettingsScreen.Field(
        key: key,
        editor: LineEditor(
          text: text, cursor: object[Key.cursor]?.integerValue, limit: row.lineLimit),
        original: object[Key.original]?.stringValue)
    }
    return settings
  }

  private func leads(
    from outer: SettingsScreen.Reference?, to reference: SettingsScreen.Reference
  ) -> Bool {
    guard let outer else {
      return reference == .pane(SettingsSchema.root) && settingsPage(reference) != nil
    }
    guard settingsPage(reference) != nil else { return false }
    return settingsPage(outer)?.rows.contains { row in
      switch (row.kind, reference) {
      case (.childPane(let name), .pane(let wanted)): name == wanted
      case (.multiValue, .choices(let key)), (.fileList, .files(let key)): row.key == key
      case (.file(let path), .file(let wanted)): path == wanted
      default: false
      }
    } ?? false
  }
}
