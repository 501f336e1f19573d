// swift-tools-version: 6.0
// The house follows the flow (ARCHITECTURE.md): each room imports only rooms below it.

import PackageDescription

let package = Package(
  name: "pigeon",
  products: [.executable(name: "pigeon", targets: ["pigeon"])],
  targets: [
    // The door: parse the command line, wire the rooms together, print.
    .executableTarget(
      name: "pigeon",
      dependencies: [
        "Terminal", "Views", "ViewModel", "Cartography", "Tiles", "Places", "Positioning",
        "Preferences", "CellGrid", "Geodesy",
      ]),

    // Bytes to events, cell grid to screen. The only room that knows curses.
    .target(
      name: "Terminal", dependencies: ["CellGrid", "Geodesy", "ViewModel", "CNcurses", "CTerminal"]),

    // View model to cell grid.
    .target(
      name: "Views",
      dependencies: ["ViewModel", "Cartography", "Places", "Positioning", "CellGrid", "Geodesy"]),

    // State, Event, update(state, event) → effects. No input or output.
    .target(
      name: "ViewModel",
      dependencies: ["Places", "Positioning", "Preferences", "CellGrid", "Geodesy"]),

    // Tiles and style to scene, labels and cell grid.
    .target(name: "Cartography", dependencies: ["Tiles", "CellGrid", "Geodesy"]),

    // Archives of tiles, and what is in a tile.
    .target(name: "Tiles", dependencies: ["Geodesy", "CZlib", "CSQLite", "CImage"]),

    // Pins.
    .target(name: "Places", dependencies: ["Preferences", "Geodesy"]),

    // Where the user is.
    .target(name: "Positioning", dependencies: ["Geodesy"]),

    // Property lists, domains, the files that never lose anything.
    .target(name: "Preferences"),

    // Cells, colours, Braille, column widths, text made safe.
    .target(name: "CellGrid"),

    // Coordinates, projection, geodesics.
    .target(name: "Geodesy"),

    // C libraries and the few lines of C that Swift can not express.
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "CImage",
      linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png"), .linkedLibrary("webp")]),
    .target(name: "CTerminal"),

    // What tests of several rooms use.
    .target(
      name: "TestSupport", dependencies: ["Cartography", "CellGrid"], path: "Tests/TestSupport"),
    .testTarget(name: "GeodesyTests", dependencies: ["Geodesy"]),
    .testTarget(name: "CellGridTests", dependencies: ["CellGrid", "TestSupport"]),
    .testTarget(name: "PreferencesTests", dependencies: ["Preferences", "TestSupport"]),
    .testTarget(name: "PositioningTests", dependencies: ["Positioning", "Geodesy"]),
    .testTarget(name: "PlacesTests", dependencies: ["Places", "Preferences", "Geodesy"]),
    .testTarget(
      name: "TilesTests",
      dependencies: ["Tiles", "Geodesy", "CZlib", "CSQLite", "CImage", "TestSupport"]),
    .testTarget(
      name: "CartographyTests",
      dependencies: ["Cartography", "Tiles", "CellGrid", "Geodesy", "TestSupport"],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "ViewModelTests",
      dependencies: ["ViewModel", "Places", "Positioning", "Preferences", "Geodesy"]),
    .testTarget(
      name: "ViewsTests",
      dependencies: [
        "Views", "ViewModel", "Cartography", "Tiles", "CellGrid", "Geodesy", "TestSupport",
      ]),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal", "CellGrid", "CTerminal"]),
    .testTarget(
      name: "ApplicationTests",
      dependencies: [
        "pigeon", "Terminal", "Views", "ViewModel", "Cartography", "Tiles", "Preferences",
        "CellGrid", "Geodesy", "TestSupport",
      ]),
    .testTarget(name: "EndToEndTests", dependencies: ["pigeon", "CTerminal", "TestSupport"]),
    .testTarget(name: "ProofTests", dependencies: ["pigeon", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// `make test` optimizes what is tested, not the tests: it runs in a third of the time then.
for target in package.targets where target.type == .test || target.name == "TestSupport" {
  target.swiftSettings = [.unsafeFlags(["-Onone"])]
}
