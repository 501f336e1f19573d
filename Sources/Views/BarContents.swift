import Cartography
import CellGrid
import Geodesy
import Places
import ViewModel

/// What the two bars tell.
struct BarContents {
  var state: State
  var style: ChromeStyle
  var symbols: Symbols
  var charset: Charset

  private func safe(_ text: String) -> SafeText { SafeText(text, charset: charset) }

  /// The remembered location and, with a fix, the way back.
  func top() -> Bar {
    var bar = Bar()
    if let annotation = state.annotation {
      bar.leading.append(
        Bar.Segment(
          text: safe("\(symbols.pin) \(annotation.title)"), color: style.pin, attributes: .bold,
          priority: 0, minimumColumns: 4))
      if let fix = state.fix {
        let way = Geodesic.inverse(from: fix.coordinate, to: annotation.coordinate)
        let distance = DistanceFormat.string(way.distance, units: state.settings.units)
        bar.leading.append(Bar.Segment(text: safe(distance), color: style.text, priority: 1))
        let isThere =
          way.distance <= state.settings.arrivalRadius && state.settings.arrivalRadius > 0
        bar.leading.append(
          Bar.Segment(
            text: safe(isThere ? "here, arrived" : bearing(way.initialBearing)),
            color: isThere ? style.mapType : style.text, attributes: isThere ? .bold : [],
            priority: 2))
      } else if !isCalledByCoordinate(annotation) {
        bar.leading.append(
          Bar.Segment(
            text: safe(text(annotation.coordinate, decimals: 4)),
            color: style.dim, priority: 4))
      }
    } else {
      bar.leading.append(
        Bar.Segment(
          text: safe("Nothing remembered; d drops a pin"), color: style.dim, priority: 3,
          minimumColumns: 10))
    }
    bar.trailing.append(Bar.Segment(text: safe("? help"), color: style.dim, priority: 5))
    return bar
  }

  /// Whether the title of a pin tells already where it is.
  private func isCalledByCoordinate(_ annotation: PointAnnotation) -> Bool {
    CoordinateNotation.allCases.contains {
      CoordinateFormat.string(annotation.coordinate, notation: $0) == annotation.title
    }
  }

  /// A coordinate in the user's notation. ASCII has no degree sign.
  private func text(_ coordinate: Coordinate, decimals: Int) -> String {
    let text = CoordinateFormat.string(
      coordinate, notation: state.settings.notation, decimals: decimals)
    return charset == .ascii ? String(text.map { $0 == "°" ? " " : $0 }) : text
  }

  private func bearing(_ degrees: Double?) -> String {
    guard let degrees else { return "here" }
    let number = BearingFormat.degrees(degrees)
    if charset == .ascii { return "\(BearingFormat.compassPoint(degrees)) \(number.prefix(3))" }
    return "\(BearingFormat.arrow(degrees)) \(number)"
  }

  /// Map type, tracking mode, crosshair, zoom and scale.
  /// - Parameters:
  ///   - scales: one of them is shown, the first for which there is room.
  ///   - unusable: the files of tiles that are wanted and can not be used.
  ///   - report: what became of the map above.
  func bottom(scales: [ScaleBar], unusable: [String] = [], report: MapFrameReport) -> Bar {
    var bar = Bar()
    bar.leading.append(
      Bar.Segment(
        text: safe(state.mapType.title), color: style.mapType, attributes: .bold, priority: 1))
    bar.leading.append(
      Bar.Segment(
        text: safe(trackingTitle), color: style.tracking, priority: 3,
        shorter: shortTrackingTitle.map { [safe($0)] } ?? []))
    let digits = CoordinateFormat.decimals(forZoom: state.viewport.zoom)
    bar.leading.append(
      Bar.Segment(
        text: safe(text(state.viewport.center, decimals: digits)),
        color: style.text, priority: 0))
    bar.leading.append(Bar.Segment(text: safe(zoomTitle), color: style.text, priority: 2))
    if let first = unusable.first {
      let others = unusable.count > 1 ? " +\(unusable.count - 1)" : ""
      bar.leading.append(
        Bar.Segment(
          text: safe("! \(FilePath.name(first))\(others)"), color: style.warning, priority: 2,
          minimumColumns: 12))
    }
    if let detailZoom = report.detailZoom {
      bar.leading.append(
        Bar.Segment(
          text: safe("detail to z\(detailZoom)"), color: style.dim, priority: 5,
          shorter: [safe("detail z\(detailZoom)")]))
    }
    if report.isCutShort {
      bar.leading.append(
        Bar.Segment(
          text: safe("not all is drawn"), color: style.warning, priority: 4,
          shorter: [safe("not all")]))
    }
    let texts = scales.map(text(_:))
    if let longest = texts.first {
      bar.trailing.append(
        Bar.Segment(
          text: longest, color: style.text, priority: 4, shorter: Array(texts.dropFirst())))
    }
    return bar
  }

  private func text(_ scale: ScaleBar) -> SafeText {
    let middle = String(repeating: symbols.scaleMiddle, count: max(scale.columns - 2, 0))
    return safe("\(symbols.scaleLeft)\(middle)\(symbols.scaleRight) \(scale.label)")
  }

  /// The whole world is at no round zoom.
  private var zoomTitle: String {
    if state.viewport.zoom == state.viewport.wholeWorldZoom { return "world" }
    let zoom = FixedPoint.string(state.viewport.zoom, decimals: 1)
    return "z" + (zoom.hasSuffix(".0") ? String(zoom.dropLast(2)) : zoom)
  }

  private var trackingTitle: String {
    let title = state.trackingMode.title
    return trackingHindrance.map { "\(title) (\($0))" } ?? title
  }

  /// For narrow windows; nil where the title is short enough.
  private var shortTrackingTitle: String? {
    trackingHindrance ?? (state.trackingMode == .followWithHeading ? "heading" : nil)
  }

  /// Why the map does not follow.
  private var trackingHindrance: String? {
    guard state.trackingMode != .none else { return nil }
    if state.fix == nil { return state.hasPositionSource ? "no fix" : "no position" }
    return state.isFollowingPaused ? "paused" : nil
  }
}

extension MapType {
  /// The user's word.
  public var title: String {
    switch self {
    case .standard: "standard"
    case .satellite: "satellite"
    case .hybrid: "hybrid"
    }
  }
}

extension TrackingMode {
  /// The user's word.
  public var title: String {
    switch self {
    case .none: "no tracking"
    case .follow: "follow"
    case .followWithHeading: "follow with heading"
    }
  }
}
