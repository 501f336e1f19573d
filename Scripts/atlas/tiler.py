"""Cuts the layers of one zoom into tiles."""
import numpy as np
import shapely

import mvt
from geometry import EXTENT, lines, polygons

BUFFER = 64
ORDER = ["water", "coastline", "waterway", "boundary", "place"]


class Feature:
    __slots__ = ("layer", "geometry", "properties", "dry")

    def __init__(self, layer, geometry, properties, dry=()):
        self.layer = layer
        self.geometry = geometry
        self.properties = properties
        # Classes of water in which a line is not drawn: a river ends at the shore of the sea.
        self.dry = dry


def clip(geometry, bounds):
    if "Polygon" in geometry.geom_type:
        parts = polygons(shapely.intersection(geometry, shapely.box(*bounds)))
        return shapely.MultiPolygon(parts) if parts else None
    parts = lines(shapely.clip_by_rect(geometry, *bounds))
    return shapely.MultiLineString(parts) if parts else None


def quarter(features, z, x, y, depth, boxes):
    """Yields (x, y, features): halving the area again and again is much faster than cutting each tile
    out of the whole ocean."""
    if depth == z:
        yield x, y, features
        return
    for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
        cx, cy = 2 * x + dx, 2 * y + dy
        size = EXTENT << (z - depth - 1)
        left, top, right, bottom = cx * size, cy * size, (cx + 1) * size, (cy + 1) * size
        wide = (left - BUFFER, top - BUFFER, right + BUFFER, bottom + BUFFER)
        inside = []
        for f, (x0, y0, x1, y1) in zip(features, boxes):
            if f.layer == "place":
                # A label belongs to one tile only, else it would be set twice.
                if left <= x0 < right and top <= y0 < bottom:
                    inside.append(f)
            elif x1 < wide[0] or x0 > wide[2] or y1 < wide[1] or y0 > wide[3]:
                continue
            elif x0 >= wide[0] and x1 <= wide[2] and y0 >= wide[1] and y1 <= wide[3]:
                inside.append(f)
            else:
                g = clip(f.geometry, wide)
                if g is not None:
                    inside.append(Feature(f.layer, g, f.properties, f.dry))
        if inside:
            bounds = shapely.bounds([f.geometry for f in inside])
            yield from quarter(inside, z, cx, cy, depth + 1, bounds)


def finish(features, x, y):
    """Puts one tile's features on the integer grid and takes lines out of the water they end in."""
    move = lambda g: shapely.transform(g, lambda c: c - (x * EXTENT, y * EXTENT))
    water = {}
    done = {name: [] for name in ORDER}
    for f in features:
        if f.layer == "water":
            parts = polygons(shapely.set_precision(move(f.geometry), 1.0))
            if parts:
                g = shapely.MultiPolygon(parts)
                water.setdefault(f.properties["class"], []).append(g)
                done["water"].append((g, f.properties))
    areas = {k: shapely.unary_union(v) for k, v in water.items()}
    for f in features:
        if f.layer == "water":
            continue
        g = move(f.geometry)
        for kind in f.dry:
            if kind in areas:
                parts = [p for p in lines(g.difference(areas[kind])) if p.length >= 2]
                g = shapely.MultiLineString(parts)
        if not g.is_empty:
            done[f.layer].append((g, f.properties))
    return done


def gathered(items):
    """One feature for all lines with the same properties: attributes are then written once a tile."""
    groups = {}
    for g, p in items:
        groups.setdefault(tuple(p.items()), []).append(g)
    for properties, parts in groups.items():
        flat = lines(shapely.line_merge(shapely.MultiLineString(lines(np.array(parts)))))
        if flat:
            yield shapely.MultiLineString(flat), dict(properties)


def together(items):
    """One feature for all points where one thing may be named again, as for lines."""
    groups, result = {}, []
    for g, p in items:
        if "step" in p:
            groups.setdefault(tuple(p.items()), []).append(g)
        else:
            result.append((g, p))
    return result + [(shapely.MultiPoint(points), dict(p)) for p, points in groups.items()]


def tiles(features, z):
    """Yields ((z, x, y), tile bytes, {layer: (bytes, features)}) of all tiles with something in them."""
    bounds = shapely.bounds([f.geometry for f in features])
    for x, y, inside in quarter(features, z, 0, 0, 0, bounds):
        done = finish(inside, x, y)
        data, stats = b"", {}
        for name in ORDER:
            items = done[name]
            if name in ("coastline", "waterway", "boundary"):
                items = list(gathered(items))
            elif name == "place":
                items = together(items)
            encoded, count = mvt.encode_layer(name, items)
            if count:
                data += encoded
                stats[name] = (len(encoded), count)
        if data:
            yield (z, x, y), data, stats
