"""Borders of countries and of their first-level divisions."""
import shapely

from geometry import EXTENT, merged, reach, scaled
from sources import MAGICS, NE, text
from tiler import Feature
from water import SCALE

TOLERANCE = {0: 5, 1: 4, 2: 4, 3: 3.5, 4: 3, 5: 0.8}
REACH = {0: 24, 1: 24, 2: 24, 3: 24, 4: 16, 5: 16}
# Leased ground and overlays are not borders between countries.
LEFT_OUT = ("Lease limit", "Overlay limit")
# Zoom: the highest min_zoom of a division's border; the deepest zoom stands for all zooms below it.
DIVISIONS = {3: 3.0, 4: 5.0, 5: 9.0}


class Borders:
    def __init__(self, sources):
        self.countries = {}
        for scale in ("110m", "50m", "10m"):
            sure, disputed = [], []
            for geometry, a in sources.shapes(f"{NE}cultural/ne_{scale}_admin_0_boundary_lines_land"):
                kind = text(a["featurecla"])
                if kind in LEFT_OUT:
                    continue
                # "Indefinite" in the water is the middle of the Great Lakes, which nobody disputes.
                plain = kind.startswith("International") or text(a.get("type")) == "Water Indicator" and kind.startswith("Indef")
                (sure if plain else disputed).append(geometry)
            self.countries[scale] = (sure, disputed)
        self.divisions = [
            (geometry, float(a["min_zoom"]))
            # Lines classed as statistical are kept: between groups of states of the USA there are no others.
            for geometry, a in sources.shapes(f"{MAGICS}10m/ne_10m_admin_1_states_provinces_lines")]

    def simplified(self, parts, z, targets):
        world = EXTENT << z
        result = []
        for line in reach(merged([scaled(g, world) for g in parts]), targets, REACH[z]):
            x0, y0, x1, y1 = line.bounds
            # An enclave below a dot would only be a blot on the border around it.
            if line.is_closed and max(x1 - x0, y1 - y0) < (8 if z < 5 else 0):
                continue
            result.append(line.simplify(TOLERANCE[z]))
        return result

    def closed(self, water, world):
        """All finest lines noded together, so that they close areas: for placing labels, not for drawing."""
        shores = [scaled(shapely.boundary(p), world) for p in water.land["10m"]]
        countries = merged([scaled(g, world) for part in self.countries["10m"] for g in part])
        countries = reach(countries, shores, 64)
        divisions = merged([scaled(g, world) for g, _ in self.divisions])
        divisions = reach(divisions, shores + countries, 64)
        return shapely.get_parts(shapely.unary_union(shores + countries + divisions, grid_size=0.5))

    def features(self, z, coast):
        sure, disputed = self.countries[SCALE[z]]
        sure = self.simplified(sure, z, coast)
        disputed = self.simplified(disputed, z, coast)
        result = [Feature("boundary", g, {"admin_level": 2}, dry=("ocean",)) for g in sure]
        result += [Feature("boundary", g, {"admin_level": 2, "disputed": 1}, dry=("ocean",)) for g in disputed]
        if z in DIVISIONS:
            targets = list(coast) + sure + disputed
            steps = sorted({int(m) for _, m in self.divisions if m <= DIVISIONS[z]})
            for step in steps:
                parts = [g for g, m in self.divisions if int(m) == step and m <= DIVISIONS[z]]
                for g in self.simplified(parts, z, targets):
                    properties = {"admin_level": 4, "min_zoom": step}
                    result.append(Feature("boundary", g, properties, dry=("ocean",)))
        return result
