import Preferences

// The page of a list of files, such as the tile sources: adding, removing and moving paths. Every
// change is stored in the action that makes it.

/// What Tab asks for: the names in a folder that begin as the path being typed ends.
public struct PathCompletion: Equatable, Sendable {
  /// The text before the cursor; an answer to another text comes too late.
  public var typed: String
  /// The full path of the folder to read.
  public var folder: String
  public var prefix: String
  /// Endings of the files wanted, without the dot, in small letters; empty is all files.
  public var fileTypes: [String]

  public init(typed: String, folder: String, prefix: String, fileTypes: [String]) {
    self.typed = typed
    self.folder = folder
    self.prefix = prefix
    self.fileTypes = fileTypes
  }
}

/// A list before and after a change.
public struct FileListChange: Equatable, Sendable {
  public var before: [String]
  public var after: [String]
}

extension SettingsScreen {
  /// The keys of a list of files, for the help screen.
  public static let fileListHelp: [(label: String, help: String)] = [
    ("Enter", "what the file holds"),
    ("a, e, x", "add, edit, remove a file; Tab completes"),
    ("J K, Shift-arrows", "move it down, up"),
    ("u", "undo, while the list is open"),
  ]
}

extension State {
  /// The paths of a file list as they are stored.
  func filePaths(_ key: String) -> [String] { preferences[key]?.stringArray ?? [] }

  /// The rows of a file list: of the command line's files, of those stored, and where to add one.
  func fileListPage(_ key: String, _ traits: SettingsFileTraits) -> SettingsPage {
    var groups: [SettingsGroup] = []
    let launch = launchFiles(key)
    if !launch.isEmpty {
      groups.append(
        SettingsGroup(
          title: "From the command line",
          rows: launch.map { SettingsRow(.file($0), title: FilePath.name($0)) }))
    }
    var rows = filePaths(key).map {
      SettingsRow(.file($0), title: FilePath.name($0), key: key)
    }
    rows.append(SettingsRow(.newFile, title: "Add a file", key: key))
    groups.append(SettingsGroup(footer: traits.footer, rows: rows))
    return SettingsPage(groups: groups)
  }

  /// What is known of one file.
  func filePage(_ path: String) -> SettingsPage {
    func rows(_ details: [TileSourceSummary.Detail]) -> [SettingsRow] {
      details.map { SettingsRow(.titleValue([]), title: $0.label, defaultValue: .string($0.text)) }
    }
    var groups = [SettingsGroup(footer: path)]
    switch tileSourceStatus[tileSourcePath(path) ?? ""] {
    case .open(let summary)?:
      groups.append(SettingsGroup(rows: rows(summary.details)))
      if !summary.attribution.isEmpty {
        groups.append(SettingsGroup(title: "Attribution", footer: summary.attribution))
      }
      if !summary.layers.isEmpty {
        groups.append(SettingsGroup(title: "Layers", rows: rows(summary.layers)))
      }
    case .failed(let reason)?: groups.append(SettingsGroup(footer: reason))
    case .opening?: groups.append(SettingsGroup(footer: "It is being opened."))
    case nil: groups.append(SettingsGroup(footer: "It is not in use: not a full path."))
    }
    return SettingsPage(groups: groups)
  }

  /// The files of the command line, which the page of a list shows before those stored.
  func launchFiles(_ key: String) -> [String] {
    key == PreferenceKey.tileSources ? launchTileSources : []
  }

  private func fileTraits(_ key: String) -> SettingsFileTraits? {
    guard case .fileList(let traits)? = settingsSchema.row(forKey: key)?.kind else { return nil }
    return traits
  }

  // MARK: Keys

  /// Does what a key does on the page of a file list; nil for keys that all pages have.
  mutating func handleInFileList(
    _ settings: SettingsScreen, _ listKey: String, _ key: Key
  ) -> [Effect]? {
    switch (key.code, key.modifiers) {
    case (.character("a"), []): startTyping(settings, listKey, isNew: true)
    case (.character("e"), []): startTyping(settings, listKey, isNew: false)
    case (.character("x"), []), (.delete, _), (.backspace, _):
      return removeFile(settings, listKey)
    case (.character("J"), _), (.down, .shift): return moveFile(settings, listKey, by: 1)
    case (.character("K"), _), (.up, .shift): return moveFile(settings, listKey, by: -1)
    case (.character("u"), []): return undoFileList(settings, listKey)
    default: return nil
    }
    return []
  }

  /// The selected path and its number in the stored list.
  private mutating func selectedFile(
    _ settings: SettingsScreen, _ key: String
  ) -> (index: Int, path: String)? {
    guard let (index, row) = selectedRow(settings.current), case .file(let path) = row.kind else {
      return nil
    }
    guard row.key == key else {
      tell(Notice("\(path) was given on the command line, for this launch"))
      return nil
    }
    return (index - launchFiles(key).count, path)
  }

  /// Opens the line for a path: of a new file, or the selected one's.
  mutating func startTyping(_ settings: SettingsScreen, _ key: String, isNew: Bool) {
    var settings = settings
    var original: String?
    if isNew {
      settings.current.selection = launchFiles(key).count + filePaths(key).count
    } else {
      guard let file = selectedFile(settings, key) else { return }
      original = file.path
    }
    settings.field = SettingsScreen.Field(
      key: key, editor: LineEditor(text: original ?? "", limit: LineEditor.pathLimit),
      original: original)
    screen = .settings(settings)
  }

  private mutating func removeFile(_ settings: SettingsScreen, _ key: String) -> [Effect] {
    guard let file = selectedFile(settings, key) else { return [] }
    var paths = filePaths(key)
    paths.remove(at: file.index)
    let effects = change(paths, key, settings, select: file.index)
    if notice == nil { tell(Notice("\(FilePath.name(file.path)) is removed; u brings it back")) }
    return effects
  }

  private mutating func moveFile(
    _ settings: SettingsScreen, _ key: String, by step: Int
  ) -> [Effect] {
    guard let file = selectedFile(settings, key) else { return [] }
    var paths = filePaths(key)
    guard paths.indices.contains(file.index + step) else { return [] }
    paths.swapAt(file.index, file.index + step)
    return change(paths, key, settings, select: file.index + step)
  }

  private mutating func undoFileList(_ settings: SettingsScreen, _ key: String) -> [Effect] {
    var settings = settings
    guard let last = settings.listChanges.popLast() else {
      tell(Notice("Nothing to undo"))
      return []
    }
    guard last.after == filePaths(key) else {
      settings.listChanges = []
      screen = .settings(settings)
      tell(Notice("Nothing to undo: the list was changed elsewhere", .warning))
      return []
    }
    let first = zip(last.before, last.after).prefix { $0 == $1 }.count
    settings.current.selection = launchFiles(key).count + first
    screen = .settings(settings)
    return change(key, to: .array(last.before.map { .string($0) }))
  }

  /// Stores another list, to be undone with `u`, and selects one of its paths.
  private mutating func change(
    _ paths: [String], _ key: String, _ settings: SettingsScreen, select index: Int
  ) -> [Effect] {
    var settings = settings
    settings.listChanges.append(FileListChange(before: filePaths(key), after: paths))
    settings.current.selection = launchFiles(key).count + index
    screen = .settings(settings)
    return change(key, to: .array(paths.map { .string($0) }))
  }

  // MARK: A path being typed

  /// Enter: stores the path typed, in the place of the one it was made from or at the end.
  mutating func keepPath(_ settings: SettingsScreen, _ field: SettingsScreen.Field) -> [Effect] {
    var settings = settings
    settings.field = nil
    settings.completions = []
    screen = .settings(settings)
    // A path that was pasted may have a line's end with it.
    let typed = field.editor.text.trimmingBlanks
    guard !typed.isEmpty, typed != field.original else { return [] }
    // Kept as it is typed where that means the same wherever Pigeon is started.
    let isFull = typed.hasPrefix("/") || typed.hasPrefix("~/")
    guard
      let path = isFull
        ? typed : FilePath.absolute(typed, home: homeFolder, folder: workingFolder)
    else {
      tell(Notice("\(typed) is not a full path", .warning))
      return []
    }
    var paths = filePaths(field.key)
    if let index = paths.firstIndex(of: path) {
      settings.current.selection = launchFiles(field.key).count + index
      screen = .settings(settings)
      tell(Notice("\(path) is in the list already"))
      return []
    }
    let place = field.original.flatMap { paths.firstIndex(of: $0) }
    if let place { paths[place] = path } else { paths.append(path) }
    return change(paths, field.key, settings, select: place ?? paths.count - 1)
  }

  /// Tab: asks which names begin so.
  func completePath(_ field: SettingsScreen.Field) -> [Effect] {
    guard let traits = fileTraits(field.key) else { return [] }
    let typed = String(field.editor.characters[..<field.editor.cursor])
    let name = FilePath.name(typed)
    let start = String(typed.dropLast(name.count))
    guard typed != "~",
      let folder = start.isEmpty
        ? workingFolder
        : FilePath.absolute(start, home: homeFolder, folder: workingFolder)
    else { return [] }
    return [
      .completePath(
        PathCompletion(typed: typed, folder: folder, prefix: name, fileTypes: traits.fileTypes))
    ]
  }

  /// Names that are shown of those that begin so.
  private static let shownCompletions = 200

  /// Takes the names that begin so: as much as they have in common is typed, and where that leaves
  /// a choice they are shown.
  /// - Parameter isWhole: whether these are all; else they may have less in common than it looks.
  mutating func complete(_ typed: String, _ names: [String], isWhole: Bool) {
    guard case .settings(var settings) = screen, var field = settings.field,
      String(field.editor.characters[..<field.editor.cursor]) == typed
    else { return }
    let prefix = FilePath.name(typed)
    // A name that can not be typed can not be stored either.
    let usable = names.filter { $0.hasPrefix(prefix) && LineEditor.admitted($0) == $0 }
    if !isWhole {
      tell(Notice("There are more names than are looked at; type some more of it", .warning))
      settings.completions = Array(usable.prefix(Self.shownCompletions))
      screen = .settings(settings)
      return
    }
    guard var common = usable.first.map(Array.init) else {
      tell(Notice("Nothing there begins so"))
      return
    }
    for name in usable.dropFirst() {
      common = zip(common, name).prefix { $0 == $1 }.map(\.0)
    }
    field.editor.insert(String(common.dropFirst(prefix.count)))
    settings.field = field
    settings.completions = usable.count > 1 ? Array(usable.prefix(Self.shownCompletions)) : []
    screen = .settings(settings)
  }

  // MARK: Changes by others

  /// Keeps the same path selected when another process changes the list whose page is open.
  mutating func followFileSelection(_ change: (inout State) -> [Effect]) -> [Effect] {
    guard case .settings(let settings) = screen,
      case .files(let key) = settings.current.reference, let old = selectedRow(settings.current)
    else { return change(&self) }
    let effects = change(&self)
    guard case .settings(var now) = screen, now.current.reference == .files(key: key),
      let rows = settingsPage(now.current.reference)?.rows
    else { return effects }
    now.current.selection =
      rows.firstIndex { $0.kind == old.row.kind && $0.key == old.row.key } ?? old.index
    screen = .settings(now)
    return effects
  }
}

extension String {
  /// Without blanks at either end.
  fileprivate var trimmingBlanks: String {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...last].drop(while: \.isWhitespace))
  }
}
