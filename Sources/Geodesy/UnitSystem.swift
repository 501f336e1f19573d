/// The units distances are told in.
public enum UnitSystem: String, CaseIterable, Sendable {
  /// Metres and kilometres.
  case metric
  /// Feet and statute miles.
  case imperial
  /// Metres, and nautical miles (NM).
  case nautical

  /// Metres; all of them exact by definition.
  public static let foot = 0.3048
  public static let mile = 1609.344
  public static let nauticalMile = 1852.0

  /// The unit of short distances: metres in it, and how it is written.
  var small: (meters: Double, symbol: String) {
    self == .imperial ? (Self.foot, "ft") : (1, "m")
  }

  /// The unit of long distances.
  var large: (meters: Double, symbol: String) {
    switch self {
    case .metric: (1000, "km")
    case .imperial: (Self.mile, "mi")
    case .nautical: (Self.nauticalMile, "NM")
    }
  }

  /// From so many metres on the large unit is used: a kilometre, 1000 ft, a tenth of a nautical mile.
  var largeFrom: Double {
    switch self {
    case .metric: 999.5
    case .imperial: 999.5 * Self.foot
    case .nautical: 185.2
    }
  }
}

extension DistanceFormat {
  /// Metres in the units asked for: `850 m`, `2.31 km`; `640 ft`, `1.44 mi`; `150 m`, `0.10 NM`.
  ///
  /// Three digits or more, as in `metric(_:)`; what rounds up to the next form takes it. Anything
  /// not finite is `?`.
  public static func string(_ meters: Double, units: UnitSystem) -> String {
    guard meters.isFinite else { return "?" }
    if meters.magnitude < units.largeFrom {
      return FixedPoint.string(meters / units.small.meters, decimals: 0) + " "
        + units.small.symbol
    }
    let value = meters / units.large.meters
    let text =
      switch value.magnitude {
      case ..<9.995: FixedPoint.string(value, decimals: 2)
      case ..<99.95: FixedPoint.string(value, decimals: 1)
      default: FixedPoint.grouped(value)
      }
    return text + " " + units.large.symbol
  }

  /// Metres in whole large units, at least 1: `7 km`, `4 mi`, `4 NM`. For words like "7 km NE of".
  public static func whole(_ meters: Double, units: UnitSystem) -> String {
    guard meters.isFinite else { return "?" }
    let value = max((meters / units.large.meters).rounded(), 1)
    return FixedPoint.grouped(value) + " " + units.large.symbol
  }
}
