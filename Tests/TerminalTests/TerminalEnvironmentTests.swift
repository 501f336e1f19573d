import CellGrid
import Foundation
import Testing

@testable import Terminal

@Suite struct TerminalEnvironmentTests {
  @Test(arguments: [
    ("\u{1B}[m\u{0F}$<2>", "\u{1B}[m\u{0F}"), ("$<5/>a$<20.5*/>b", "ab"), ("a$b$<x>$", "a$b$<x>$"),
    ("", ""), ("$<", "$<"), ("$$<1>", "$"),
  ])
  func delaysAreNotWritten(text: String, expected: String) {
    #expect(TerminalDescription.withoutDelays(text) == expected)
  }

  @Test(
    arguments: [
      ("xterm-256color", "", false, false, nil, 256, ColorDepth.indexed256),
      ("xterm-256color", "truecolor", false, false, nil, 256, .trueColor),
      ("xterm", "24bit", false, false, nil, 8, .trueColor),
      ("xterm-256color", "yes", false, false, nil, 256, .indexed256),
      ("xterm-direct", "", false, false, nil, 1 << 24, .trueColor),
      ("screen-256color", "truecolor", false, false, nil, 256, .indexed256),
      ("screen-256color", "truecolor", false, true, nil, 256, .trueColor),
      ("xterm", "", false, false, nil, 8, .ansi16),
      ("vt100", "", false, false, nil, 0, .monochrome),
      ("xterm-256color", "truecolor", true, false, nil, 256, .monochrome),
      // What the user chose counts more, as far as the terminal can.
      ("xterm-256color", "truecolor", true, false, .ansi16, 256, .ansi16),
      ("xterm", "", false, false, .indexed256, 8, .ansi16),
      ("xterm-256color", "", false, false, .trueColor, 256, .trueColor),
      ("xterm-256color", "", false, false, .monochrome, 256, .monochrome),
    ] as [(String, String, Bool, Bool, ColorDepth?, Int, ColorDepth)])
  func depth(
    term: String, colorTerm: String, unwanted: Bool, tmux: Bool, chosen: ColorDepth?, colors: Int,
    expected: ColorDepth
  ) {
    let environment = TerminalEnvironment(
      term: term, colorTerm: colorTerm, isColorUnwanted: unwanted, isInsideTmux: tmux)
    #expect(environment.colorDepth(chosen: chosen, colors: colors) == expected)
  }
}

extension ProcessWideTests {
  @Suite struct LocaleTests {
    @Test(arguments: [
      ("C.UTF-8", Charset.braille), ("xx_XX.UTF-8", .braille), ("xx_XX.utf8", .braille),
      ("C", .ascii), ("xx_XX.ISO-8859-1", .ascii),
    ])
    func charset(name: String, expected: Charset) {
      setenv("LC_ALL", name, 1)
      defer {
        setenv("LC_ALL", "C.UTF-8", 1)
        _ = TerminalEnvironment.activateLocale()
      }
      #expect(TerminalEnvironment.activateLocale() == expected)
    }
  }
}
