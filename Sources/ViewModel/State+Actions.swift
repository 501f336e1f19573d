import Geodesy
import Places

extension State {
  /// Zoom levels per key press; also where zoom comes to rest.
  static let zoomStep = 0.5

  /// Does what a key on the map asks for.
  mutating func perform(_ action: Action) -> [Effect] {
    switch action {
    case .panLeft: pan(-panStep.columns, 0)
    case .panRight: pan(panStep.columns, 0)
    case .panUp: pan(0, -panStep.rows)
    case .panDown: pan(0, panStep.rows)
    case .panHalfLeft: pan(-max(viewport.columns / 2, 1), 0)
    case .panHalfRight: pan(max(viewport.columns / 2, 1), 0)
    case .panHalfUp: pan(0, -max(viewport.rows / 2, 1))
    case .panHalfDown: pan(0, max(viewport.rows / 2, 1))
    case .zoomIn: zoom(steps: 1)
    case .zoomOut: zoom(steps: -1)
    case .wholeWorld: showWholeWorld()
    case .nextMapType: return setMapType(MapType(rawValue: (mapType.rawValue + 1) % 3) ?? .standard)
    case .standardMap: return setMapType(.standard)
    case .satelliteMap: return setMapType(.satellite)
    case .hybridMap: return setMapType(.hybrid)
    case .toggleGraticule:
      return change(PreferenceKey.graticule, to: .boolean(!settings.showsGraticule))
    case .nextTrackingMode: return nextTrackingMode()
    case .centerOnUser: centerOnUser()
    case .dropPin: return askForTitle()
    case .editTitle: editTitle()
    case .clearPin: return clearPin()
    case .undo: return undo()
    case .redo: return redo()
    case .centerOnPin: centerOnPin()
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .help: screen = .help(scroll: 0)
    case .settings: openSettings()
    case .quit: return [.quit]
    }
    return []
  }

  // MARK: Moving

  /// An eighth of the map's height, the same number of dots both ways, in whole cells.
  var panStep: (columns: Int, rows: Int) {
    let rows = max(viewport.rows / 8, 1)
    return (rows * 2, rows)
  }

  mutating func pan(_ columns: Int, _ rows: Int) {
    pauseFollowing()
    viewport = viewport.panned(columns: columns, rows: rows)
  }

  mutating func pauseFollowing() {
    if trackingMode != .none, fix != nil { isFollowingPaused = true }
  }

  /// Zooms to the next multiple of the step, about a cell of the map or the crosshair.
  mutating func zoom(steps: Int, at cell: (column: Int, row: Int)? = nil) {
    let step = Self.zoomStep
    let level = viewport.zoom / step
    // From between two levels the next one is nearer than a whole step.
    let next = steps > 0 ? (level + 1e-9).rounded(.down) + 1 : (level - 1e-9).rounded(.up) - 1
    let target = min(max(next * step, minimumZoom), MapViewport.maximumZoom)
    guard target != viewport.zoom else { return }
    if let cell, !isFollowing {
      viewport = viewport.zoomed(to: target, column: cell.column, row: cell.row)
    } else {
      viewport.zoom = target
    }
  }

  mutating func showWholeWorld() {
    pauseFollowing()
    viewport = viewport.wholeWorld
  }

  /// The zoom of a place when none is asked for, and the view that was left is further out: towns
  /// around it, and their names.
  public static let placeZoom = 8.0

  /// Shows what the command line asks for.
  mutating func open(_ place: Coordinate?, zoom: Double?) {
    if let place {
      // A page that was left open would hide it.
      switch screen {
      case .help, .settings: screen = .map
      case .map, .titlePrompt: break
      }
      isFollowingPaused = hasPositionSource
      viewport.center = place
      viewport.zoom = max(viewport.zoom, Self.placeZoom)
    }
    if let zoom { viewport.zoom = min(max(zoom, minimumZoom), MapViewport.maximumZoom) }
  }

  mutating func centerOnUser() {
    guard let fix else {
      tell(Notice(hasPositionSource ? "No fix yet" : "No position source (s, or --position)"))
      return
    }
    isFollowingPaused = false
    viewport.center = fix.coordinate
    followPosition()
  }

  mutating func centerOnPin() {
    guard let annotation else {
      tell(Notice("Nothing is remembered; d drops a pin"))
      return
    }
    pauseFollowing()
    viewport.center = annotation.coordinate
  }

  // MARK: Map type and tracking mode, each saved in the action that changes it

  mutating func setMapType(_ type: MapType) -> [Effect] {
    guard type != mapType else { return [] }
    return change(PreferenceKey.mapType, to: .integer(Int64(type.rawValue)))
  }

  mutating func nextTrackingMode() -> [Effect] {
    if isFollowingPaused {
      isFollowingPaused = false
      followPosition()
      return []
    }
    return change(
      PreferenceKey.followHeading, to: .integer(Int64(trackingMode.next.rawValue)))
  }
}
