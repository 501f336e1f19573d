#!/usr/bin/env python3
"""Measures Pigeon as its users feel it: from a key to the last byte on the terminal.

    python3 Scripts/bench BINARY [--size 200x60] [--json]

Runs the program in a pseudo terminal of its own with empty stores, types keys and times what comes
back. "Last byte" is the last byte read before 30 ms of silence. Standard library only; Linux.

With PIGEON_BENCH_TILES=FILE[:FILE…] in the environment, files of street map tiles, it also measures
the city views that lie in them.
"""
import argparse
import json
import os
import statistics
import sys

from cities import cities
from map import (VIEWS, burst, first_frame, idle, measure, percentile, turned, walk, wander,
                 whole_process)
from stores import stores

# mapscii 0.3.1 in 200x60 on a machine of this class, from its own tiles on loopback:
# pan p50 in ms, bytes a redraw, first frame in ms, resident MB.
MAPSCII = {"world": (50, 48000), "europe": (69, 51000)}
MAPSCII_FIRST_FRAME = 360
MAPSCII_RESIDENT = 87


def processor():
    """Ticks of all processors by what they did (proc(5), /proc/stat)."""
    with open("/proc/stat") as file:
        return [int(field) for field in file.readline().split()[1:9]]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--size", default="200x60")
    parser.add_argument("--keys", type=int, default=60)
    parser.add_argument("--idle", type=float, default=10)
    parser.add_argument("--wander", type=float, default=60)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    columns, rows = map(int, options.size.split("x"))
    binary = os.path.abspath(options.binary)
    results = {}

    def tell(name, value, unit, note=""):
        results[name] = round(value, 2)
        if not options.json:
            print(f"{name:34} {value:9.2f} {unit:6} {note}", flush=True)

    before = processor()
    launches = first_frame(binary, columns, rows, 15)
    median = statistics.median(launches)
    tell("first frame, median", median, "ms", f"mapscii / {MAPSCII_FIRST_FRAME / median:.0f}")
    pans = [b"\x1b[C", b"\x1b[B", b"\x1b[D", b"\x1b[A", b"l", b"j", b"l", b"k"]
    for view in VIEWS:
        times, sizes = walk(binary, columns, rows, view, pans, options.keys)
        middle = statistics.median(times)
        note = ""
        if view in MAPSCII:
            pan, size = MAPSCII[view]
            note = f"mapscii / {pan / middle:.0f}, bytes / {size / statistics.median(sizes):.0f}"
        tell(f"{view}: pan p50", middle, "ms", note)
        tell(f"{view}: pan p95", percentile(times, 0.95), "ms")
        tell(f"{view}: pan bytes, median", statistics.median(sizes), "bytes")
        tell(f"{view}: pan bytes, most", max(sizes), "bytes")
        times, _ = walk(binary, columns, rows, view, [b"+", b"-", b"-", b"+"], options.keys)
        tell(f"{view}: zoom p50", statistics.median(times), "ms")
        tell(f"{view}: zoom p95", percentile(times, 0.95), "ms")
        for heading in (33, 200):
            place, zoom = VIEWS[view]
            times, _, _ = turned(binary, columns, rows, [place, "--zoom", str(zoom)], [], heading,
                                 [b"+", b"-", b"-", b"+"], options.keys // 2)
            tell(f"{view}: turned to {heading}°, p95", percentile(times, 0.95), "ms")
        for key, kind in ((b"2", "satellite"), (b"3", "hybrid")):
            place, zoom = VIEWS[view]
            times, _, _ = measure(binary, columns, rows, [place, "--zoom", str(zoom)],
                                  pans + [b"+", b"-", b"-", b"+"], options.keys, before=key)
            tell(f"{view}: {kind} p95", percentile(times, 0.95), "ms")
    place, zoom = VIEWS["europe"]
    words = [place, "--zoom", str(zoom), "--size", f"{columns}x{rows}"]
    tell("render of Europe, whole process", whole_process(binary, words, 15), "ms")
    files = [file for file in os.environ.get("PIGEON_BENCH_TILES", "").split(":") if file]
    if files:
        cities(binary, columns, rows, options.keys, [os.path.abspath(f) for f in files], tell)
    change, disk, read = stores(binary)
    tell("durable change at 50 keys", change, "ms", f"of which the disk {disk:.2f}")
    tell("whole process reading the stores", read, "ms")
    bytes_idle, cpu = idle(binary, columns, rows, options.idle)
    tell(f"idle {options.idle:.0f} s: output", bytes_idle, "bytes")
    tell(f"idle {options.idle:.0f} s: processor", cpu, "ms")
    resident = wander(binary, columns, rows, options.wander)
    tell(f"resident after {options.wander:.0f} s of panning", resident, "MB",
         f"mapscii / {MAPSCII_RESIDENT / resident:.1f}")
    tell("50 arrows in 50 ms moved", burst(binary, columns, rows), "steps")
    after = processor()
    total = sum(after) - sum(before)
    # Steal: what a virtual machine's host took away meanwhile. Above a few percent times tell nothing.
    tell("taken away by the host", 100 * (after[7] - before[7]) / max(total, 1), "%")
    if options.json:
        json.dump(results, sys.stdout)
        print()


main()
