import Geodesy
import TestSupport
import Testing
import Tiles

@testable import Cartography
@testable import CellGrid

/// What the themes look like where colours are few.
@Suite struct StylePaletteTests {
  private static let few = [ColorDepth.indexed256, .ansi16]

  private func reduced(_ color: Color, _ depth: ColorDepth) -> UInt8 {
    depth == .ansi16 ? Palette.ansi16(color) : Palette.index256(color)
  }

  @Test(arguments: Theme.allCases, few)
  func waterIsNotLand(theme: Theme, depth: ColorDepth) {
    let style = MapStyle.shipped(theme, depth: depth)
    for land in [style.ground, style.townGround] {
      for water in [AreaClass.sea, .lake] {
        #expect(reduced(style[water].fill, depth) != reduced(land, depth), "\(water)")
      }
    }
  }

  /// The same map, but flatter: what is lighter than the ground in 24 bit is not darker in 256, what
  /// is much lighter or darker still is so, and what is green is green.
  @Test(arguments: Theme.allCases)
  func areasAreToTheGroundIn256AsIn24Bit(theme: Theme) {
    let full = MapStyle.shipped(theme, depth: .trueColor)
    let few = MapStyle.shipped(theme, depth: .indexed256)
    func light(_ color: Color) -> Float { PerceptualColor.plain(rgb: color.packed).x }
    for area in AreaClass.allCases {
      let isOfTowns = full[area].minimumZoom > -.infinity
      let ground = (full: isOfTowns ? full.townGround : full.ground, few: few.ground)
      let fill = Palette.rgb(index: Palette.index256(few[area].fill))
      let wanted = light(full[area].fill) - light(ground.full)
      let got = light(fill) - light(Palette.rgb(index: Palette.index256(ground.few)))
      if abs(wanted) > 0.04 { #expect(wanted * got > 0, "\(area)") }
      // A difference of 0.015 is hardly seen.
      #expect(abs(wanted) < 0.015 || wanted * got >= 0 || abs(got) < 0.015, "\(area)")
      if Self.isGreen(full[area].fill) { #expect(Self.isGreen(fill), "\(area)") }
    }
  }

  /// Clearly green: as woods and parks are.
  private static func isGreen(_ color: Color) -> Bool {
    let lab = PerceptualColor.plain(rgb: color.packed)
    return lab.y < -0.02 && lab.z > 0.01 && lab.y * lab.y + lab.z * lab.z > 0.0375 * 0.0375
  }

  /// Woods and parks may be of one green.
  @Test(arguments: Theme.allCases)
  func neighboursDifferIn256(theme: Theme) {
    let style = MapStyle.shipped(theme, depth: .indexed256)
    let grounds = [AreaClass.wood, .residential, .grass, .building]
    let fills = grounds.map { style[$0].fill } + [style.townGround]
    #expect(Set(fills.map(Palette.index256)).count == fills.count)
    #expect(Palette.index256(style.ground) == Palette.index256(style.townGround))
  }

  /// A contrast of 4.5 as WCAG 2.2 asks of text, on all the ground a name may stand on.
  @Test(arguments: Theme.allCases)
  func namesCanBeReadIn256(theme: Theme) {
    let style = MapStyle.shipped(theme, depth: .indexed256)
    func check(_ text: Color, on ground: Color, _ what: String) {
      let lights = [text, ground].map {
        Contrast.luminance(Palette.rgb(index: Palette.index256($0)))
      }
      #expect(Contrast.ratio(lights[0], lights[1]) >= 4.5, "\(what)")
    }
    let land = AreaClass.allCases.filter { $0 != .sea && $0 != .lake }
    for label in LabelClass.allCases where label != .sea {
      check(style[label].color, on: style.ground, "\(label)")
      for area in land where style[area].minimumZoom < style[label].maximumZoom {
        check(style[label].color, on: style[area].fill, "\(label) on \(area)")
      }
    }
    check(style[.sea].color, on: style[.sea].fill, "sea")
    check(style[.lake].color, on: style[.lake].fill, "lake")
    check(style[.waterway].color, on: style[.lake].fill, "waterway on lake")
    for own in [style.symbols.pin, style.symbols.selectedPin, style.symbols.position] {
      for area in land { check(own, on: style[area].fill, "symbols on \(area)") }
    }
    for area in land { check(style.frame.text, on: style[area].fill, "frame.text on \(area)") }
  }

  /// Between two palette colours lies a third, of another hue maybe.
  @Test func theGroundIsMixedInManyColoursOnly() {
    var style = MapStyle.dark
    style.ground = Color(0x000000)
    style.townGround = Color(0x808080)
    for zoom in stride(from: 8.0, through: 14, by: 0.25) {
      for depth in Self.few {
        let expected = zoom < 11 ? style.ground : style.townGround
        #expect(style.atZoom(zoom, depth: depth).ground == expected)
      }
    }
    #expect(style.atZoom(11, depth: .trueColor).ground == Color(0x404040))
  }

  /// Where the ground changes under a name, the name does not.
  @Test(arguments: Theme.allCases, [12.0, 14, 15, 15.5, 16.5])
  func aNameIsOfOneColourIn16(theme: Theme, zoom: Double) throws {
    let sources = MapSources(vector: try AtlasViews.store("atlas.pmtiles"), own: [Town.shelf()])
    var grid = CellGrid(columns: 120, rows: 38)
    let view = MapViewport(center: Town.center, zoom: zoom, columns: 120, rows: 38)
    let report = MapRenderer(style: .shipped(theme, depth: .ansi16)).render(
      viewport: view, type: .standard, sources: sources,
      options: MapOptions(depth: .ansi16, tileWait: 60), into: &grid, column: 0, row: 0)
    grid.reduceColors(to: .ansi16)
    #expect(!report.labels.isEmpty)
    for label in report.labels where label.textColumns > 0 {
      let colors = (label.textColumn..<label.textColumn + label.textColumns)
        .map { grid[$0, label.textRow] }.filter { $0.glyph > 0x20 }.map(\.foreground)
      #expect(Set(colors).count == 1, "\(label.name)")
    }
  }
}
