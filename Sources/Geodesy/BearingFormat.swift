/// Bearings for people. Degrees true of any turn; what is not finite gives `?`.
public enum BearingFormat {
  /// Degrees as `047°`, 000…359, rounded to a whole degree.
  public static func degrees(_ bearing: Double) -> String {
    guard let whole = sector(bearing, of: 360) else { return "?" }
    let digits = String(whole)
    return String(repeating: "0", count: 3 - digits.count) + digits + "°"
  }

  /// The arrow of the nearest eighth of the circle, `↑` for north.
  public static func arrow(_ bearing: Double) -> String {
    sector(bearing, of: 8).map { arrows[$0] } ?? "?"
  }

  /// The nearest of the eight (`N`, `NE`…) or sixteen (`NNE`…) points of the compass.
  public static func compassPoint(_ bearing: Double, sixteenths: Bool = false) -> String {
    guard let index = sector(bearing, of: sixteenths ? 16 : 8) else { return "?" }
    return compassPoints[sixteenths ? index : index * 2]
  }

  private static let arrows = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]

  private static let compassPoints = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
    "NNW",
  ]

  /// Which of `count` equal sectors, the first centred on north.
  private static func sector(_ bearing: Double, of count: Int) -> Int? {
    guard bearing.isFinite else { return nil }
    let turned = bearing.truncatingRemainder(dividingBy: 360)
    let positive = turned < 0 ? turned + 360 : turned
    return Int((positive * Double(count) / 360).rounded()) % count
  }
}
