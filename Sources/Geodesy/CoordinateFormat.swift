#if canImport(Glibc)
  import Glibc
#endif

/// Coordinates for people and for `Coordinate.init(parsing:)`.
public enum CoordinateFormat {
  /// Decimal degrees, latitude first: `48.0000, 10.0000`. Zero has no sign.
  public static func decimal(_ coordinate: Coordinate, decimals: Int = 4) -> String {
    FixedPoint.string(coordinate.latitude, decimals: decimals) + ", "
      + FixedPoint.string(coordinate.longitude, decimals: decimals)
  }

  /// How many decimals tell neighbouring dots apart at a zoom, at least 4 (11 m), at most 7.
  public static func decimals(forZoom zoom: Double) -> Int {
    guard zoom.isFinite else { return 4 }
    let dotsPerDegree = 256 * exp2(min(max(zoom, 0), 30)) / 360
    return min(max(Int(log10(dotsPerDegree).rounded(.up)), 4), 7)
  }
}
