import CellGrid

extension MapStyle {
  /// Land, water, shores and capitals, dark: what is left when no style file can be read.
  public static let plain: MapStyle = {
    let water = Color(0x13263b)
    let ground = Color(0x22302b)
    let line = Color(0x6fa3c7)
    let text = Color(0xd7dde0)
    var style = MapStyle(
      ground: ground, townGround: ground, void: Color(0x10161d),
      areas: AreaClass.allCases.map { AreaStyle(fill: $0 == .sea || $0 == .lake ? water : ground) },
      lines: LineClass.allCases.map {
        LineStyle(color: line, imagery: text, priority: $0.rawValue, minimumZoom: 99)
      },
      labels: LabelClass.allCases.map { _ in
        LabelStyle(color: text, imagery: text, precedence: 1, zooms: 99...99)
      },
      symbols: SymbolStyle(
        pin: Color(0xffd75f), selectedPin: Color(0xffd75f), position: Color(0x5fd7ff),
        crosshair: Color(0xff5f87)),
      frame: FrameStyle(
        north: text, text: line, graticule: line, imageryText: text, imageryGraticule: text),
      cellsPerLabel: 150, imageryBehindLabels: 0.55, lightnessBehindLabels: 70,
      lineLightOnLightGround: 0.35, lineTolerance: 3)
    for shore in [LineClass.shore, .lakeShore] { style[shore].minimumZoom = -.infinity }
    style[.capital].minimumZoom = 0
    style[.capital].marker = LabelMarker("•", ascii: "*")
    return style
  }()
}
