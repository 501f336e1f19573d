import CellGrid

/// The styles of the themes, each read when it is first asked for at a depth.
public final class MapStyleLibrary {
  private let file: MapStyleFile
  private var styles: [ColorDepth: [Theme: MapStyle]] = [:]
  /// What is wrong with the files asked for so far; `MapStyle.plain` stands in.
  public private(set) var problems: [MapStyleError] = []

  public init(_ file: MapStyleFile) { self.file = file }

  public func style(_ theme: Theme, depth: ColorDepth = .trueColor) -> MapStyle {
    if let style = styles[depth]?[theme] { return style }
    let style: MapStyle
    do {
      style = try file.style(theme.rawValue, depth: depth)
    } catch {
      if !problems.contains(error) { problems.append(error) }
      style = .plain
    }
    styles[depth, default: [:]][theme] = style
    return style
  }
}
