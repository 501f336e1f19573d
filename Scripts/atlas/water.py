"""Ocean, lakes and their shores.

The shore is taken from the outline of the very ocean polygon that is shipped, so the two agree to the
unit at every zoom; only the runs along the map's own frame are left out.
"""
import numpy as np
import shapely

from geometry import EXTENT, diamond, outline, polygons, scaled
from sources import NE
from tiler import Feature

# Zoom: source scale. Natural Earth's own generalisation beats any simplification of the finest data.
SCALE = {0: "110m", 1: "50m", 2: "50m", 3: "50m", 4: "10m", 5: "10m"}
# Visvalingam tolerance (square root of the area, in tile units; a dot is 8 to 16 units).
TOLERANCE = {0: 5, 1: 5, 2: 5, 3: 4, 4: 5, 5: 0}
# Land smaller than this (square units) is an islet, drawn as a diamond of that radius, and only the
# largest in every cell of the given width, so that an archipelago reads as specks and not as a blot.
ISLET = {0: (90, 4, 4, 40), 1: (70, 3, 4, 32), 2: (50, 1, 4, 28), 3: (40, 0.2, 4, 24), 4: (24, 0.05, 3, 10), 5: (6, 0, 2, 6)}
LAKE_AREA = {0: 150, 1: 100, 2: 80, 3: 64, 4: 48, 5: 0}


class Water:
    def __init__(self, sources):
        self.land, self.ocean, self.caspian, self.lakes = {}, {}, {}, {}
        frame = shapely.box(0, 0, 1, 1)
        for scale in ("110m", "50m", "10m"):
            parts = polygons(np.array([shapely.make_valid(g) for g, _ in sources.shapes(f"{NE}physical/ne_{scale}_ocean")]))
            parts.sort(key=shapely.area)
            ocean = parts[-1]
            # The second part is the Caspian, which is a lake in all but name.
            caspian = [p for p in parts[:-1] if p.contains(shapely.Point(51 / 360 + 0.5, 0.373))]
            land = polygons(frame.difference(ocean))
            self.ocean[scale], self.land[scale] = ocean, sorted(land, key=lambda p: (-p.area, p.bounds))
            self.caspian[scale] = caspian
            self.lakes[scale] = sources.shapes(f"{NE}physical/ne_{scale}_lakes")

    def islets(self, z, big, candidates, world):
        """The islands too small to be drawn in their true shape, thinned."""
        limit, least, radius, cell = ISLET[z]
        tree = shapely.STRtree(big)
        taken, result = set(), []
        for polygon in sorted(candidates, key=lambda p: (-p.area, p.bounds)):
            if polygon.area < least:
                break
            x, y = polygon.centroid.coords[0]
            key = (int(x // cell), int(y // cell))
            if key in taken or len(tree.query(shapely.Point(x, y), "dwithin", radius * 3)):
                continue
            taken.add(key)
            x = min(max(x, radius), world - radius)
            result.append(diamond(x, y, radius))
        return result

    def ocean_at(self, z):
        """The ocean on the integer grid of zoom z."""
        world = EXTENT << z
        scale, tolerance = SCALE[z], TOLERANCE[z]
        limit = ISLET[z][0]
        land = [scaled(p, world) for p in self.land[scale]]
        big = [p for p in land if p.area >= limit]
        small = [p for p in land if p.area < limit]
        frame = shapely.box(0, 0, world, world)
        ocean = polygons(frame.difference(shapely.MultiPolygon(big)))
        if tolerance:
            # Ocean and land are simplified as one coverage: rings cannot cross, the frame stays.
            simple = shapely.coverage_simplify(np.array(ocean + big), tolerance, simplify_boundary=False)
            ocean = polygons(simple[:len(ocean)])
            big = polygons(simple[len(ocean):])
        if z == 3:
            # The middle scale leaves out most atolls. Take them from the finest.
            known = shapely.STRtree(land)
            fine = [scaled(p, world) for p in self.land["10m"]]
            small += [p for p in fine if p.area < limit and not len(known.query(p, "dwithin", 4))]
        islets = self.islets(z, big, small, world)
        ocean = shapely.unary_union(ocean).difference(shapely.unary_union(islets))
        return shapely.MultiPolygon(polygons(shapely.set_precision(ocean, 1.0)))

    def lakes_at(self, z):
        world = EXTENT << z
        scale, tolerance = SCALE[z], TOLERANCE[z]
        shapes = [g for g, _ in self.lakes[scale]] + self.caspian[scale]
        result = []
        for polygon in polygons(np.array([shapely.make_valid(scaled(g, world)) for g in shapes])):
            if polygon.area < LAKE_AREA[z]:
                continue
            if tolerance:
                holes = [h for h in polygon.interiors if shapely.Polygon(h).area >= 48]
                polygon = shapely.coverage_simplify(shapely.Polygon(polygon.exterior, holes), tolerance)
            result.extend(polygons(shapely.set_precision(polygon, 1.0)))
        return result

    def features(self, z):
        """(features, coast lines for others to meet)."""
        world = EXTENT << z
        ocean, lakes = self.ocean_at(z), self.lakes_at(z)
        coast, shores = outline(ocean, world), outline(lakes, world)
        result = [Feature("water", ocean, {"class": "ocean"})]
        result += [Feature("water", lake, {"class": "lake"}) for lake in lakes]
        result += [Feature("coastline", line, {"class": "ocean"}) for line in coast]
        result += [Feature("coastline", line, {"class": "lake"}) for line in shores]
        return result, coast
