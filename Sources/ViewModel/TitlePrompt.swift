import Geodesy
import Places

/// Asking for a title: of a pin about to be dropped, or a new one for the remembered location.
public struct TitlePrompt: Equatable, Sendable {
  public enum Purpose: Equatable, Sendable {
    /// Drops a pin and remembers it.
    case drop
    /// Gives the remembered location, as it was when the prompt opened, another title.
    case rename(PointAnnotation)
  }

  public var purpose: Purpose
  /// Where the pin is, or will be.
  public var coordinate: Coordinate
  public var editor: LineEditor
  /// Taken when Enter is pressed with nothing typed.
  public var suggestion: String?

  public init(
    _ purpose: Purpose = .drop, coordinate: Coordinate, editor: LineEditor = LineEditor(),
    suggestion: String? = nil
  ) {
    self.purpose = purpose
    self.coordinate = coordinate
    self.editor = editor
    self.suggestion = suggestion
  }
}

extension State {
  mutating func askForTitle() -> [Effect] {
    screen = .titlePrompt(TitlePrompt(coordinate: viewport.center))
    return [.suggestTitle]
  }

  mutating func editTitle() {
    guard let annotation else {
      tell(Notice("Nothing is remembered; d drops a pin"))
      return
    }
    screen = .titlePrompt(
      TitlePrompt(
        .rename(annotation), coordinate: annotation.coordinate,
        editor: LineEditor(text: annotation.title)))
  }

  /// What the remembered location became, by another process's doing, while its title was being
  /// edited; nil when it is as it was. Both are shown until the user decides.
  public var changedMeanwhile: PointAnnotation? {
    guard case .titlePrompt(let prompt) = screen, case .rename(let original) = prompt.purpose,
      let annotation, annotation != original
    else { return nil }
    return annotation
  }

  /// Goes back to the map when the pin whose title is being edited is gone. What was typed is told.
  mutating func leaveOrphanedPrompt() {
    guard annotation == nil, case .titlePrompt(let prompt) = screen,
      case .rename = prompt.purpose
    else { return }
    screen = .map
    tell(Notice("The pin was cleared meanwhile; typed was: \(prompt.editor.text)", .warning))
  }

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
      case (.enter, _): return finish(prompt)
      case (.character("l"), .control): return [.redraw]
      case (.character("z"), .control): return [.suspend]
      case (.character(let character), []), (.character(let character), .shift):
        insert(String(character), into: &prompt)
      default: prompt.editor.edit(key)
      }
    }
    screen = .titlePrompt(prompt)
    return []
  }

  private mutating func insert(_ text: String, into prompt: inout TitlePrompt) {
    if !prompt.editor.insert(text) {
      tell(Notice("A title holds \(prompt.editor.limit) characters", .warning))
    }
  }

  /// Enter: remembers the pin with its title, and stores it.
  private mutating func finish(_ prompt: TitlePrompt) -> [Effect] {
    screen = .map
    let typed = prompt.editor.text
    let isBlank = typed.allSatisfy(\.isWhitespace)
    switch prompt.purpose {
    case .drop:
      // Without a title it is called after the place it is near, or after its coordinate.
      let title =
        isBlank
        ? prompt.suggestion
          ?? CoordinateFormat.string(prompt.coordinate, notation: settings.notation) : typed
      return changeAnnotation(PointAnnotation(coordinate: prompt.coordinate, title: title))
    case .rename(let original):
      // A pin that was moved meanwhile stays where it is now.
      let coordinate = annotation?.coordinate ?? original.coordinate
      if isBlank { return [] }
      return changeAnnotation(PointAnnotation(coordinate: coordinate, title: typed))
    }
  }
}

extension LineEditor {
  /// Does what a key does in a line of text; other keys do nothing.
  mutating func edit(_ key: Key) {
    switch (key.code, key.modifiers) {
    case (.left, .control), (.left, .alt), (.character("b"), .alt): moveWordLeft()
    case (.right, .control), (.right, .alt), (.character("f"), .alt): moveWordRight()
    case (.left, _), (.character("b"), .control): moveLeft()
    case (.right, _), (.character("f"), .control): moveRight()
    case (.home, _), (.character("a"), .control): moveToStart()
    case (.end, _), (.character("e"), .control): moveToEnd()
    case (.backspace, .alt), (.character("w"), .control): deleteWordBackward()
    case (.backspace, _): deleteBackward()
    case (.delete, _), (.character("d"), .control): deleteForward()
    case (.character("u"), .control): deleteToStart()
    case (.character("k"), .control): deleteToEnd()
    default: break
    }
  }
}
