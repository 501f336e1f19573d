import Testing

@testable import CellGrid

@Suite struct PaletteMixTests {
  @Test func coloursOfThePaletteStayAlone() {
    let mixer = PaletteMixer(depth: .indexed256)
    for index in [231, 244, 196, 21] as [UInt8] {
      let mix = mixer.mix(for: Palette.rgb(index: index).packed)
      let whole = mix.share >= 60 ? mix.second : mix.share <= 4 ? mix.first : nil
      #expect(whole.map { Palette.rgb(index: $0) } == Palette.rgb(index: index))
    }
  }

  /// Grey 0x8d lies half-way between the greys 138 and 148 of the ramp.
  @Test func whatLiesBetweenIsMixed() {
    let mix = PaletteMixer(depth: .indexed256).mix(for: 0x8f8f8f)
    #expect(Palette.rgb(index: mix.first).red == 138)
    #expect(Palette.rgb(index: mix.second).red == 148)
    #expect((20...44).contains(mix.share))
  }

  /// Dark greens of lowlands: patterns of hues far apart are not worth a hue met a little better.
  @Test(arguments: [0x3b4a26, 0x46552a, 0x30401f, 0x4a5a30, 0x555a3c] as [UInt32])
  func patternsAreCalm(rgb: UInt32) {
    let mix = PaletteMixer(depth: .indexed256).mix(for: rgb)
    let (a, b) = (mix.first, mix.second)
    let way =
      PerceptualColor.plain(rgb: Palette.rgb(index: a).packed)
      - PerceptualColor.plain(rgb: Palette.rgb(index: b).packed)
    let share = Float(mix.share) / 64
    #expect(((way * way).sum() * share * (1 - share)).squareRoot() < 0.06)
  }

  @Test func theDarkerColourComesFirst() {
    let mixer = PaletteMixer(depth: .ansi16)
    for rgb in stride(from: 0 as UInt32, through: 0xffffff, by: 0x0f_1d37) {
      let mix = mixer.mix(for: rgb)
      #expect(mix.first < 16 && mix.second < 16 && mix.share <= 64)
      let (a, b) = (mix.first, mix.second)
      #expect(
        PerceptualColor.plain(rgb: Palette.rgb(index: a).packed).x
          <= PerceptualColor.plain(rgb: Palette.rgb(index: b).packed).x)
      #expect(mixer.mix(for: rgb) == mix)
    }
  }
}
