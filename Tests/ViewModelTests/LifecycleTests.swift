import Testing

@testable import ViewModel

@Suite struct LifecycleTests {
  /// A lifecycle and the record of what its observers were told, with the state they saw.
  final class Life {
    let lifecycle = Lifecycle()
    var told: [(Lifecycle.Transition, Lifecycle.State)] = []

    init() {
      for transition in Lifecycle.Transition.allCases {
        lifecycle.observe(transition) { [unowned self] in
          told.append((transition, lifecycle.state))
        }
      }
    }

    func launch() {
      lifecycle.finishLaunching()
      lifecycle.didDraw()
      told = []
    }

    var transitions: [Lifecycle.Transition] { told.map(\.0) }
  }

  @Test func launching() {
    let life = Life()
    #expect(life.lifecycle.state == .notRunning)
    life.lifecycle.finishLaunching()
    #expect(life.lifecycle.state == .inactive)
    life.lifecycle.didDraw()
    life.lifecycle.didDraw()
    #expect(life.lifecycle.state == .active)
    #expect(life.transitions == [.didFinishLaunching, .didBecomeActive])
  }

  @Test func suspendingAndComingBack() {
    let life = Life()
    life.launch()
    life.lifecycle.enterBackground()
    #expect(life.lifecycle.state == .background)
    life.lifecycle.enterForeground()
    #expect(life.lifecycle.state == .inactive)
    life.lifecycle.didDraw()
    #expect(
      life.transitions == [
        .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive,
      ])
    // Observers see the state the step led to.
    #expect(life.told.map(\.1) == [.inactive, .background, .inactive, .active])
  }

  @Test func stoppedWithoutBeingAsked() {
    let life = Life()
    life.launch()
    life.lifecycle.enterForeground()
    #expect(
      life.transitions == [.willResignActive, .didEnterBackground, .willEnterForeground])
  }

  @Test(arguments: [false, true]) func ending(fromBackground: Bool) {
    let life = Life()
    life.launch()
    if fromBackground { life.lifecycle.enterBackground() }
    life.told = []
    life.lifecycle.terminate()
    life.lifecycle.terminate()
    #expect(life.lifecycle.state == .terminating)
    #expect(
      life.transitions == (fromBackground ? [.willTerminate] : [.willResignActive, .willTerminate]))
    // Nothing follows the end.
    life.lifecycle.enterForeground()
    life.lifecycle.didDraw()
    #expect(life.lifecycle.state == .terminating)
  }

  @Test func endingBeforeTheFirstFrame() {
    let life = Life()
    life.lifecycle.terminate()
    #expect(life.transitions == [.willTerminate])
  }

  @Test func observersAreCalledInOrder() {
    let lifecycle = Lifecycle()
    var order: [Int] = []
    for number in 0..<3 { lifecycle.observe(.didFinishLaunching) { order.append(number) } }
    lifecycle.finishLaunching()
    #expect(order == [0, 1, 2])
  }
}
