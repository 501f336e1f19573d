import CellGrid

/// A grid as text that people can read and tools can compare: what golden tests store.
///
///     12x2
///     |Zürich  612 |
///     |            |
///     0: a6 b6
///     1: a12
///     a #d7dde0 on #13263b bold
///     b default on default
///
/// First the size, then the rows, then how many columns of which style each row has (rows of equal
/// runs on one line, `1-4:`), then the styles in order of appearance.
public enum GridSnapshot {
  public static func text(of grid: CellGrid) -> String {
    var lines = ["\(grid.columns)x\(grid.rows)"]
    lines += (0..<grid.rows).map { "|" + grid.text(row: $0) + "|" }

    var names: [Style: String] = [:]
    var legend: [String] = []
    let runs = (0..<grid.rows).map { row in
      styleRuns(of: grid, row: row).map { run in
        if names[run.style] == nil {
          let name = styleName(legend.count)
          names[run.style] = name
          legend.append("\(name) \(run.style.description)")
        }
        return (names[run.style] ?? "?") + String(run.length)
      }.joined(separator: " ")
    }

    var row = 0
    while row < runs.count {
      var last = row
      while last + 1 < runs.count, runs[last + 1] == runs[row] { last += 1 }
      lines.append((last > row ? "\(row)-\(last): " : "\(row): ") + runs[row])
      row = last + 1
    }
    return (lines + legend).joined(separator: "\n") + "\n"
  }

  private struct Style: Hashable, CustomStringConvertible {
    var foreground: Color
    var background: Color
    var attributes: CellAttributes

    init(_ cell: Cell) {
      foreground = cell.foreground
      background = cell.background
      attributes = cell.attributes
    }

    var description: String {
      var words = [Self.name(foreground), "on", Self.name(background)]
      if attributes.contains(.bold) { words.append("bold") }
      if attributes.contains(.dim) { words.append("dim") }
      if attributes.contains(.underline) { words.append("underline") }
      if attributes.contains(.reverse) { words.append("reverse") }
      return words.joined(separator: " ")
    }

    private static func name(_ color: Color) -> String {
      if color.isTerminalDefault { return "default" }
      let digits = String(color.packed, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }

  private static func styleRuns(
    of grid: CellGrid, row: Int
  ) -> [(style: Style, length: Int)] {
    var runs: [(style: Style, length: Int)] = []
    for column in 0..<grid.columns {
      let style = Style(grid[column, row])
      if runs.last?.style == style {
        runs[runs.count - 1].length += 1
      } else {
        runs.append((style, 1))
      }
    }
    return runs
  }

  /// a…z, then aa, ab and so on.
  private static func styleName(_ index: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(index % 26)))
    return index < 26 ? letter : styleName(index / 26 - 1) + letter
  }
}
