"""Where countries and seas may be named besides their label, for views that do not reach it.

The points of step k stand at least 2^(-k/2) of the world's width from each other, from those of the steps
before and from the label, east and west farther by a third again and a third: a window is wider than high. Each
has room for the name around it, whole within its country or sea, in a window of LEAST dots for 2^(-k/2); who draws
them finer has more room. So a reader takes all points up to the step at which a window holds one or two, and the
choice is the same wherever the window is.
"""
import math

import numpy as np
import shapely

from geometry import polygons

# Zoom of the tile: the last step in it, which a window of 80 × 24 cells wants just before the next zoom. The
# deepest is stretched over one zoom more, and then names stand wider apart.
STEPS = {0: 5, 1: 7, 2: 9, 3: 11, 4: 13, 5: 14}
# Up to this step oceans are named as often as others two steps later: over the world less than one lies in a window.
WORLD = 8


def first_step(z):
    """Steps before are wanted with this one by every window of up to 400 × 120 cells."""
    return max(2 * z - 1, 0)


WIDER = 0.6
# Dots on the screen between two names, at least.
LEAST = 66
# Dots: half the width of a letter set in a column, air beside the name, and half the height of a row with air.
LETTER, AIR, RISE = 1, 2, 5


# A dot on the screen at the deepest step: finer shores mean nothing to a name.
FINEST = 2 ** (-STEPS[5] / 2) / LEAST


def around(shape):
    """The shape and, where it goes on beyond the seam at 180°, its ends there."""
    shape = shapely.make_valid(shapely.simplify(shape, FINEST))
    x0, _, x1, _ = shapely.bounds(shape)
    if x0 > 1e-6 and x1 < 1 - 1e-6:
        return shape
    # A hair wider, so that what the seam cut joins again.
    parts = [shapely.buffer(p, 1e-7, quad_segs=1) for p in polygons(shape)]
    shape = shapely.MultiPolygon(polygons(shapely.unary_union(parts)))
    copies = [shapely.transform(shape, lambda c, d=d: c + (d, 0)) for d in (-1, 0, 1)]
    return shapely.clip_by_rect(shapely.unary_union(copies), -0.3, 0.0, 1.3, 1.0)


def without_islets(shape, least):
    """Without holes that no name minds."""
    parts = []
    for p in polygons(shape):
        holes = [h for h in p.interiors if shapely.Polygon(h).area >= least]
        parts.append(shapely.Polygon(p.exterior, holes))
    return shapely.MultiPolygon(parts)


class Apart:
    """Points no closer than a distance, found again by the cell they lie in."""

    def __init__(self, points, distance):
        self.distance = distance
        self.cells = {}
        for p in points:
            self.add(*p)

    def cell(self, x, y):
        return math.floor(x * WIDER / self.distance), math.floor(y / self.distance)

    def add(self, x, y):
        self.cells.setdefault(self.cell(x, y), []).append((x, y))

    def fits(self, x, y):
        column, row = self.cell(x, y)
        for i in (column - 1, column, column + 1):
            for j in (row - 1, row, row + 1):
                for ox, oy in self.cells.get((i, j), ()):
                    if math.hypot((x - ox) * WIDER, y - oy) < self.distance:
                        return False
        return True


def repeats(shape, label, name, islets=False, is_ocean=False):
    """[(step, [points])] for a shape and its label in unit coordinates."""
    whole = around(shape)
    points, result = [tuple(label)], []
    x0, y0, x1, y1 = shapely.bounds(shape)
    for step in range(STEPS[5] + 1):
        distance = 2 ** (-step / 2)
        dx, dy = ((len(name) * LETTER + AIR) / LEAST * distance, RISE / LEAST * distance)
        if whole.area < 4 * dx * dy or x1 - x0 < dx or y1 - y0 < dy:
            continue
        area = shapely.simplify(whole, distance / LEAST)
        if islets:
            area = without_islets(area, dx * dy / 4)
        shapely.prepare(area)
        # Points of a lattice that is the same for all shapes.
        gap = distance / 4
        xs = np.arange(math.ceil(max(x0, 0) / gap), math.ceil(min(x1, 1) / gap)) * gap
        ys = np.arange(math.ceil(y0 / gap), math.ceil(y1 / gap)) * gap
        # Copies of the label and of points beyond the seam count too.
        apart = Apart([(x + d, y) for x, y in points for d in (-1, 0, 1)], distance)
        found = []
        x, y = (c.ravel() for c in np.meshgrid(xs, ys))
        inside = shapely.contains_xy(area, x, y)
        x, y = x[inside], y[inside]
        has_room = shapely.contains_properly(area, shapely.box(x - dx, y - dy, x + dx, y + dy))
        x, y = x[has_room], y[has_room]
        # First where there is more room than the name needs.
        ample = shapely.contains_properly(area, shapely.box(x - 2 * dx, y - 2 * dy, x + 2 * dx, y + 2 * dy))
        for first in (ample, ~ample):
            for px, py in zip(x[first].tolist(), y[first].tolist()):
                if apart.fits(px, py):
                    for d in (-1, 0, 1):
                        apart.add(px + d, py)
                    found.append((px, py))
        if found:
            points += found
            result.append((max(step - 2, 0) if is_ocean and step <= WORLD else step, found))
    return result
