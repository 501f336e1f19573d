import Testing

@testable import Cartography

@Suite struct LabelPlacerTests {
  func placer(columns: Int = 40, rows: Int = 11, distance: Double = 0) -> LabelPlacer {
    var placer = LabelPlacer()
    placer.reset(firstColumn: 0, firstRow: 0, columns: columns, rows: rows, distance: distance)
    return placer
  }

  func city(_ column: Int, _ row: Int, width: Int = 6, keepsDistance: Bool = false) -> LabelRequest
  {
    LabelRequest(
      column: column, row: row, textColumns: width, closeColumns: width, hasMarker: true,
      keepsDistance: keepsDistance)
  }

  @Test func triesRightLeftAboveBelow() {
    var placer = placer()
    #expect(placer.place(city(20, 5))?.textColumn == 22)
    placer = self.placer()
    placer.block(column: 22, row: 5)
    #expect(placer.place(city(20, 5))?.textColumn == 13)
    placer.reset(firstColumn: 0, firstRow: 0, columns: 40, rows: 11, distance: 0)
    placer.block(column: 22, row: 5)
    placer.block(column: 15, row: 5)
    let above = placer.place(city(20, 5))
    #expect(above?.textRow == 4)
    #expect(above?.textColumn == 17)
    placer.reset(firstColumn: 0, firstRow: 0, columns: 40, rows: 11, distance: 0)
    placer.block(column: 22, row: 5)
    placer.block(column: 15, row: 5)
    placer.block(column: 0, row: 4, columns: 40)
    #expect(placer.place(city(20, 5))?.textRow == 6)
    placer.reset(firstColumn: 0, firstRow: 0, columns: 40, rows: 11, distance: 0)
    for row in 4...6 { placer.block(column: 0, row: row, columns: 20) }
    for row in 4...6 { placer.block(column: 22, row: row, columns: 18) }
    #expect(placer.place(city(20, 5)) == nil)
  }

  @Test func aNameKeepsItsDistanceWhenAsked() {
    var placer = placer(columns: 80, distance: 20)
    #expect(placer.place(city(10, 5)) != nil)
    #expect(placer.place(city(29, 6, keepsDistance: true)) == nil)
    #expect(placer.place(city(30, 6, keepsDistance: true)) != nil)
    #expect(placer.place(city(49, 6)) != nil)
  }

  @Test func distanceLeavesTheBudgetedAreaToEachName() {
    // Names offered at random until none fits: about one for so many cells.
    var generator = SeededGenerator(state: 5)
    var placer = placer(columns: 400, rows: 200, distance: LabelPlacer.distance(cellsPerLabel: 200))
    var count = 0
    for _ in 0..<20_000 {
      let request = city(
        .random(in: 0..<400, using: &generator), .random(in: 0..<200, using: &generator), width: 1,
        keepsDistance: true)
      if placer.place(request) != nil { count += 1 }
    }
    #expect((320...520).contains(count), "\(count) names on 80,000 cells")
  }

  @Test func setsLettersCloseWhereTheyDoNotFitApart() {
    var placer = placer(columns: 12, rows: 1)
    let request = LabelRequest(
      column: 6, row: 0, textColumns: 13, closeColumns: 7, hasMarker: false, keepsDistance: false)
    #expect(placer.place(request)?.textColumns == 7)
  }

  @Test(arguments: 1...20)
  func neverCutsAndNeverOverlaps(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    var placer = placer(columns: 60, rows: 20, distance: 8)
    placer.block(column: 30, row: 10, columns: 5)
    var owners: [[Int]: Int] = [:]
    for column in 30..<35 { owners[[column, 10]] = -1 }
    var count = 0
    for number in 0..<300 {
      let width = Int.random(in: 1...14, using: &generator)
      let request = LabelRequest(
        column: .random(in: -5..<65, using: &generator),
        row: .random(in: -3..<23, using: &generator), textColumns: width,
        closeColumns: max(width / 2, 1), hasMarker: .random(using: &generator),
        keepsDistance: .random(using: &generator))
      guard let placement = placer.place(request) else { continue }
      count += 1
      #expect(placement.isInside(columns: 60, rows: 20))
      var cells = (0..<placement.textColumns).map {
        [placement.textColumn + $0, placement.textRow]
      }
      if placement.hasMarker { cells.append([placement.column, placement.row]) }
      for cell in cells {
        #expect(owners[cell] == nil, "\(number) covers \(String(describing: owners[cell]))")
        owners[cell] = number
      }
    }
    #expect(count > 10)
  }
}
