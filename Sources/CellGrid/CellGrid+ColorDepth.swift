extension CellGrid {
  /// Brings all colours down to what so many show: the nearest colours of xterm's palette, or no
  /// colour at all. For a user who wants fewer than the terminal has. O(cells).
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
    }
  }
}
