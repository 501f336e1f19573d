import CellGrid
import Geodesy
import Tiles

@testable import Cartography

/// What is wrong with the names of a frame.
struct LabelFaults: Equatable {
  /// Cells that two names share, and names side by side without a blank.
  var collisions = 0
  /// Names or dots not wholly in view.
  var cut = 0
  /// Names over the user's things.
  var covering = 0
  /// The same name again within a screenful, of the same group of classes.
  var repeated = 0
}

enum LabelQuality {
  typealias Label = MapFrameReport.PlacedLabel

  /// The cells of a name and its dot.
  static func cells(_ label: Label, style: MapStyle) -> [SIMD2<Int>] {
    var cells = (0..<label.textColumns).map { SIMD2(label.textColumn + $0, label.textRow) }
    if style[label.labelClass].marker != nil { cells.append(SIMD2(label.column, label.row)) }
    return cells
  }

  static func faults(
    _ labels: [Label], columns: Int, rows: Int, symbols: [SIMD2<Int>] = [],
    style: MapStyle = .dark
  ) -> LabelFaults {
    var faults = LabelFaults()
    var owner: [SIMD2<Int>: Int] = [:]
    for (number, label) in labels.enumerated() {
      for cell in cells(label, style: style) {
        if !(0..<columns).contains(cell.x) || !(0..<rows).contains(cell.y) { faults.cut += 1 }
        if let other = owner[cell], other != number { faults.collisions += 1 }
        owner[cell] = number
      }
    }
    for (number, label) in labels.enumerated() where label.textColumns > 0 {
      for x in [label.textColumn - 1, label.textColumn + label.textColumns] {
        if let other = owner[SIMD2(x, label.textRow)], other != number { faults.collisions += 1 }
      }
      for symbol in symbols
      where symbol.y == label.textRow && symbol.x >= label.textColumn - 1
        && symbol.x <= label.textColumn + label.textColumns
      {
        faults.covering += 1
      }
    }
    for (number, label) in labels.enumerated() where label.textColumns > 0 {
      faults.repeated +=
        labels[..<number].filter {
          let reach = label.labelClass.reach(to: $0.labelClass)
          return $0.name == label.name && $0.labelClass.group == label.labelClass.group
            && abs($0.column - label.column) < reach.columns
            && abs($0.row - label.row) < reach.rows
        }.count
    }
    return faults
  }

  struct Flicker: Equatable {
    /// Names looked at that the step leaves wholly in view.
    var seen = 0
    /// Of these, names that stand elsewhere on the ground, or are gone.
    var moved = 0
    var gone = 0
    var names: [String] = []
  }

  /// What a step does to names it leaves wholly in view.
  static func compare(
    _ before: [Label], _ after: [Label], step: (Int, Int), columns: Int, rows: Int,
    style: MapStyle, into flicker: inout Flicker
  ) {
    let later = Dictionary(grouping: after, by: { "\($0.labelClass) \($0.name)" })
    for label in before {
      let isWhole = cells(label, style: style).allSatisfy {
        (0..<columns).contains($0.x - step.0) && (0..<rows).contains($0.y - step.1)
      }
      guard isWhole else { continue }
      flicker.seen += 1
      let same = later["\(label.labelClass) \(label.name)"] ?? []
      if same.contains(where: {
        $0.textColumn == label.textColumn - step.0 && $0.textRow == label.textRow - step.1
          && $0.textColumns == label.textColumns
      }) {
        continue
      }
      // A capital has another place as long as an edge cuts its usual one.
      let isAtEdge =
        !(label.textColumns + 3..<columns - label.textColumns - 3).contains(label.column)
        || !(2..<rows - 2).contains(label.row)
      if label.labelClass == .capital, isAtEdge,
        same.contains(where: {
          $0.column == label.column - step.0 && $0.row == label.row - step.1
        })
      {
        continue
      }
      if same.isEmpty { flicker.gone += 1 } else { flicker.moved += 1 }
      flicker.names.append(label.name)
    }
  }

  /// 40 steps of a pan.
  static func flicker(
    from start: MapViewport, step: (Int, Int), style: MapStyle = .dark,
    _ labels: (MapViewport) -> [Label]
  ) -> Flicker {
    var flicker = Flicker()
    var view = start
    var before = labels(view)
    for _ in 0..<40 {
      view = view.panned(columns: step.0, rows: step.1)
      let after = labels(view)
      compare(
        before, after, step: step, columns: view.columns, rows: view.rows, style: style,
        into: &flicker)
      before = after
    }
    return flicker
  }
}
