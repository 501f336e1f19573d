import Tiles

/// Which layers of a tile mean what: those of the OpenMapTiles schema, of which the atlas is a part,
/// and of Protomaps' basemap, which has some other names and `kind` for `class`. What their tags mean
/// is in `GroundClasses`.
extension SceneCompiler {
  mutating func add(_ layer: VectorLayer) {
    switch layer.name {
    case "water": addWater(layer)
    case "landcover", "landuse": addLand(layer)
    case "coastline": addCoastline(layer)
    case "waterway": addWaterways(layer)
    case "boundary", "boundaries": addBoundaries(layer)
    case "transportation", "roads": addRoads(layer)
    case "aeroway": addAeroways(layer)
    case "building", "buildings": addBuildings(layer)
    default: break
    }
    addNames(layer)
  }
}
