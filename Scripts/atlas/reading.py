"""Reads PMTiles and vector tiles for ../check-atlas: apart from the code that writes them, on purpose."""
import gzip
import json
import struct

EXTENT = 4096


def varints(data, at=0, end=None):
    end = len(data) if end is None else end
    while at < end:
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        yield value, at


def fields(data):
    """(number, value) of a protobuf message; value is an int or bytes."""
    at = 0
    while at < len(data):
        tag, at = next(varints(data, at))
        if tag & 7 == 0:
            value, at = next(varints(data, at))
        elif tag & 7 == 2:
            length, at = next(varints(data, at))
            value, at = data[at:at + length], at + length
        else:
            raise ValueError(f"wire type {tag & 7}")
        yield tag >> 3, value


def zigzag(v):
    return v >> 1 ^ -(v & 1)


class Archive:
    def __init__(self, path):
        self.data = path.read_bytes()
        h = struct.unpack("<7sB11Q6B4iB2i", self.data[:127])
        names = ("magic version root rootLength meta metaLength leaves leavesLength tiles tilesLength addressed entries "
                 "contents clustered internal compression type minZoom maxZoom west south east north zoom lon lat").split()
        self.header = dict(zip(names, h))
        self.metadata = json.loads(gzip.decompress(self.part("meta")))
        self.directory = self.read_directory(gzip.decompress(self.part("root")))

    def part(self, name):
        start = self.header[name]
        return self.data[start:start + self.header[name + "Length"]]

    def read_directory(self, data):
        numbers = [v for v, _ in varints(data)]
        n = numbers[0]
        ids, runs, sizes, offsets = (numbers[1 + i * n:1 + (i + 1) * n] for i in range(4))
        entries, number = [], 0
        for i in range(n):
            number += ids[i]
            offset = offsets[i] - 1 if offsets[i] else entries[-1][2] + entries[-1][3]
            entries.append((number, runs[i], offset, sizes[i]))
        return entries

    def all_tiles(self):
        """{(z, x, y): stored bytes}."""
        result = {}
        base = self.header["tiles"]
        for number, run, offset, size in self.directory:
            for k in range(run):
                result[position(number + k)] = self.data[base + offset:base + offset + size]
        return result


def position(number):
    """(z, x, y) of a Hilbert number."""
    z = 0
    while number >= 4 ** z:
        number -= 4 ** z
        z += 1
    x = y = 0
    for level in range(z):
        s = 1 << level
        rx = number >> 1 & 1
        ry = (number ^ rx) & 1
        if ry == 0:
            if rx:
                x, y = s - 1 - x, s - 1 - y
            x, y = y, x
        x, y = x + s * rx, y + s * ry
        number >>= 2
    return z, x, y


def geometry(words):
    """Lists of points; rings are marked by a trailing None."""
    parts, x, y, at = [], 0, 0, 0
    words = [v for v, _ in varints(words)]
    while at < len(words):
        kind, count = words[at] & 7, words[at] >> 3
        at += 1
        if kind == 7:
            assert count == 1
            parts[-1].append(None)
            continue
        assert kind in (1, 2) and count > 0
        for _ in range(count):
            dx, dy = zigzag(words[at]), zigzag(words[at + 1])
            at += 2
            if kind == 2 and dx == dy == 0:
                raise ValueError("repeated point")
            x, y = x + dx, y + dy
            parts.append([(x, y)]) if kind == 1 else parts[-1].append((x, y))
    return parts


def decode(data):
    """{layer: [(kind, properties, parts)]}."""
    layers = {}
    for number, layer in fields(data):
        assert number == 3
        name, keys, values, raw, facts = "", [], [], [], {}
        for n, v in fields(layer):
            if n == 1:
                name = v.decode()
            elif n == 2:
                raw.append(v)
            elif n == 3:
                keys.append(v.decode())
            elif n == 4:
                (kind, value), = fields(v)
                values.append(value.decode() if kind == 1 else zigzag(value) if kind == 6 else value)
            else:
                facts[n] = v
        if facts != {5: EXTENT, 15: 2}:
            raise ValueError(f"layer extent or version: {facts}")
        if name in layers:
            raise ValueError(f"layer {name} twice")
        layers[name] = []
        for feature in raw:
            f = dict(fields(feature))
            tags = [v for v, _ in varints(f.get(2, b""))]
            properties = {keys[tags[i]]: values[tags[i + 1]] for i in range(0, len(tags), 2)}
            layers[name].append((f[3], properties, geometry(f[4])))
    return layers
