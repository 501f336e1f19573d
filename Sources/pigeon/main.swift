import Glibc
import Preferences

/// Runs a command line, without the program's name, and tells how it ended.
func run(_ words: [String]) -> ExitStatus {
  do throws(CommandError) {
    let hasArgumentDomain = DefaultsRequest.takesPreferencePairs(words)
    let arguments = ArgumentDomain(parsing: hasArgumentDomain ? words : [])
    if hasArgumentDomain, !DefaultsRequest.takesPreferencePairs(arguments.remaining) {
      throw CommandError.usage("no -KEY VALUE before 'defaults write' or 'defaults delete'")
    }
    for ignored in arguments.ignored { Output.warn("ignored: \(ignored)") }
    let invocation = try Invocation(hasArgumentDomain ? arguments.remaining : words)
    switch invocation {
    case .map(let request): return try request.run(arguments.values)
    case .render(let request): try request.run(store(arguments))
    case .defaults(let request): try request.run(store(arguments))
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

private func store(_ arguments: ArgumentDomain) -> PreferencesStore {
  let store = PreferencesStore(
    path: StoreLocations.current.preferences, arguments: arguments.values)
  store.register(SettingsBundle.registeredDefaults(SettingsBundle.read(ResourceDirectory())))
  return store
}

// A file size limit is an error to be told like a full disk, not a reason to die.
signal(SIGXFSZ, SIG_IGN)
exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
