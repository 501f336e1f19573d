import Cartography
import CellGrid
import Foundation
import Geodesy
import Places
import Positioning
import Preferences
import TestSupport
import Testing

@testable import Tiles
@testable import ViewModel
@testable import Views
@testable import pigeon

/// Every row of the settings does something: what is stored changes the frame, or what is asked for.
@Suite struct SettingsRowTests {
  static let root = ShippedStyles.folder.deletingLastPathComponent().path
  static let schema = SettingsSchema(bundle: root + "/Settings.bundle")

  /// What the values of a row are seen by.
  enum Joint {
    /// Any two of them make different frames of a state prepared like this.
    case frame([PropertyListValue], @Sendable (inout State) -> Void)
    /// Each of them has this effect.
    case effect([(value: PropertyListValue, effect: Effect)])
  }

  static func frame(
    _ values: [PropertyListValue], _ prepare: @escaping @Sendable (inout State) -> Void = { _ in }
  ) -> Joint {
    .frame(values, prepare)
  }

  /// All values of a row that are to be chosen from but `auto`, which is like one of the others.
  static func choices(_ key: String) -> [PropertyListValue] {
    switch schema.row(forKey: key)?.kind {
    case .multiValue(let choices)?, .radio(_, let choices)?:
      choices.map(\.value).filter { $0 != "auto" }
    default: []
    }
  }

  static let here = Coordinate(latitude: 48, longitude: 10)

  /// With a pin two hundred metres away.
  @Sendable static func arrive(_ state: inout State) {
    state.setAnnotation(
      PointAnnotation(
        coordinate: Coordinate(latitude: 48.0018, longitude: 10), title: "Here"))
    state.fix = Fix(coordinate: here)
  }

  /// With a pin far outside the view.
  @Sendable static func travel(_ state: inout State) {
    state.setAnnotation(
      PointAnnotation(coordinate: Coordinate(latitude: -33, longitude: 18), title: "There"))
    state.fix = Fix(coordinate: here)
  }

  static let joints: [(key: String, joint: Joint)] = [
    ("HPMapType", frame(choices("HPMapType"))),
    ("HPFollowHeading", frame(choices("HPFollowHeading"))),
    ("HPTileSources", .effect([(["/a.mbtiles"], .useTileSources(["/a.mbtiles"]))])),
    ("HPLabelDensity", frame([0, 0.5, 1, 3])),
    ("HPLabelLanguage", frame(["en", "de", "ru", "ar", "zh"])),
    ("HPTheme", frame(choices("HPTheme"))),
    ("HPColorDepth", frame(choices("HPColorDepth"))),
    ("HPColorDepth", .effect([("256", .useColors(.indexed256))])),
    ("HPCharset", frame(choices("HPCharset"))),
    ("HPScaleBar", frame([true, false])),
    ("HPGraticule", frame([true, false])),
    ("HPMouse", .effect([(false, .reportMouse(false))])),
    ("HPUnits", frame(choices("HPUnits"), travel)),
    ("HPCoordinateNotation", frame(choices("HPCoordinateNotation"))),
    (
      "HPPositionSource",
      .effect([("fixed:48,10", .usePosition(.fixed(here)))])
    ),
    ("HPArrivalRadius", frame([100, 250], arrive)),
  ]

  @Test func everyRowHasAJoint() {
    let rows = Self.schema.pages.values.flatMap(\.rows).compactMap(\.key)
    #expect(Set(rows) == Set(Self.joints.map(\.key)))
    #expect(Self.choices("HPTheme").compactMap(\.stringValue) == Theme.allCases.map(\.rawValue))
    #expect(Settings.themeNames.alternatives.hasPrefix("auto, dark, light"))
  }

  /// A window of Europe at a size that has names and roads.
  static func state() -> State {
    var state = State(columns: 90, rows: 30)
    state.settingsSchema = schema
    _ = update(
      &state, .preferences(SettingsBundle.registeredDefaults(schema).mapValues { .some($0) }),
      time: 0)
    state.viewport.center = here
    state.viewport.zoom = 5
    return state
  }

  /// A frame and the values of a row that lead to it.
  struct Painter {
    let renderer = MapRenderer()
    let sources: MapSources
    let styles = MapStyleLibrary.shipped

    init() throws {
      let language = SceneLanguage()
      func store(_ name: String) throws -> TileStore {
        let archive = try PMTilesArchive(path: SettingsRowTests.root + "/" + name)
        return TileStore(
          source: SceneSource(archive, language: language), byteLimit: 32 << 20, onArrival: {})
      }
      sources = MapSources(
        vector: try store("atlas.pmtiles"), raster: try store("satellite.pmtiles"),
        language: language)
    }

    func frame(_ state: State) -> CellGrid {
      let options = DisplayOptions(charset: .braille, depth: .trueColor)
      let composer = ScreenComposer(
        renderer: renderer, sources: sources, styles: styles, options: options, credits: [])
      var grid = CellGrid(columns: state.columns, rows: state.rows)
      // So that all tiles are there, however slow the machine.
      _ = renderer.render(
        state, sources: sources, styles: styles, display: options.resolved(state.settings),
        into: &grid, row: state.mapTop
      ) { map, _ in map.tileWait = 60 }
      _ = composer.compose(state, into: &grid)
      return grid
    }
  }

  @Test(arguments: 0..<joints.count) func everyValueIsSeen(number: Int) throws {
    let (key, joint) = Self.joints[number]
    switch joint {
    case .effect(let effects):
      for (value, effect) in effects {
        var state = Self.state()
        #expect(update(&state, .preferences([key: value]), time: 0).contains(effect), "\(key)")
      }
    case .frame(let values, let prepare):
      #expect(values.count > 1)
      let painter = try Painter()
      let frames = values.map { value in
        var state = Self.state()
        prepare(&state)
        _ = update(&state, .preferences([key: value]), time: 0)
        return painter.frame(state)
      }
      for (index, frame) in frames.enumerated() {
        for other in frames.indices.dropFirst(index + 1) {
          #expect(frame.cells != frames[other].cells, "\(key): \(values[index]), \(values[other])")
        }
      }
    }
  }

  /// Several settings do more than the bar tells: the map itself is another.
  @Test func theMapChangesNotOnlyItsBars() throws {
    let painter = try Painter()
    func map(_ key: String, _ value: PropertyListValue) -> [Cell] {
      var state = Self.state()
      _ = update(&state, .preferences([key: value]), time: 0)
      return Array(painter.frame(state).cells[90..<90 * 28])
    }
    for (key, value) in [
      ("HPTheme", "colorblind"), ("HPTheme", "light"), ("HPMapType", 1), ("HPMapType", 2),
      ("HPLabelDensity", 3.0), ("HPLabelLanguage", "ar"), ("HPGraticule", true),
      ("HPCharset", "ascii"), ("HPColorDepth", "256"),
    ] as [(String, PropertyListValue)] {
      let usual = try #require(Self.schema.row(forKey: key)?.defaultValue)
      let isAnother = map(key, value) != map(key, usual)
      #expect(isAnother, "\(key) \(value)")
    }
  }

  /// The arrow of the position is the way one faces; where that is not known, the way one moves.
  @Test func theArrowFacesWhereTheUserFaces() throws {
    let painter = try Painter()
    func arrow(_ fix: Fix) -> String? {
      var state = Self.state()
      _ = update(&state, .position(.fix(fix)), time: 0)
      // Beside the crosshair.
      state.viewport = state.viewport.panned(columns: 8, rows: 0)
      guard let cell = state.viewport.cell(for: fix.coordinate) else { return nil }
      let grid = painter.frame(state)
      return grid.text(of: grid[cell.column, cell.row + state.mapTop])
    }
    #expect(arrow(Fix(coordinate: Self.here)) == "●")
    #expect(arrow(Fix(coordinate: Self.here, course: 0)) == "↑")
    #expect(arrow(Fix(coordinate: Self.here, heading: 90)) == "→")
    #expect(arrow(Fix(coordinate: Self.here, course: 0, heading: 90)) == "→")
  }
}
