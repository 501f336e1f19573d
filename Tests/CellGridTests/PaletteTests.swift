import Foundation
import Testing

@testable import CellGrid

@Suite struct PaletteTests {
  /// The rule that `Palette` documents, in double precision and without any table.
  struct Reference {
    var lightness: Double
    var a: Double
    var b: Double
    /// Whether it counts as a blue; nil so near the edge that rounding decides.
    var isBlue: Bool?

    init(_ rgb: UInt32) {
      func linear(_ level: UInt32) -> Double {
        let value = Double(level) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      let channels = [rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255]
      let (red, green, blue) = (linear(channels[0]), linear(channels[1]), linear(channels[2]))
      let l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
      let m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
      let s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
      lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
      a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
      b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
      let chroma = hypot(a, b)
      let hue = (atan2(b, a) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
      isBlue = chroma >= 0.026 && hue >= 215 && hue <= 285
      if abs(chroma - 0.026) < 1e-4 || abs(hue - 215) < 0.1 || abs(hue - 285) < 0.1 {
        isBlue = nil
      }
      let mean = UInt32((Double(channels.reduce(0, +)) / 3).rounded())
      lightness += max(0, 1 - chroma / 0.08) * (cbrt(linear(mean)) - lightness)
      a *= chroma > 1e-4 ? 0.7 / chroma.squareRoot() : 0
      b *= chroma > 1e-4 ? 0.7 / chroma.squareRoot() : 0
    }

    func distance(_ other: Reference) -> Double {
      (lightness - other.lightness) * (lightness - other.lightness)
        + (a - other.a) * (a - other.a) + (b - other.b) * (b - other.b)
    }
  }

  static let table = (0...255).map { Reference(Palette.rgb(index: UInt8($0)).packed) }

  @Test func rgbOfAnIndexIsWhatXtermShows() {
    let known: [UInt8: UInt32] = [
      0: 0x000000, 4: 0x0000EE, 8: 0x7F7F7F, 12: 0x5C5CFF, 15: 0xFFFFFF, 16: 0x000000,
      17: 0x00005F, 24: 0x005F87, 123: 0x87FFFF, 196: 0xFF0000, 208: 0xFF8700, 231: 0xFFFFFF,
      232: 0x080808, 244: 0x808080, 255: 0xEEEEEE,
    ]
    for (index, rgb) in known { #expect(Palette.rgb(index: index) == Color(rgb)) }
  }

  @Test func everyPaletteColorIsItsOwnNearest() {
    for index in UInt8(16)...255 {
      let color = Palette.rgb(index: index)
      #expect(Palette.rgb(index: Palette.index256(color)) == color)
    }
    for index in UInt8(0)...15 { #expect(Palette.ansi16(Palette.rgb(index: index)) == index) }
  }

  @Test func darkMapColorsStayApart() {
    let sea = Color(0x13263B)
    let land = Color(0x22302B)
    let lake = Color(0x1B3A57)
    let bars = Color(0x2B3540)
    #expect([sea, land, lake, bars].map(Palette.index256) == [17, 235, 24, 236])
    #expect([sea, land, lake, bars].map(Palette.ansi16) == [4, 0, 4, 8])
  }

  /// With 16 colours water must not become land, in neither theme.
  @Test func waterStaysWaterInSixteenColours() {
    let water: [UInt32: UInt8] = [
      0x13263B: 4, 0x1B3A57: 4, 0x30546F: 4, 0x3F6F96: 12, 0x6FA3C7: 6,
      0xC9DCEA: 14, 0xB4D0E5: 6,
    ]
    for (rgb, index) in water { #expect(Palette.ansi16(Color(rgb)) == index, "\(rgb)") }
    let land: [UInt32: UInt8] = [
      0x22302B: 0, 0x1F3527: 0, 0x262C31: 0, 0xF3F0E6: 7, 0xD3E3C8: 7, 0xE6E1D8: 7, 0xFFFFFF: 15,
    ]
    for (rgb, index) in land { #expect(Palette.ansi16(Color(rgb)) == index, "\(rgb)") }
  }

  /// The name of a sea is a blue on a blue; a shore may be.
  @Test func textCanBeReadInSixteenColours() {
    var grid = CellGrid(columns: 4, rows: 1)
    for column in 0..<4 { grid[column, 0].background = Color(0x13263B) }
    grid[0, 0].glyph = 0x53
    grid[0, 0].foreground = Color(0x4F7699)
    grid[1, 0].glyph = 0x28FF
    grid[1, 0].foreground = Color(0x4F7699)
    grid[2, 0].glyph = 0x53
    grid[2, 0].foreground = Color(0xFFD75F)
    grid[3, 0] = Cell(glyph: 0x53, foreground: Color(0xB4D0E5), background: Color(0xC9DCEA))
    grid.reduceColors(to: .ansi16)
    let ansi = (0..<4).map { Palette.ansi16(grid[$0, 0].foreground) }
    #expect(ansi == [15, 12, 3, 0])
    #expect((0..<4).map { Palette.ansi16(grid[$0, 0].background) } == [4, 4, 4, 14])
  }

  /// A name that lies on several grounds is of one colour, and can be read on all of them.
  @Test func aNameHasOneColourInSixteen() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      // Two names, a ground cell between them, and a line beside the second.
      var grid = CellGrid(columns: 12, rows: 1)
      for column in 0..<12 {
        grid[column, 0] = Cell(
          foreground: Color(0x00FF00),
          background: Palette.rgb(index: .random(in: 0...15, using: &random)))
      }
      let names = [(range: 0..<5, text: "ab cd"), (range: 6..<10, text: "efgh")]
      for name in names {
        // Any but that of the ground between.
        let color = Palette.rgb(index: .random(in: 0...9, using: &random))
        for (column, letter) in zip(name.range, name.text.unicodeScalars) {
          grid[column, 0].glyph = letter.value
          grid[column, 0].foreground = color
        }
      }
      grid[10, 0].glyph = 0x28FF
      grid[10, 0].foreground = grid[9, 0].foreground
      let before = grid
      grid.reduceColors(to: .ansi16)
      for name in names {
        let letters = name.range.map { grid[$0, 0] }
        #expect(Set(letters.map(\.foreground)).count == 1)
        for cell in letters where cell.glyph != 0x20 {
          let lights = [cell.foreground, cell.background].map {
            PerceptualColor.luminance(rgb: $0.packed) + 0.05
          }
          #expect(max(lights[0], lights[1]) >= 2 * min(lights[0], lights[1]))
        }
      }
      for column in [5, 10, 11] { #expect(grid[column, 0] == before[column, 0]) }
    }
  }

  /// What can be read keeps its colour; a name that can not on one of its letters changes as a whole.
  @Test func aNameKeepsItsColourWhereItCan() {
    func colours(_ grounds: [UInt8], _ text: UInt8) -> [UInt8] {
      var grid = CellGrid(columns: grounds.count, rows: 1)
      for (column, ground) in grounds.enumerated() {
        grid[column, 0] = Cell(
          glyph: 0x61, foreground: Palette.rgb(index: text), background: Palette.rgb(index: ground))
      }
      grid.reduceColors(to: .ansi16)
      return grounds.indices.map { Palette.ansi16(grid[$0, 0].foreground) }
    }
    #expect(colours([0, 0, 4], 11) == [11, 11, 11])
    #expect(colours([0, 0, 4], 12) == [15, 15, 15])
    #expect(colours([15, 7, 14], 11) == [0, 0, 0])
  }

  @Test func theAnswerIsTheNearestOfAll() {
    var random = SystemRandomNumberGenerator()
    for round in 0..<4_000 {
      let limit: UInt32 = round % 2 == 0 ? 0x100 : 0x50
      let rgb = (0..<3).reduce(UInt32(0)) { packed, _ in
        packed << 8 | UInt32.random(in: 0..<limit, using: &random)
      }
      let reference = Reference(rgb)
      for _ in 0..<2 {  // the second answer comes from the cache
        let index = Int(Palette.index256(Color(rgb)))
        let ansi = Int(Palette.ansi16(Color(rgb)))
        let best = Self.table[16...].map(reference.distance).min() ?? 0
        let choices = reference.isBlue == true ? [4, 6, 12, 14] : Array(0..<16)
        let bestAnsi = choices.map { reference.distance(Self.table[$0]) }.min() ?? 0
        #expect(index >= 16 && reference.distance(Self.table[index]) < best + 2e-5, "\(rgb)")
        if reference.isBlue == nil { continue }
        let distance = reference.distance(Self.table[ansi])
        #expect(choices.contains(ansi) && distance < bestAnsi + 2e-5, "\(rgb)")
      }
    }
  }

  @Test func coloursThatShareACacheSlotDoNotMix() {
    let colors = (0..<3_000).map { Color(UInt32($0 &* 7919) & 0xFF_FFFF) }
    let first = colors.map(Palette.index256)
    #expect(colors.reversed().map(Palette.index256) == first.reversed())
  }
}
