#if canImport(Glibc)
  import Glibc
#endif

/// A bar that shows how long a round distance is on the map.
public struct ScaleBar: Equatable, Sendable {
  /// Metres: 1, 2 or 5 times a power of ten of the unit.
  public let length: Double
  /// The length in columns, to the nearest one, at least 1.
  public let columns: Int
  /// The length for people: `500 m`, `20 km`.
  public let label: String

  /// The longest bar that takes at most so many columns; nil when there is none.
  public init?(metersPerDot: Double, maximumColumns: Int, units: UnitSystem = .metric) {
    let metersPerColumn = metersPerDot * MapViewport.dotsPerColumn
    let limit = metersPerColumn * Double(maximumColumns)
    guard limit.isFinite, limit > 1e-9, metersPerColumn > 0 else { return nil }
    // Of nautical miles tenths are still usual.
    let large = units.large
    let usesLarge = limit >= large.meters * (units == .nautical ? 0.1 : 1) * (1 - 1e-12)
    let unit = usesLarge ? large : units.small
    guard let count = Self.roundNumber(upTo: limit / unit.meters) else { return nil }
    length = count * unit.meters
    columns = max(Int((length / metersPerColumn).rounded()), 1)
    let decimals = count < 1 ? Int((-log10(count)).rounded(.up)) : 0
    label =
      (count < 1 ? FixedPoint.string(count, decimals: decimals) : FixedPoint.grouped(count)) + " "
      + unit.symbol
  }

  /// The largest of 1, 2 and 5 times a power of ten that is not larger.
  private static func roundNumber(upTo limit: Double) -> Double? {
    let power = log10(limit).rounded(.down)
    // The logarithm may be off by rounding at a power of ten.
    let candidates = [(1.0, power + 1), (5, power), (2, power), (1, power), (5, power - 1)]
    let numbers = candidates.map { $0.1 < 0 ? $0.0 / pow(10, -$0.1) : $0.0 * pow(10, $0.1) }
    return numbers.first { $0 <= limit * (1 + 1e-12) }
  }
}
