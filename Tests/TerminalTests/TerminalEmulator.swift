/// As much of an xterm as the tests need, independent of the code they test: what a stream of bytes
/// leaves on a screen of cells.
struct TerminalEmulator {
  struct Pen: Equatable {
    /// As in SGR: "31", "38;5;7", "38;2;1;2;3"; empty is the default.
    var foreground = ""
    var background = ""
    var attributes: Set<Int> = []
  }

  struct Position: Equatable {
    var text = " "
    var pen = Pen()
  }

  let columns: Int
  let rows: Int
  var cells: [Position]
  var pen = Pen()
  var x = 0
  var y = 0
  /// DEC private modes that are set; 25 shows the cursor.
  var privateModes: Set<Int> = [25]
  /// What the terminal was asked: OSC strings and device attributes.
  var questions: [String] = []
  /// Sequences that are not understood; a test wants none.
  var unknown: [String] = []
  private var isWrapPending = false
  private var top = 0
  private var bottom: Int
  private var saved = (x: 0, y: 0)
  private var lastDrawn = " "
  private let erasesWithBackground: Bool
  private let width: (UInt32) -> Int

  init(
    columns: Int, rows: Int, erasesWithBackground: Bool = true, width: @escaping (UInt32) -> Int
  ) {
    self.columns = columns
    self.rows = rows
    self.width = width
    self.erasesWithBackground = erasesWithBackground
    bottom = rows - 1
    cells = Array(repeating: Position(), count: columns * rows)
  }

  subscript(column: Int, row: Int) -> Position { cells[row * columns + column] }

  func text(row: Int) -> String {
    cells[row * columns..<(row + 1) * columns].map(\.text).joined()
  }

  mutating func feed(_ bytes: [UInt8]) {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar.value {
      case 0x1B: index = escape(scalars, at: index)
      case 0x0D: move(x: 0, y: y)
      case 0x08: move(x: x - 1, y: y)
      case 0x09: move(x: min((x / 8 + 1) * 8, columns - 1), y: y)
      case 0x0A: lineFeed()
      case 0x0E, 0x0F: break
      case 0..<0x20: unknown.append("control \(scalar.value)")
      default: draw(scalar)
      }
    }
  }

  private mutating func move(x newX: Int, y newY: Int) {
    x = min(max(newX, 0), columns - 1)
    y = min(max(newY, 0), rows - 1)
    isWrapPending = false
  }

  private mutating func lineFeed() {
    if y == bottom { scroll(up: 1, from: top) } else { move(x: x, y: y + 1) }
  }

  private var blank: Position {
    var blank = Position()
    if erasesWithBackground { blank.pen.background = pen.background }
    return blank
  }

  private mutating func draw(_ scalar: Unicode.Scalar) {
    let size = width(scalar.value)
    if size == 0 {
      let target = isWrapPending ? x : x - 1
      if target >= 0 { cells[y * columns + target].text.unicodeScalars.append(scalar) }
      return
    }
    if isWrapPending {
      x = 0
      isWrapPending = false
      lineFeed()
    }
    lastDrawn = String(Character(scalar))
    cells[y * columns + x] = Position(text: lastDrawn, pen: pen)
    if size == 2, x + 1 < columns { cells[y * columns + x + 1] = Position(text: "", pen: pen) }
    x += size
    if x >= columns {
      x = columns - 1
      isWrapPending = true
    }
  }

  private mutating func scroll(up count: Int, from first: Int) {
    let height = bottom - first + 1
    let distance = min(abs(count), height)
    for offset in 0..<height {
      let row = count > 0 ? first + offset : bottom - offset
      let source = count > 0 ? row + distance : row - distance
      for column in 0..<columns {
        cells[row * columns + column] =
          source >= first && source <= bottom ? cells[source * columns + column] : blank
      }
    }
  }

  // MARK: Sequences

  private mutating func escape(_ scalars: [Unicode.Scalar], at start: Int) -> Int {
    guard start < scalars.count else { return start }
    switch scalars[start] {
    case "[":
      var end = start + 1
      while end < scalars.count, !(0x40...0x7E).contains(scalars[end].value) { end += 1 }
      guard end < scalars.count else { return end }
      let body = String(String.UnicodeScalarView(scalars[start + 1..<end]))
      control(body, final: Character(scalars[end]))
      return end + 1
    case "]":
      // An OSC string, up to ST or BEL.
      let end =
        scalars[start...].firstIndex { $0 == "\u{1B}" || $0 == "\u{07}" } ?? scalars.count
      let text = String(String.UnicodeScalarView(scalars[start + 1..<end]))
      if text.hasSuffix("?") { questions.append(text) }
      return end + (end < scalars.count && scalars[end] == "\u{1B}" ? 2 : 1)
    case "(", ")": return start + 2
    case "7": saved = (x, y)
    case "8": move(x: saved.x, y: saved.y)
    case "M": if y == top { scroll(up: -1, from: top) } else { move(x: x, y: y - 1) }
    case "=", ">": break
    default: unknown.append("ESC \(scalars[start])")
    }
    return start + 1
  }

  private mutating func control(_ body: String, final: Character) {
    if body.hasPrefix("?") {
      for mode in body.dropFirst().split(separator: ";").compactMap({ Int($0) }) {
        if final == "h" { privateModes.insert(mode) } else { privateModes.remove(mode) }
      }
      return
    }
    let values = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = values.first ?? 0
    let count = max(first, 1)
    let second = values.count > 1 ? values[1] : 0
    switch final {
    case "m": render(values)
    case "H", "f": move(x: max(second, 1) - 1, y: count - 1)
    case "A": move(x: x, y: y - count)
    case "B": move(x: x, y: y + count)
    case "C": move(x: x + count, y: y)
    case "D": move(x: x - count, y: y)
    case "G": move(x: count - 1, y: y)
    case "d": move(x: x, y: count - 1)
    case "X": for column in x..<min(x + count, columns) { cells[y * columns + column] = blank }
    case "K": eraseLine(first)
    case "J": eraseDisplay(first)
    case "P": shiftLine(by: count)
    case "@": shiftLine(by: -count)
    case "L": scroll(up: -count, from: y)
    case "M": scroll(up: count, from: y)
    case "S": scroll(up: count, from: top)
    case "T": scroll(up: -count, from: top)
    case "b":
      let repeated = Array(lastDrawn.unicodeScalars)
      for _ in 0..<count { for scalar in repeated { draw(scalar) } }
    case "r":
      top = count - 1
      bottom = (second == 0 ? rows : second) - 1
      move(x: 0, y: 0)
    case "h", "l", "t": break
    case "c" where body.isEmpty: questions.append("DA1")
    default: unknown.append("CSI \(body)\(final)")
    }
  }

  private mutating func eraseLine(_ how: Int) {
    let range = how == 0 ? x..<columns : how == 1 ? 0..<x + 1 : 0..<columns
    for column in range { cells[y * columns + column] = blank }
  }

  private mutating func eraseDisplay(_ how: Int) {
    let here = y * columns + x
    let range = how == 0 ? here..<cells.count : how == 1 ? 0..<here + 1 : 0..<cells.count
    for index in range { cells[index] = blank }
  }

  private mutating func shiftLine(by count: Int) {
    let line = Array(cells[y * columns..<(y + 1) * columns])
    for column in x..<columns {
      let source = column + count
      cells[y * columns + column] = source >= x && source < columns ? line[source] : blank
    }
  }

  private mutating func render(_ values: [Int]) {
    var rest = values[...]
    if rest.isEmpty { rest = [0] }
    while let value = rest.popFirst() {
      switch value {
      case 0: pen = Pen()
      case 1...9: pen.attributes.insert(value)
      case 22: pen.attributes.subtract([1, 2])
      case 23...29: pen.attributes.remove(value - 20)
      case 39: pen.foreground = ""
      case 49: pen.background = ""
      case 38, 48:
        let kind = rest.popFirst() ?? 0
        let components = (0..<(kind == 2 ? 3 : 1)).compactMap { _ in rest.popFirst() }
        let text = ([value, kind] + components).map(String.init).joined(separator: ";")
        if value == 38 { pen.foreground = text } else { pen.background = text }
      case 30...37, 90...97: pen.foreground = "\(value)"
      case 40...47, 100...107: pen.background = "\(value)"
      default: unknown.append("SGR \(value)")
      }
    }
  }
}
