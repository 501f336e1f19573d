import Cartography
import CellGrid
import Geodesy
import Places
import Positioning
import ViewModel

// What a state asks of the map, in the window and in what `pigeon render` prints.

extension State {
  /// The theme of the map. On imagery, which is dark, a light one is.
  func mapTheme(hasImagery: Bool) -> Theme {
    theme.isLight && mapType != .standard && hasImagery ? .dark : theme
  }

  /// - Parameter display: what the frame uses of the terminal.
  func mapOptions(_ display: DisplayOptions) -> MapOptions {
    MapOptions(
      charset: display.charset, depth: display.depth, language: labelLanguage,
      density: settings.labelDensity,
      graticule: settings.showsGraticule ? settings.notation : nil, units: settings.units)
  }

  /// The user's own things, without the crosshair.
  var mapOverlay: MapOverlay {
    var overlay = MapOverlay(showsNorth: true)
    // While its title is asked for, the pin to be is already shown.
    if case .titlePrompt(let prompt) = screen {
      let title = prompt.editor.isEmpty ? prompt.suggestion ?? "" : prompt.editor.text
      overlay.pin = MapOverlay.Pin(coordinate: prompt.coordinate, title: title, isSelected: true)
    } else if let annotation {
      overlay.pin = MapOverlay.Pin(
        coordinate: annotation.coordinate, title: annotation.title,
        isSelected: isAnnotationSelected)
    }
    if let fix {
      overlay.position = MapOverlay.Position(
        coordinate: fix.coordinate, course: fix.heading ?? fix.course)
    }
    return overlay
  }
}

extension MapRenderer {
  /// Draws the map of a state.
  /// - Parameters:
  ///   - display: what the frame uses of the terminal.
  ///   - adjust: what the frame has of its own, such as a crosshair.
  ///   - row: of the grid where the map starts.
  public func render(
    _ state: State, sources: MapSources, styles: MapStyleLibrary, display: DisplayOptions,
    into grid: inout CellGrid, row: Int,
    adjust: (inout MapOptions, inout MapOverlay) -> Void
  ) -> MapFrameReport {
    var options = state.mapOptions(display)
    var overlay = state.mapOverlay
    adjust(&options, &overlay)
    style = styles.style(
      state.mapTheme(hasImagery: sources.hasImagery), depth: display.depth)
    return render(
      viewport: state.viewport, type: state.mapType, sources: sources, options: options,
      overlay: overlay, into: &grid, column: 0, row: row)
  }
}
