/// The keys of the preferences file.
public enum PreferenceKey {
  /// Integer, `MapType`.
  public static let mapType = "HPMapType"
  /// Integer, `TrackingMode`; registered default 1.
  public static let followHeading = "HPFollowHeading"
  /// Dictionary of the remembered location: `PointAnnotation.preserveState`. Absent when nothing
  /// is remembered.
  public static let location = "HPLocation"
}
