/// Distances for people.
public enum DistanceFormat {
  /// Metres as `850 m` below a kilometre, then `2.31 km`, `61.2 km`, `612 km`, `1,204 km`.
  ///
  /// What rounds up to the next form takes it: 999.6 is `1.00 km`. Anything not finite is `?`.
  public static func metric(_ meters: Double) -> String {
    string(meters, units: .metric)
  }
}
