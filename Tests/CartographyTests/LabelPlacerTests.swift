import Geodesy
import TestSupport
import Testing

@testable import Cartography

@Suite struct LabelPlacerTests {
  func placer(columns: Int = 40, rows: Int = 11) -> LabelPlacer {
    var placer = LabelPlacer()
    placer.reset(firstColumn: 0, firstRow: 0, columns: columns, rows: rows)
    return placer
  }

  func city(_ column: Int, _ row: Int, width: Int = 6, distance: Double = 0) -> LabelRequest {
    LabelRequest(
      column: column, row: row, textColumns: width, closeColumns: width, hasMarker: true,
      distance: distance)
  }

  @Test func triesRightLeftAboveBelow() {
    var placer = placer()
    #expect(placer.place(city(20, 5))?.textColumn == 22)
    placer = self.placer()
    placer.block(column: 22, row: 5)
    #expect(placer.place(city(20, 5))?.textColumn == 13)
    placer.reset(firstColumn: 0, firstRow: 0, columns: 40, rows: 11)
    placer.block(column: 22, row: 5)
    placer.block(column: 15, row: 5)
    let above = placer.place(city(20, 5))
    #expect(above?.textRow == 4)
    #expect(above?.textColumn == 17)
    placer.reset(firstColumn: 0, firstRow: 0, columns: 40, rows: 11)
    placer.block(column: 22, row: 5)
    placer.block(column: 15, row: 5)
    placer.block(column: 0, row: 4, columns: 40)
    #expect(placer.place(city(20, 5))?.textRow == 6)
    placer.reset(firstColumn: 0, firstRow: 0, columns: 40, rows: 11)
    for row in 4...6 { placer.block(column: 0, row: row, columns: 20) }
    for row in 4...6 { placer.block(column: 22, row: row, columns: 18) }
    #expect(placer.place(city(20, 5)) == nil)
  }

  @Test func aNameKeepsItsDistanceWhenAsked() {
    var placer = placer(columns: 80)
    #expect(placer.place(city(10, 5)) != nil)
    #expect(placer.place(city(29, 6, distance: 20)) == nil)
    #expect(placer.place(city(30, 6, distance: 20)) != nil)
    #expect(placer.place(city(49, 6)) != nil)
  }

  @Test func distanceLeavesTheBudgetedAreaToEachName() {
    // Names offered at random until none fits: about one for so many cells.
    var generator = SeededGenerator(state: 5)
    var placer = placer(columns: 400, rows: 200)
    var count = 0
    for _ in 0..<20_000 {
      let request = city(
        .random(in: 0..<400, using: &generator), .random(in: 0..<200, using: &generator), width: 1,
        distance: LabelPlacer.distance(cellsPerLabel: 200))
      if placer.place(request) != nil { count += 1 }
    }
    #expect((320...520).contains(count), "\(count) names on 80,000 cells")
  }

  @Test func setsLettersCloseWhereTheyDoNotFitApart() {
    var placer = placer(columns: 12, rows: 1)
    let request = LabelRequest(
      column: 6, row: 0, textColumns: 13, closeColumns: 7, hasMarker: false)
    #expect(placer.place(request)?.textColumns == 7)
  }

  @Test(arguments: 1...20)
  func neverCutsAndNeverOverlaps(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    var placer = placer(columns: 60, rows: 20)
    placer.block(column: 30, row: 10, columns: 5)
    var owners: [[Int]: Int] = [:]
    for column in 30..<35 { owners[[column, 10]] = -1 }
    var count = 0
    for number in 0..<300 {
      let width = Int.random(in: 1...14, using: &generator)
      var request = LabelRequest(
        column: .random(in: -5..<65, using: &generator),
        row: .random(in: -3..<23, using: &generator), textColumns: width,
        closeColumns: max(width / 2, 1), hasMarker: .random(using: &generator),
        distance: .random(using: &generator) ? 8 : 0)
      request.mayStandAlone = .random(using: &generator)
      if !request.hasMarker, .random(using: &generator) {
        request.line = LabelLine(
          x: request.column * 2, y: request.row * 4, reachX: .random(in: 0...60, using: &generator),
          reachY: .random(in: -40...40, using: &generator))
      }
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

  func street(reachX: Int, reachY: Int, width: Int = 8) -> LabelRequest {
    var request = LabelRequest(
      column: 20, row: 5, textColumns: width, closeColumns: width, hasMarker: false)
    request.line = LabelLine(x: 40, y: 22, reachX: reachX, reachY: reachY)
    return request
  }

  /// A street 20 columns long, on the level: its name lies on it, at the middle, then to the sides,
  /// but never beyond its ends.
  @Test func aNameLiesOnALevelStreet() {
    var placer = placer()
    let middle = placer.place(street(reachX: 20, reachY: 0))
    #expect(middle.map { [$0.textColumn, $0.textRow, $0.textColumns] } == [16, 5, 8])
    placer = self.placer()
    placer.block(column: 23, row: 5)
    let left = placer.place(street(reachX: 20, reachY: 0))
    #expect(left.map { [$0.textColumn, $0.textRow] } == [14, 5])
    placer = self.placer()
    placer.block(column: 20, row: 5)
    #expect(placer.place(street(reachX: 20, reachY: 0))?.textColumn == 10)
    placer = self.placer()
    for column in [17, 23] { placer.block(column: column, row: 5) }
    #expect(placer.place(street(reachX: 20, reachY: 0)) == nil)
    #expect(placer.place(street(reachX: 7, reachY: 0)) == nil)
    #expect(placer.place(street(reachX: 20, reachY: 0, width: 21)) == nil)
  }

  /// Off the middle the name follows the slope: a third of the way it may go, which is 16 dots, it is
  /// 5 dots right and 2 down, in the next row.
  @Test func aNameFollowsTheSlope() {
    var placer = placer()
    placer.block(column: 16, row: 5, columns: 8)
    placer.block(column: 0, row: 4, columns: 40)
    let placement = placer.place(street(reachX: 24, reachY: 12))
    #expect(placement.map { [$0.textColumn, $0.textRow] } == [18, 6])
  }

  @Test func aNameStandsBesideASteepStreet() {
    var placer = placer()
    let right = placer.place(street(reachX: 4, reachY: 20))
    #expect(right.map { [$0.textColumn, $0.textRow] } == [22, 5])
    placer = self.placer()
    placer.block(column: 25, row: 5)
    let left = placer.place(street(reachX: 4, reachY: 20))
    #expect(left.map { [$0.textColumn, $0.textRow] } == [11, 5])
    #expect(placer.place(street(reachX: 0, reachY: 5)) == nil)
  }

  /// Where the middle of a street is too near another name, the name goes along the street.
  @Test func aNameGoesAlongItsStreetToKeepItsDistance() {
    var placer = placer(columns: 80)
    var request = street(reachX: 40, reachY: 0)
    request.distance = 12
    _ = placer.place(city(16, 5, width: 1, distance: 12))
    let placement = placer.place(request)
    // Two thirds of the 32 dots it may go are 21. Its middle is in column 30.
    #expect(placement?.textColumn == 26)
    // The next keeps its distance from where the name stands.
    #expect(placer.place(city(41, 5, width: 1, distance: 12)) == nil)
    #expect(placer.place(city(42, 5, width: 1, distance: 12)) != nil)
  }

  /// Of two dots side by side neither lies under the other's name.
  @Test func aReservedDotIsKeptFree() {
    var placer = placer()
    placer.reserve(column: 24, row: 5)
    #expect(placer.place(city(20, 5))?.textColumn == 13)
    #expect(placer.place(city(24, 5))?.textColumn == 26)
  }

  /// What gives its place back leaves room.
  @Test func aPlaceGivenBackIsFree() {
    var placer = placer()
    if let placement = placer.place(city(20, 5)) { placer.release(placement) }
    placer.blockSymbol(column: 23, row: 5)
    #expect(placer.place(city(20, 5))?.textColumn == 13)
  }

  @Test func aLongStreetIsCutIntoPiecesAlike() {
    let line = LabelLine(x: 100, y: 50, reachX: 360, reachY: 120)
    // 720 dots are 360 columns, 240 dots 60 rows: four pieces of 90 columns.
    let view = MapViewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: 15, columns: 120, rows: 40)
    let pieces = line.pieces(in: view)
    #expect(pieces.map(\.x) == [-170, 10, 190, 370])
    #expect(pieces.map(\.y) == [-40, 20, 80, 140])
    #expect(pieces.allSatisfy { $0.reachX == 90 && $0.reachY == 30 })
    #expect(LabelLine(x: 0, y: 0, reachX: 60, reachY: 20).pieces(in: view).count == 1)
    // A narrow view holds one of shorter pieces: 60 columns, of 180.
    var narrow = view
    narrow.columns = 80
    #expect(LabelLine(x: 0, y: 0, reachX: 180, reachY: 0).pieces(in: narrow).count == 3)
  }

  /// The dot of a place lies under the user's own thing, and the name beside both.
  @Test func aNameStandsBesideWhatCoversItsDot() {
    var placer = placer()
    placer.blockSymbol(column: 20, row: 5)
    let placement = placer.place(city(20, 5))
    #expect(placement.map { [$0.textColumn, $0.textRow] } == [22, 5])
    placer = self.placer()
    placer.blockSymbol(column: 23, row: 5)
    #expect(placer.place(city(20, 5)).map { [$0.textColumn, $0.textRow] } == [13, 5])
  }

  @Test func aDotMayStandAlone() {
    var placer = placer()
    for row in 4...6 {
      placer.block(column: 0, row: row, columns: 19)
      placer.block(column: 22, row: row, columns: 18)
    }
    var request = city(20, 5)
    #expect(placer.place(request) == nil)
    request.mayStandAlone = true
    #expect(placer.place(request).map { [$0.column, $0.row, $0.textColumns] } == [20, 5, 0])
  }

  @Test(arguments: 1...5)
  func anchorsAreFoundAsByLookingAtAll(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    var anchors = LabelAnchors()
    anchors.reset(firstColumn: -24, firstRow: -6, columns: 128, rows: 42)
    var all: [(Int, Int)] = []
    for _ in 0..<400 {
      let column = Int.random(in: -24..<104, using: &generator)
      let row = Int.random(in: -6..<36, using: &generator)
      let across = Int.random(in: 1...20, using: &generator)
      let down = Int.random(in: 1...5, using: &generator)
      let isNear = all.contains { abs($0.0 - column) < across && abs($0.1 - row) < down }
      #expect(
        anchors.contains(column: column, row: row, withinColumns: across, rows: down) == isNear)
      if .random(using: &generator) {
        anchors.add(column: column, row: row)
        all.append((column, row))
      }
    }
  }
}
