/// Writes a grid as text with SGR control sequences (ECMA-48 8.3.117; ISO 8613-6 for 256 and
/// 24-bit colours), for pipes and files rather than for curses.
public struct ANSIEncoder: Sendable {
  /// What the reader can show. Monochrome keeps attributes but sets no colours.
  public let depth: ColorDepth

  public init(depth: ColorDepth) { self.depth = depth }

  /// The rows, each ended by a line feed, and by a reset before that if it set anything.
  ///
  /// A sequence is written only where the style changes in a way the depth can show.
  public func encode(_ grid: CellGrid) -> String {
    var output = ""
    output.reserveCapacity(grid.cells.count * 8)
    for row in 0..<grid.rows {
      var current = Rendition()
      for column in 0..<grid.columns {
        let cell = grid[column, row]
        if cell.glyph == Cell.continuation { continue }
        let next = rendition(of: cell)
        if next != current {
          output += sequence(from: current, to: next)
          current = next
        }
        output += grid.text(of: cell)
      }
      if current != Rendition() { output += "\u{1B}[0m" }
      output += "\n"
    }
    return output
  }

  /// The rows without any control sequence, each ended by a line feed.
  public static func plainText(_ grid: CellGrid) -> String {
    (0..<grid.rows).reduce(into: "") { $0 += grid.text(row: $1) + "\n" }
  }

  /// A style after the colours are brought down to the depth; nil is the terminal's default.
  private struct Rendition: Equatable {
    var foreground: UInt32?
    var background: UInt32?
    var attributes: CellAttributes = []
  }

  private func rendition(of cell: Cell) -> Rendition {
    Rendition(
      foreground: reduced(cell.foreground), background: reduced(cell.background),
      attributes: cell.attributes)
  }

  private func reduced(_ color: Color) -> UInt32? {
    if color.isTerminalDefault { return nil }
    return switch depth {
    case .monochrome: nil
    case .ansi16: UInt32(Palette.ansi16(color))
    case .indexed256: UInt32(Palette.index256(color))
    case .trueColor: color.packed
    }
  }

  private func sequence(from old: Rendition, to new: Rendition) -> String {
    var old = old
    var parameters: [String] = []
    if !old.attributes.isSubset(of: new.attributes) {
      // Bold and dim have one code to end both, so start from nothing.
      parameters.append("0")
      old = Rendition()
    }
    for (attribute, code) in Self.attributeCodes
    where new.attributes.contains(attribute) && !old.attributes.contains(attribute) {
      parameters.append(code)
    }
    if new.foreground != old.foreground {
      parameters.append(parameter(new.foreground, isBackground: false))
    }
    if new.background != old.background {
      parameters.append(parameter(new.background, isBackground: true))
    }
    return "\u{1B}[" + parameters.joined(separator: ";") + "m"
  }

  private static let attributeCodes: [(CellAttributes, String)] = [
    (.bold, "1"), (.dim, "2"), (.underline, "4"), (.reverse, "7"),
  ]

  private func parameter(_ color: UInt32?, isBackground: Bool) -> String {
    let base = isBackground ? 40 : 30
    guard let color else { return String(base + 9) }
    switch depth {
    case .monochrome: return String(base + 9)
    case .ansi16: return String(color < 8 ? base + Int(color) : base + 52 + Int(color))
    case .indexed256: return "\(base + 8);5;\(color)"
    case .trueColor: return "\(base + 8);2;\(color >> 16);\(color >> 8 & 255);\(color & 255)"
    }
  }
}
