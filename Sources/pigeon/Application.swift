import Cartography
import CellGrid
import Geodesy
import Glibc
import Positioning
import Preferences
import Terminal
import Tiles
import ViewModel
import Views

/// The interactive program: stores, view model, screen and event loop wired together.
///
/// One key press travels: `EventLoop` → `send` → `update` → effects (`perform`: preferences are on
/// disk when this returns) → `draw`. A change by another process: inotify → `synchronize` → `send`.
final class Application {
  let stores: Stores
  let screen: any MapScreen
  let loop: EventLoop
  let composer: ScreenComposer
  let tiles: MapTiles
  let inbox: Inbox
  let renderer: MapRenderer
  let lifecycle = Lifecycle()
  var state: State
  var grid: CellGrid
  var feed: PositionFeed?
  /// How the program is to end, once it is.
  var ending: Ending?

  private var needsDrawing = true
  private var toldFailures: Set<String> = []
  private let styles: MapStyleLibrary
  private var saving = SaveSchedule()
  /// The view state as it is on disk.
  private var savedObjects: [String: RestorationArchive.Object] = [:]
  private let start = MonotonicTime.now

  enum Ending: Equatable {
    case quit
    case signal(Int32)
  }

  init(
    stores: Stores, screen: any MapScreen, loop: EventLoop, tiles: MapTiles, inbox: Inbox,
    styles: MapStyleLibrary, options: DisplayOptions, credits: [String]
  ) {
    self.stores = stores
    self.screen = screen
    self.loop = loop
    self.tiles = tiles
    self.inbox = inbox
    self.styles = styles
    renderer = MapRenderer()
    composer = ScreenComposer(
      renderer: renderer, sources: tiles.sources, styles: styles, options: options,
      credits: credits)
    state = State(columns: screen.size.columns, rows: screen.size.rows)
    grid = CellGrid(columns: screen.size.columns, rows: screen.size.rows)
    state.settingsSchema = stores.settingsSchema
    state.isTerminalLight = TerminalBackground.isLight
    state.systemLanguage = SystemLanguage.current
    stores.watchFiles(loop)
    observeLifecycle()
  }

  /// What is done at which moment of the program's life.
  private func observeLifecycle() {
    lifecycle.observe(.didBecomeActive) { [unowned self] in
      screen.setCrashMark(nil)
      stores.finishRestoring()
      tellStores()
    }
    lifecycle.observe(.didEnterBackground) { [unowned self] in saveViewState() }
    lifecycle.observe(.willEnterForeground) { [unowned self] in
      synchronize()
      tiles.own.check()
    }
    lifecycle.observe(.willTerminate) { [unowned self] in
      saveViewState()
      feed?.stop()
    }
  }

  /// Runs until the user or a signal ends it.
  func run() -> Ending {
    lifecycle.finishLaunching()
    // What the terminal has answered by now counts for the first frame, which waits for nothing.
    var event = loop.next(deadline: .now)
    event.isDeadlineReached = false
    take(event.replies)
    draw()
    while true {
      handle(event)
      if let ending {
        lifecycle.terminate()
        return ending
      }
      // What a frame found out is told in the next, which follows at once.
      while needsDrawing { draw() }
      event = loop.next(deadline: saving.deadline)
    }
  }

  /// Brings back the view that was left.
  func restoreViewState() {
    screen.setCrashMark(stores.crashMark)
    savedObjects = stores.restoreViewState()
    send(.restored(savedObjects))
  }

  // MARK: Events

  private func handle(_ event: LoopEvent) {
    take(event.replies)
    for input in event.inputs where ending == nil { send(.input(input)) }
    for signal in event.signals where ending == nil { handle(signal) }
    if event.readable.contains(where: stores.isWatched), stores.drainWatcher() { synchronize() }
    if event.isMailboxPosted {
      for report in inbox.takeReports() { send(.position(report)) }
      for event in inbox.takeEvents() { send(event) }
      takeTileArrivals()
      needsDrawing = true
    }
    if event.isDeadlineReached {
      saveViewState()
      // What could not be saved is tried again as long as it takes, and told when it succeeds.
      if stores.hasPendingChanges { synchronize() }
    }
  }

  /// What the terminal tells about its background is news only when it differs.
  private func take(_ replies: [TerminalReply]) {
    for isLight in replies.compactMap(\.isLight) where isLight != state.isTerminalLight {
      tell(.terminalBackground(isLight: isLight))
    }
  }

  private func handle(_ signal: TerminalSignal) {
    switch signal {
    case .resize:
      screen.resize()
      resize()
    case .suspend: suspend()
    case .resume: comeBack()
    case .terminate(let number): ending = .signal(number)
    case .hangup: ending = .signal(SIGHUP)
    }
  }

  /// Applies an event and does what it asks for.
  func send(_ event: Event) {
    saving.noteChange(at: .now)
    tell(event)
  }

  // MARK: The life of the program

  func suspend() {
    lifecycle.enterBackground()
    screen.suspend()
    comeBack()
  }

  /// Continued after a stop: everything stored is read again, and everything drawn.
  private func comeBack() {
    screen.resume()
    resize()
    lifecycle.enterForeground()
    send(.resumed)
  }

  private func resize() {
    send(.resized(columns: screen.size.columns, rows: screen.size.rows))
  }

  /// Takes over what other processes changed.
  private func synchronize() {
    let changes = stores.synchronize()
    if !changes.isEmpty {
      send(.preferences(changes))
      tiles.own.check()
    }
    tellStores()
  }

  /// Tells what the stores have to tell, after anything was asked of them. A failure is told only
  /// when it is another, and leaves no change to save behind: else saving and telling would take
  /// turns for ever.
  func tellStores() {
    var events = stores.takeNotices().map { Event.notice($0) }
    if stores.failure != state.saveFailure { events.append(.saveFailure(stores.failure)) }
    saving.noteTry(hasFailed: stores.failure != nil, at: .now)
    for event in events { tell(event) }
  }

  /// Applies an event that only has something to tell.
  func tell(_ event: Event) {
    for effect in update(&state, event, time: uptime) { perform(effect) }
    needsDrawing = true
  }

  private var uptime: Double { MonotonicTime.now.seconds(since: start) }

  // MARK: Drawing and saving

  private func draw() {
    needsDrawing = false
    let result = composer.compose(state, into: &grid)
    screen.draw(grid, cursor: result.cursor)
    lifecycle.didDraw()
    if let failure = result.tileFailure {
      tiles.own.check(after: failure)
      tellOnce("\(failure)", of: failure.file)
    }
    for problem in styles.problems { tellOnce("\(problem)", of: problem.file) }
  }

  /// Tells a failure, the first of a file: the map goes on with what can be read.
  private func tellOnce(_ failure: String, of file: String) {
    guard toldFailures.insert(file).inserted else { return }
    tell(.notice(Notice(failure, .warning)))
  }

  /// Lets failures of these files be told again: they are other files now.
  func forgetFailures(of files: [String]) { toldFailures.subtract(files) }

  private func saveViewState() {
    saving = SaveSchedule()
    let objects = state.encodeRestorableState()
    guard objects != savedObjects else {
      if stores.failure != nil { tellStores() }
      return
    }
    if stores.saveViewState(objects, idiom: "\(state.columns)x\(state.rows)") {
      savedObjects = objects
    }
    tellStores()
  }
}
