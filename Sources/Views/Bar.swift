import CellGrid

/// A line of the screen made of segments that give way to each other when it is narrow.
struct Bar {
  struct Segment {
    var text: SafeText
    var color: Color
    var attributes: CellAttributes = []
    /// Kept longest: 0.
    var priority: Int
    /// May be cut short rather than dropped, down to so many columns; nil: all or nothing.
    var minimumColumns: Int?
    /// Other ways to say it, each shorter than the one before.
    var shorter: [SafeText] = []

    /// The longest form of at most so many columns, else the text, to be cut.
    func form(columns: Int) -> SafeText {
      ([text] + shorter).first { $0.columns <= columns } ?? text
    }

    var shortest: SafeText { shorter.last ?? text }
  }

  static let gap = 2

  var leading: [Segment] = []
  var trailing: [Segment] = []

  /// Draws the segments that fit, most important first; the rest of the row is background.
  func draw(
    into grid: inout CellGrid, row: Int, background: Color, attributes: CellAttributes
  ) {
    guard row >= 0, row < grid.rows else { return }
    let blank = Cell(background: background, attributes: attributes)
    for column in 0..<grid.columns { grid[column, row] = blank }
    let widths = fittedWidths(columns: grid.columns)
    var column = 1
    for (segment, width) in zip(leading, widths.leading) where width > 0 {
      grid.draw(
        segment.form(columns: width), column: column, row: row, foreground: segment.color,
        background: background,
        attributes: segment.attributes.union(attributes), maximumColumns: width)
      column += width + Self.gap
    }
    column = grid.columns - 1
    for (segment, width) in zip(trailing, widths.trailing).reversed() where width > 0 {
      column -= width
      grid.draw(
        segment.form(columns: width), column: column, row: row, foreground: segment.color,
        background: background,
        attributes: segment.attributes.union(attributes), maximumColumns: width)
      column -= Self.gap
    }
  }

  /// Columns given to each segment; 0 for those dropped. All that fit in their shortest form show;
  /// what room is left goes to longer forms, of the most important first.
  func fittedWidths(columns: Int) -> (leading: [Int], trailing: [Int]) {
    let all = leading + trailing
    var widths = [Int](repeating: 0, count: all.count)
    // A blank at either end.
    var room = columns - 2 + Self.gap
    let order = all.indices.sorted { all[$0].priority < all[$1].priority }
    for index in order {
      let segment = all[index]
      let wanted = segment.shortest.columns
      let available = room - Self.gap
      if wanted <= available {
        widths[index] = wanted
      } else if let minimum = segment.minimumColumns, available >= minimum {
        widths[index] = available
      }
      if widths[index] > 0 { room -= widths[index] + Self.gap }
    }
    for index in order where widths[index] > 0 && !all[index].shorter.isEmpty {
      let columns = all[index].form(columns: widths[index] + room).columns
      room -= columns - widths[index]
      widths[index] = columns
    }
    return (Array(widths.prefix(leading.count)), Array(widths.suffix(trailing.count)))
  }
}
