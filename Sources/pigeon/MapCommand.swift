import CellGrid
import Geodesy
import Glibc
import Positioning
import Preferences
import Terminal
import ViewModel
import Views

extension MapRequest {
  /// Opens the map and runs it to its end.
  func run(_ arguments: [String: PropertyListValue]) throws(CommandError) -> ExitStatus {
    guard isatty(STDOUT_FILENO) == 1 else {
      throw CommandError(
        "standard output is not a terminal; 'pigeon render' prints a map", .unavailable)
    }
    let resources = ResourceDirectory()
    let stores = Stores(
      locations: StoreLocations.current, arguments: arguments,
      settings: SettingsBundle.read(resources))
    let inbox = Inbox()
    let tiles = MapTiles(resources: resources) { inbox.mailbox.post() }
    let styles = resources.styles()
    let screen = try openScreen(resources, stores)
    let application = Application(
      stores: stores, screen: screen, loop: EventLoop(screen: screen, mailbox: inbox.mailbox),
      tiles: tiles, inbox: inbox, styles: styles, options: displayOptions(screen),
      credits: resources.credits())
    prepare(application)
    let ending = application.run()
    screen.leave()

    // A change that could not be saved has its last chance, and else is told where it can be read.
    _ = stores.synchronize()
    let failure = stores.failure
    if let failure {
      Output.warn("not saved: \(failure)")
      if stores.hasPendingChanges, let pin = application.state.annotation {
        // So that it can be typed again.
        let place = CoordinateFormat.decimal(pin.coordinate, decimals: 6)
        Output.warn("the remembered location is \(pin.title) at \(place)")
      }
    }
    if case .signal(let number) = ending {
      // Ended by the signal, for whoever waits for this process.
      signal(number, SIG_DFL)
      raise(number)
    }
    return failure == nil ? .done : .inputOutput
  }

  private func openScreen(
    _ resources: ResourceDirectory, _ stores: Stores
  ) throws(CommandError) -> Screen {
    var options = Screen.Options(terminfoDirectory: resources.file(ResourceDirectory.terminfo))
    switch terminal.coloring {
    case .depth(let depth): options.colorDepth = depth
    case .automatic:
      options.colorDepth = Self.openingDepth(setting: stores.settings.colorDepth)
    case .always: break
    }
    do {
      return try Screen(options: options)
    } catch {
      throw CommandError("\(error)", .unavailable)
    }
  }

  /// A locale that can not show Braille can not be talked into it.
  private func displayOptions(_ screen: Screen) -> DisplayOptions {
    let charset = screen.charset == .ascii ? .ascii : terminal.charset ?? screen.charset
    var isDepthFixed = true
    if case .automatic = terminal.coloring { isDepthFixed = false }
    var options = DisplayOptions(
      charset: charset, depth: screen.colorDepth, isCharsetFixed: terminal.charset != nil,
      isDepthFixed: isDepthFixed)
    options.takeDepth(of: screen)
    return options
  }

  /// What the screen has to be told of the setting: more than the environment tells. Less is left
  /// to the frames.
  static func openingDepth(setting: ColorDepth?) -> ColorDepth? {
    setting == .trueColor || TerminalEnvironment.current.isColorUnwanted ? setting : nil
  }

  /// Brings the state to where it was left, then to what the command line asks for.
  private func prepare(_ application: Application) {
    let stores = application.stores
    application.state.positionOverride = position
    application.state.takeFolders(tiles: tiles)
    application.send(.preferences(stores.effectiveValues()))
    if isFresh {
      stores.discardViewState()
    } else {
      application.restoreViewState()
    }
    if place != nil || zoom != nil { application.send(.opened(place, zoom: zoom)) }
    for problem in application.tiles.problems {
      application.send(.notice(Notice(problem, .warning)))
    }
    application.tellStores()
  }
}

extension DisplayOptions {
  /// Takes over how many colours a screen shows.
  mutating func takeDepth(of screen: any MapScreen) {
    depth = screen.colorDepth
    let isUnwanted = TerminalEnvironment.current.isColorUnwanted && !isDepthFixed
    automaticDepth = isUnwanted ? .monochrome : depth
  }
}
