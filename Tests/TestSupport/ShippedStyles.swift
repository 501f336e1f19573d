import Cartography
import CellGrid
import Foundation

/// The styles that ship with the program.
public enum ShippedStyles {
  public static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Resources/Styles")

  public static let file = MapStyleFile { theme in
    (try? Data(contentsOf: folder.appendingPathComponent("\(theme).json"))).map(Array.init)
  }
}

extension MapStyleLibrary {
  public static var shipped: MapStyleLibrary { MapStyleLibrary(ShippedStyles.file) }
}

extension MapStyle {
  /// A theme in the colours that so many show.
  public static func shipped(_ theme: Theme, depth: ColorDepth) -> MapStyle {
    MapStyleLibrary.shipped.style(theme, depth: depth)
  }

  public static let dark = MapStyleLibrary.shipped.style(.dark)
  public static let light = MapStyleLibrary.shipped.style(.light)
  public static let colorblind = MapStyleLibrary.shipped.style(.colorblind)
}
