import CNcurses
import CellGrid

/// Cells to curses' cells, in the colours the terminal has.
struct CellEncoder {
  let depth: ColorDepth
  /// Whether characters beyond ASCII may be shown.
  let isUnicode: Bool
  /// Whether the terminal has 8 colours only; bright ones are then bold.
  private let hasEightColors: Bool
  var pairs: PairTable

  /// - Parameters:
  ///   - colors: curses' COLORS.
  ///   - pairs: none used yet.
  init(depth: ColorDepth, isUnicode: Bool, colors: Int, pairs: PairTable) {
    self.depth = depth
    self.isUnicode = isUnicode
    hasEightColors = colors < 16
    self.pairs = pairs
  }

  /// Fills `row` with the cells for `mvwadd_wchnstr`, where a double-width character is one
  /// element; returns how many there are. `row` has room for as many as `cells`.
  mutating func encode(
    _ cells: UnsafeBufferPointer<Cell>, clusters: [String], into row: UnsafeMutablePointer<cchar_t>
  ) -> Int {
    var count = 0
    var column = 0
    while column < cells.count {
      let cell = cells[column]
      let isDouble =
        column + 1 < cells.count && cells[column + 1].glyph == Cell.continuation
      let cluster =
        cell.glyph >= Cell.clusterBase ? clusters[Int(cell.glyph - Cell.clusterBase)] : nil
      let first = cluster?.unicodeScalars.first?.value ?? cell.glyph
      let (shown, width) = scalar(of: first, isDouble: isDouble)
      let (pair, attributes) = rendition(of: cell, isBlank: shown == 0x20)
      row[count] = cn_cell(shown, attributes, pair)
      if let cluster, isUnicode { addCombining(cluster, to: &row[count]) }
      count += 1
      column += 1
      if isDouble {
        column += 1
        if width == 1 {
          row[count] = cn_cell(0x20, attributes, pair)
          count += 1
        }
      }
    }
    return count
  }

  // MARK: Characters

  /// What to show for a glyph and how wide curses takes it to be. What would not fill just the
  /// cells the grid has for it would shift the rest of the row, and is replaced.
  private func scalar(of glyph: UInt32, isDouble: Bool) -> (UInt32, width: Int) {
    if glyph < 0x7F { return (glyph >= 0x20 ? glyph : 0x20, 1) }
    if !isUnicode { return (UInt32(UInt8(ascii: "?")), 1) }
    // Without dots it is a blank, which is shorter and some fonts show as rings.
    if glyph == 0x2800 { return (0x20, 1) }
    // Box drawing, blocks and Braille, without asking the locale's tables.
    if (0x2500...0x259F).contains(glyph) || (0x2801...0x28FF).contains(glyph) { return (glyph, 1) }
    let width = Int(cn_width(glyph))
    if width == 1 || width == 2 && isDouble { return (glyph, width) }
    return (0xFFFD, 1)
  }

  /// The scalars of a cluster after the first, as far as curses has room and they combine.
  private func addCombining(_ text: String, to cell: inout cchar_t) {
    withUnsafeMutableBytes(of: &cell.chars) { bytes in
      let scalars = bytes.bindMemory(to: wchar_t.self)
      var index = 1
      for scalar in text.unicodeScalars.dropFirst()
      where index < scalars.count && cn_width(scalar.value) == 0 {
        scalars[index] = wchar_t(bitPattern: scalar.value)
        index += 1
      }
    }
  }

  // MARK: Colours

  private mutating func rendition(of cell: Cell, isBlank: Bool) -> (pair: Int32, attr_t) {
    var attributes: attr_t = 0
    if !cell.attributes.isEmpty {
      if cell.attributes.contains(.bold) { attributes |= cn_attr_bold }
      if cell.attributes.contains(.dim) { attributes |= cn_attr_dim }
      if cell.attributes.contains(.underline) { attributes |= cn_attr_underline }
      if cell.attributes.contains(.reverse) { attributes |= cn_attr_reverse }
    }
    if depth == .monochrome { return (0, attributes) }
    // A blank shows no foreground; one for all saves pairs and changes of colour.
    let showsForeground =
      !isBlank || attributes & (cn_attr_reverse | cn_attr_underline) != 0
    var foreground = showsForeground ? color(cell.foreground) : -1
    var background = color(cell.background)
    if hasEightColors {
      if foreground > 7 {
        attributes |= cn_attr_bold
        foreground -= 8
      }
      if background > 7 { background -= 8 }
    }
    return (pairs.pair(foreground: foreground, background: background), attributes)
  }

  /// curses' number of the nearest colour; -1 is the terminal's default.
  private func color(_ color: Color) -> Int32 {
    if color.isTerminalDefault { return -1 }
    switch depth {
    case .trueColor:
      // Our own terminal description takes every number for a colour; that of the system, used
      // where ours can not be, takes 0…7 for the eight ANSI colours.
      return max(Int32(color.packed), 8)
    case .indexed256: return Int32(Palette.index256(color))
    case .ansi16, .monochrome: return Int32(Palette.ansi16(color))
    }
  }
}
