import Preferences

/// `pigeon defaults …`: the preferences from outside the map, as `defaults` does on macOS.
enum DefaultsRequest {
  case read(key: String?)
  case write(key: String, value: PropertyListValue)
  case delete(key: String?)
}

extension Invocation {
  static func defaults(_ words: ArraySlice<String>) throws(CommandError) -> Invocation {
    let types: [Flag] = [.integer, .float, .boolean, .string]
    // Up to the value's type everything is an operand or --help; the value itself may be anything.
    let verb = words.first ?? ""
    if verb == "write", words.count >= 3, words.dropFirst().first != "--help" {
      return .defaults(try write(Array(words.dropFirst()), types: types))
    }
    let arguments = try ParsedArguments(words, flags: Subcommand.defaults.flags)
    if arguments.has(.help) { return .print(Subcommand.defaults.helpText) }
    let operands = arguments.operands
    switch (operands.first, operands.count) {
    case ("read"?, 1), ("read"?, 2): return .defaults(.read(key: operands.dropFirst().first))
    case ("delete"?, 1), ("delete"?, 2): return .defaults(.delete(key: operands.dropFirst().first))
    case ("write"?, _): throw .usage("defaults write needs a KEY and a VALUE")
    case ("read"?, _), ("delete"?, _):
      throw .usage("defaults \(operands[0]) takes one KEY at most")
    case (let verb?, _): throw .usage("defaults can not '\(verb)': read, write or delete")
    case (nil, _): throw .usage("defaults needs read, write or delete")
    }
  }

  private static func write(
    _ words: [String], types: [Flag]
  ) throws(CommandError) -> DefaultsRequest {
    let key = words[0]
    let flag = types.first { words[1] == "-\($0.name)" }
    let values = words.dropFirst(flag == nil ? 1 : 2)
    guard values.count == 1, let text = values.first else {
      throw .usage("defaults write needs a KEY and one VALUE")
    }
    switch flag {
    case .integer?:
      guard let value = Int64(text) else { throw .usage("-int: '\(text)' is no whole number") }
      return .write(key: key, value: .integer(value))
    case .float?:
      guard let value = Double(text) else { throw .usage("-float: '\(text)' is no number") }
      return .write(key: key, value: .real(value))
    case .boolean?:
      switch text.lowercased() {
      case "true", "yes", "1": return .write(key: key, value: .boolean(true))
      case "false", "no", "0": return .write(key: key, value: .boolean(false))
      default: throw .usage("-bool: '\(text)' is neither true nor false")
      }
    default: return .write(key: key, value: .string(text))
    }
  }
}

extension DefaultsRequest {
  /// Does it on the preferences file.
  func run(_ store: PreferencesStore) throws(CommandError) {
    if let error = store.launchError { throw CommandError("\(error)", .inputOutput) }
    for file in store.takeSetAsideFiles() { Output.warn("\(file)") }
    do {
      switch self {
      case .read(nil):
        Output.write(PropertyListText.format(.dictionary(store.dictionaryRepresentation)) + "\n")
      case .read(let key?):
        guard let value = store.value(forKey: key) else {
          throw CommandError("the preferences have no key '\(key)'", .nothingFound)
        }
        Output.write(PropertyListText.format(value) + "\n")
      case .write(let key, let value): try store.set(value, forKey: key)
      case .delete(nil): try store.removeAll()
      case .delete(let key?):
        guard store.values(in: .application)[key] != nil else {
          throw CommandError("the preferences file has no key '\(key)'", .nothingFound)
        }
        try store.remove(forKey: key)
      }
    } catch let error as CommandError {
      throw error
    } catch let error as PreferencesError {
      throw CommandError("\(error)", error.exitStatus)
    } catch {
      throw CommandError("\(error)", .inputOutput)
    }
  }
}

extension PreferencesError {
  /// How a command that this failure ends should end.
  var exitStatus: ExitStatus {
    switch self {
    case .unstorable, .tooLarge, .damaged: .badData
    case .system(.createFolder, _, _), .system(.create, _, _), .foreignOwner: .cannotCreate
    case .system, .notRegularFile, .locked: .inputOutput
    }
  }
}
