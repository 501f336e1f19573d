#if canImport(Glibc)
  import Glibc
#endif

/// Shortest paths on the WGS84 ellipsoid.
///
/// The equations are those of C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013),
/// 43–55; numbers in comments are its equations. The integrals are not expanded into series but
/// taken by Gauss–Legendre quadrature, which for the slight flattening of the Earth is exact to
/// rounding. Distances are good to about 20 nanometres for any two points, antipodes included.
public enum Geodesic {
  /// The shortest path between two points.
  public struct Path: Equatable, Sendable {
    /// Metres.
    public var distance: Double
    /// Degrees true, 0..<360, at the first point; nil when the points are the same.
    public var initialBearing: Double?
    /// Degrees true, 0..<360, on arrival at the second point; nil when the points are the same.
    public var finalBearing: Double?
  }

  /// Distance and bearings from one point to another.
  ///
  /// At a pole a bearing counts from the meridian of the longitude given for it. Of equally short
  /// paths between antipodes one is taken. Takes some microseconds.
  public static func inverse(from: Coordinate, to: Coordinate) -> Path {
    var longitude = remainder(to.longitude - from.longitude, 360)
    guard longitude.isFinite, from.latitude.isFinite, to.latitude.isFinite else {
      return Path(distance: .nan)
    }
    // Bring the points to the arrangement section 4 assumes: the first is the farther from the
    // equator and south of it, the second east of the first.
    var mirrorsEast = longitude < 0
    longitude = abs(longitude)
    let swaps = abs(from.latitude) < abs(to.latitude)
    if swaps { mirrorsEast.toggle() }
    let (first, second) =
      swaps ? (to.latitude, from.latitude) : (from.latitude, to.latitude)
    // Antipodes on the equator count as southern too, so that the path goes by the north.
    let mirrorsNorth = first >= 0
    let sign: Double = mirrorsNorth ? -1 : 1
    let problem = InverseProblem(
      latitude1: -abs(first), latitude2: sign * second, longitude: longitude)
    guard let solution = problem.solve() else { return Path(distance: 0) }

    let (start, end) =
      swaps ? (solution.azimuth2, solution.azimuth1) : (solution.azimuth1, solution.azimuth2)
    func bearing(_ azimuth: Direction) -> Double {
      Direction(
        sine: (swaps != mirrorsEast ? -1 : 1) * azimuth.sine,
        cosine: (swaps != mirrorsNorth ? -1 : 1) * azimuth.cosine
      ).degrees
    }
    return Path(
      distance: solution.distance, initialBearing: bearing(start), finalBearing: bearing(end))
  }

  /// The point reached by going a distance in metres from a point at a bearing in degrees true.
  /// Distances below zero go backwards.
  public static func direct(
    from: Coordinate, bearing: Double, distance: Double
  ) -> (destination: Coordinate, finalBearing: Double) {
    let reduced = Direction.reducedLatitude(from.latitude)
    let line = GeodesicLine(reducedLatitude: reduced, azimuth: Direction(degrees: bearing))
    let arc = line.arc(distance: distance)
    let end = line.point(arc: arc)
    let latitude = atan2(end.sineBeta, Ellipsoid.axisRatio * end.cosineBeta) * 180 / .pi
    let longitude = from.longitude + line.longitude(arc: arc) * 180 / .pi
    return (
      Coordinate(
        latitude: min(max(latitude, -90), 90),
        longitude: Coordinate.wrappedLongitude(longitude)),
      end.azimuth.degrees
    )
  }
}

extension Geodesic.Path {
  /// A path without direction.
  init(distance: Double) {
    self.init(distance: distance, initialBearing: nil, finalBearing: nil)
  }
}

/// WGS84 (NIMA TR8350.2).
enum Ellipsoid {
  /// Equatorial radius in metres.
  static let a = 6_378_137.0
  static let flattening = 1 / 298.257_223_563
  /// Polar over equatorial radius.
  static let axisRatio = 1 - flattening
  static let b = a * axisRatio
  /// First and second eccentricity, squared.
  static let e2 = flattening * (2 - flattening)
  static let ep2 = e2 / (axisRatio * axisRatio)
}

/// An angle by its sine and cosine, which stay accurate near every quadrant.
struct Direction {
  var sine: Double
  var cosine: Double

  init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  init(radians: Double) { self.init(sine: sin(radians), cosine: cos(radians)) }

  /// Exact at multiples of 90 degrees.
  init(degrees: Double) {
    let turned = remainder(degrees, 360)
    let quadrant = (turned / 90).rounded()
    let rest = (turned - 90 * quadrant) * .pi / 180
    let (s, c) = (sin(rest), cos(rest))
    switch Int(quadrant) & 3 {
    case 0: self.init(sine: s, cosine: c)
    case 1: self.init(sine: c, cosine: -s)
    case 2: self.init(sine: -s, cosine: -c)
    default: self.init(sine: -c, cosine: s)
    }
  }

  /// The latitude on the auxiliary sphere (6). Its cosine is never quite 0.
  static func reducedLatitude(_ latitude: Double) -> Direction {
    let geodetic = Direction(degrees: latitude)
    let sine = Ellipsoid.axisRatio * geodetic.sine
    let cosine = max(geodetic.cosine, 1e-150)
    let length = (sine * sine + cosine * cosine).squareRoot()
    return Direction(sine: sine / length, cosine: cosine / length)
  }

  /// 0..<360.
  var degrees: Double {
    let angle = atan2(sine, cosine) * 180 / .pi
    let positive = angle < 0 ? angle + 360 : angle
    return positive >= 360 || positive == 0 ? 0 : positive
  }
}
