"""Rivers that never end in the middle of nowhere.

Natural Earth ranks rivers piece by piece and by local name (the Rhein becomes the Rhine), so a cut by
rank leaves loose ends. Here a river is a group of pieces, and its rank is the best rank of anything
that flows through it: whatever shows a tributary also shows all of the way down to the sea.
"""
import collections

import shapely

from geometry import EXTENT, lines, merged, scaled
from sources import MAGICS, text
from tiler import Feature

# Zoom: the highest rank shown, and the least length of a river (tile units) that nothing flows into.
SHOWN = {0: (1, 160), 1: (2, 120), 2: (3, 90), 3: (5, 70), 4: (7, 40), 5: (99, 0)}
TOLERANCE = {0: 6, 1: 5, 2: 5, 3: 4, 4: 4, 5: 1}
TOUCH = 0.012 / 360  # pieces that should meet miss each other by up to about a kilometre


class River:
    def __init__(self):
        self.rank = 99
        self.parts = []
        self.into, self.meets = set(), set()
        self.wet = False


class Rivers:
    def __init__(self, sources, water):
        groups = collections.OrderedDict()
        for index, (geometry, a) in enumerate(sources.shapes(f"{MAGICS}10m/ne_10m_rivers_lake_centerlines")):
            number = int(a.get("rivernum") or 0)
            key = ("number", number) if number else ("name", text(a.get("name")) or index)
            river = groups.setdefault(key, River())
            river.rank = min(river.rank, int(a["scalerank"]))
            river.parts += lines(geometry)
        self.rivers = list(groups.values())
        self.connect(water)
        self.pass_down()
        self.mend()

    def connect(self, water):
        """Finds which rivers meet, which reach water, and what each flows into: pieces are drawn
        downstream, so that is whatever lies at the last point of one."""
        pieces = [part for river in self.rivers for part in river.parts]
        owner = [i for i, river in enumerate(self.rivers) for _ in river.parts]
        tree = shapely.STRtree(pieces)
        wet = shapely.STRtree([shapely.boundary(p) for p in water.land["10m"]]
                              + [g for g, _ in water.lakes["10m"]] + water.caspian["10m"])
        for i, river in enumerate(self.rivers):
            for part in river.parts:
                mouth = shapely.Point(part.coords[-1])
                river.into.update(owner[k] for k in tree.query(mouth, "dwithin", TOUCH) if owner[k] != i)
                river.meets.update(owner[k] for k in tree.query(part, "dwithin", TOUCH) if owner[k] != i)
                river.wet = river.wet or len(wet.query(part, "dwithin", 3 * TOUCH)) > 0

    def pass_down(self):
        changed = True
        while changed:
            changed = False
            for river in self.rivers:
                for k in river.into:
                    if self.rivers[k].rank > river.rank:
                        self.rivers[k].rank = river.rank
                        changed = True

    def network(self, start, among):
        """All rivers of a set that hang together with one."""
        found, queue = {start}, [start]
        while queue:
            more = (self.rivers[queue.pop()].meets & among) - found
            found |= more
            queue += sorted(more)
        return found

    def ways_out(self, chosen, allowed):
        """Some pieces are drawn upstream, or a delta has its own name, so chosen rivers may form an island
        far from any water. Yields for each of those the shortest chain of allowed rivers to water."""
        done = set()
        for start in sorted(chosen):
            if start in done:
                continue
            network = self.network(start, chosen)
            done |= network
            ways, seen = [[k] for k in sorted(network)], set(network)
            if any(self.rivers[k].wet for k in network):
                continue
            while ways:
                way = ways.pop(0)
                if self.rivers[way[-1]].wet:
                    yield way
                    break
                more = sorted((self.rivers[way[-1]].meets & allowed) - seen)
                seen.update(more)
                ways += [way + [k] for k in more]

    def mend(self):
        everything = set(range(len(self.rivers)))
        for highest in range(0, 10):
            chosen = {i for i in everything if self.rivers[i].rank <= highest}
            for way in list(self.ways_out(chosen, everything)):
                for k in way:
                    self.rivers[k].rank = min(self.rivers[k].rank, self.rivers[way[0]].rank)

    def features(self, z):
        world = EXTENT << z
        highest, least = SHOWN[z]
        chosen = {i for i, r in enumerate(self.rivers)
                  if r.rank <= highest and sum(p.length for p in r.parts) * world >= least}
        # A long river brings what it flows into, however short that is.
        queue = list(chosen)
        while queue:
            for k in self.rivers[queue.pop()].into - chosen:
                chosen.add(k)
                queue.append(k)
        for way in list(self.ways_out(chosen, {i for i, r in enumerate(self.rivers) if r.rank <= highest})):
            chosen.update(way)
        by_rank = collections.defaultdict(list)
        for i in sorted(chosen):
            by_rank[self.rivers[i].rank] += self.rivers[i].parts
        result = []
        for rank in sorted(by_rank):
            for line in merged([scaled(p, world) for p in by_rank[rank]]):
                line = line.simplify(TOLERANCE[z])
                result.append(Feature("waterway", line, {"class": "river", "rank": rank}, dry=("ocean", "lake")))
        return result
