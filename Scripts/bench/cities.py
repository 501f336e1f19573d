"""What streets take, from the user's own files of tiles."""
import statistics

from map import measure, percentile, turned

# mapscii 0.3.1, 200x60, Node 20, in Bangkok at z12: pan p50 in ms, bytes a redraw.
MAPSCII_STREETS = (33, 73000)

# Name, place, zoom, and whether it is compared with mapscii's streets.
CITY_VIEWS = [
    *((f"helsinki z{zoom}", "60.169,24.945", zoom, zoom == 12) for zoom in (12, 13, 14, 15, 16)),
    ("vaduz z14", "47.141,9.5215", 14, False),
]


def cities(binary, columns, rows, keys, files, tell):
    """Streets: pans and zooms with warm tiles, jumps to cold ones, turned maps, large windows."""
    tiles = [word for file in files for word in ("--tiles", file)]
    pans = [b"\x1b[C", b"\x1b[B", b"\x1b[D", b"\x1b[A", b"l", b"j", b"h", b"k"]
    for name, place, zoom, is_compared in CITY_VIEWS:
        arguments = [place, "--zoom", str(zoom), *tiles]
        times, sizes, resident = measure(binary, columns, rows, arguments, pans, keys)
        middle, note = statistics.median(times), ""
        if is_compared:
            pan, size = MAPSCII_STREETS
            note = f"mapscii / {pan / middle:.0f}, bytes / {size / statistics.median(sizes):.0f}"
        tell(f"{name}: pan p50", middle, "ms", note)
        tell(f"{name}: pan p95", percentile(times, 0.95), "ms")
        tell(f"{name}: pan bytes, median", statistics.median(sizes), "bytes")
        tell(f"{name}: resident", resident, "MB")
        zooms = [b"+", b"-", b"-", b"+"]
        times, _, _ = measure(binary, columns, rows, arguments, zooms, keys)
        tell(f"{name}: zoom p95", percentile(times, 0.95), "ms")
        # Half a screen at a time, and never back: most steps meet tiles not decoded yet.
        times, _, _ = measure(binary, columns, rows, arguments, [b"L", b"J", b"L", b"K"], 12)
        tell(f"{name}: cold jump p95", percentile(times, 0.95), "ms")
        times, _, _ = measure(binary, 400, 120, arguments, pans, keys // 2)
        tell(f"{name}: 400x120 pan p95", percentile(times, 0.95), "ms")
        for heading in (33, 90, 200):
            times, _, _ = turned(
                binary, columns, rows, [place, "--zoom", str(zoom)], tiles, heading, zooms, keys // 2)
            tell(f"{name}: turned to {heading}°, p95", percentile(times, 0.95), "ms")
        for key, kind in (("2", "satellite"), ("3", "hybrid")):
            times, _, _ = measure(
                binary, columns, rows, arguments, pans + zooms, keys, before=key.encode())
            tell(f"{name}: {kind} p95", percentile(times, 0.95), "ms")
