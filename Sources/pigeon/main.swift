import Glibc
import Preferences
import ViewModel

/// Runs a command line, without the program's name, and tells how it ended.
func run(_ words: [String]) -> ExitStatus {
  do throws(CommandError) {
    try refuseInvalidText()
    let hasArgumentDomain = DefaultsRequest.takesPreferencePairs(words)
    let arguments = ArgumentDomain(parsing: hasArgumentDomain ? words : [])
    if hasArgumentDomain, !DefaultsRequest.takesPreferencePairs(arguments.remaining) {
      throw CommandError.usage("no -KEY VALUE before 'defaults write' or 'defaults delete'")
    }
    for ignored in arguments.ignored { Output.warn("ignored: \(ignored)") }
    let invocation = try Invocation(hasArgumentDomain ? arguments.remaining : words)
    switch invocation {
    case .map(let request): return try request.run(arguments.values.with(request.theme))
    case .render(let request):
      let settings = SettingsBundle.read(ResourceDirectory())
      let values = arguments.values.with(request.theme)
      let store = openStore(values, settings, changesNothing: true)
      // There is a map without them too.
      if let error = store.launchError { Output.warn("\(error)") }
      try request.run(store, settings)
    case .defaults(let request):
      let settings = SettingsBundle.read(ResourceDirectory())
      let store = openStore(
        arguments.values, settings, changesNothing: request.changesNothing)
      if let error = store.launchError { throw CommandError("\(error)", error.exitStatus) }
      try request.run(store, settings)
    case .print(let text): try Output.write(text)
    case .tiles(let request): return try request.run()
    }
    return .done
  } catch {
    Output.warn(error.message)
    if error.status == .usage { Output.warn("try 'pigeon --help'") }
    return error.status
  }
}

/// Opens the preferences for a command, and tells what that did to them. What could not be read is
/// left to the command.
/// - Parameter changesNothing: a command that only prints leaves a damaged file to the one that
///   changes it.
private func openStore(
  _ arguments: [String: PropertyListValue], _ settings: SettingsSchema, changesNothing: Bool
) -> PreferencesStore {
  let store = PreferencesStore(
    path: StoreLocations.current.preferences, arguments: arguments, changesNothing: changesNothing)
  store.register(SettingsBundle.registeredDefaults(settings))
  for file in store.takeSetAsideFiles() { Output.warn("\(file)") }
  return store
}

extension [String: PropertyListValue] {
  /// With a theme for this launch only, as `-HPTheme` gives it.
  fileprivate func with(_ theme: String?) -> Self {
    guard let theme else { return self }
    return merging([PreferenceKey.theme: .string(theme)]) { $1 }
  }
}

/// Swift would put U+FFFD for what is no UTF-8, and that would be stored.
private func refuseInvalidText() throws(CommandError) {
  for index in 1..<max(Int(CommandLine.argc), 1) {
    guard let bytes = CommandLine.unsafeArgv[index] else { return }
    if String(validatingCString: bytes) == nil {
      throw .usage("argument \(index) is not valid UTF-8: '\(String(cString: bytes))'")
    }
  }
}

// A file size limit is an error to be told like a full disk, not a reason to die.
signal(SIGXFSZ, SIG_IGN)
exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
