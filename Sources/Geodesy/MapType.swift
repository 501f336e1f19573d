/// What the map is drawn from. The values are MapKit's `MKMapType`, as preference files hold them.
public enum MapType: Int, CaseIterable, Sendable {
  /// Vector tiles: areas, lines and names.
  case standard = 0
  /// Imagery alone.
  case satellite = 1
  /// Imagery under lines and names.
  case hybrid = 2
}
