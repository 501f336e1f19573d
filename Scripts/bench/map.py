"""What the map takes: frames, pans, zooms, rest and memory."""
import os
import plistlib
import shutil
import statistics
import subprocess
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


def measure(binary, columns, rows, arguments, keys, count, before=b"", home=None):
    """Types keys in turn: (milliseconds of each, bytes of each, resident megabytes)."""
    session = Session(binary, columns, rows, arguments, home)
    session.read_until_quiet(quiet=0.1)
    # The first of each kind meets cold code, tiles and colours.
    for key in [bytes([key]) for key in before] + keys:
        session.press(key)
    times, sizes = [], []
    for index in range(count):
        elapsed, size = session.press(keys[index % len(keys)])
        times.append(elapsed)
        sizes.append(size)
    resident = session.resident_megabytes()
    session.close()
    return times, sizes, resident


def turned(binary, columns, rows, arguments, options, heading, keys, count):
    """As `measure`, on a map that was left turned to a heading: a frame there is all of it anew, as
    when the heading changes."""
    home = tempfile.mkdtemp(prefix="pigeon-bench-")
    try:
        session = Session(binary, columns, rows, [*arguments, *options], home=home)
        session.read_until_quiet(quiet=0.1)
        session.close()
        path = f"{home}/.local/state/pigeon/state.plist"
        with open(path, "rb") as file:
            state = plistlib.load(file)
        state["Objects"]["map"]["heading"] = float(heading)
        with open(path, "wb") as file:
            plistlib.dump(state, file)
        return measure(binary, columns, rows, ["-HPFollowHeading", "2", *options], keys, count,
                       home=home)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def whole_process(binary, words, runs):
    """Milliseconds of whole `render` processes, median."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run([binary, "render", *words, "--color", "truecolor"], check=True,
                       env={"HOME": "/nonexistent", "LC_ALL": "C.UTF-8"},
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


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
