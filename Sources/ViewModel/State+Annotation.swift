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

  mutating func clearPin() -> [Effect] {
    guard let annotation else {
      tell(Notice("Nothing is remembered"))
      return []
    }
    let effects = changeAnnotation(nil)
    tell(Notice("Cleared \(annotation.title); u brings it back"))
    return effects
  }

  mutating func undo() -> [Effect] {
    guard let previous = history.past.popLast() else {
      tell(Notice("Nothing to undo"))
      return []
    }
    history.future.append(annotation)
    setAnnotation(previous)
    tell(Notice(previous.map { "Back: \($0.title)" } ?? "Undone; nothing is remembered"))
    return [preserveAnnotation()]
  }

  mutating func redo() -> [Effect] {
    guard let next = history.future.popLast() else {
      tell(Notice("Nothing to redo"))
      return []
    }
    history.past.append(annotation)
    setAnnotation(next)
    tell(Notice(next.map { "Again: \($0.title)" } ?? "Cleared again"))
    return [preserveAnnotation()]
  }
}
