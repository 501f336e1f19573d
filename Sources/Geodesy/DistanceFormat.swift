/// Distances for people.
public enum DistanceFormat {
  /// Metres as `850 m` below a kilometre, then `2.31 km`, `61.2 km`, `612 km`, `1,204 km`.
  ///
  /// What rounds up to the next form takes it: 999.6 is `1.00 km`. Anything not finite is `?`.
  public static func metric(_ meters: Double) -> String {
    guard meters.isFinite else { return "?" }
    let size = meters.magnitude
    if size < 999.5 { return FixedPoint.string(meters, decimals: 0) + " m" }
    if size < 9_995 { return FixedPoint.string(meters / 1000, decimals: 2) + " km" }
    if size < 99_950 { return FixedPoint.string(meters / 1000, decimals: 1) + " km" }
    return FixedPoint.grouped(meters / 1000) + " km"
  }
}
