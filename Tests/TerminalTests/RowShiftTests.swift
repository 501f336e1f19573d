import CellGrid
import Testing

@testable import Terminal

@Suite struct RowShiftTests {
  private func rows(_ texts: [String]) -> [Cell] {
    texts.flatMap { text in
      text.map { Cell(glyph: $0 == "_" ? Cell.continuation : $0.unicodeScalars.first!.value) }
    }
  }

  private func find(_ old: [String], _ new: [String]) -> (columns: Int, rows: [Int])? {
    rows(old).withUnsafeBufferPointer { a in
      rows(new).withUnsafeBufferPointer { b in
        RowShift.find(from: a, to: b, width: old[0].count)
      }
    }
  }

  @Test func findsRowsThatMoved() throws {
    let old = ["title bar stays here", "abcdefghijklmnopqrst", "zyxwvutsrqponmlkjihg"]
    let left = ["title bar stays here", "defghijklmnopqrstABC", "wvutsrqponmlkjihgDEF"]
    let right = ["title bar stays here", "ABCabcdefghijklmnopq", "DEFzyxwvutsrqponmlkj"]
    let toLeft = try #require(find(old, left))
    #expect(toLeft.columns == 3 && toLeft.rows == [1, 2])
    let toRight = try #require(find(old, right))
    #expect(toRight.columns == -3 && toRight.rows == [1, 2])
  }

  @Test func leavesAloneWhatDidNotMove() {
    let old = ["abcdefghijklmnopqrst", "the same in both...."]
    #expect(find(old, old) == nil)
    #expect(find(old, ["ABCDEFGHIJKLMNOPQRST", "the same in both...."]) == nil)
    #expect(find(["short"], ["hortx"]) == nil)
  }

  @Test func doesNotCutCharacters() throws {
    let old = ["ab東_efghijklmnopqrst", "zyxwvutsrqponmlkjihg"]
    let new = [" efghijklmnopqrstABC", "wvutsrqponmlkjihgDEF"]
    #expect(try #require(find(old, new)).rows == [1])
  }
}
