import Dispatch

/// How long a frame may still wait for tiles, of all its sources together.
struct TimeBudget {
  var seconds: Double

  /// Does something that may take as long as is told, and takes off what it took.
  mutating func spend(_ work: (_ seconds: Double) -> Void) {
    let start = DispatchTime.now().uptimeNanoseconds
    work(seconds)
    let spent = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    seconds = max(seconds - spent, 0)
  }
}
