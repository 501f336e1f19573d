import Cartography
import CellGrid
import Positioning
import ViewModel

// What `update` wants done outside.

extension Application {
  func perform(_ effect: Effect) {
    switch effect {
    case .setPreference(let key, let value):
      stores.set(value, forKey: key)
      tellStores()
    case .usePosition(let source): usePosition(source)
    case .useTileSources(let paths): sourcesChanged(hasClosed: tiles.own.use(paths))
    case .checkTileSources: tiles.own.check()
    case .completePath(let completion): complete(completion)
    case .reportMouse(let isWanted): screen.reportMouse(isWanted)
    case .useColors(let depth): useColors(depth)
    case .suggestTitle:
      if case .titlePrompt(let prompt) = state.screen {
        let place = tiles.vector.flatMap {
          renderer.nearestPlace(to: prompt.coordinate, vector: $0)
        }
        send(.titleSuggested(place?.title(units: state.settings.units)))
      }
    case .redraw: screen.redrawAll()
    case .suspend: suspend()
    case .quit: ending = .quit
    }
  }

  /// Fewer colours than the terminal has are a matter of the frames alone.
  private func useColors(_ depth: ColorDepth?) {
    guard !composer.terminal.isDepthFixed else { return }
    screen.use(colorDepth: MapRequest.openingDepth(setting: depth))
    composer.terminal.takeDepth(of: screen)
  }

  private func usePosition(_ source: PositionSource) {
    feed?.stop()
    // What the old source still had to say is about another place.
    _ = inbox.takeReports()
    feed = source.makeFeed()
    let inbox = inbox
    feed?.start { inbox.deliver($0) }
    // A source that knows at once shows in the next frame.
    for report in inbox.takeReports() { send(.position(report)) }
  }
}
