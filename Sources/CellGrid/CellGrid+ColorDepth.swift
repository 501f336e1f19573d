extension CellGrid {
  /// Brings all colours down to what so many show: the nearest colours of xterm's palette, or no
  /// colour at all. Among 16 colours, text that would not stand out from its ground becomes white or
  /// black, a name as a whole; lines are left as they are. O(cells).
  public mutating func reduceColors(to depth: ColorDepth) {
    guard depth < .trueColor else { return }
    func reduced(_ color: Color) -> Color {
      if color.isTerminalDefault { return color }
      return switch depth {
      case .monochrome: .terminalDefault
      case .ansi16: Palette.rgb(index: Palette.ansi16(color))
      case .indexed256: Palette.rgb(index: Palette.index256(color))
      case .trueColor: color
      }
    }
    // Neighbours are often alike.
    var last = Cell.blank
    var (foreground, background) = (Color.terminalDefault, Color.terminalDefault)
    var text = TextRun()
    for index in cells.indices {
      if depth == .ansi16,
        cells[index].foreground != last.foreground || cells[index].attributes != last.attributes
          || !cells[index].mayBeText || index % columns == 0
      {
        keepReadable(text)
        text = TextRun(start: cells[index].mayBeText ? index : index + 1)
        last.attributes = cells[index].attributes
      }
      if cells[index].foreground != last.foreground {
        last.foreground = cells[index].foreground
        foreground = reduced(last.foreground)
      }
      if cells[index].background != last.background {
        last.background = cells[index].background
        background = reduced(last.background)
      }
      cells[index].foreground = foreground
      cells[index].background = background
      if depth == .ansi16, cells[index].isText, !background.isTerminalDefault {
        text.add(index, on: Palette.ansi16(background))
      }
    }
    keepReadable(text)
  }

  /// Cells of a row, side by side, that were of one colour: a word, a name, or nothing written.
  private struct TextRun {
    var start = 0
    /// After the last cell with a letter.
    var end = 0
    /// The grounds letters stand on, a bit for each of the 16 colours.
    var grounds: UInt16 = 0

    mutating func add(_ index: Int, on ground: UInt8) {
      end = index + 1
      grounds |= 1 << UInt16(ground)
    }
  }

  /// A word that changed its colour where the ground does would read as two.
  private mutating func keepReadable(_ text: TextRun) {
    guard text.grounds != 0, !cells[text.start].foreground.isTerminalDefault else { return }
    let color = Palette.ansi16(cells[text.start].foreground)
    if Palette.isReadable(color, on: text.grounds) { return }
    let choice = Palette.readable(on: text.grounds)
    let clears = !Palette.isReadable(choice, on: text.grounds)
    for index in text.start..<text.end {
      cells[index].foreground = Palette.rgb(index: choice)
      // Neither white nor black will do on both a light and a dark ground.
      if clears { cells[index].background = Palette.rgb(index: 15 - choice) }
    }
  }
}

extension Cell {
  /// Whether something is written here: no blank, and none of the signs that draw lines and areas
  /// (box drawing, blocks, Braille).
  fileprivate var isText: Bool { glyph > 0x20 && mayBeText }

  /// Whether it is written, or a blank between words or the half of a wide character.
  fileprivate var mayBeText: Bool {
    !(0x2500...0x259F).contains(glyph) && !(0x2800...0x28FF).contains(glyph)
  }
}
