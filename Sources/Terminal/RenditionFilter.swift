/// Shortens what curses writes: it sets both colours again whenever one changes, and resets what
/// follows is about to set. The filter follows the renditions asked for (SGR, ECMA-48 8.3.117) and
/// writes only what differs when something is about to be drawn with them. Everything else passes
/// unchanged.
struct RenditionFilter {
  /// What the terminal draws with.
  struct Rendition: Equatable {
    var foreground = defaultColor
    var background = defaultColor
    var attributes: Attributes = []
  }

  /// A direct colour is 0xRRGGBB; palette entries have bit 24 set.
  static let defaultColor = UInt32.max
  static let indexedBase: UInt32 = 0x100_0000
  /// Begins the number of a pair in what our own terminal description writes (US, which no terminal
  /// is sent).
  private static let pairMark: UInt8 = 0x1F

  struct Attributes: OptionSet {
    let rawValue: UInt16
    static let intensity: Attributes = [Attributes(rawValue: 1 << 1), Attributes(rawValue: 1 << 2)]
    static let underline = Attributes(rawValue: 1 << 4)
    static let reverse = Attributes(rawValue: 1 << 7)
    /// Attributes that show on a blank.
    static let visibleOnBlank: Attributes = [underline, reverse, Attributes(rawValue: 1 << 9)]
  }

  /// Asked for by what came in.
  var wanted = Rendition()
  /// What the terminal has now, as far as it was written.
  private var actual = Rendition()
  private var characterSet: UInt8 = 0
  private var shift: UInt8 = 0
  /// Whether single attributes can be switched off (SGR 22 and so on); else everything is reset.
  private let canSwitchOff: Bool
  /// What the numbers of pairs mean that our own terminal description writes (Resources/terminfo).
  private let pairs: PairColors?

  init(canSwitchOff: Bool, pairs: PairColors? = nil) {
    self.canSwitchOff = canSwitchOff
    self.pairs = pairs
  }

  /// The terminal was reset (`sgr0`), not through the filter.
  mutating func forget() {
    wanted = Rendition()
    actual = Rendition()
    characterSet = 0
    shift = 0
  }

  /// Appends to `output` what has the same effect as `input`, which ends between two sequences.
  mutating func filter(_ input: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    output.reserveCapacity(output.count + input.count)
    var position = 0
    while position < input.count {
      let byte = input[position]
      switch byte {
      case Byte.escape:
        position += sequence(input, at: position, into: &output)
        continue
      case Self.pairMark:
        position = choosePair(input, at: position + 1)
        continue
      case 0x0E, 0x0F:
        // The same character set again says nothing.
        if shift != byte { output.append(byte) }
        shift = byte
      case 0x20, 0x0A:
        settle(onBlank: true, into: &output)
        output.append(byte)
      case 0..<0x20:
        output.append(byte)
      default:
        settle(onBlank: false, into: &output)
        // What follows is drawn with the same; a blank may be with less.
        var end = position + 1
        while end < input.count, input[end] > 0x20 { end += 1 }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: input[position..<end]))
        position = end
        continue
      }
      position += 1
    }
  }

  /// Handles the sequence there; returns its length.
  private mutating func sequence(
    _ input: UnsafeBufferPointer<UInt8>, at start: Int, into output: inout [UInt8]
  ) -> Int {
    guard start + 1 < input.count else {
      output.append(input[start])
      return 1
    }
    var end = start + 1
    switch input[end] {
    case UInt8(ascii: "["):
      end += 1
      while end < input.count, !(0x40...0x7E).contains(input[end]) { end += 1 }
      guard end < input.count else { break }
      let body = UnsafeBufferPointer(rebasing: input[start + 2..<end])
      if input[end] == UInt8(ascii: "m"), body.first.map({ $0 < 0x3C }) ?? true {
        apply(body)
        return end - start + 1
      }
      // REP draws the last character again.
      let isRepetition = input[end] == UInt8(ascii: "b")
      if isRepetition || Self.erases(input[end]) { settle(onBlank: !isRepetition, into: &output) }
    case UInt8(ascii: "("):
      end += 1
      guard end < input.count else { break }
      if characterSet == input[end] { return 3 }
      characterSet = input[end]
    default:
      settle(onBlank: true, into: &output)
    }
    end = min(end, input.count - 1)
    output.append(contentsOf: input[start...end])
    return end - start + 1
  }

  /// Whether a CSI function fills cells with the background.
  private static func erases(_ final: UInt8) -> Bool {
    switch final {
    case UInt8(ascii: "@"), UInt8(ascii: "J"), UInt8(ascii: "K"), UInt8(ascii: "L"),
      UInt8(ascii: "M"), UInt8(ascii: "P"), UInt8(ascii: "S"), UInt8(ascii: "T"),
      UInt8(ascii: "X"):
      true
    default: false
    }
  }

  // MARK: What is asked for

  private mutating func apply(_ body: UnsafeBufferPointer<UInt8>) {
    if body.isEmpty {
      wanted = Rendition()
      return
    }
    var index = 0
    while let value = Self.number(body, at: &index) {
      switch value {
      case 0: wanted = Rendition()
      case 1...9: wanted.attributes.insert(Attributes(rawValue: 1 << UInt16(value)))
      case 22: wanted.attributes.subtract(.intensity)
      case 23...29: wanted.attributes.remove(Attributes(rawValue: 1 << UInt16(value - 20)))
      case 30...37: wanted.foreground = Self.indexedBase | UInt32(value - 30)
      case 40...47: wanted.background = Self.indexedBase | UInt32(value - 40)
      case 90...97: wanted.foreground = Self.indexedBase | UInt32(value - 82)
      case 100...107: wanted.background = Self.indexedBase | UInt32(value - 92)
      case 39: wanted.foreground = Self.defaultColor
      case 49: wanted.background = Self.defaultColor
      case 38: if let color = Self.color(body, at: &index) { wanted.foreground = color }
      case 48: if let color = Self.color(body, at: &index) { wanted.background = color }
      // Fonts (10 and 11 on the Linux console) stay as they are: this program never changes them.
      default: break
      }
    }
  }

  /// The number of a pair and the `;` after it, as our own description passes it on; returns how far
  /// it goes.
  private mutating func choosePair(_ input: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
    var end = start
    var pair = 0
    while end < input.count, input[end] != UInt8(ascii: ";") {
      pair = min(pair * 10 + Int(input[end] &- 0x30), 0xFF_FFFF)
      end += 1
    }
    if let colors = pairs?.all, pair < colors.count {
      // The terminal's default, -1, is all bits set here as well.
      wanted.foreground = UInt32(bitPattern: colors[pair].foreground)
      wanted.background = UInt32(bitPattern: colors[pair].background)
    }
    return min(end + 1, input.count)
  }

  /// The number that ends at the next `;` or at the end.
  private static func number(_ body: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Int? {
    guard index <= body.count else { return nil }
    var value = 0
    while index < body.count, body[index] != UInt8(ascii: ";"), body[index] != UInt8(ascii: ":") {
      value = min(value * 10 + Int(body[index] &- 0x30), 0xFF_FFFF)
      index += 1
    }
    index += 1
    return value
  }

  private static func color(_ body: UnsafeBufferPointer<UInt8>, at index: inout Int) -> UInt32? {
    switch number(body, at: &index) {
    case 5:
      return number(body, at: &index).map { indexedBase | UInt32($0 & 0xFF) }
    case 2:
      guard let red = number(body, at: &index), let green = number(body, at: &index),
        let blue = number(body, at: &index)
      else { return nil }
      return UInt32(red & 0xFF) << 16 | UInt32(green & 0xFF) << 8 | UInt32(blue & 0xFF)
    default:
      return nil
    }
  }

  // MARK: What is written

  /// Writes the difference, as far as it shows: on a blank the foreground does not.
  private mutating func settle(onBlank: Bool, into output: inout [UInt8]) {
    if actual == wanted { return }
    var target = wanted
    if onBlank,
      actual.attributes.union(wanted.attributes).isDisjoint(with: .visibleOnBlank)
    {
      target.foreground = actual.foreground
      target.attributes = actual.attributes
      if actual == target { return }
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SGRWriter.capacity) { buffer in
      var writer = SGRWriter(buffer)
      changeAttributes(to: target, with: &writer)
      if actual.foreground != target.foreground {
        writer.append(color: target.foreground, base: 30)
      }
      if actual.background != target.background {
        writer.append(color: target.background, base: 40)
      }
      output.append(contentsOf: writer.finish())
    }
    actual = target
  }

  private mutating func changeAttributes(to target: Rendition, with writer: inout SGRWriter) {
    let removed = actual.attributes.subtracting(target.attributes)
    let isPlain =
      target.foreground == Self.defaultColor && target.background == Self.defaultColor
    if !removed.isEmpty && !canSwitchOff || isPlain && target.attributes.isEmpty {
      actual = Rendition()
      if target != actual { writer.append(0) }
    } else if !removed.isEmpty {
      var switchedOff = removed
      if !removed.isDisjoint(with: .intensity) {
        writer.append(22)
        switchedOff.subtract(.intensity)
        actual.attributes.subtract(.intensity)
      }
      for bit in 3...9 where switchedOff.rawValue & 1 << UInt16(bit) != 0 {
        writer.append(20 + bit)
      }
    }
    let added = target.attributes.subtracting(actual.attributes)
    if added.isEmpty { return }
    for bit in 1...9 where added.rawValue & 1 << UInt16(bit) != 0 { writer.append(bit) }
  }
}
