import Testing

@testable import Terminal

@Suite struct PairTableTests {
  /// Each combination has a number of its own, the same whenever it is asked for again, however many
  /// there are; and the filter is told what it means.
  @Test(arguments: [false, true]) func combinationsKeepTheirNumbers(passesNumbers: Bool) {
    var defined: [Int32: [Int32]] = [:]
    var table = PairTable(limit: 1 << 16, passesNumbers: passesNumbers) {
      #expect(defined.updateValue([$1, $2], forKey: $0) == nil)
      return true
    }
    let combinations: [[Int32]] = (0..<20_000).map { (index: Int32) in
      [index % 200 * 0x0301, index / 200 * 0x1_0000 - 1]
    }
    let first = combinations.map { table.pair(foreground: $0[0], background: $0[1]) }
    let again = combinations.map { table.pair(foreground: $0[0], background: $0[1]) }
    #expect(first == again)
    #expect(Set(first).count == combinations.count)
    #expect(!first.contains(0))
    for (pair, combination) in zip(first, combinations) {
      let meaning = table.colors.all[Int(pair)]
      #expect([meaning.foreground, meaning.background] == combination)
      #expect(defined[pair] == (passesNumbers ? [pair, pair] : combination))
    }
    #expect(table.pair(foreground: -1, background: -1) == 0)
    #expect(!table.isExhausted)
  }

  /// Without room the background stays, with the terminal's own foreground where that has a number.
  @Test func keepsBackgroundWhenFull() {
    var table = PairTable(limit: 4, passesNumbers: false) { _, _, _ in true }
    let plain = table.pair(foreground: -1, background: 5)
    _ = table.pair(foreground: 1, background: 5)
    _ = table.pair(foreground: 2, background: 5)
    #expect(!table.isExhausted)
    #expect(table.pair(foreground: 3, background: 5) == plain)
    #expect(table.pair(foreground: 3, background: 6) == 0)
    #expect(table.isExhausted)
  }

  /// A number that curses only passes on may mean something else later, and curses is told of it once.
  @Test func numbersAreUsedAgain() {
    var told = 0
    var table = PairTable(limit: 1 << 16, passesNumbers: true) { _, _, _ in
      told += 1
      return true
    }
    for round in 0..<3 {
      let first = table.pair(foreground: Int32(round), background: 9)
      let second = table.pair(foreground: Int32(round), background: 10)
      #expect([first, second] == [1, 2])
      #expect(table.colors.all[1].foreground == Int32(round))
      #expect(table.colors.all[2].background == 10)
      table.reset()
    }
    #expect(told == 2)
  }

  /// What is on the screen keeps its number; the others are handed out again, and curses learns of
  /// none twice.
  @Test func reclaimedNumbersAreUsedAgain() {
    var told: Set<Int32> = []
    var table = PairTable(limit: 1 << 16, passesNumbers: true) { pair, _, _ in
      told.insert(pair).inserted
    }
    func numbers(_ range: Range<Int32>) -> [Int32] {
      range.map { table.pair(foreground: $0, background: 7) }
    }
    let first = numbers(0..<20_000)
    #expect(table.isWorthReclaiming)
    var isUsed = Array(repeating: false, count: table.colors.all.count)
    for pair in first[5000..<6000] { isUsed[Int(pair)] = true }
    table.reclaim(keeping: isUsed)
    #expect(!table.isWorthReclaiming)
    #expect(numbers(5000..<6000) == Array(first[5000..<6000]))
    let later = numbers(30_000..<49_000)
    #expect(Set(later).isDisjoint(with: first[5000..<6000]))
    #expect(Set(later).union(first[5000..<6000]) == Set(1...20_000))
    for (pair, foreground) in zip(later, Int32(30_000)...) {
      #expect(table.colors.all[Int(pair)].foreground == foreground)
    }
    #expect(table.pair(foreground: -2, background: 7) == 20_001)
    #expect(!table.isExhausted)
  }
}
