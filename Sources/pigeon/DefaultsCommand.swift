import Preferences
import ViewModel

/// `pigeon defaults …`: the preferences from outside the map, as `defaults` does on macOS.
enum DefaultsRequest {
  case read(key: String?, isJSON: Bool)
  case write(key: String, DefaultsValue)
  case delete(key: String)
  case deleteAll
  case domains(isJSON: Bool)

  /// Whether it only prints.
  var changesNothing: Bool {
    switch self {
    case .read, .domains: true
    case .write, .delete, .deleteAll: false
    }
  }

  /// Whether the words after `defaults` may hold pairs -KEY VALUE for the argument domain. Where a
  /// value has a type in front, as in `write KEY -int 5`, they would be taken for one.
  static func takesPreferencePairs(_ words: [String]) -> Bool {
    words.first != Subcommand.defaults.name
      || !["write", "delete"].contains(words.dropFirst().first)
  }
}

extension Invocation {
  static func defaults(_ words: ArraySlice<String>) throws(CommandError) -> Invocation {
    let verb = words.first ?? ""
    // The key and the value of `write` may look like anything.
    if verb == "write", words.count >= 3, words.dropFirst().first != "--help" {
      let value = try DefaultsValue(parsing: words.dropFirst(2))
      return .defaults(.write(key: words[words.startIndex + 1], value))
    }
    let arguments = try ParsedArguments(words, flags: Subcommand.defaults.flags)
    if arguments.has(.help) { return .print(Subcommand.defaults.helpText) }
    let operands = arguments.operands
    let key = operands.dropFirst().first
    let isJSON = arguments.has(.json)
    if isJSON, verb == "delete" { throw .usage("defaults delete prints nothing: no --json") }
    if arguments.has(.all) {
      guard operands == ["delete"] else {
        throw .usage("--all goes with defaults delete, without a KEY")
      }
      return .defaults(.deleteAll)
    }
    switch (operands.first, operands.count) {
    case ("read"?, 1), ("read"?, 2): return .defaults(.read(key: key, isJSON: isJSON))
    case ("delete"?, 2): return .defaults(.delete(key: operands[1]))
    // macOS' tool deletes everything here: too easily done by mistake.
    case ("delete"?, 1): throw .usage("defaults delete needs a KEY, or --all for all of them")
    case ("domains"?, 1): return .defaults(.domains(isJSON: isJSON))
    case ("domains"?, _): throw .usage("defaults domains takes no KEY")
    case ("write"?, _): throw .usage("defaults write needs a KEY and a VALUE")
    case ("read"?, _), ("delete"?, _):
      throw .usage("defaults \(operands[0]) takes one KEY at most")
    case (let verb?, _):
      throw .usage("defaults can not '\(verb)': read, write, delete or domains")
    case (nil, _): throw .usage("defaults needs read, write, delete or domains")
    }
  }
}

extension DefaultsRequest {
  /// Does it on the preferences file.
  /// - Parameter schema: the settings there are, to warn of values that mean nothing to them.
  func run(_ store: PreferencesStore, _ schema: SettingsSchema) throws(CommandError) {
    switch self {
    case .read(let key, let isJSON): try Self.read(key, isJSON: isJSON, store)
    case .write(let key, let value):
      try Self.changing { () throws(PreferencesError) in try value.write(key, store) }
      if let stored = store.values(in: .application)[key],
        let problem = Settings.problem(
          of: stored, forKey: key, schema: schema, homeFolder: State.userHome)
      {
        Output.warn("stored, but \(problem)")
      }
    case .delete(let key): try Self.delete(key, store)
    case .deleteAll: try Self.changing { () throws(PreferencesError) in try store.removeAll() }
    case .domains(let isJSON): try Self.domains(isJSON: isJSON, store)
    }
  }

  private static func read(
    _ key: String?, isJSON: Bool, _ store: PreferencesStore
  ) throws(CommandError) {
    var values = store.dictionaryRepresentation
    if let key {
      guard let value = values[key] else {
        throw CommandError("the preferences have no key '\(key)'", .nothingFound)
      }
      if !isJSON { return try Output.write(PropertyListText.format(value) + "\n") }
      values = [key: value]
    }
    if !isJSON { return try Output.write(PropertyListText.format(.dictionary(values)) + "\n") }
    try Output.write(
      values.sorted { $0.key < $1.key }
        .map { PropertyListJSON.line([("key", .string($0.key))], value: $0.value) }.joined())
  }

  private static func delete(_ key: String, _ store: PreferencesStore) throws(CommandError) {
    guard store.values(in: .application)[key] != nil else {
      throw CommandError("the preferences file has no key '\(key)'", .nothingFound)
    }
    try changing { () throws(PreferencesError) in try store.remove(forKey: key) }
  }

  private static func changing(
    _ change: () throws(PreferencesError) -> Void
  ) throws(CommandError) {
    do { try change() } catch { throw CommandError("\(error)", error.exitStatus) }
  }

  private static func domains(isJSON: Bool, _ store: PreferencesStore) throws(CommandError) {
    let widest = PreferencesStore.Domain.allCases.map(\.name.count).max() ?? 0
    var text = ""
    for (key, value) in store.dictionaryRepresentation.sorted(by: { $0.key < $1.key }) {
      guard let domain = store.domain(ofKey: key) else { continue }
      if isJSON {
        text += PropertyListJSON.line(
          [("key", .string(key)), ("domain", .string(domain.name))], value: value)
      } else {
        let padding = String(repeating: " ", count: widest - domain.name.count)
        text += "\(domain.name)\(padding)  \(PropertyListText.assignment(key, value))\n"
      }
    }
    try Output.write(text)
  }
}

extension PreferencesStore.Domain {
  /// As users see it.
  var name: String {
    switch self {
    case .arguments: "arguments"
    case .application: "application"
    case .registered: "registered"
    }
  }
}

extension PreferencesError {
  /// How a command that this failure ends should end.
  var exitStatus: ExitStatus {
    switch self {
    case .unstorable, .tooLarge, .damaged, .notCollection: .badData
    case .system(.createFolder, _, _), .system(.create, _, _), .foreignOwner: .cannotCreate
    case .system, .notRegularFile, .locked: .inputOutput
    }
  }
}
