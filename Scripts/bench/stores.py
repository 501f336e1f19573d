"""What a durable change of the stores takes."""
import os
import plistlib
import shutil
import statistics
import subprocess
import tempfile
import time


def command_times(binary, home, arguments, runs):
    """Milliseconds of whole processes."""
    times = []
    for index in range(runs):
        words = [binary, *(word.format(index) for word in arguments)]
        start = time.perf_counter()
        subprocess.run(words, env={"HOME": home, "LC_ALL": "C.UTF-8"}, check=True,
                       stdout=subprocess.DEVNULL)
        times.append((time.perf_counter() - start) * 1000)
    return times


def raw_durable_write(folder, size, runs):
    """What the disk itself takes to replace a file of that size safely."""
    times = []
    handle = os.open(folder, os.O_RDONLY)
    for _ in range(runs):
        start = time.perf_counter()
        file = os.open(f"{folder}/raw.new", os.O_CREAT | os.O_WRONLY)
        os.write(file, bytes(size))
        os.fsync(file)
        os.close(file)
        os.rename(f"{folder}/raw.new", f"{folder}/raw")
        os.fsync(handle)
        times.append((time.perf_counter() - start) * 1000)
    os.close(handle)
    return times


def stores(binary, runs=60):
    """(durable change, the disk's own part of it, a process that reads the stores) in ms, medians.

    The change is a whole `defaults write` less a whole `defaults read`: what is left is the lock, the
    second reading, the writing and its two fsyncs, at 50 keys.
    """
    home = tempfile.mkdtemp(prefix="pigeon-bench-")
    folder = f"{home}/.config/pigeon"
    os.makedirs(folder)
    with open(f"{folder}/preferences.plist", "wb") as file:
        plistlib.dump({f"BenchKey{index}": index for index in range(50)}, file)
    reads = command_times(binary, home, ["defaults", "read"], runs)
    writes = command_times(binary, home, ["defaults", "write", "BenchKey7", "-int", "{}"], runs)
    raw = raw_durable_write(folder, os.path.getsize(f"{folder}/preferences.plist"), runs)
    shutil.rmtree(home, ignore_errors=True)
    read = statistics.median(reads)
    return statistics.median(writes) - read, statistics.median(raw), read
