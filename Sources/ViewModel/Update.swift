import Geodesy
import Places
import Positioning

/// Applies an event to the state.
/// - Parameter time: Seconds on a monotonic clock.
/// - Returns: What is to be done outside, in order.
public func update(_ state: inout State, _ event: Event, time: Double) -> [Effect] {
  switch event {
  case .input(let input): return state.handle(input, time: time)
  case .resized(let columns, let rows): state.resize(columns: columns, rows: rows)
  case .tileSources(let statuses): state.take(statuses)
  case .pathCompletions(let typed, let names, let isWhole):
    state.complete(typed, names, isWhole: isWhole)
  case .position(let report): state.handle(report)
  case .preferences(let values): return state.followFileSelection { $0.apply(values) }
  case .titleSuggested(let name):
    if case .titlePrompt(var prompt) = state.screen {
      prompt.suggestion = name
      state.screen = .titlePrompt(prompt)
    }
  case .saveFailure(let reason): state.saveFailure = reason
  case .notice(let notice): state.tell(notice)
  case .terminalBackground(let isLight): state.isTerminalLight = isLight
  case .restored(let objects):
    state.decodeRestorableState(objects)
    // A position that came before the view would else be left behind.
    state.followPosition()
  case .opened(let place, let zoom): state.open(place, zoom: zoom)
  case .resumed: state.pointer = PointerState()
  }
  return []
}

extension State {
  mutating func handle(_ input: InputEvent, time: Double) -> [Effect] {
    if case .key = input { notices.removeFirst(toldNotices.count) }
    switch screen {
    case .map: return handleOnMap(input, time: time)
    case .titlePrompt(let prompt): return handleInPrompt(prompt, input)
    case .help(let scroll): return handleInHelp(scroll, input)
    case .settings(let screen): return handleInSettings(screen, input)
    }
  }

  private mutating func handleOnMap(_ input: InputEvent, time: Double) -> [Effect] {
    switch input {
    case .key(let key):
      guard let action = KeyBinding.actions[key] else { return [] }
      return perform(action)
    case .mouse(let mouse):
      handle(mouse, time: time)
      return []
    case .paste, .focus: return []
    }
  }

  private mutating func handleInHelp(_ scroll: Int, _ input: InputEvent) -> [Effect] {
    guard case .key(let key) = input else {
      if case .mouse(let mouse) = input {
        if mouse.kind == .wheelDown { screen = .help(scroll: scroll + 3) }
        if mouse.kind == .wheelUp { screen = .help(scroll: max(scroll - 3, 0)) }
      }
      return []
    }
    switch key.code {
    case .down, .character("j"): screen = .help(scroll: scroll + 1)
    case .up, .character("k"): screen = .help(scroll: max(scroll - 1, 0))
    case .pageDown, .character(" "): screen = .help(scroll: scroll + max(rows - 6, 1))
    case .pageUp, .character("b"): screen = .help(scroll: max(scroll - max(rows - 6, 1), 0))
    case .home, .character("g"): screen = .help(scroll: 0)
    default:
      screen = .map
      switch KeyBinding.actions[key] {
      case .redraw?:
        screen = .help(scroll: scroll)
        return [.redraw]
      case .suspend?:
        screen = .help(scroll: scroll)
        return [.suspend]
      default: return []
      }
    }
    return []
  }

  mutating func resize(columns: Int, rows: Int) {
    guard columns != self.columns || rows != self.rows else { return }
    let showedWholeWorld = viewport == viewport.wholeWorld
    self.columns = columns
    self.rows = rows
    layOut()
    // The whole world stays the whole world, whatever the size.
    if showedWholeWorld { viewport = viewport.wholeWorld }
    viewport.zoom = max(viewport.zoom, minimumZoom)
    pointer = PointerState()
  }

  mutating func handle(_ report: PositionReport) {
    switch report {
    case .fix(let fix): self.fix = fix
    case .lost: fix = nil
    }
    followPosition()
  }

  /// Puts the crosshair on the position when following.
  mutating func followPosition() {
    if trackingMode != .followWithHeading { viewport.heading = 0 }
    guard isFollowing, let fix else { return }
    viewport.center = fix.coordinate
    if trackingMode == .followWithHeading, let heading = fix.heading ?? fix.course {
      viewport.heading = heading
    }
  }
}
