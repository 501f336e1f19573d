import Preferences

// The keys of the settings screen. Every change is in force and stored in the action that makes it.

extension State {
  /// A slider goes from end to end in so many steps.
  static let sliderSteps = 20

  mutating func openSettings() {
    guard settingsSchema.pages[SettingsSchema.root] != nil else {
      let reason = settingsSchema.problems.first.map { ": \($0)" } ?? ""
      tell(Notice("There are no settings\(reason)", .warning))
      return
    }
    screen = .settings(SettingsScreen())
    if let problem = settingsSchema.problems.first {
      tell(Notice("Settings: \(problem)", .warning))
    }
  }

  mutating func handleInSettings(_ settings: SettingsScreen, _ input: InputEvent) -> [Effect] {
    if let field = settings.field { return handleInField(settings, field, input) }
    switch input {
    case .key(let key): return handleInPage(settings, key)
    case .mouse(let mouse):
      if mouse.kind == .wheelDown { moveSelection(settings, by: 1) }
      if mouse.kind == .wheelUp { moveSelection(settings, by: -1) }
      return []
    case .paste, .focus: return []
    }
  }

  private mutating func handleInPage(_ settings: SettingsScreen, _ key: Key) -> [Effect] {
    if case .files(let list) = settings.current.reference,
      let effects = handleInFileList(settings, list, key)
    {
      return effects
    }
    let half = max(viewport.rows / 2, 1)
    switch (key.code, key.modifiers) {
    case (.character("l"), .control): return [.redraw]
    case (.character("z"), .control): return [.suspend]
    case (.character("c"), .control), (.character("s"), []): screen = .map
    case (.escape, _), (.character("q"), []): goBack(settings)
    case (.down, _), (.character("j"), []), (.tab, _): moveSelection(settings, by: 1)
    case (.up, _), (.character("k"), []), (.backTab, _): moveSelection(settings, by: -1)
    case (.pageDown, _): moveSelection(settings, by: half)
    case (.pageUp, _): moveSelection(settings, by: -half)
    case (.home, _), (.character("g"), []): moveSelection(settings, by: -settings.current.selection)
    case (.end, _), (.character("G"), _): moveSelection(settings, by: Int(Int32.max))
    case (.left, _), (.character("h"), []), (.character("-"), []):
      if let effects = step(settings, by: -1) { return effects }
      if key.code != .character("-") { goBack(settings) }
    case (.right, _), (.character("l"), []), (.character("+"), []):
      if let effects = step(settings, by: 1) { return effects }
      if key.code != .character("+") { return activate(settings) }
    case (.enter, _), (.character(" "), []): return activate(settings)
    case (.delete, _), (.backspace, _), (.character("x"), []): return reset(settings)
    default: break
    }
    return []
  }

  private mutating func moveSelection(_ settings: SettingsScreen, by count: Int) {
    guard let rows = settingsPage(settings.current.reference)?.rows else { return }
    var settings = settings
    let index = min(max(settings.current.selection, 0), max(rows.count - 1, 0))
    settings.current.selection = min(max(index + count, 0), max(rows.count - 1, 0))
    screen = .settings(settings)
  }

  private mutating func goBack(_ settings: SettingsScreen) {
    var settings = settings
    guard let outer = settings.outer.popLast() else {
      screen = .map
      return
    }
    if case .files = settings.current.reference { settings.listChanges = [] }
    settings.current = outer
    screen = .settings(settings)
  }

  private mutating func open(_ reference: SettingsScreen.Reference, from settings: SettingsScreen) {
    var settings = settings
    settings.outer.append(settings.current)
    settings.current = SettingsScreen.Level(reference)
    if case .choices(let key) = reference, let rows = settingsPage(reference)?.rows,
      let row = rows.first, case .value(let value) = settingsMeaning(of: row)
    {
      // On the choice in force; above all on none that is not.
      settings.current.selection =
        rows.firstIndex {
          if case .radio(value, _) = $0.kind { $0.key == key } else { false }
        } ?? 0
    }
    screen = .settings(settings)
  }

  /// Does what Enter does on the selected row.
  private mutating func activate(_ settings: SettingsScreen) -> [Effect] {
    guard let (_, row) = selectedRow(settings.current) else { return [] }
    if let reason = row.disabledReason {
      tell(Notice("\(row.title): \(reason)", .warning))
      return []
    }
    switch row.kind {
    case .childPane(let name): open(.pane(name), from: settings)
    case .multiValue:
      if let key = row.key { open(.choices(key: key), from: settings) }
    case .radio(let value, _): return store(value, row)
    case .toggle(let on, let off):
      return store(settingsMeaning(of: row) == .value(on) ? off : on, row)
    case .textField:
      var settings = settings
      settings.field = row.key.map {
        SettingsScreen.Field(key: $0, editor: LineEditor(text: settingsText(of: row)))
      }
      screen = .settings(settings)
    case .fileList:
      if let key = row.key { open(.files(key: key), from: settings) }
      return [.checkTileSources]
    case .file(let path): open(.file(path: path), from: settings)
    case .newFile: if let key = row.key { startTyping(settings, key, isNew: true) }
    case .slider, .titleValue: break
    }
    return []
  }

  /// Moves a slider; nil when the selected row is none.
  private mutating func step(_ settings: SettingsScreen, by steps: Int) -> [Effect]? {
    guard let (_, row) = selectedRow(settings.current), case .slider(let range) = row.kind,
      row.disabledReason == nil
    else { return nil }
    guard case .value(let value) = settingsMeaning(of: row) else { return [] }
    let width = range.upperBound - range.lowerBound
    let place = (value.doubleValue - range.lowerBound) / width * Double(Self.sliderSteps)
    // From between two steps the next one is nearer than a whole step.
    let next = steps > 0 ? (place + 1e-9).rounded(.down) + 1 : (place - 1e-9).rounded(.up) - 1
    let target = min(max(next, 0), Double(Self.sliderSteps))
    return store(.real(range.lowerBound + width * target / Double(Self.sliderSteps)), row)
  }

  /// Back to the default: what is stored is removed.
  private mutating func reset(_ settings: SettingsScreen) -> [Effect] {
    guard let (_, row) = selectedRow(settings.current), let key = row.key,
      row.disabledReason == nil
    else { return [] }
    switch row.kind {
    case .titleValue: return []
    case .fileList:
      // A list made with care is not thrown away by one key.
      tell(Notice("Enter opens the list; x removes a file there"))
      return []
    default: break
    }
    return change(key, to: nil)
  }

  private mutating func store(_ value: PropertyListValue, _ row: SettingsRow) -> [Effect] {
    guard let key = row.key, preferences[key] != value else { return [] }
    let effects = change(key, to: value)
    if key == PreferenceKey.positionSource, positionOverride != nil, notice == nil {
      tell(Notice("Used from the next launch: --position was given"))
    }
    return effects
  }

  // MARK: Text fields

  func settingsText(of row: SettingsRow) -> String {
    guard case .value(.string(let text)) = settingsMeaning(of: row) else { return "" }
    return text
  }

  private mutating func handleInField(
    _ settings: SettingsScreen, _ field: SettingsScreen.Field, _ input: InputEvent
  ) -> [Effect] {
    var settings = settings
    var editor = field.editor
    guard let (_, row) = selectedRow(settings.current), row.key == field.key, row.isTyped else {
      settings.field = nil
      screen = .settings(settings)
      return []
    }
    var traits = SettingsTextTraits()
    if case .textField(let its) = row.kind { traits = its }
    let isPath = row.isPath
    settings.completions = []
    switch input {
    case .paste(let text): insert(text, into: &editor, traits)
    case .mouse, .focus: return []
    case .key(let key):
      switch (key.code, key.modifiers) {
      case (.escape, _), (.character("c"), .control), (.character("g"), .control):
        settings.field = nil
        screen = .settings(settings)
        return []
      case (.enter, _) where isPath: return keepPath(settings, field)
      case (.tab, _) where isPath: return completePath(field)
      case (.enter, _):
        settings.field = nil
        screen = .settings(settings)
        return store(.string(editor.text), row)
      case (.character("l"), .control): return [.redraw]
      case (.character("z"), .control): return [.suspend]
      case (.character(let character), []), (.character(let character), .shift):
        insert(String(character), into: &editor, traits)
      default: editor.edit(key)
      }
    }
    settings.field?.editor = editor
    screen = .settings(settings)
    return []
  }

  private mutating func insert(
    _ text: String, into editor: inout LineEditor, _ traits: SettingsTextTraits
  ) {
    let text = traits.isNumeric ? text.filter { ("0"..."9").contains($0) } : text
    if !editor.insert(text) {
      tell(Notice("A field holds \(editor.limit) characters", .warning))
    }
  }
}

extension SettingsRow {
  /// Whether a text can be typed in it.
  var isTyped: Bool {
    switch kind {
    case .textField, .newFile: true
    // Those of the command line have no key, and are not changed.
    case .file: key != nil
    default: false
    }
  }

  /// Whether what is typed in it is a path.
  var isPath: Bool {
    switch kind {
    case .file, .newFile: true
    default: false
    }
  }

  /// Characters that a text typed in it may have.
  var lineLimit: Int { isPath ? LineEditor.pathLimit : LineEditor.usualLimit }
}
