#if canImport(Glibc)
  import Glibc
#endif

/// A bar that shows how long a round distance is on the map.
public struct ScaleBar: Equatable, Sendable {
  /// Metres: 1, 2 or 5 times a power of ten.
  public let length: Double
  /// The length in columns, to the nearest one, at least 1.
  public let columns: Int
  /// The length for people: `500 m`, `20 km`.
  public let label: String

  /// The longest bar that takes at most so many columns; nil when there is none.
  public init?(metersPerDot: Double, maximumColumns: Int) {
    let metersPerColumn = metersPerDot * MapViewport.dotsPerColumn
    let limit = metersPerColumn * Double(maximumColumns)
    guard limit.isFinite, limit > 1e-9, metersPerColumn > 0 else { return nil }
    let power = log10(limit).rounded(.down)
    // The logarithm may be off by rounding at a power of ten.
    let candidates = [(1.0, power + 1), (5, power), (2, power), (1, power), (5, power - 1)]
    let lengths = candidates.map { $0.1 < 0 ? $0.0 / pow(10, -$0.1) : $0.0 * pow(10, $0.1) }
    guard let length = lengths.first(where: { $0 <= limit * (1 + 1e-12) }) else { return nil }
    self.length = length
    columns = max(Int((length / metersPerColumn).rounded()), 1)
    label = Self.label(length)
  }

  private static func label(_ length: Double) -> String {
    if length >= 1000 { return FixedPoint.grouped(length / 1000) + " km" }
    let decimals = length < 1 ? Int((-log10(length)).rounded(.up)) : 0
    return FixedPoint.string(length, decimals: decimals) + " m"
  }
}
