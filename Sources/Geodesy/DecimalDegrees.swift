/// Reads `48.5, -10`, `48.5N 10W`, `W 10°; N 48.5°` and the like.
///
/// The text is first cut into numbers, signs, letters and separators; blanks only part numbers.
enum DecimalDegrees {
  private enum Token: Equatable {
    case number(Double)
    case minus, plus
    case north, south, east, west
    case separator
  }

  private enum Axis { case latitude, longitude }

  private typealias Component = (degrees: Double, axis: Axis?)

  /// The coordinate, whatever its range; nil when the text is not in this notation.
  static func coordinate(_ text: some StringProtocol) -> Coordinate? {
    guard let tokens = tokens(text), let (left, right) = halves(tokens),
      let first = component(left), let second = component(right)
    else { return nil }
    return switch (first.axis, second.axis) {
    case (.longitude?, .latitude?):
      Coordinate(latitude: second.degrees, longitude: first.degrees)
    case (.latitude?, .longitude?), (nil, nil):
      Coordinate(latitude: first.degrees, longitude: second.degrees)
    default:
      nil
    }
  }

  /// What belongs to the first number and what to the second: parted by the separator, else by a
  /// sign or by which of the letters before and after the numbers make pairs.
  private static func halves(_ tokens: [Token]) -> (ArraySlice<Token>, ArraySlice<Token>)? {
    if let separator = tokens.firstIndex(of: .separator) {
      return (tokens[..<separator], tokens[(separator + 1)...])
    }
    guard let first = tokens.firstIndex(where: isNumber) else { return nil }
    // A letter between the numbers is the first one's unless that has one already.
    var end = first + 1
    if first == 0, end < tokens.count, isLetter(tokens[end]) { end += 1 }
    return (tokens[..<end], tokens[end...])
  }

  /// A number with a sign before it, or a letter before or after it.
  private static func component(_ tokens: ArraySlice<Token>) -> Component? {
    guard let index = tokens.firstIndex(where: isNumber), case .number(let value) = tokens[index],
      tokens.count <= 2
    else { return nil }
    switch tokens.first(where: { $0 != tokens[index] }) {
    case nil: return tokens.count == 1 ? (value, nil) : nil
    case .minus?: return index > tokens.startIndex ? (-value, nil) : nil
    case .plus?: return index > tokens.startIndex ? (value, nil) : nil
    case .north?: return (value, .latitude)
    case .south?: return (-value, .latitude)
    case .east?: return (value, .longitude)
    case .west?: return (-value, .longitude)
    default: return nil
    }
  }

  private static func isNumber(_ token: Token) -> Bool {
    if case .number = token { true } else { false }
  }

  private static func isLetter(_ token: Token) -> Bool {
    [.north, .south, .east, .west].contains(token)
  }

  /// Nil for anything that is not of this notation.
  private static func tokens(_ text: some StringProtocol) -> [Token]? {
    var tokens: [Token] = []
    var rest = Substring(text).unicodeScalars
    var isTouchingNumber = false
    while let scalar = rest.first {
      // `48°10` and `46-13.4` are degrees and minutes, not two coordinates.
      if isTouchingNumber, "+-\u{2212}.0123456789".unicodeScalars.contains(scalar) { return nil }
      if ("0"..."9").contains(scalar) || scalar == "." {
        let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
        rest = rest[digits.endIndex...]
        guard let number = number(digits) else { return nil }
        tokens.append(.number(number))
        isTouchingNumber = true
        continue
      }
      rest.removeFirst()
      if scalar != "°" { isTouchingNumber = false }
      switch scalar {
      case "-", "\u{2212}": tokens.append(.minus)
      case "+": tokens.append(.plus)
      case "N", "n": tokens.append(.north)
      case "S", "s": tokens.append(.south)
      case "E", "e": tokens.append(.east)
      case "W", "w": tokens.append(.west)
      case ",", ";": tokens.append(.separator)
      case "°": guard let last = tokens.last, isNumber(last) else { return nil }
      default: guard scalar.properties.isWhitespace else { return nil }
      }
      // No other notation has so many parts to try.
      if tokens.count > 5 { return nil }
    }
    return tokens
  }

  /// Digits with at most one point.
  private static func number(_ digits: Substring.UnicodeScalarView) -> Double? {
    guard digits.contains(where: { $0 != "." }), digits.count(where: { $0 == "." }) <= 1 else {
      return nil
    }
    // The standard library reads neither ".5" nor "5." everywhere.
    return Double("0" + String(digits) + (digits.last == "." ? "0" : ""))
  }
}
