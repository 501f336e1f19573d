import CellGrid

/// How areas of one class are filled.
public struct AreaStyle: Equatable, Sendable {
  public var fill: Color
  /// From this zoom on.
  public var minimumZoom: Double
  /// Twice the area over the perimeter, in dots: thinner areas are left to their outline, since a
  /// cell is the smallest thing a background can show.
  public var minimumThickness: Double
  /// What fills the cell where there are no colours.
  public var monochrome: MonochromeFill

  public enum MonochromeFill: String, Sendable { case blank, waves }

  public init(
    fill: Color, minimumZoom: Double = -.infinity, minimumThickness: Double = 0,
    monochrome: MonochromeFill = .blank
  ) {
    self.fill = fill
    self.minimumZoom = minimumZoom
    self.minimumThickness = minimumThickness
    self.monochrome = monochrome
  }
}
