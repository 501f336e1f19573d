#if canImport(Glibc)
  import Glibc
#endif

/// The inverse problem in the arrangement of section 4 of the paper `Geodesic` names: β₁ ≤ 0,
/// β₁ ≤ β₂ ≤ -β₁, 0 ≤ λ₁₂ ≤ π.
struct InverseProblem {
  struct Solution {
    /// Metres.
    var distance: Double
    var azimuth1: Direction
    var azimuth2: Direction
  }

  private let beta1: Direction
  private let beta2: Direction
  /// The difference of longitudes, as angle and in radians.
  private let lambda: Direction
  private let lambda12: Double
  private let startsAtPole: Bool

  /// All in degrees.
  init(latitude1: Double, latitude2: Double, longitude: Double) {
    beta1 = Direction.reducedLatitude(latitude1)
    var second = Direction.reducedLatitude(latitude2)
    // Latitudes that are equal but for sign stay so.
    if abs(latitude1) == abs(latitude2) {
      second = Direction(sine: latitude2 < 0 ? beta1.sine : -beta1.sine, cosine: beta1.cosine)
    }
    beta2 = second
    lambda = Direction(degrees: longitude)
    lambda12 = longitude * .pi / 180
    startsAtPole = latitude1 == -90
  }

  /// Nil when the points are the same.
  func solve() -> Solution? {
    if startsAtPole || lambda.sine == 0 {
      if isSamePoint { return nil }
      if let solution = meridian() { return solution }
    }
    if beta1.sine == 0, lambda12 <= Ellipsoid.axisRatio * .pi {
      let east = Direction(sine: 1, cosine: 0)
      return Solution(distance: Ellipsoid.a * lambda12, azimuth1: east, azimuth2: east)
    }
    return nearby() ?? general()
  }

  private var isSamePoint: Bool {
    beta1.sine == beta2.sine && (startsAtPole || lambda12 == 0)
  }

  /// The path along the meridian; nil when there is a shorter one, as between near antipodes.
  private func meridian() -> Solution? {
    let azimuth1 = lambda
    let azimuth2 = Direction(sine: 0, cosine: 1)
    // From the south, so that two points of the equator are half a circle apart.
    let sigma1 =
      beta1.sine == 0 && azimuth1.cosine < 0
      ? -.pi : atan2(beta1.sine, azimuth1.cosine * beta1.cosine)
    let sigma2 = atan2(beta2.sine, beta2.cosine)
    // A meridian, whichever way: sin α is 0 but for the azimuth at a pole.
    let line = GeodesicLine(
      reducedLatitude: beta1,
      azimuth: startsAtPole ? azimuth2 : Direction(sine: 0, cosine: azimuth1.cosine))
    let arc = sigma2 - (startsAtPole ? -.pi / 2 : sigma1)
    let lengths = line.lengths(arc: arc)
    guard arc < 1 || lengths.reducedLength >= 0 else { return nil }
    return Solution(
      distance: lengths.distance * Ellipsoid.b, azimuth1: azimuth1, azimuth2: azimuth2)
  }

  /// The ratio of ω₁₂ to λ₁₂ for short paths (48).
  private var sphereRatio: Double {
    let sine = (beta1.sine + beta2.sine) * (beta1.sine + beta2.sine)
    let cosine = (beta1.cosine + beta2.cosine) * (beta1.cosine + beta2.cosine)
    return (1 - Ellipsoid.e2 * cosine / (sine + cosine)).squareRoot()
  }

  /// The great circle of the auxiliary sphere: azimuths and arc (49–51).
  private func greatCircle(
    omega: Double
  ) -> (azimuth1: Direction, azimuth2: Direction, arc: Double) {
    let w = Direction(radians: omega)
    let half = sin(omega / 2)
    let bend = 2 * half * half
    // sin(β₂ - β₁), without loss for near points.
    let rise = beta2.sine * beta1.cosine - beta2.cosine * beta1.sine
    let azimuth1 = Direction(
      sine: beta2.cosine * w.sine, cosine: rise + beta2.cosine * beta1.sine * bend)
    let azimuth2 = Direction(
      sine: beta1.cosine * w.sine, cosine: rise - beta1.cosine * beta2.sine * bend)
    let sine = (azimuth1.sine * azimuth1.sine + azimuth1.cosine * azimuth1.cosine).squareRoot()
    let cosine = beta1.sine * beta2.sine + beta1.cosine * beta2.cosine * w.cosine
    return (azimuth1, azimuth2, atan2(sine, cosine))
  }

  /// Paths of some metres, on which the Earth is a sphere to all digits; nil for longer ones.
  private func nearby() -> Solution? {
    let circle = greatCircle(omega: lambda12 / sphereRatio)
    guard circle.arc < 1e-6 else { return nil }
    return Solution(
      distance: Ellipsoid.a * sphereRatio * circle.arc, azimuth1: circle.azimuth1,
      azimuth2: circle.azimuth2)
  }

  /// Newton's method on the azimuth at the first point, kept between bounds (section 4): the
  /// longitude reached grows from 0 to π as the azimuth turns from north by east to south.
  ///
  /// The azimuth counts from east, around which the longitude changes most quickly for points near
  /// the equator.
  private func general() -> Solution {
    var low = -Double.pi / 2
    var high = Double.pi / 2
    let guess = greatCircle(omega: min(lambda12 / sphereRatio, .pi)).azimuth1
    var turn = atan2(-guess.cosine, guess.sine)
    if !(turn > low && turn < high) { turn = 0 }
    var trial = Trial(self, turn: turn)
    for _ in 0..<200 {
      let excess = trial.longitude - lambda12
      let newton = turn - excess / trial.slope
      let resolution = 4e-16 * abs(turn)
      // Some nanometres; rounding allows no more.
      if abs(excess) < 5e-16 || trial.slope > 0 && abs(newton - turn) <= resolution { break }
      if excess > 0 { high = turn } else { low = turn }
      guard high - low > resolution else { break }
      turn = newton > low && newton < high ? newton : (low + high) / 2
      trial = Trial(self, turn: turn)
    }
    return Solution(
      distance: trial.line.distance(arc: trial.arc), azimuth1: trial.azimuth1,
      azimuth2: trial.azimuth2)
  }

  /// The geodesic that leaves at some azimuth, up to the latitude of the second point.
  private struct Trial {
    let line: GeodesicLine
    let azimuth1: Direction
    let azimuth2: Direction
    let arc: Double
    let longitude: Double
    /// Change of the longitude with the azimuth (46).
    let slope: Double

    init(_ problem: InverseProblem, turn: Double) {
      let (beta1, beta2) = (problem.beta1, problem.beta2)
      azimuth1 = Direction(sine: cos(turn), cosine: -sin(turn))
      line = GeodesicLine(reducedLatitude: beta1, azimuth: azimuth1)
      // (5) and (45); the difference of squares in the form that loses less.
      let squares =
        beta1.cosine < -beta1.sine
        ? (beta2.cosine - beta1.cosine) * (beta1.cosine + beta2.cosine)
        : (beta1.sine - beta2.sine) * (beta1.sine + beta2.sine)
      let x = azimuth1.cosine * beta1.cosine
      azimuth2 = Direction(
        sine: azimuth1.sine * beta1.cosine / beta2.cosine,
        cosine: max(x * x + squares, 0).squareRoot() / beta2.cosine)
      let sigma2 = atan2(beta2.sine, azimuth2.cosine * beta2.cosine)
      // From the south, so that two points of the equator are half a circle apart, not none.
      let sigma1 = beta1.sine == 0 && azimuth1.cosine < 0 ? -.pi : line.sigma1
      arc = max(sigma2 - sigma1, 0)
      longitude = line.longitude(arc: arc)
      if azimuth2.cosine * beta2.cosine == 0 {
        slope =
          -2 * (1 - Ellipsoid.e2 * beta1.cosine * beta1.cosine).squareRoot() / beta1.sine
      } else {
        slope =
          Ellipsoid.axisRatio * line.lengths(arc: arc).reducedLength
          / (azimuth2.cosine * beta2.cosine)
      }
    }
  }
}
