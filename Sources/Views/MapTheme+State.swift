import Cartography
import Geodesy
import ViewModel

extension State {
  /// The theme of a map of that type. Imagery is dark, and so are the names and lines on it.
  public func mapTheme(_ type: MapType, hasImagery: Bool) -> MapTheme {
    if settings.theme == .colorblind { return .colorblind }
    let isPaper = isLight && (type == .standard || !hasImagery)
    return isPaper ? .light : .dark
  }
}
