"""Projection and the geometry steps which every layer shares.

Everything is Web Mercator. "Unit" coordinates put the world on [0, 1] × [0, 1], y downwards. At zoom z
the layers are scaled to tile units: the world is EXTENT · 2^z units wide. A tile is drawn 256 to 512
dots wide, so one dot is 8 to 16 units; the tolerances below are chosen from that.
"""
import numpy as np
import shapely
from shapely import affinity

EXTENT = 4096
MAX_LAT = 85.0511287798066


def to_unit(lonlat):
    """Projects an (n, 2) array of degrees; latitudes beyond the square world are clamped to its edge."""
    lon = lonlat[:, 0]
    lat = np.clip(lonlat[:, 1], -MAX_LAT, MAX_LAT)
    x = lon / 360.0 + 0.5
    y = 0.5 - np.arcsinh(np.tan(np.radians(lat))) / (2 * np.pi)
    # The sources miss ±180 by rounding; a coast that ends beside the seam would show as a slit.
    x = np.where(np.abs(x) < 1e-7, 0.0, np.where(np.abs(x - 1) < 1e-7, 1.0, x))
    return np.column_stack([np.clip(x, 0, 1), np.clip(y, 0, 1)])


def project(geometry):
    """Projects after cutting at the latitude limit, so that nothing folds onto the edge."""
    x0, y0, x1, y1 = shapely.total_bounds(geometry)
    if y0 < -MAX_LAT or y1 > MAX_LAT:
        geometry = shapely.intersection(shapely.make_valid(geometry), shapely.box(-181, -MAX_LAT, 181, MAX_LAT))
    return shapely.transform(geometry, to_unit)


def to_lonlat(x, y):
    return (x - 0.5) * 360.0, float(np.degrees(np.arctan(np.sinh((0.5 - y) * 2 * np.pi))))


def scaled(geometry, world):
    """From unit coordinates to tile units."""
    return shapely.transform(geometry, lambda c: c * world)


def polygons(geometry):
    """The polygons of any geometry; lines and points which overlays leave behind are dropped."""
    parts = shapely.get_parts(np.atleast_1d(geometry)).tolist()
    flat = []
    for part in parts:
        if part.geom_type == "Polygon":
            if not part.is_empty:
                flat.append(part)
        elif part.geom_type in ("MultiPolygon", "GeometryCollection"):
            flat.extend(polygons(part))
    return flat


def lines(geometry):
    """The line strings of any geometry."""
    flat = []
    for part in shapely.get_parts(np.atleast_1d(geometry)).tolist():
        if part.geom_type in ("LineString", "LinearRing"):
            if not part.is_empty:
                flat.append(shapely.LineString(part.coords))
        elif part.geom_type in ("MultiLineString", "GeometryCollection"):
            flat.extend(lines(part))
    return flat


def diamond(x, y, radius):
    """The smallest island there is: an islet below a dot's size still deserves its dot."""
    x, y = round(x), round(y)
    return shapely.Polygon([(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)])


def outline(geometry, world):
    """The rings of polygons as lines, without the runs along the world's frame.

    Along ±180 and the top and bottom edges a polygon is only closed because the map ends there.
    """
    result = []
    for polygon in polygons(geometry):
        for ring in [polygon.exterior, *polygon.interiors]:
            c = shapely.get_coordinates(ring)
            a, b = c[:-1], c[1:]
            frame = np.zeros(len(a), bool)
            for axis in (0, 1):
                for edge in (0, world):
                    frame |= (np.abs(a[:, axis] - edge) < 0.5) & (np.abs(b[:, axis] - edge) < 0.5)
            if not frame.any():
                result.append(shapely.LineString(c))
                continue
            kept = np.flatnonzero(~frame)
            for run in np.split(kept, np.flatnonzero(np.diff(kept) > 1) + 1):
                if len(run):
                    result.append(shapely.LineString(c[run[0]:run[-1] + 2]))
    return result


def merged(parts):
    """Lines noded where they meet and joined where only two meet, so simplifying keeps all junctions."""
    if not len(parts):
        return []
    return lines(shapely.line_merge(shapely.unary_union(list(parts))))


def reach(parts, targets, limit):
    """Extends loose ends of lines to the nearest target, when it is closer than the limit.

    The coast is simplified on its own, so a border which ended on it may now stop a dot short.
    """
    if not len(parts) or not len(targets):
        return list(parts)
    ends = {}
    for line in parts:
        for p in (line.coords[0], line.coords[-1]):
            ends[p] = ends.get(p, 0) + 1
    tree = shapely.STRtree(list(targets))
    result = []
    for line in parts:
        c = list(line.coords)
        if c[0] != c[-1]:
            for at in (0, -1):
                if ends[c[at]] > 1:
                    continue
                point = shapely.Point(c[at])
                near = tree.query_nearest(point, max_distance=limit)
                if len(near):
                    foot = shapely.shortest_line(point, targets[int(near[0])]).coords[-1]
                    if foot != c[at]:
                        c.insert(0, foot) if at == 0 else c.append(foot)
        result.append(shapely.LineString(c))
    return result
