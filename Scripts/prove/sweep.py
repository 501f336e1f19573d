"""Something goes wrong before each system call of the write path: the process is killed, the disk
is full, reads and writes fail, a signal interrupts, a write claims more than it did. Afterwards
each file is exactly the old or the new one, and the new one when the program said so."""
import os
import random
import re
import signal
import tempfile

from program import FRAME, ZOOM, Failure, Home, Terminal, property_list, run

CALLS = ("open openat close read write pread64 pwrite64 lseek fstat newfstatat statx getdents64 mkdir "
         "mkdirat readlink readlinkat flock fcntl fchown fchmod ftruncate fsync fdatasync rename "
         "renameat renameat2 link linkat unlink unlinkat").split()
ERRORS = ("ENOSPC", "EIO", "EINTR", "EACCES")
# Calls that do not fail with these in any kernel; only killing before them makes sense.
NEVER_FAIL = {"lseek", "fcntl"}

LINE = re.compile(r"^(\d+)\s+(?:<\.\.\. )?(\w+)(\(| resumed)")


def points(log, root):
    """The calls of the first thread that have to do with files below `root`: (name, how many-eth
    of its name it is)."""
    counts, found, first = {}, [], None
    for line in log.splitlines():
        match = LINE.match(line)
        if not match or match[3] != "(":
            continue
        first = first or match[1]
        if match[1] != first:
            continue
        name = match[2]
        counts[name] = counts.get(name, 0) + 1
        if root in line:
            found.append((name, counts[name]))
    return found


def faults(name):
    yield "signal=SIGKILL"
    if name in NEVER_FAIL:
        return
    for error in ERRORS:
        yield f"error={error}"
    if name in ("write", "pwrite64"):
        yield "retval=100"


class CommandScenario:
    """`pigeon defaults write` changes one of three keys."""

    name = "defaults write"
    old = {"HPMapType": 0, "HPLocation": {"lat": 1.5, "long": 2.5, "title": "Old"}, "Other": "x"}
    new = {**old, "HPMapType": 2}

    def root(self, home):
        return os.path.dirname(home.preferences)

    def prepare(self, home):
        home.write(home.preferences, property_list(self.old))

    def perform(self, tracer, binary, home):
        """Does it; returns (exit status, whether success was told before any kill)."""
        status, errors = run(
            [*tracer, binary, "defaults", "write", "HPMapType", "-int", "2"], home)
        if status > 0 and not errors:
            raise Failure(f"ended with {status} and told nothing")
        return status, status == 0

    def check(self, home, is_told, is_killed):
        now = home.property_list(home.preferences)
        if now != self.new and (is_told or now != self.old):
            raise Failure(f"told: {is_told}, stored: {now}")


class TerminalScenario:
    """Keys in the map, each waited for."""

    def prepare(self, home):
        home.write(home.preferences, property_list(CommandScenario.old))
        home.write(home.state, property_list(self.archive(10.0)))

    @staticmethod
    def archive(longitude):
        import datetime
        map_state = {"latitude": 50.0, "longitude": longitude, "zoom": 4.0, "followingPaused": True}
        return {"Version": 1, "Timestamp": datetime.datetime(2026, 1, 1), "Idiom": "100x30",
                "Objects": {"map": map_state}}

    def perform(self, tracer, binary, home):
        with Terminal([*tracer, binary], home) as terminal:
            is_told = terminal.wait(*FRAME) is not None and self.press(terminal, home)
            terminal.type(b"q")
            return terminal.wait_for_end(), is_told


class PinScenario(TerminalScenario):
    """A pin is dropped and named."""

    name = "pin drop"

    def root(self, home):
        return os.path.dirname(home.preferences)

    def press(self, terminal, home):
        terminal.type(b"d")
        if not terminal.wait(b"Title:"):
            return False
        start = len(terminal.output)
        terminal.type(b"New\x0c")
        if not terminal.wait(b"New", start=start):
            return False
        start = len(terminal.output)
        # Ctrl-L: the answer is written as a whole. The map type is not on the screen while a title
        # is asked for.
        terminal.type(b"\r\x0c")
        return terminal.wait(b"standard", start=start) is not None

    def check(self, home, is_told, is_killed):
        old = CommandScenario.old
        now = home.property_list(home.preferences)
        location = now.get("HPLocation", {})
        is_new = location.get("title") == "New" and {**now, "HPLocation": 0} == {
            **old, "HPLocation": 0}
        if not is_new and (is_told or now != old):
            raise Failure(f"told: {is_told}, stored: {now}")


class ViewScenario(TerminalScenario):
    """The map is moved, and its view saved some time after the key, or at the end."""

    name = "view state"

    def root(self, home):
        return os.path.dirname(home.state)

    def press(self, terminal, home):
        start = len(terminal.output)
        terminal.type(b"l\x0c")
        if not terminal.wait(*ZOOM, start=start):
            return False
        # A moment for saving without being asked.
        for _ in range(12):
            if home.read(home.state) != property_list(self.archive(10.0)):
                break
            if not terminal.read(0.1):
                break
        # Nothing on the screen tells of it: only the end of the program does.
        return False

    def check(self, home, is_told, is_killed):
        old = self.archive(10.0)["Objects"]
        now = home.view()
        # While it is being restored the file has another name, and so it has after a kill.
        marked = home.read(home.state.replace("state.plist", "state.restoring.plist"))
        is_marked = not now and is_killed and marked == property_list(self.archive(10.0))
        # Where the old view could not be read, the new one is that of a first launch.
        is_new = now != old and {"latitude", "longitude", "zoom"} <= set(now.get("map", {}))
        if not is_new and (is_told or now != old) and not is_marked:
            raise Failure(f"told: {is_told}, stored: {now}")


def record(scenario, binary):
    """Runs it undisturbed: the points at which to disturb it."""
    with Home() as home, tempfile.NamedTemporaryFile() as log:
        scenario.prepare(home)
        tracer = ["strace", "-f", "-y", "-o", log.name, "-e", "trace=" + calls()]
        status, _ = scenario.perform(tracer, binary, home)
        if status != 0:
            raise Failure(f"{scenario.name}: ended with {status} undisturbed")
        scenario.check(home, True, False)
        return points(log.read().decode(errors="replace"), scenario.root(home))


def calls():
    # A question mark: not every architecture has every call.
    return ",".join("?" + call for call in CALLS)


def disturb(scenario, binary, name, number, fault):
    """Runs it with one fault and checks what it left. Returns whether the fault met the store."""
    with Home() as home, tempfile.NamedTemporaryFile() as log:
        scenario.prepare(home)
        tracer = ["strace", "-f", "-y", "-o", log.name, "-e", "trace=" + calls(),
                  "-e", f"inject={name}:{fault}:when={number}"]
        try:
            status, is_told = scenario.perform(tracer, binary, home)
            is_killed = "SIGKILL" in fault
            # A program that says with its end that all is saved is believed.
            scenario.check(home, is_told if is_killed else status == 0, is_killed)
            # A terminal that can not be read is gone: the program ends as by its hangup.
            is_hangup = name == "read" and status == -signal.SIGHUP
            if not is_killed and status < 0 and not is_hangup:
                raise Failure(f"died of signal {-status}")
            if home.unexpected_files():
                raise Failure(f"left {home.unexpected_files()}")
            status, errors = run([binary, "defaults", "read", "Other"], home)
            if status != 0:
                raise Failure(f"the next start: {status} {errors}")
        except Failure as failure:
            raise Failure(f"{scenario.name}, {name} #{number}, {fault}: {failure}") from failure
        text = log.read().decode(errors="replace")
        if "SIGKILL" in fault:
            return True
        return any("INJECTED" in line and scenario.root(home) in line for line in text.splitlines())


def sweep(binary, is_thorough, seed, tell):
    share = {"defaults write": 60, "pin drop": 10, "view state": 6}
    for scenario in (CommandScenario(), PinScenario(), ViewScenario()):
        found = record(scenario, binary)
        if not any(name.startswith("fsync") for name, _ in found):
            raise Failure(f"{scenario.name}: no fsync among {found}")
        cases = [(name, number, fault) for name, number in found for fault in faults(name)]
        total = len(cases)
        if not is_thorough and total > share[scenario.name]:
            cases = random.Random(seed).sample(cases, share[scenario.name])
        hits = sum(disturb(scenario, binary, *case) for case in cases)
        tell(f"sweep, {scenario.name}: {len(found)} calls, {len(cases)} of {total} faults tried, "
             f"{hits} met the store; always the old or the new file")
        if hits < len(cases) * 0.7:
            raise Failure(f"{scenario.name}: too few faults met the store")
