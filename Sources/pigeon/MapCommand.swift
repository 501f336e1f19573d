import CellGrid
import Geodesy
import Glibc
import Positioning
import Preferences
import Terminal
import ViewModel

extension MapRequest {
  /// The zoom of a place when none is asked for and the view that was left is further out.
  static let placeZoom = 8.0

  /// Opens the map and runs it to its end.
  func run(_ arguments: [String: PropertyListValue]) throws(CommandError) -> ExitStatus {
    guard isatty(STDOUT_FILENO) == 1 else {
      throw CommandError(
        "standard output is not a terminal; 'pigeon render' prints a map", .unavailable)
    }
    let stores = Stores(locations: StoreLocations.current, arguments: arguments)
    let resources = ResourceDirectory()
    let inbox = Inbox()
    let tiles = MapTiles(resources: resources) { inbox.mailbox.post() }
    let screen = try openScreen(resources)
    let application = Application(
      stores: stores, screen: screen, loop: EventLoop(screen: screen, mailbox: inbox.mailbox),
      tiles: tiles, inbox: inbox, charset: charset(screen), credits: resources.credits())
    prepare(application)
    let ending = application.run()
    screen.leave()

    // A change that could not be saved has its last chance, and else is told where it can be read.
    _ = stores.synchronize()
    let failure = stores.pendingFailure ?? application.state.saveFailure
    if let failure { Output.warn("not saved: \(failure)") }
    if case .signal(let number) = ending {
      // Ended by the signal, for whoever waits for this process.
      signal(number, SIG_DFL)
      raise(number)
    }
    return failure == nil ? .done : .inputOutput
  }

  private func openScreen(_ resources: ResourceDirectory) throws(CommandError) -> Screen {
    var options = Screen.Options(terminfoDirectory: resources.file(ResourceDirectory.terminfo))
    if case .depth(let depth) = terminal.coloring { options.colorDepth = depth }
    do {
      return try Screen(options: options)
    } catch {
      throw CommandError("\(error)", .unavailable)
    }
  }

  /// A locale that can not show Braille can not be talked into it.
  private func charset(_ screen: Screen) -> Charset {
    screen.charset == .ascii ? .ascii : terminal.charset ?? screen.charset
  }

  /// Brings the state to where it was left, then to what the command line asks for.
  private func prepare(_ application: Application) {
    let stores = application.stores
    application.state.hasPositionSource = position != .none
    application.send(.preferences(stores.effectiveValues()))
    if isFresh {
      stores.discardViewState()
    } else {
      application.restoreViewState()
    }
    if let place {
      // A help page that was left open would hide it.
      if case .help = application.state.screen { application.state.screen = .map }
      application.state.viewport.center = place
      application.state.viewport.zoom = max(application.state.viewport.zoom, Self.placeZoom)
      application.state.isFollowingPaused = position != .none
    }
    if let zoom { application.state.viewport.zoom = zoom }
    for problem in application.tiles.problems {
      application.send(.notice(Notice(problem, .warning)))
    }
    if let notice = stores.takeNotice() { application.send(.notice(notice)) }
    application.feed = position.makeFeed()
    let inbox = application.inbox
    application.feed?.start { inbox.deliver($0) }
    for report in inbox.takeReports() { application.send(.position(report)) }
  }
}
