import CellGrid

extension MapStyle {
  /// Land and water dim, so that the user's pins are the brightest thing on the map.
  public static let dark = MapStyle(
    ground: Color(0x22302b),
    void: Color(0x10161d),
    areas: AreaClass.allCases.map(darkArea),
    lines: LineClass.allCases.map(darkLine),
    labels: LabelClass.allCases.map(darkLabel),
    symbols: SymbolStyle(
      pin: 0xffd75f, selectedPin: 0xffd75f, position: 0x5fd7ff, crosshair: 0xff5f87),
    cellsPerLabel: 150,
    imageryBehindLabels: 0.55,
    lightnessBehindLabels: 70,
    lightGround: 130,
    lineLightOnLightGround: 0.35,
    lineTolerance: 3)

  private static func darkArea(_ area: AreaClass) -> AreaStyle {
    switch area {
    case .sea: AreaStyle(fill: Color(0x13263b), monochrome: .waves)
    case .lake: AreaStyle(fill: Color(0x1b3a57), minimumThickness: 2.5, monochrome: .waves)
    case .ice: AreaStyle(fill: Color(0x3a474b))
    case .wood: AreaStyle(fill: Color(0x1f3527))
    case .grass: AreaStyle(fill: Color(0x26392a))
    case .residential: AreaStyle(fill: Color(0x262c31))
    case .building: AreaStyle(fill: Color(0x2e3338))
    }
  }

  private static func darkLine(_ line: LineClass) -> LineStyle {
    let rivers = ZoomRamp([.init(1, 1), .init(3, 3), .init(4, 5), .init(5, 7), .init(7, 12)])
    return switch line {
    case .motorway: LineStyle(color: 0xff8f5a, imagery: 0xffc9a8, priority: 0)
    case .primary: LineStyle(color: 0xffc66d, imagery: 0xffe2b0, priority: 2)
    case .shore: LineStyle(color: 0x6fa3c7, imagery: 0xa9d3ee, priority: 4)
    case .countryBorder:
      LineStyle(color: 0xb9a77a, imagery: 0xe6d8b0, priority: 5, minimumZoom: 0.5)
    case .disputedBorder:
      LineStyle(
        color: 0xb9a77a, imagery: 0xe6d8b0, priority: 6, minimumZoom: 0.5,
        dash: Dash(on: 2, off: 2))
    case .lakeShore:
      LineStyle(color: 0x4f86ad, imagery: 0x9cc8e4, priority: 7, minimumSize: 4)
    case .secondary: LineStyle(color: 0xe6d5a0, imagery: 0xf2e8c8, priority: 8)
    case .river:
      LineStyle(
        color: 0x3f6f96, imagery: 0x84afd0, faded: 0x30546f, priority: 9, minimumZoom: 1.5,
        rankLimit: rivers, fadingRanks: 2)
    case .stateBorder:
      LineStyle(
        color: 0x5f6052, imagery: 0xb3ae98, priority: 12, minimumZoom: 4.75,
        rankLimit: ZoomRamp([.init(5, 4), .init(6, 6), .init(8, 99)]),
        dash: Dash(on: 1, off: 2))
    case .tertiary: LineStyle(color: 0xb9c0c6, imagery: 0xd9dee2, priority: 11)
    case .rail:
      LineStyle(color: 0x9f86c0, imagery: 0xcbbbe0, priority: 13, dash: Dash(on: 3, off: 1))
    case .stream: LineStyle(color: 0x30546f, imagery: 0x84afd0, priority: 15, minimumZoom: 7)
    case .street: LineStyle(color: 0x8c959e, imagery: 0xc0c7cc, priority: 14)
    case .service: LineStyle(color: 0x59616a, imagery: 0xa2a8ae, priority: 16)
    case .localBorder:
      LineStyle(
        color: 0x6f5a6b, imagery: 0xb89fb0, priority: 17, minimumZoom: 10,
        dash: Dash(on: 1, off: 2))
    case .path: LineStyle(color: 0x5a5f52, imagery: 0xa5a99c, priority: 18)
    }
  }

  private static func darkLabel(_ label: LabelClass) -> LabelStyle {
    switch label {
    case .capital:
      LabelStyle(
        color: 0xffffff, imagery: 0xffffff, attributes: .bold,
        marker: LabelMarker("•", ascii: "*"), precedence: 0, zooms: 1...16,
        rankLimit: ZoomRamp([.init(1, 0), .init(2.5, 2), .init(3.5, 99)]), ignoresBudget: true)
    case .city:
      LabelStyle(
        color: 0xb4bcc1, imagery: 0xe2e6e8, marker: LabelMarker("•", ascii: "o"),
        precedence: 12, zooms: 2...18, rankLimit: cities)
    case .stateCapital:
      LabelStyle(
        color: 0xb4bcc1, imagery: 0xe2e6e8, marker: LabelMarker("•", ascii: "o"),
        precedence: 11, zooms: 2...18, rankLimit: cities)
    case .country:
      LabelStyle(
        color: 0x8fa39a, imagery: 0xd5ddd8, isUppercase: true, isSpaced: true,
        precedence: 8, zooms: -9...9,
        rankLimit: ZoomRamp([.init(0, 2), .init(1, 2.5), .init(3, 5), .init(4, 99)]))
    case .state:
      LabelStyle(
        color: 0x6d7c75, imagery: 0xc0cac4, precedence: 18, zooms: 6...10)
    case .sea:
      LabelStyle(
        color: 0x4f7699, imagery: 0xa9cbe6, isSpaced: true, maximumWidth: 1.4, precedence: 10,
        zooms: -9...10,
        rankLimit: ZoomRamp([.init(0, 1), .init(2, 3), .init(4, 6), .init(5, 99)]))
    case .lake:
      LabelStyle(
        color: 0x4f7699, imagery: 0xa9cbe6, maximumWidth: 3, precedence: 20, zooms: 4...12,
        rankLimit: ZoomRamp([.init(3, 0), .init(6, 4), .init(8, 99)]))
    }
  }

  private static let cities = ZoomRamp([
    .init(2, 1), .init(3, 3), .init(4, 6), .init(5, 8), .init(6, 99),
  ])
}
