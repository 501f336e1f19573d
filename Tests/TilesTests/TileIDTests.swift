import Testing

@testable import Tiles

@Suite struct TileIDTests {
  /// From the table of the PMTiles v3 specification, and for the deeper ones from the reference
  /// implementation (Python package pmtiles 3.8.1).
  @Test(arguments: [
    (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
    (2, 1, 3, 11), (3, 5, 2, 76), (12, 3423, 1763, 19_078_479),
    (20, 613_412, 328_713, 1_296_788_619_824), (26, 67_108_863, 0, 6_004_799_503_160_660),
    (26, 0, 67_108_863, 3_002_399_751_580_330),
  ])
  func hilbertIndex(z: Int, x: Int, y: Int, index: Int) {
    #expect(TileID(z: z, x: x, y: y).hilbertIndex == UInt64(index))
  }

  @Test func hilbertIndicesOfAZoomAreAllDifferent() {
    let ids = (0..<32).flatMap { y in (0..<32).map { TileID(z: 5, x: $0, y: y).hilbertIndex } }
    #expect(Set(ids) == Set(341..<1365))
  }

  @Test func validity() {
    #expect(TileID(z: 0, x: 0, y: 0).isValid)
    #expect(TileID(z: 30, x: 1 << 30 - 1, y: 0).isValid)
    for (z, x, y) in [(-1, 0, 0), (31, 0, 0), (3, 8, 0), (3, 0, 8), (3, -1, 0), (3, 0, -1)] {
      #expect(!TileID(z: z, x: x, y: y).isValid)
    }
  }
}
