"""PMTiles version 3 writing: clustered, deduplicated, with run lengths, byte for byte repeatable."""
import hashlib
import json
import struct

import deflate

from mvt import varint

MVT, JPEG = 1, 3
NONE, GZIP = 1, 2
ROOT_LIMIT = 16384 - 127


def tile_id(z, x, y):
    """The position of a tile on the Hilbert curve, after all lower zooms."""
    result = (4 ** z - 1) // 3
    s = 1 << z >> 1
    while s:
        rx, ry = int(bool(x & s)), int(bool(y & s))
        result += s * s * ((3 * rx) ^ ry)
        if ry == 0:
            if rx:
                x, y = s - 1 - (x & (s - 1)), s - 1 - (y & (s - 1))
            else:
                x, y = x & (s - 1), y & (s - 1)
            x, y = y, x
        else:
            x, y = x & (s - 1), y & (s - 1)
        s >>= 1
    return result


def pack(data):
    # A thirtieth smaller than zlib makes it, and without a time stamp: the same tiles make the same file.
    return bytes(deflate.gzip_compress(data, 12))


def directory(entries):
    out = [varint(len(entries))]
    last = 0
    for e in entries:
        out.append(varint(e[0] - last))
        last = e[0]
    out += [varint(e[3]) for e in entries]
    out += [varint(e[2]) for e in entries]
    for i, e in enumerate(entries):
        follows = i > 0 and e[1] == entries[i - 1][1] + entries[i - 1][2]
        out.append(varint(0 if follows else e[1] + 1))
    return pack(b"".join(out))


def directories(entries):
    """(root, leaves). A world of a few thousand tiles fits the root, so there are no leaves."""
    root = directory(entries)
    if len(root) > ROOT_LIMIT:
        raise ValueError(f"{len(entries)} entries do not fit the root directory")
    return root, b""


def write(path, tiles, *, kind, metadata, bounds, center, zooms):
    """Writes {(z, x, y): bytes}; vector tiles are compressed here, images are stored as they are."""
    compression = GZIP if kind == MVT else NONE
    entries, blob, seen = [], bytearray(), {}
    for tile in sorted(tiles, key=lambda t: tile_id(*t)):
        number, data = tile_id(*tile), tiles[tile]
        digest = hashlib.sha256(data).digest()
        if digest not in seen:
            stored = pack(data) if compression == GZIP else data
            seen[digest] = (len(blob), len(stored))
            blob += stored
        offset, length = seen[digest]
        if entries and entries[-1][1] == offset and entries[-1][0] + entries[-1][3] == number:
            entries[-1][3] += 1
        else:
            entries.append([number, offset, length, 1])
    root, leaves = directories(entries)
    meta = pack(json.dumps(metadata, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode())
    at_meta = 127 + len(root)
    at_leaves = at_meta + len(meta)
    at_data = at_leaves + len(leaves)
    e7 = [round(v * 10_000_000) for v in bounds]
    header = struct.pack(
        "<7sB11Q6B4iB2i", b"PMTiles", 3, 127, len(root), at_meta, len(meta), at_leaves, len(leaves),
        at_data, len(blob), len(tiles), len(entries), len(seen), 1, GZIP, compression, kind,
        zooms[0], zooms[1], *e7, center[2], round(center[0] * 1e7), round(center[1] * 1e7))
    assert len(header) == 127
    path.write_bytes(header + root + meta + leaves + bytes(blob))
    return len(entries), len(seen)
