/// The keys of the preferences file.
public enum PreferenceKey {
  /// Integer, `MapType`.
  public static let mapType = "HPMapType"
  /// Integer, `TrackingMode`; registered default 1.
  public static let followHeading = "HPFollowHeading"
  /// Dictionary of the remembered location: `PointAnnotation.preserveState`. Absent when nothing
  /// is remembered.
  public static let location = "HPLocation"

  // MARK: The settings screen: what may be stored is told in Settings.bundle.

  public static let units = "HPUnits"
  public static let coordinateNotation = "HPCoordinateNotation"
  public static let positionSource = "HPPositionSource"
  public static let colorDepth = "HPColorDepth"
  public static let theme = "HPTheme"
  public static let charset = "HPCharset"
  public static let labelDensity = "HPLabelDensity"
  public static let labelLanguage = "HPLabelLanguage"
  public static let scaleBar = "HPScaleBar"
  public static let graticule = "HPGraticule"
  public static let arrivalRadius = "HPArrivalRadius"
  public static let mouse = "HPMouse"
  /// Array of strings: paths of files of tiles, the most wanted first.
  public static let tileSources = "HPTileSources"
}
