import CTerminal
import Foundation
import Testing
import ViewModel

@testable import Terminal

extension ProcessWideTests {
  @Suite struct EventLoopTests {
    /// A loop on a terminal in raw mode, with the process's real signal pipe.
    private final class Bench {
      let terminal: TestPseudoTerminal
      let loop: EventLoop
      let mailbox = Mailbox()

      init() throws {
        terminal = try TestPseudoTerminal(columns: 80, rows: 24)
        TerminalModes(terminal.slave)?.takeOver()
        loop = EventLoop(
          input: terminal.slave, signals: ct_signals_install(), mailbox: mailbox)
      }

      deinit { ct_signals_restore() }
    }

    private func soon(_ seconds: Double) -> MonotonicTime {
      MonotonicTime.now.advanced(bySeconds: seconds)
    }

    @Test func aBurstIsOneBatch() throws {
      let bench = try Bench()
      let burst = String(repeating: "\u{1B}[C", count: 50)
      bench.terminal.type(Array(burst.utf8))
      let event = bench.loop.next(deadline: soon(10))
      #expect(event.inputs == Array(repeating: .key(Key(.right)), count: 50))
      #expect(!event.isDeadlineReached)
    }

    @Test func aLoneEscapeIsToldAfterItsOwnTime() throws {
      let bench = try Bench()
      bench.terminal.type([0x1B])
      let start = MonotonicTime.now
      let event = bench.loop.next(deadline: soon(10))
      #expect(event.inputs == [.key(Key(.escape))])
      #expect(MonotonicTime.now.seconds(since: start) >= 0.02)
    }

    /// An answer without its end is given up while somebody types on without a pause.
    @Test func typingDoesNotKeepAStringOpen() throws {
      let bench = try Bench()
      bench.terminal.type(Array("\u{1B}]11;rgb:ff".utf8))
      let start = MonotonicTime.now
      var inputs: [InputEvent] = []
      while inputs.isEmpty, MonotonicTime.now.seconds(since: start) < 8 {
        bench.terminal.type([UInt8(ascii: "j")])
        inputs = bench.loop.next(deadline: soon(0.1)).inputs
      }
      #expect(inputs.first == .key(Key(.character("j"))))
      #expect(MonotonicTime.now.seconds(since: start) < 5)
    }

    @Test func theDeadlineIsKept() throws {
      let bench = try Bench()
      let start = MonotonicTime.now
      let event = bench.loop.next(deadline: soon(0.05))
      #expect(event.isDeadlineReached && event.inputs.isEmpty)
      #expect(MonotonicTime.now.seconds(since: start) >= 0.05)
      bench.terminal.type([0x61])
      // A deadline in the past is told with what there is, at once.
      var inputs: [InputEvent] = []
      while inputs.isEmpty {
        let event = bench.loop.next(deadline: MonotonicTime(nanoseconds: 0))
        #expect(event.isDeadlineReached)
        inputs = event.inputs
      }
      #expect(inputs == [.key(Key(.character("a")))])
    }

    @Test func waitingCostsNothing() throws {
      let bench = try Bench()
      bench.terminal.type(Array("\u{1B}[".utf8))
      _ = bench.loop.next(deadline: soon(0.2))
      let before = threadSeconds()
      _ = bench.loop.next(deadline: soon(0.5))
      #expect(threadSeconds() - before < 0.02)
    }

    /// Processor time of this thread.
    private func threadSeconds() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func postsOfAnyThreadWakeTheLoop() throws {
      let bench = try Bench()
      let mailbox = bench.mailbox
      for _ in 0..<3 {
        Thread.detachNewThread { for _ in 0..<1000 { mailbox.post() } }
        #expect(bench.loop.next(deadline: soon(10)).isMailboxPosted)
      }
      // However many posts there were, they are one or two by the time they have all been made.
      while bench.loop.next(deadline: soon(0.1)).isMailboxPosted {}
      mailbox.post()
      mailbox.post()
      #expect(bench.loop.next(deadline: soon(10)).isMailboxPosted)
      #expect(!bench.loop.next(deadline: soon(0.02)).isMailboxPosted)
    }

    @Test func signalsAreTold() throws {
      let bench = try Bench()
      #expect(!ct_signals_termination_pending())
      let expected: [(Int32, TerminalSignal)] = [
        (SIGWINCH, .resize), (SIGTSTP, .suspend), (SIGCONT, .resume),
        (SIGTERM, .terminate(SIGTERM)), (SIGINT, .terminate(SIGINT)), (SIGHUP, .hangup),
      ]
      // One after the other: the kernel drops a pending SIGTSTP when SIGCONT comes.
      for (number, signal) in expected {
        kill(getpid(), number)
        #expect(bench.loop.next(deadline: soon(10)).signals == [signal])
      }
      #expect(ct_signals_termination_pending())
    }

    @Test func filesOfTheCallerAreWatched() throws {
      let bench = try Bench()
      let pipe = Pipe()
      let reading = pipe.fileHandleForReading.fileDescriptor
      bench.loop.files = [reading]
      #expect(bench.loop.next(deadline: soon(0.02)).readable.isEmpty)
      pipe.fileHandleForWriting.write(Data([1]))
      #expect(bench.loop.next(deadline: soon(10)).readable == [reading])
    }

    @Test func aTerminalThatGoesAwayIsAHangupOnce() throws {
      let pipe = Pipe()
      let reading = pipe.fileHandleForReading.fileDescriptor
      _ = fcntl(reading, F_SETFL, O_NONBLOCK)
      let loop = EventLoop(input: reading, signals: -1, mailbox: Mailbox())
      pipe.fileHandleForWriting.write(Data("q".utf8))
      try pipe.fileHandleForWriting.close()
      let event = loop.next(deadline: soon(10))
      #expect(event.inputs == [.key(Key(.character("q")))])
      #expect(event.signals == [.hangup])
      let next = loop.next(deadline: soon(0.02))
      #expect(next.signals.isEmpty && next.isDeadlineReached)
    }

    @Test func aPasteInPiecesIsOneEvent() throws {
      let bench = try Bench()
      let text = String(repeating: "line of text\n", count: 2000)
      let (terminal, bytes) = (bench.terminal, Array("\u{1B}[200~\(text)\u{1B}[201~".utf8))
      let master = dup(terminal.master)
      Thread.detachNewThread {
        for start in stride(from: 0, to: bytes.count, by: 1000) {
          let piece = Array(bytes[start..<min(start + 1000, bytes.count)])
          write(master, piece, piece.count)
        }
        close(master)
      }
      var inputs: [InputEvent] = []
      while inputs.isEmpty { inputs += bench.loop.next(deadline: soon(10)).inputs }
      #expect(inputs == [.paste(text)])
    }
  }
}
