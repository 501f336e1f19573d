#!/usr/bin/env python3
"""Proves that the stores lose nothing: disturbs the real program and looks at what it leaves.

    python3 Scripts/prove BINARY [--thorough] [--seed N] [sweep|power|writers|kills]...

Exit status 0: every promise held; 1: one was broken; 69: strace can not be used here. Needs strace;
standard library only; Linux.
"""
import argparse
import os
import subprocess
import sys
import time

from kills import kills
from power import power
from program import Failure
from sweep import sweep
from writers import writers

TRACED = {"sweep", "power"}
PARTS = {"sweep": sweep, "power": power, "writers": writers, "kills": kills}


def can_trace():
    try:
        return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True,
                              check=False).returncode == 0
    except FileNotFoundError:
        return False


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("binary")
    parser.add_argument("parts", nargs="*", metavar="part")
    parser.add_argument("--thorough", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_intermixed_args()
    if TRACED.intersection(options.parts or PARTS) and not can_trace():
        print("strace is missing or may not trace here", file=sys.stderr)
        sys.exit(69)
    binary = os.path.abspath(options.binary)
    for name in options.parts or PARTS:
        start = time.monotonic()
        try:
            PARTS[name](binary, options.thorough, options.seed,
                        lambda text: print(text, flush=True))
        except Failure as failure:
            print(f"{name}: BROKEN: {failure}", file=sys.stderr)
            sys.exit(1)
        print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)


main()
