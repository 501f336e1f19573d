"""Mapbox Vector Tile 2.1 encoding: layers of (geometry in tile units, properties)."""
import numpy as np
import shapely

from geometry import EXTENT

POINT, LINE, POLYGON = 1, 2, 3


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, payload):
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def zigzag(value):
    return value << 1 if value >= 0 else (-value << 1) - 1


def command(identifier, count):
    return identifier | count << 3


def value(v):
    if isinstance(v, str):
        return field(1, v.encode())
    return varint(5 << 3) + varint(v) if v >= 0 else varint(6 << 3) + varint(zigzag(v))


def grid(coordinates):
    """Integer coordinates without repeats."""
    c = np.rint(coordinates).astype(int)
    keep = np.ones(len(c), bool)
    keep[1:] = (c[1:] != c[:-1]).any(axis=1)
    return c[keep]


def double_area(c):
    x, y = c[:, 0], c[:, 1]
    return int(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))


class Pen:
    """Writes commands relative to the last point, as the format wants it."""

    def __init__(self):
        self.x = self.y = 0
        self.words = []

    def move(self, points):
        for x, y in points:
            self.words += [zigzag(x - self.x), zigzag(y - self.y)]
            self.x, self.y = x, y

    def line(self, c):
        self.words.append(command(1, 1))
        self.move(c[:1].tolist())
        self.words.append(command(2, len(c) - 1))
        self.move(c[1:].tolist())


def encode_geometry(geometry):
    """(type, command words) of a geometry, or None when nothing is left of it on the integer grid."""
    pen = Pen()
    kind = geometry.geom_type
    if "Point" in kind:
        c = np.rint(shapely.get_coordinates(geometry)).astype(int)
        pen.words.append(command(1, len(c)))
        pen.move(c.tolist())
        return POINT, pen.words
    if "Line" in kind:
        for part in shapely.get_parts(geometry):
            c = grid(shapely.get_coordinates(part))
            if len(c) > 1:
                pen.line(c)
        return (LINE, pen.words) if pen.words else None
    for polygon in shapely.get_parts(geometry):
        for index, ring in enumerate([polygon.exterior, *polygon.interiors]):
            c = grid(shapely.get_coordinates(ring))[:-1]
            area = double_area(c) if len(c) > 2 else 0
            if area == 0:
                if index == 0:
                    break
                continue
            # Exterior rings have a positive area with y downwards, holes a negative one.
            pen.line(c if (area > 0) == (index == 0) else c[::-1])
            pen.words.append(command(7, 1))
    return (POLYGON, pen.words) if pen.words else None


def encode_layer(name, features):
    keys, values, body = {}, {}, []
    for geometry, properties in features:
        encoded = encode_geometry(geometry)
        if encoded is None:
            continue
        kind, words = encoded
        tags = []
        for k, v in properties.items():
            tags.append(keys.setdefault(k, len(keys)))
            tags.append(values.setdefault((type(v).__name__, v), len(values)))
        feature = field(2, b"".join(map(varint, tags))) if tags else b""
        feature += varint(3 << 3) + varint(kind) + field(4, b"".join(map(varint, words)))
        body.append(field(2, feature))
    if not body:
        return b"", 0
    layer = field(1, name.encode()) + b"".join(body)
    layer += b"".join(field(3, k.encode()) for k in keys)
    layer += b"".join(field(4, value(v)) for _, v in values)
    layer += varint(5 << 3) + varint(EXTENT) + varint(15 << 3) + varint(2)
    return field(3, layer), len(body)
