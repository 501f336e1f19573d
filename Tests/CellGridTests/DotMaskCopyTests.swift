import TestSupport
import Testing

@testable import CellGrid

/// Rectangles of dots and of cells taken from elsewhere, against doing it dot by dot.
@Suite struct DotMaskCopyTests {
  @Test func dotsAreReplaced() {
    var generator = SeededGenerator(state: 3)
    for _ in 0..<300 {
      let source = mask(&generator)
      let target = mask(&generator)
      let rectangle = DotRectangle(
        x: range(-10...170, &generator), y: range(-3...14, &generator))
      let (x, y) = (
        Int.random(in: -150...150, using: &generator), Int.random(in: -12...12, using: &generator)
      )
      var replaced = target
      replaced.replace(rectangle, by: source, fromX: x, y: y)
      var expected = DotMask(width: target.width, height: target.height)
      for row in 0..<target.height {
        for column in 0..<target.width {
          let isTaken = rectangle.x.contains(column) && rectangle.y.contains(row)
          let isSet =
            isTaken
            ? source.contains(x: column + x, y: row + y) : target.contains(x: column, y: row)
          if isSet { expected.insert(x: column, y: row) }
        }
      }
      #expect(replaced == expected)
      #expect(
        replaced.isEmpty == !(0..<replaced.height).contains { row in
          (0..<replaced.width).contains { replaced.contains(x: $0, y: row) }
        })
    }
  }

  private func mask(_ generator: inout SeededGenerator) -> DotMask {
    var mask = DotMask(
      width: Int.random(in: 0...160, using: &generator),
      height: Int.random(in: 0...12, using: &generator))
    for _ in 0..<Int.random(in: 0...400, using: &generator) {
      mask.insert(
        x: Int.random(in: 0..<160, using: &generator), y: Int.random(in: 0..<12, using: &generator))
    }
    return mask
  }

  private func range(_ limits: ClosedRange<Int>, _ generator: inout SeededGenerator) -> Range<Int> {
    let a = Int.random(in: limits, using: &generator)
    let b = Int.random(in: limits, using: &generator)
    return min(a, b)..<max(a, b)
  }

  @Test func cellsAreReplaced() {
    var generator = SeededGenerator(state: 4)
    for _ in 0..<300 {
      let source = canvas(&generator)
      let target = canvas(&generator)
      let (columns, rows) = (range(-5...30, &generator), range(-3...14, &generator))
      let (column, row) = (
        Int.random(in: -25...25, using: &generator), Int.random(in: -12...12, using: &generator)
      )
      var replaced = target
      replaced.replace(
        columns: columns, rows: rows, by: source, fromColumn: column, row: row)
      for y in 0..<target.rows {
        for x in 0..<target.columns {
          let isTaken = columns.contains(x) && rows.contains(y)
          let (from, at) = isTaken ? (source, (x + column, y + row)) : (target, (x, y))
          let isInside =
            (0..<from.columns).contains(at.0) && (0..<from.rows).contains(at.1)
          let lineClass = isInside ? from.lineClass(column: at.0, row: at.1) : nil
          #expect(replaced.lineClass(column: x, row: y) == lineClass)
          if isInside {
            #expect(replaced.dots(column: x, row: y) == from.dots(column: at.0, row: at.1))
          }
        }
      }
    }
  }

  private func canvas(_ generator: inout SeededGenerator) -> BrailleCanvas {
    var canvas = BrailleCanvas(
      columns: Int.random(in: 0...20, using: &generator),
      rows: Int.random(in: 0...10, using: &generator))
    for _ in 0..<Int.random(in: 0...200, using: &generator) {
      canvas.plot(
        x: Int.random(in: 0..<40, using: &generator), y: Int.random(in: 0..<40, using: &generator),
        lineClass: UInt8.random(in: 0...9, using: &generator))
    }
    return canvas
  }
}
