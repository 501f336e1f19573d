"""What the map takes: frames, pans, zooms, rest and memory."""
import os
import plistlib
import shutil
import tempfile
import time

from session import Session

VIEWS = {
    "world": ("20,0", 1),
    "europe": ("48,10", 4),
    "japan": ("36,138", 5.5),
}


def percentile(values, fraction):
    return sorted(values)[min(int(len(values) * fraction), len(values) - 1)]


def first_frame(binary, columns, rows, runs):
    times = []
    for _ in range(runs):
        session = Session(binary, columns, rows)
        _, last = session.read_until_quiet(quiet=0.1)
        times.append((last - session.started) * 1000)
        session.close()
    return times


def walk(binary, columns, rows, view, keys, count):
    """Times keys at a view, after a first round that warms nothing but the user's patience."""
    place, zoom = VIEWS[view]
    return measure(binary, columns, rows, [place, "--zoom", str(zoom)], keys, count)[:2]


def measure(binary, columns, rows, arguments, keys, count):
    """Types keys in turn: (milliseconds of each, bytes of each, resident megabytes)."""
    session = Session(binary, columns, rows, arguments)
    session.read_until_quiet(quiet=0.1)
    times, sizes = [], []
    for index in range(count):
        elapsed, size = session.press(keys[index % len(keys)])
        times.append(elapsed)
        sizes.append(size)
    resident = session.resident_megabytes()
    session.close()
    return times, sizes, resident


def idle(binary, columns, rows, seconds):
    session = Session(binary, columns, rows, ["48,10", "--zoom", "4"])
    session.read_until_quiet(quiet=0.1)
    session.press(b"l")
    # View state is saved after about a second of idleness; that belongs to the key, not to idling.
    session.read_until_quiet(first=2.0)
    before = session.cpu_milliseconds()
    count, _ = session.read_until_quiet(first=seconds)
    spent = session.cpu_milliseconds() - before
    session.close()
    return count, spent


def wander(binary, columns, rows, seconds):
    """Pans over the world and returns the resident megabytes after it."""
    session = Session(binary, columns, rows, ["20,0", "--zoom", "5"])
    session.read_until_quiet(quiet=0.1)
    end = time.perf_counter() + seconds
    turn = 0
    while time.perf_counter() < end:
        turn += 1
        session.press(b"L" if turn % 12 else (b"J" if turn // 12 % 6 < 3 else b"K"))
        if turn % 50 == 0:
            session.press(b"m")
    resident = session.resident_megabytes()
    session.close()
    return resident


def burst(binary, columns, rows):
    """Types 50 arrows in 50 ms and tells how many of them moved the map."""
    home = tempfile.mkdtemp(prefix="pigeon-bench-")
    session = Session(binary, columns, rows, ["0,0", "--zoom", "8"], home=home)
    session.read_until_quiet(quiet=0.1)
    for _ in range(50):
        os.write(session.fd, b"\x1b[C")
        time.sleep(0.001)
    session.read_until_quiet(first=0.5)
    session.close()
    with open(f"{home}/.local/state/pigeon/state.plist", "rb") as file:
        longitude = plistlib.load(file)["Objects"]["map"]["longitude"]
    shutil.rmtree(home, ignore_errors=True)
    step = max((rows - 2) // 8, 1) * 2 * 2 * 360 / (256 * 2**8)
    return longitude / step
