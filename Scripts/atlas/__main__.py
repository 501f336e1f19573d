"""Builds Resources/atlas.pmtiles and Resources/satellite.pmtiles: see ../build-atlas."""
import collections
import sys
import time
from pathlib import Path

import archive
import imagery
import tiler
from borders import Borders
from geometry import MAX_LAT
from places import Places
from rivers import Rivers
from sources import Sources
from water import Water

BOUNDS = (-180.0, -MAX_LAT, 180.0, MAX_LAT)
ZOOMS = range(0, 6)
FIELDS = {
    "water": {"class": "String"},
    "coastline": {"class": "String"},
    "waterway": {"class": "String", "rank": "Number"},
    "boundary": {"admin_level": "Number", "disputed": "Number", "min_zoom": "Number"},
    "place": {"class": "String", "name": "String", "rank": "Number", "capital": "Number",
              "population": "Number", "size": "Number", "step": "Number"},
}


def metadata(first):
    return {
        "name": "Pigeon atlas",
        "description": "The world for terminals: OpenMapTiles layer names, Natural Earth data",
        "version": "1",
        "type": "baselayer",
        "attribution": "Natural Earth",
        "vector_layers": [
            {"id": name, "fields": fields, "minzoom": first[name], "maxzoom": ZOOMS[-1]}
            for name, fields in FIELDS.items()],
    }


def build_vector(sources, path):
    water = Water(sources)
    rivers, borders = Rivers(sources, water), Borders(sources)
    places = Places(sources, water, borders)
    tiles, first = {}, {}
    print(f"{'zoom':>4} {'tiles':>6}  layer: features / bytes before compression")
    for z in ZOOMS:
        features, coast = water.features(z)
        features += rivers.features(z) + borders.features(z, coast) + places.features(z)
        totals = collections.Counter()
        count = 0
        for tile, data, stats in tiler.tiles(features, z):
            tiles[tile] = data
            count += 1
            for layer, (size, number) in stats.items():
                totals[layer, "n"] += number
                totals[layer, "b"] += size
                first.setdefault(layer, z)
        made = ", ".join(f"{n}: {totals[n, 'n']} / {totals[n, 'b']}" for n in FIELDS if totals[n, "n"])
        print(f"{z:>4} {count:>6}  {made}", flush=True)
    entries, distinct = archive.write(
        path, tiles, kind=archive.MVT, metadata=metadata(first), bounds=BOUNDS,
        center=(10.0, 30.0, 1), zooms=(ZOOMS[0], ZOOMS[-1]))
    print(f"{path.name}: {len(tiles)} tiles, {distinct} distinct, {entries} entries, {path.stat().st_size} bytes")


def build_imagery(sources, path):
    tiles = imagery.tiles(sources)
    entries, distinct = archive.write(
        path, tiles, kind=archive.JPEG, bounds=BOUNDS, center=(10.0, 30.0, 1), zooms=(0, imagery.DEEPEST),
        metadata={"name": "Pigeon satellite", "type": "baselayer", "format": "jpg", "version": "1",
                  "description": "Blue Marble with shaded relief",
                  "attribution": "NASA Earth Observatory; relief: Tom Patterson"})
    print(f"{path.name}: {len(tiles)} tiles, {distinct} distinct, {entries} entries, {path.stat().st_size} bytes")


def main():
    source, result, *only = sys.argv[1:]
    sources, result = Sources(source), Path(result)
    start = time.monotonic()
    if "satellite" not in only:
        build_vector(sources, result / "atlas.pmtiles")
    if "atlas" not in only:
        build_imagery(sources, result / "satellite.pmtiles")
    total = sum(f.stat().st_size for f in result.iterdir())
    print(f"{result.name}: {total} bytes in all, built in {time.monotonic() - start:.0f} s")


main()
