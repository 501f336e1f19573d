/// How coordinates are written for people.
public enum CoordinateNotation: String, CaseIterable, Sendable {
  /// `46.9480, 7.4474`
  case decimal
  /// `46°56.880'N 7°26.844'E`
  case degreesMinutes
  /// `46°56'52.8"N 7°26'50.6"E`
  case degreesMinutesSeconds
}

extension CoordinateFormat {
  /// A coordinate in a notation, as finely as `decimals` decimals of a degree (0…12) tell apart.
  ///
  /// Each component is rounded once, in its smallest unit, and then split, so there are never 60
  /// minutes or seconds. `Coordinate(parsing:)` reads all of them.
  public static func string(
    _ coordinate: Coordinate, notation: CoordinateNotation, decimals: Int = 4
  ) -> String {
    let decimals = min(max(decimals, 0), 12)
    if notation == .decimal || !coordinate.isValid {
      return decimal(coordinate, decimals: decimals)
    }
    // A minute needs 1.8 decimals less than a degree, a second 3.6 less.
    let isWithSeconds = notation == .degreesMinutesSeconds
    let digits = max(decimals - (isWithSeconds ? 3 : 1), 0)
    func text(_ degrees: Double, _ letters: (positive: String, negative: String)) -> String {
      sexagesimal(degrees, isWithSeconds: isWithSeconds, decimals: digits, letters)
    }
    return text(coordinate.latitude, ("N", "S")) + " " + text(coordinate.longitude, ("E", "W"))
  }

  private static func sexagesimal(
    _ degrees: Double, isWithSeconds: Bool, decimals: Int,
    _ letters: (positive: String, negative: String)
  ) -> String {
    let scale = (0..<decimals).reduce(1) { power, _ in power * 10 }
    let perDegree = (isWithSeconds ? 3600 : 60) * scale
    // The whole number of smallest units; at most 180 * 3600 * 10^9, which fits.
    let total = Int((degrees.magnitude * Double(perDegree)).rounded())
    var text = "\(total / perDegree)°"
    var rest = total % perDegree
    if isWithSeconds {
      text += pad(rest / (60 * scale), 2) + "'"
      rest %= 60 * scale
    }
    text += pad(rest / scale, 2)
    if decimals > 0 { text += "." + pad(rest % scale, decimals) }
    // What rounds to zero has no side.
    return text + (isWithSeconds ? "\"" : "'")
      + (degrees < 0 && total > 0 ? letters.negative : letters.positive)
  }

  private static func pad(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }
}
