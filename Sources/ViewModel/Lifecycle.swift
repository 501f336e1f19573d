/// The program's life, after the states an iOS app goes through: one place that knows the state, and
/// tells observers of each transition. What is saved, read again or given up at which moment is
/// registered here, by whoever owns it, and nowhere else.
///
/// Belongs to one thread, the main thread.
public final class Lifecycle {
  public enum State: Equatable, Sendable {
    /// Before the first frame.
    case notRunning
    /// In the foreground without keys: launching, or about to stop or end.
    case inactive
    /// In the foreground with the keyboard.
    case active
    /// The terminal is given back; the process is stopped or about to be. It may be ended there
    /// without notice.
    case background
    /// About to end.
    case terminating
  }

  /// A step from one state to the next. Observers are called when it happens, in the order they
  /// were added.
  public enum Transition: Equatable, Sendable, CaseIterable {
    /// Stores are read and screens restored; nothing is drawn yet.
    case didFinishLaunching
    /// The first frame, or the first one after a stop, is drawn.
    case didBecomeActive
    /// Ctrl-Z, or a signal that ends the program.
    case willResignActive
    /// Save everything now.
    case didEnterBackground
    /// Continued: read everything stored again.
    case willEnterForeground
    /// Save everything now; there is no later.
    case willTerminate

    /// Where the step can be taken from, and where it leads.
    fileprivate var path: (from: Set<State>, to: State) {
      switch self {
      case .didFinishLaunching: ([.notRunning], .inactive)
      case .didBecomeActive: ([.inactive], .active)
      case .willResignActive: ([.active], .inactive)
      case .didEnterBackground: ([.inactive], .background)
      case .willEnterForeground: ([.background], .inactive)
      case .willTerminate: ([.notRunning, .inactive, .background], .terminating)
      }
    }
  }

  public private(set) var state = State.notRunning
  private var observers: [(transition: Transition, call: () -> Void)] = []

  public init() {}

  /// Calls `observer` at every such transition, when the new state is in force.
  public func observe(_ transition: Transition, _ observer: @escaping () -> Void) {
    observers.append((transition, observer))
  }

  // MARK: What happens to the program

  public func finishLaunching() { take(.didFinishLaunching) }

  /// A frame was drawn: the user sees the program.
  public func didDraw() {
    if state == .inactive { take(.didBecomeActive) }
  }

  /// The process is about to be stopped.
  public func enterBackground() {
    take(.willResignActive)
    take(.didEnterBackground)
  }

  /// The process goes on after a stop, or noticed that it had been stopped without being asked
  /// (SIGSTOP): then it makes up for the steps it could not take.
  public func enterForeground() {
    if state == .active || state == .inactive {
      take(.willResignActive)
      take(.didEnterBackground)
    }
    take(.willEnterForeground)
  }

  /// The program ends.
  public func terminate() {
    take(.willResignActive)
    take(.willTerminate)
  }

  /// Takes a step where it can be taken from the present state; does nothing where it can not.
  private func take(_ transition: Transition) {
    let (from, to) = transition.path
    guard from.contains(state) else { return }
    state = to
    for observer in observers where observer.transition == transition { observer.call() }
  }
}
