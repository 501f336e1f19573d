// What a stored value means for a row. Strings stand for numbers and the other way round where the
// result is one of the values the row knows, since the command line and `defaults write` without a
// type give strings.

extension SettingsRow {
  /// A stored value as a row takes it.
  public enum Meaning: Equatable, Sendable {
    /// A value the row can store itself.
    case value(PropertyListValue)
    /// A value of the right type that is none of the row's: shown as it is and not rewritten.
    case foreign(PropertyListValue)
    /// A value of another type, or none: the row shows its default.
    case unusable
  }

  /// What a stored value means: nil means nothing is stored.
  public func meaning(of stored: PropertyListValue?) -> Meaning {
    guard let stored else { return .unusable }
    switch kind {
    case .toggle(let on, let off):
      if let value = [on, off].first(where: { stored.isSame(as: $0) }) { return .value(value) }
      return stored.isOfType(on) ? .foreign(stored) : .unusable
    case .slider(let range):
      guard let number = stored.number else { return .unusable }
      return .value(.real(min(max(number, range.lowerBound), range.upperBound)))
    case .multiValue(let choices), .radio(_, let choices), .titleValue(let choices):
      if let choice = choices.first(where: { stored.isSame(as: $0.value) }) {
        return .value(choice.value)
      }
      let types = choices.map(\.value) + (defaultValue.map { [$0] } ?? [])
      return types.contains(where: stored.isOfType) ? .foreign(stored) : .unusable
    case .textField:
      if case .string = stored { return .value(stored) }
      return .unusable
    case .fileList: return stored.stringArray == nil ? .unusable : .value(stored)
    case .childPane, .file, .newFile: return .unusable
    }
  }
}

extension PropertyListValue {
  /// The number this is, or that all of its text says; nil when it is not finite.
  var number: Double? {
    let number: Double? =
      switch self {
      case .integer(let value): Double(value)
      case .real(let value): value
      case .string(let text): Double(text)
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Whether both are the same value, if maybe of another type: 1, 1.0 and "1"; true, "YES" and 1.
  fileprivate func isSame(as known: PropertyListValue) -> Bool {
    if self == known { return true }
    switch known {
    case .integer, .real: return number != nil && number == known.number
    case .boolean(let value):
      switch self {
      case .integer(let number): return number == (value ? 1 : 0)
      case .string(let text):
        let words = value ? ["yes", "true", "1"] : ["no", "false", "0"]
        return words.contains(text.lowercased())
      default: return false
      }
    case .string(let text):
      switch self {
      case .integer, .real: return stringValue == text
      default: return false
      }
    default: return false
    }
  }

  /// Whether both are numbers, or of one type. Text that says a number is one.
  fileprivate func isOfType(_ other: PropertyListValue) -> Bool {
    switch (self, other) {
    case (.boolean, .boolean), (.string, .string), (.date, .date), (.data, .data),
      (.array, .array), (.dictionary, .dictionary):
      true
    case (_, .integer), (_, .real): number != nil
    default: false
    }
  }
}
