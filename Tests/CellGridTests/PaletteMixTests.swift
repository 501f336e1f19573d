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
