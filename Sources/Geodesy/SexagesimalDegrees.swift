/// Reads degrees with minutes, or with minutes and seconds: `46°56.88'N 7°26.844'E`,
/// `-0°30'0", 10°`, `N46 56 52.8 E7 26 50.6`, `46-13.4N 7-26.8E`.
///
/// Numbers without any letter, degree sign or separator are not read: they could mean anything.
enum SexagesimalDegrees {
  private enum Token: Equatable {
    /// Its value, and whether it has a decimal point.
    case number(Double, isWhole: Bool)
    /// A degree, minute or second mark after a number: 0, 1, 2.
    case mark(Int)
    /// A hyphen between two numbers, which only parts them.
    case hyphen
    case sign(Double)
    case letter(Letter)
    case separator
  }

  private enum Letter { case north, south, east, west }

  private struct Component {
    var degrees: Double
    var letter: Letter?

    var isLongitude: Bool { letter == .east || letter == .west }
  }

  /// The coordinate, whatever its range; nil when the text is not in this notation.
  static func coordinate(_ text: some StringProtocol) -> Coordinate? {
    guard let tokens = tokens(text), let (left, right) = halves(tokens),
      let first = component(left), let second = component(right),
      (first.letter == nil) == (second.letter == nil)
    else { return nil }
    if first.letter == nil {
      // `48 10,5` is a slip with a decimal comma rather than 48°10' and 5°.
      let isMarked = tokens.contains(.mark(0))
      guard isMarked || numbers(left) == numbers(right) else { return nil }
      return Coordinate(latitude: first.degrees, longitude: second.degrees)
    }
    guard first.isLongitude != second.isLongitude else { return nil }
    return first.isLongitude
      ? Coordinate(latitude: second.degrees, longitude: first.degrees)
      : Coordinate(latitude: first.degrees, longitude: second.degrees)
  }

  /// Parted by the separator, else after or before the letter between the numbers, else before
  /// the second number with a degree sign and before its own sign.
  private static func halves(_ tokens: [Token]) -> (ArraySlice<Token>, ArraySlice<Token>)? {
    if let separator = tokens.firstIndex(of: .separator) {
      return (tokens[..<separator], tokens[(separator + 1)...])
    }
    if let first = tokens.first {
      let letters = tokens.indices.filter { isLetter(tokens[$0]) }
      if letters.count == 2 {
        let end = isLetter(first) ? letters[1] : letters[0] + 1
        return (tokens[..<end], tokens[end...])
      }
    }
    let degreeSigns = tokens.indices.filter { tokens[$0] == .mark(0) }
    guard degreeSigns.count == 2, var start = degreeSigns.last.map({ $0 - 1 }), start > 0 else {
      return nil
    }
    if case .sign = tokens[start - 1] { start -= 1 }
    return (tokens[..<start], tokens[start...])
  }

  /// Up to three numbers, only the last of which has decimals.
  private static func component(_ tokens: ArraySlice<Token>) -> Component? {
    var rest = tokens
    var letter: Letter?
    var sign: Double?
    if case .letter(let found)? = rest.first {
      letter = found
      rest = rest.dropFirst()
    } else if case .letter(let found)? = rest.last {
      letter = found
      rest = rest.dropLast()
    }
    if case .sign(let found)? = rest.first {
      if letter != nil { return nil }
      sign = found
      rest = rest.dropFirst()
    }
    guard let degrees = magnitude(rest) else { return nil }
    let isNegative = letter == .south || letter == .west || sign == -1
    return Component(degrees: isNegative ? -degrees : degrees, letter: letter)
  }

  private static func magnitude(_ tokens: ArraySlice<Token>) -> Double? {
    var values: [Double] = []
    var isPreviousWhole = true
    var previousMark: Int?
    var isAfterHyphen = false
    for token in tokens {
      switch token {
      case .number(let value, let isWhole):
        // Only what comes last has decimals; marks that were begun go on.
        guard isPreviousWhole, values.count < 3, values.isEmpty || value < 60 else { return nil }
        values.append(value)
        isPreviousWhole = isWhole
        isAfterHyphen = false
      case .mark(let rank):
        guard rank == values.count - 1, previousMark != rank else { return nil }
        previousMark = rank
      case .hyphen:
        guard !values.isEmpty, !isAfterHyphen else { return nil }
        isAfterHyphen = true
      case .sign, .letter, .separator: return nil
      }
    }
    guard let degrees = values.first, !isAfterHyphen else { return nil }
    let minutes = values.count > 1 ? values[1] : 0
    let seconds = values.count > 2 ? values[2] : 0
    // One division, so that what was written is read back exactly.
    return values.count == 1 ? degrees : (degrees * 3600 + minutes * 60 + seconds) / 3600
  }

  private static func numbers(_ tokens: ArraySlice<Token>) -> Int {
    tokens.count { if case .number = $0 { true } else { false } }
  }

  private static func isLetter(_ token: Token) -> Bool {
    if case .letter = token { true } else { false }
  }
}

extension SexagesimalDegrees {
  /// More of them no coordinate has.
  private static let tokenLimit = 20

  private static func tokens(_ text: some StringProtocol) -> [Token]? {
    var tokens: [Token] = []
    let scalars = Array(text.unicodeScalars.prefix(200))
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if isDigit(scalar) || scalar == "." {
        let end = scalars[index...].firstIndex { !isDigit($0) && $0 != "." } ?? scalars.count
        guard let number = number(scalars[index..<end]) else { return nil }
        tokens.append(number)
        index = end
        continue
      }
      if !scalar.properties.isWhitespace {
        guard let token = token(scalars, &index, after: tokens.last) else { return nil }
        tokens.append(token)
      }
      index += 1
      if tokens.count > tokenLimit { return nil }
    }
    let isTelling = tokens.contains { isLetter($0) || $0 == .mark(0) || $0 == .separator }
    return isTelling ? tokens : nil
  }

  private static func token(
    _ scalars: [Unicode.Scalar], _ index: inout Int, after last: Token?
  ) -> Token? {
    switch scalars[index] {
    case "°", "º", "\u{2DA}": return .mark(0)
    case "'", "\u{2032}", "\u{2018}", "\u{2019}", "\u{B4}":
      // Two minute marks are a second mark.
      guard index + 1 < scalars.count, scalars[index + 1] == scalars[index] else {
        return .mark(1)
      }
      index += 1
      return .mark(2)
    case "\"", "\u{2033}", "\u{201C}", "\u{201D}": return .mark(2)
    case "N", "n": return .letter(.north)
    case "S", "s": return .letter(.south)
    case "E", "e": return .letter(.east)
    case "W", "w": return .letter(.west)
    case ",", ";": return .separator
    case "+": return .sign(1)
    case "-", "\u{2212}", "\u{2010}", "\u{2013}":
      // After a number it parts, as in 46-13.4N; with a blank before it, it is a sign.
      let isTouching = index > 0 && !scalars[index - 1].properties.isWhitespace
      if isTouching, isNumberOrMark(last) { return .hyphen }
      return .sign(-1)
    default: return nil
    }
  }

  private static func isNumberOrMark(_ token: Token?) -> Bool {
    switch token {
    case .number?, .mark?: true
    default: false
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func number(_ digits: ArraySlice<Unicode.Scalar>) -> Token? {
    let points = digits.count { $0 == "." }
    guard points <= 1, digits.count > points else { return nil }
    let text = "0" + String(String.UnicodeScalarView(digits)) + (digits.last == "." ? "0" : "")
    return Double(text).map { .number($0, isWhole: points == 0) }
  }
}
