import CTerminal
import CellGrid
import Foundation
import Testing
import ViewModel

@testable import Terminal

/// What a terminal tells without anybody typing.
@Suite struct TerminalReplyTests {
  /// Sequences and the reply each is; from xterm's ctlseqs, XParseColor(3) and the description of
  /// mode 2031 by Contour.
  static let replies: [(String, TerminalReply?)] = [
    ("\u{1B}]11;rgb:1818/1818/2020\u{1B}\\", .background(Color(0x181820))),
    ("\u{1B}]11;rgb:ffff/fefe/0000\u{07}", .background(Color(0xFFFE00))),
    ("\u{1B}]11;rgb:f/0/8\u{07}", .background(Color(0xFF0088))),
    ("\u{1B}]11;rgb:ff/7f/00\u{1B}\\", .background(Color(0xFF7F00))),
    // 0x7FF of 0xFFF is 127.47 of 255.
    ("\u{1B}]11;rgb:fff/7ff/000\u{1B}\\", .background(Color(0xFF7F00))),
    ("\u{1B}]11;rgba:ffff/ffff/ffff/cccc\u{1B}\\", .background(Color(0xFFFFFF))),
    ("\u{1B}[?62;22c", .deviceAttributes), ("\u{1B}[?1;2c", .deviceAttributes),
    ("\u{1B}[?6c", .deviceAttributes),
    ("\u{1B}[?997;1n", .colorScheme(isLight: false)),
    ("\u{1B}[?997;2n", .colorScheme(isLight: true)),
    // What is no answer, or no good one, is nothing at all.
    ("\u{1B}]11;rgb:gg/00/00\u{07}", nil), ("\u{1B}]11;rgb:12345/0/0\u{07}", nil),
    ("\u{1B}]11;rgb:ff/ff\u{07}", nil), ("\u{1B}]11;rgb:ff/ff/ff/ff\u{07}", nil),
    ("\u{1B}]11;rgb://\u{07}", nil), ("\u{1B}]11;?\u{07}", nil), ("\u{1B}]11;white\u{07}", nil),
    ("\u{1B}]10;rgb:ff/ff/ff\u{07}", nil), ("\u{1B}]111;rgb:ff/ff/ff\u{07}", nil),
    ("\u{1B}P11;rgb:ff/ff/ff\u{1B}\\", nil),
    ("\u{1B}]11;rgb:" + String(repeating: "f", count: 100) + "/0/0\u{07}", nil),
    ("\u{1B}[>41;390;0c", nil), ("\u{1B}[?997;3n", nil), ("\u{1B}[?997n", nil),
  ]

  @Test func areReadAndAreNoKeys() {
    for (sequence, reply) in Self.replies {
      var decoder = InputDecoder()
      // Amid a title being typed.
      let events = decoder.decode(Array("a\(sequence)b".utf8))
      let typed: [InputEvent] = [.key(Key(.character("a"))), .key(Key(.character("b")))]
      #expect(events == typed, "\(reply as Any)")
      #expect(decoder.takeReplies() == (reply.map { [$0] } ?? []))
      #expect(decoder.takeReplies().isEmpty)
      #expect(!decoder.needsTimeout)
    }
  }

  @Test func mayBeCutAnywhere() {
    for (sequence, reply) in Self.replies where sequence.utf8.count < 100 {
      let bytes = Array(sequence.utf8)
      for first in 0...bytes.count {
        for second in first...bytes.count {
          var decoder = InputDecoder()
          var events = decoder.decode(bytes[..<first])
          events += decoder.decode(bytes[first..<second])
          events += decoder.decode(bytes[second...])
          #expect(events.isEmpty && decoder.takeReplies() == (reply.map { [$0] } ?? []))
        }
      }
    }
  }

  /// On a slow line a pause may fall into the answer: the first half is no Escape, the second no
  /// text.
  @Test func waitLongerWhileTheyAreExpected() {
    var decoder = InputDecoder()
    decoder.expectsReplies = true
    _ = decoder.decode([0x1B])
    #expect(decoder.timeoutMilliseconds == 250)
    _ = decoder.decode(Array("]".utf8))
    #expect(decoder.timeoutMilliseconds == 250)
    _ = decoder.decode(Array("11;rgb:ff".utf8))
    #expect(decoder.timeoutMilliseconds == 5000)
    #expect(decoder.decode(Array("ff/ffff/ffff\u{07}".utf8)).isEmpty)
    #expect(decoder.takeReplies() == [.background(Color(0xFFFFFF))])
    #expect(decoder.timeoutMilliseconds == nil)
  }

  /// A string without its end takes so many bytes of what is typed after it, and no more.
  @Test(arguments: ["]11;rgb:ff", "]", "P1+r", "_G", "^", "X"])
  func oneWithoutItsEndIsBounded(start: String) {
    let text = Array("\u{1B}\(start)\(String(repeating: "j", count: 300))".utf8)
    let lost = InputDecoder.stringLimit - (start.utf8.count - 1)
    let typed = Array(repeating: InputEvent.key(Key(.character("j"))), count: 300 - lost)
    var decoder = InputDecoder()
    #expect(decoder.decode(text) == typed)
    #expect(text.flatMap { decoder.decode([$0]) } == typed)
    #expect(decoder.takeReplies().isEmpty && !decoder.needsTimeout)
  }

  /// Control characters are keys, and stand in no answer.
  @Test func aControlCharacterEndsOneWithoutItsEnd() {
    for byte in [UInt8](0...31) + [127] where ![0x07, 0x1B].contains(byte) {
      var plain = InputDecoder()
      let expected = plain.decode([byte, UInt8(ascii: "x")])
      #expect(expected.count == 2)
      var decoder = InputDecoder()
      #expect(
        decoder.decode(Array("\u{1B}]11;rgb:ff".utf8) + [byte, UInt8(ascii: "x")]) == expected)
      #expect(decoder.takeReplies().isEmpty)
    }
    var decoder = InputDecoder()
    #expect(decoder.decode(Array("\u{1B}]11;rgb:ff\u{1B}".utf8)).isEmpty)
    #expect(decoder.timeoutMilliseconds == 25)
    #expect(decoder.timeout() == [.key(Key(.escape))])
    #expect(decoder.decode([UInt8(ascii: "k")]) == [.key(Key(.character("k")))])
  }

  @Test func areBounded() {
    var decoder = InputDecoder()
    for _ in 0..<10_000 { _ = decoder.decode(Array("\u{1B}[?1c".utf8)) }
    #expect(decoder.takeReplies().count == 16)
  }

  @Test func lightAndDark() {
    let light: [UInt32] = [0xFFFFFF, 0xFDF6E3, 0x00FF00, 0x808080, 0xFFD700]
    let dark: [UInt32] = [0x000000, 0x002B36, 0xFF0000, 0x0000FF, 0x7F7F7F, 0x282C34]
    #expect(light.allSatisfy { TerminalReply.background(Color($0)).isLight == true })
    #expect(dark.allSatisfy { TerminalReply.background(Color($0)).isLight == false })
    #expect(TerminalReply.deviceAttributes.isLight == nil)
  }
}

extension ProcessWideTests {
  @Suite struct TerminalQueryTests {
    private func ask(_ term: String, answer: String) throws -> (TestPseudoTerminal, Screen) {
      let terminal = try TestPseudoTerminal(columns: 40, rows: 12, answer: answer)
      return (terminal, try terminal.screen(TerminalEnvironment(term: term)))
    }

    private func replies(_ loop: EventLoop) -> [TerminalReply] {
      loop.next(deadline: MonotonicTime.now.advanced(bySeconds: 10)).replies
    }

    @Test func theAnswerReachesTheLoop() throws {
      let (terminal, screen) = try ask(
        "xterm-256color", answer: "\u{1B}]11;rgb:ff/ff/ff\u{07}\u{1B}[?1;2c")
      let loop = EventLoop(screen: screen)
      #expect(replies(loop) == [.background(Color(0xFFFFFF))])
      _ = terminal
    }

    /// Only those are asked that either answer or say nothing.
    @Test(arguments: [
      ("xterm-256color", true), ("tmux-256color", true), ("screen", true), ("linux", false),
      ("vt100", false),
    ])
    func whoIsAsked(term: String, isAsked: Bool) throws {
      let (terminal, screen) = try ask(term, answer: "")
      screen.draw(CellGrid(columns: 40, rows: 12))
      var emulator = TerminalEmulator(columns: 40, rows: 12) { _ in 1 }
      emulator.feed(try terminal.received(count: screen.byteCount))
      #expect(emulator.questions == (isAsked ? ["11;?", "DA1"] : []))
      #expect(emulator.privateModes.contains(2031) == isAsked)
    }

    /// An answer that comes while the program leaves is not left for the shell.
    @Test func nothingIsLeftBehind() throws {
      let (terminal, screen) = try ask("xterm-256color", answer: "")
      let sender = Thread {
        // The first sign that the program is leaving.
        _ = try? terminal.received(containing: "\u{1B}[?2004l")
        terminal.type(Array("\u{1B}]11;rgb:ff/ff/ff\u{07}\u{1B}[?1;2c".utf8))
      }
      sender.start()
      screen.leave()
      var request = pollfd(fd: terminal.slave, events: Int16(POLLIN), revents: 0)
      #expect(poll(&request, 1, 0) == 0)
    }

    /// Leaving waits for what may still be on its way, and not for a terminal that never answers.
    @Test func silenceIsNotWaitedFor() throws {
      let pipe = Pipe()
      let reading = pipe.fileHandleForReading.fileDescriptor
      _ = fcntl(reading, F_SETFL, O_NONBLOCK)
      let answer = Data("\u{1B}]11;rgb:ff/ff/ff\u{07}\u{1B}[?1;2c".utf8)
      func seconds(_ query: TerminalQuery) -> Double {
        let start = MonotonicTime.now
        query.drain(reading)
        return MonotonicTime.now.seconds(since: start)
      }
      func asked(_ times: Double...) -> TerminalQuery {
        let query = TerminalQuery()
        for time in times { query.ask(at: MonotonicTime.now.advanced(bySeconds: -time)) }
        return query
      }
      #expect(seconds(asked(0)) > 0.45)
      #expect(seconds(asked(1.1)) < 0.4)
      // It was silent before a stop.
      #expect(seconds(asked(9, 0)) < 0.4)
      let answered = asked(9, 0)
      answered.take(.deviceAttributes)
      #expect(seconds(answered) > 0.45)
      // What is there is taken all the same.
      pipe.fileHandleForWriting.write(answer)
      let late = asked(2)
      #expect(seconds(late) < 0.4)
      var byte: UInt8 = 0
      #expect(read(reading, &byte, 1) < 0 && !late.isOutstanding)
    }

    /// Output stopped with Ctrl-S goes on, so that what puts the terminal back arrives.
    @Test func stoppedOutputGoesOn() throws {
      let (terminal, screen) = try ask("xterm-256color", answer: "\u{1B}[?1;2c")
      let before = try terminal.received(count: screen.byteCount).count
      terminal.type([0x13])
      // The line discipline acts on it before anything typed later can be read.
      terminal.type([0x61])
      var request = pollfd(fd: terminal.slave, events: Int16(POLLIN), revents: 0)
      #expect(poll(&request, 1, 10_000) == 1)
      screen.leave()
      let bytes = try terminal.received(count: screen.byteCount)
      #expect(bytes.count > before)
      #expect(String(decoding: bytes[before...], as: UTF8.self).contains("\u{1B}[?1049l"))
    }

    /// Also when it is stopped again and again while the program leaves.
    @Test(.timeLimit(.minutes(1))) func outputStoppedWhileLeavingGoesOn() throws {
      let (terminal, screen) = try ask("xterm-256color", answer: "\u{1B}[?1;2c")
      let before = try terminal.received(count: screen.byteCount).count
      let started = DispatchSemaphore(value: 0)
      let sender = Thread {
        for _ in 0..<100 {
          terminal.type([0x13])
          started.signal()
          usleep(1000)
        }
      }
      sender.start()
      started.wait()
      screen.leave()
      let bytes = try terminal.received(count: screen.byteCount)
      #expect(String(decoding: bytes[before...], as: UTF8.self).contains("\u{1B}[?1049l"))
    }

    /// More colours than the screen was opened with, and back.
    @Test func coloursChangeAtOnce() throws {
      let bench = try ScreenTests.Bench(ScreenTests.indexed)
      var grid = CellGrid(columns: 40, rows: 12)
      grid[3, 2] = Cell(glyph: 0x78, foreground: Color(0x0A141E), background: Color(0xC81E0A))
      for (depth, foreground, background) in [
        (nil, "38;5;233", "48;5;160"), (.trueColor, "38;2;10;20;30", "48;2;200;30;10"),
        (.monochrome, "", ""), (.ansi16, "30", "41"),
        (.trueColor, "38;2;10;20;30", "48;2;200;30;10"),
        (nil, "38;5;233", "48;5;160"),
      ] as [(ColorDepth?, String, String)] {
        bench.screen.use(colorDepth: depth)
        bench.screen.draw(grid)
        try bench.read()
        #expect(bench.emulator[3, 2].text == "x")
        #expect(bench.emulator[3, 2].pen.foreground == foreground)
        #expect(bench.emulator[3, 2].pen.background == background)
        #expect(bench.emulator.unknown.isEmpty)
      }
      bench.screen.leave()
      try bench.read()
      #expect(bench.emulator.privateModes.isDisjoint(with: [1, 1002, 1006, 1049, 2004, 2031]))
    }
  }
}
