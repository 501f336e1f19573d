import Geodesy
import Places

extension State {
  /// The one place that changes the remembered location, for the user, the launch and other
  /// processes alike. The same pin again does nothing; a new one is selected.
  /// - Returns: Whether anything changed.
  @discardableResult
  mutating func setAnnotation(_ new: PointAnnotation?) -> Bool {
    guard new != annotation else { return false }
    annotation = new
    isAnnotationSelected = new != nil
    return true
  }

  /// What stores the remembered location: its dictionary, or no key when nothing is remembered.
  func preserveAnnotation() -> Effect {
    .setPreference(
      key: PreferenceKey.location, value: annotation.map { .dictionary($0.preserveState()) })
  }

  /// A change by the user, which can be undone.
  mutating func changeAnnotation(_ new: PointAnnotation?) -> [Effect] {
    let old = annotation
    guard setAnnotation(new) else { return [] }
    history.record(old)
    return [preserveAnnotation()]
  }

  mutating func askForTitle() -> [Effect] {
    screen = .titlePrompt(TitlePrompt(coordinate: viewport.center))
    return [.suggestTitle]
  }

  mutating func clearPin() -> [Effect] {
    guard let annotation else {
      notice = Notice("Nothing is remembered")
      return []
    }
    let effects = changeAnnotation(nil)
    notice = Notice("Cleared \(annotation.title); u brings it back")
    return effects
  }

  mutating func undo() -> [Effect] {
    guard let previous = history.past.popLast() else {
      notice = Notice("Nothing to undo")
      return []
    }
    history.future.append(annotation)
    setAnnotation(previous)
    notice = Notice(previous.map { "Back: \($0.title)" } ?? "Undone; nothing is remembered")
    return [preserveAnnotation()]
  }

  mutating func redo() -> [Effect] {
    guard let next = history.future.popLast() else {
      notice = Notice("Nothing to redo")
      return []
    }
    history.past.append(annotation)
    setAnnotation(next)
    notice = Notice(next.map { "Again: \($0.title)" } ?? "Cleared again")
    return [preserveAnnotation()]
  }

  // MARK: The title prompt

  mutating func handleInPrompt(_ prompt: TitlePrompt, _ input: InputEvent) -> [Effect] {
    var prompt = prompt
    switch input {
    case .paste(let text): insert(text, into: &prompt)
    case .mouse, .focus: return []
    case .key(let key):
      switch (key.code, key.modifiers) {
      case (.escape, _), (.character("c"), .control), (.character("g"), .control):
        screen = .map
        return []
      case (.enter, _):
        return drop(prompt)
      case (.character("l"), .control): return [.redraw]
      case (.character("z"), .control): return [.suspend]
      case (.character(let character), []), (.character(let character), .shift):
        insert(String(character), into: &prompt)
      default: edit(&prompt.editor, key)
      }
    }
    screen = .titlePrompt(prompt)
    return []
  }

  private mutating func insert(_ text: String, into prompt: inout TitlePrompt) {
    if !prompt.editor.insert(text) {
      notice = Notice("A title holds \(LineEditor.maximumLength) characters", .warning)
    }
  }

  /// The editing keys of every line of text, as a shell has them.
  func edit(_ editor: inout LineEditor, _ key: Key) {
    switch (key.code, key.modifiers) {
    case (.left, .control), (.left, .alt), (.character("b"), .alt): editor.moveWordLeft()
    case (.right, .control), (.right, .alt), (.character("f"), .alt): editor.moveWordRight()
    case (.left, _), (.character("b"), .control): editor.moveLeft()
    case (.right, _), (.character("f"), .control): editor.moveRight()
    case (.home, _), (.character("a"), .control): editor.moveToStart()
    case (.end, _), (.character("e"), .control): editor.moveToEnd()
    case (.backspace, .alt), (.character("w"), .control): editor.deleteWordBackward()
    case (.backspace, _): editor.deleteBackward()
    case (.delete, _), (.character("d"), .control): editor.deleteForward()
    case (.character("u"), .control): editor.deleteToStart()
    case (.character("k"), .control): editor.deleteToEnd()
    default: break
    }
  }

  /// Drops the pin: remembers it and stores it. Without a title it is called after the place it is
  /// near, or after its coordinate.
  private mutating func drop(_ prompt: TitlePrompt) -> [Effect] {
    screen = .map
    let typed = prompt.editor.text
    let isBlank = typed.allSatisfy(\.isWhitespace)
    let title =
      isBlank
      ? prompt.suggestion
        ?? CoordinateFormat.string(prompt.coordinate, notation: settings.notation) : typed
    return changeAnnotation(PointAnnotation(coordinate: prompt.coordinate, title: title))
  }
}
