#if canImport(Glibc)
  import Glibc
#endif

/// A geodesic through a point, measured by the arc length σ on the auxiliary sphere from there.
struct GeodesicLine {
  /// The azimuth where the line crosses the equator northwards.
  private let alpha0: Direction
  /// The arc from that crossing to the point.
  let sigma1: Double
  private let start: Direction
  /// e'² cos² α₀ (9).
  private let k2: Double

  init(reducedLatitude beta: Direction, azimuth: Direction) {
    let sine = azimuth.sine * beta.cosine  // (10)
    let x = azimuth.cosine
    let y = azimuth.sine * beta.sine
    alpha0 = Direction(sine: sine, cosine: (x * x + y * y).squareRoot())
    // (11), with the equator eastwards as its own northern crossing.
    let isEquator = beta.sine == 0 && azimuth.cosine == 0
    let along = isEquator ? 1 : azimuth.cosine * beta.cosine
    let length = (beta.sine * beta.sine + along * along).squareRoot()
    start = Direction(sine: beta.sine / length, cosine: along / length)
    sigma1 = atan2(start.sine, start.cosine)
    k2 = Ellipsoid.ep2 * alpha0.cosine * alpha0.cosine
  }

  /// Metres from the point to an arc (7).
  func distance(arc: Double) -> Double {
    let k2 = k2
    return Ellipsoid.b
      * GaussLegendre.integral(from: sigma1, length: arc) { sigma in
        let s = sin(sigma)
        return (1 + k2 * s * s).squareRoot()
      }
  }

  /// Distance and reduced length (38), both in polar radii.
  func lengths(arc: Double) -> (distance: Double, reducedLength: Double) {
    let k2 = k2
    let distance = distance(arc: arc) / Ellipsoid.b
    let j = GaussLegendre.integral(from: sigma1, length: arc) { sigma in
      let s = sin(sigma)
      let term = k2 * s * s
      return term / (1 + term).squareRoot()
    }
    let end = direction(arc: arc)
    let root1 = (1 + k2 * start.sine * start.sine).squareRoot()
    let root2 = (1 + k2 * end.sine * end.sine).squareRoot()
    let reduced =
      root2 * start.cosine * end.sine - root1 * start.sine * end.cosine
      - start.cosine * end.cosine * j
    return (distance, reduced)
  }

  /// Radians of longitude from the point to an arc, whole turns included (8).
  func longitude(arc: Double) -> Double {
    spherical(arc: arc) - Ellipsoid.flattening * alpha0.sine * longitudeIntegral(arc: arc)
  }

  /// The difference between the longitudes on sphere and ellipsoid over f sin α₀ (8).
  private func longitudeIntegral(arc: Double) -> Double {
    let k2 = k2
    return GaussLegendre.integral(from: sigma1, length: arc) { sigma in
      let s = sin(sigma)
      return (2 - Ellipsoid.flattening)
        / (1 + Ellipsoid.axisRatio * (1 + k2 * s * s).squareRoot())
    }
  }

  /// Radians of longitude on the auxiliary sphere (12), unrolled.
  private func spherical(arc: Double) -> Double {
    let end = direction(arc: arc)
    let sine0 = abs(alpha0.sine)
    let omega1 = atan2(sine0 * start.sine, start.cosine)
    let omega2 = atan2(sine0 * end.sine, end.cosine)
    // ω and σ are in the same quadrant, so σ says how many turns there are.
    let turns = ((sigma1 + arc - omega2) / (2 * .pi)).rounded()
    let startTurns = ((sigma1 - omega1) / (2 * .pi)).rounded()
    let difference = omega2 - omega1 + (turns - startTurns) * 2 * .pi
    return alpha0.sine < 0 ? -difference : difference
  }

  /// σ₁ + arc, without the loss that adding angles brings at the poles.
  private func direction(arc: Double) -> Direction {
    let turn = Direction(radians: arc)
    return Direction(
      sine: start.sine * turn.cosine + start.cosine * turn.sine,
      cosine: start.cosine * turn.cosine - start.sine * turn.sine)
  }

  /// The arc at a distance in metres: Newton's method on (7).
  func arc(distance: Double) -> Double {
    var arc = distance / Ellipsoid.b / (1 + k2 / 4)
    for _ in 0..<8 {
      let s = sin(sigma1 + arc)
      let step =
        (distance - self.distance(arc: arc)) / (Ellipsoid.b * (1 + k2 * s * s).squareRoot())
      arc += step
      if abs(step) < 1e-15 * max(abs(arc), 1) { break }
    }
    return arc
  }

  /// Reduced latitude and azimuth at an arc (13, 14).
  func point(arc: Double) -> (sineBeta: Double, cosineBeta: Double, azimuth: Direction) {
    let end = direction(arc: arc)
    let x = alpha0.cosine * end.cosine
    let cosineBeta = (x * x + alpha0.sine * alpha0.sine).squareRoot()
    return (
      alpha0.cosine * end.sine, cosineBeta, Direction(sine: alpha0.sine, cosine: x)
    )
  }
}

/// Quadrature with 16 nodes for each half circle.
enum GaussLegendre {
  /// The integral of a function that changes as slowly as a geodesic's integrands do.
  static func integral(
    from start: Double, length: Double, of function: (Double) -> Double
  ) -> Double {
    let panels = max(min((abs(length) / .pi).rounded(.up), 1e4), 1)
    let half = length / panels / 2
    var sum = 0.0
    for panel in 0..<Int(panels) {
      let middle = start + half * Double(2 * panel + 1)
      for (node, weight) in rule { sum += weight * function(middle + half * node) }
    }
    return sum * half
  }

  /// Nodes and weights on -1…1: roots of the Legendre polynomial by Newton's method.
  private static let rule: [(node: Double, weight: Double)] = {
    let count = 16
    return (0..<count).map { index in
      var x = cos(.pi * (Double(index) + 0.75) / (Double(count) + 0.5))
      var slope = 1.0
      for _ in 0..<10 {
        var (previous, value) = (1.0, x)
        for n in 2...count {
          let degree = Double(n)
          (previous, value) = (
            value, ((2 * degree - 1) * x * value - (degree - 1) * previous) / degree
          )
        }
        slope = Double(count) * (x * value - previous) / (x * x - 1)
        x -= value / slope
      }
      return (x, 2 / ((1 - x * x) * slope * slope))
    }
  }()
}
