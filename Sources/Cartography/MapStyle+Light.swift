import CellGrid

extension MapStyle {
  /// Paper: the rules of the dark style in ink on light ground. Not for imagery, which is dark.
  public static let light: MapStyle = {
    var style = dark
    style.ground = Color(0xf3f0e6)
    style.void = Color(0xdfe2e4)
    style.symbols = SymbolStyle(
      pin: 0xa34700, selectedPin: 0xa34700, position: 0x0062ab, crosshair: 0xd1004b)
    for area in AreaClass.allCases { style[area].fill = Color(lightFill(area)) }
    for line in LineClass.allCases {
      let colors = lightColors(line)
      style[line].color = Color(colors.usual)
      style[line].fadedColor = Color(colors.faded)
    }
    for label in LabelClass.allCases { style[label].color = Color(lightColor(label)) }
    return style
  }()

  private static func lightFill(_ area: AreaClass) -> UInt32 {
    switch area {
    case .sea: 0xc9dcea
    case .lake: 0xb4d0e5
    case .ice: 0xffffff
    case .wood: 0xd3e3c8
    case .grass: 0xe2ead0
    case .residential: 0xe6e1d8
    case .building: 0xd9d2c6
    }
  }

  private static func lightColors(_ line: LineClass) -> (usual: UInt32, faded: UInt32) {
    let usual: UInt32 =
      switch line {
      case .motorway: 0xcc4a14
      case .primary: 0xc07a10
      case .shore: 0x3f7299
      case .countryBorder, .disputedBorder: 0x8a6a3a
      case .lakeShore: 0x5a8db3
      case .secondary: 0x9c8038
      case .river: 0x5f94bd
      case .stateBorder: 0xaaa189
      case .tertiary: 0x868c92
      case .rail: 0x7a5ca3
      case .stream: 0x9dbfd9
      case .street: 0x9ea3a8
      case .service: 0xb6babd
      case .localBorder: 0xac86a4
      case .path: 0x98a088
      }
    return (usual, line == .river ? 0x9dbfd9 : usual)
  }

  private static func lightColor(_ label: LabelClass) -> UInt32 {
    switch label {
    case .capital: 0x101416
    case .city, .stateCapital: 0x3d464b
    case .country: 0x5a6b60
    case .state: 0x7b867e
    case .sea, .lake: 0x36678f
    }
  }
}
