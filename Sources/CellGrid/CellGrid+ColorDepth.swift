extension CellGrid {
  /// Brings all colours down to what so many show: the nearest colours of xterm's palette, or no
  /// colour at all. Among 16 colours, text that would not stand out from its ground becomes white or
  /// black; lines are left as they are. O(cells).
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
    for index in cells.indices {
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
      if depth == .ansi16, cells[index].isText { keepReadable(index) }
    }
  }

  private mutating func keepReadable(_ index: Int) {
    let (foreground, background) = (cells[index].foreground, cells[index].background)
    guard !foreground.isTerminalDefault, !background.isTerminalDefault else { return }
    let ground = Palette.ansi16(background)
    if !Palette.isReadable(Palette.ansi16(foreground), on: ground) {
      cells[index].foreground = Palette.rgb(index: Palette.readable(on: ground))
    }
  }
}

extension Cell {
  /// Whether something is written here: no blank, and none of the signs that draw lines and areas
  /// (box drawing, blocks, Braille).
  fileprivate var isText: Bool {
    glyph > 0x20 && !(0x2500...0x259F).contains(glyph) && !(0x2800...0x28FF).contains(glyph)
  }
}
