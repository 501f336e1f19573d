import CellGrid
import ViewModel

/// The settings screen: one page of it, as a panel over the map.
struct SettingsPanel {
  static let widest = 58

  var presentation: SettingsPresentation
  var style: ChromeStyle
  var symbols: Symbols
  var options: DisplayOptions

  private enum Line {
    case blank
    case heading(String)
    case note(SafeText)
    case row(SettingsPresentation.Row)
  }

  /// Draws the panel in the middle of the map. What does not fit is scrolled, the selected row
  /// about in the middle.
  /// - Returns: Where the cursor stands while a text is typed.
  func draw(into grid: inout CellGrid, top: Int, rows: Int) -> (column: Int, row: Int)? {
    let width = min(Self.widest, grid.columns)
    let lines = lines(columns: width - 4)
    let height = min(lines.count + 2, rows)
    guard width >= 8, height >= 3 else { return nil }
    let left = (grid.columns - width) / 2
    let first = top + (rows - height) / 2
    let visible = height - 2
    let selected = lines.firstIndex { if case .row(let row) = $0 { row.isSelected } else { false } }
    let offset = min(max((selected ?? 0) - visible / 2, 0), max(lines.count - visible, 0))

    let frame = PanelFrame(style: style, symbols: symbols, options: options)
    frame.draw(into: &grid, left: left, top: first, width: width, height: height)
    frame.draw(
      presentation.titles.joined(separator: " \(symbols.page) "), into: &grid, left: left,
      row: first, width: width, color: style.text, attributes: .bold)
    let more = lines.count - visible - offset
    frame.draw(
      hint(more: more, columns: width - 6), into: &grid, left: left, row: first + height - 1,
      width: width, color: style.dim)
    if offset > 0 {
      frame.mark(symbols.above, into: &grid, column: left + width - 1, row: first + 1)
    }
    if more > 0 {
      frame.mark(symbols.below, into: &grid, column: left + width - 1, row: first + visible)
    }
    var cursor: (column: Int, row: Int)?
    for index in 0..<visible where offset + index < lines.count {
      let row = first + 1 + index
      if let column = draw(
        lines[offset + index], into: &grid, left: left + 2, row: row, columns: width - 4)
      {
        cursor = (column, row)
      }
    }
    return cursor
  }

  /// What the keys do, and how much lies below, where there is room for both.
  private func hint(more: Int, columns: Int) -> String {
    guard more > 0 else { return presentation.hint }
    let hint = "j: \(more) more \(more == 1 ? "line" : "lines"), \(presentation.hint)"
    return SafeText(hint, charset: options.charset).columns <= columns ? hint : presentation.hint
  }

  private func lines(columns: Int) -> [Line] {
    var lines: [Line] = []
    for group in presentation.groups where !group.isEmpty {
      if !lines.isEmpty { lines.append(.blank) }
      for line in group {
        switch line {
        case .heading(let text): lines.append(.heading(text))
        case .footer(let text): lines += wrapped(text, columns: columns).map { .note($0) }
        case .row(let row):
          lines.append(.row(row))
          if let reason = row.disabledReason {
            lines += wrapped(reason, columns: columns - 2).map { .note(.blanks(2) + $0) }
          }
        }
      }
    }
    return lines
  }

  private func wrapped(_ text: String, columns: Int) -> [SafeText] {
    let text = SafeText(text, charset: options.charset)
    return columns > 0 && text.columns > 0 ? text.wrapped(columns: columns) : []
  }

  private func draw(
    _ line: Line, into grid: inout CellGrid, left: Int, row: Int, columns: Int
  ) -> Int? {
    switch line {
    case .blank: break
    case .heading(let text):
      grid.draw(
        safe(text, columns), column: left, row: row, foreground: style.mapType,
        background: style.panelBackground, attributes: .bold)
    case .note(let text):
      grid.draw(
        text, column: left, row: row, foreground: style.dim, background: style.panelBackground)
    case .row(let item):
      return SettingsRowView(row: item, style: style, symbols: symbols, options: options)
        .draw(into: &grid, left: left, row: row, columns: columns)
    }
    return nil
  }

  private func safe(_ text: String, _ columns: Int) -> SafeText {
    SafeText(text, charset: options.charset).truncated(to: columns, charset: options.charset)
  }
}
