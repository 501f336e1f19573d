import Dispatch

/// Runs two independent pieces of work at the same time where there are cores for both, and returns
/// when both are done.
///
/// Some 20 µs are spent on the handing over, so each piece should take a good part of a millisecond.
func concurrently(_ first: () -> Void, _ second: () -> Void) {
  withoutActuallyEscaping(first) { first in
    withoutActuallyEscaping(second) { second in
      // Each is called once, and both have ended before this returns; what they touch is the
      // caller's to keep apart.
      nonisolated(unsafe) let work = (first, second)
      DispatchQueue.concurrentPerform(iterations: 2) { $0 == 0 ? work.0() : work.1() }
    }
  }
}

/// As `concurrently`, with the two halves of so many rows.
func concurrently(rows: Int, _ work: (Range<Int>) -> Void) {
  concurrently {
    work(0..<rows / 2)
  } _: {
    work(rows / 2..<rows)
  }
}

/// Lends out two variables for work on both at the same time.
func withBoth<A, B>(
  _ first: inout A, _ second: inout B,
  _ body: (UnsafeMutablePointer<A>, UnsafeMutablePointer<B>) -> Void
) {
  withUnsafeMutablePointer(to: &first) { first in
    withUnsafeMutablePointer(to: &second) { second in body(first, second) }
  }
}
