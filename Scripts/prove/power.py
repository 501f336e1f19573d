"""Power is lost after each step of a recorded write path. What was not synchronized may be lost,
half there or there as a whole, and directory entries not synchronized may have changed or not, in
any combination. Whatever the disk then holds is the old or the new file, and the new one once the
program has said so.

A build without fsync would leave the same record without its fsync lines. So such a record stands
for that build: nothing has to be switchable in the program, and the replay must find its faults.
"""
import itertools
import os
import re
import tempfile

from program import FRAME, Failure, Home, Terminal, property_list, run

CALLS = ("open openat creat write pwrite64 ftruncate fsync fdatasync sync_file_range rename renameat "
         "renameat2 link linkat unlink unlinkat mkdir mkdirat close dup dup2 dup3 copy_file_range "
         "sendfile mmap fallocate").split()
# Were one of these to touch the stores, the replay would not know what it did.
UNKNOWN = {"pwrite64", "ftruncate", "sync_file_range", "copy_file_range", "sendfile", "fallocate"}

LINE = re.compile(r"^\d+\s+(\w+)\((.*)\)\s+= (-?\d+)(?:<(.*?)>)?(?: .*)?$")
STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
DESCRIPTOR = re.compile(r"^\d+<((?:\\x[0-9a-f]{2})*)>")


def decode(text):
    return bytes.fromhex(text.replace("\\x", ""))


def parse(log, root):
    """The steps that change something below `root`: tuples of a verb and its operands."""
    steps, unfinished = [], {}
    for line in log.splitlines():
        thread = line.split(" ", 1)[0]
        if line.endswith("<unfinished ...>"):
            unfinished[thread] = line[: -len("<unfinished ...>")].rstrip()
            continue
        resumed = re.match(r"^\d+\s+<\.\.\. \w+ resumed>(.*)$", line)
        if resumed:
            line = unfinished.pop(thread, "") + resumed[1]
        match = LINE.match(line)
        if not match or int(match[3]) < 0:
            continue
        name, arguments, result = match[1], match[2], int(match[3])
        strings = [decode(text) for text, _ in STRING.findall(arguments)]
        paths = [text.decode(errors="replace") for text in strings]
        descriptor = DESCRIPTOR.match(arguments)
        target = decode(descriptor[1]).decode(errors="replace") if descriptor else ""
        if name == "write" and target.startswith(root):
            if strings and STRING.search(arguments)[2]:
                raise Failure("the record does not hold all bytes")
            steps.append(("write", target, strings[0][:result]))
        elif name in ("fsync", "fdatasync") and target.startswith(root):
            steps.append(("fsync", target))
        elif name in ("open", "openat") and paths and paths[-1].startswith(root):
            if "O_CREAT" in arguments:
                steps.append(("create", paths[-1]))
            if "O_TRUNC" in arguments:
                steps.append(("truncate", paths[-1]))
        elif name.startswith(("rename", "link")) and paths[0].startswith(root):
            steps.append((name[:4], paths[0], paths[1]))
        elif name.startswith("unlink") and paths[0].startswith(root):
            steps.append(("unlink", paths[0]))
        elif name.startswith("mkdir") and paths[0].startswith(root):
            steps.append(("mkdir", paths[0]))
        elif name in UNKNOWN and target.startswith(root):
            raise Failure(f"the replay does not know {name}")
    return steps


class Disk:
    """A file system model: what programs see, and what is certainly on the disk."""

    def __init__(self, files, folders):
        self.data = {}  # inode → bytes as programs see them
        self.safe = {}  # inode → bytes certainly on the disk
        self.seen = {}  # path → inode, or "folder"
        for path, contents in files.items():
            inode = len(self.data)
            self.data[inode] = self.safe[inode] = contents
            self.seen[path] = inode
        self.seen.update({folder: "folder" for folder in folders})
        self.entries = dict(self.seen)  # path → inode, certainly on the disk
        self.pending = []  # (folder, {path: inode or None}) in their order

    def change(self, *changes):
        """One atomic change of directory entries."""
        for path, inode in changes:
            self.seen.pop(path, None)
            if inode is not None:
                self.seen[path] = inode
        self.pending.append(({os.path.dirname(path) for path, _ in changes}, dict(changes)))

    def apply(self, step):
        verb, path = step[0], step[1]
        if verb == "create" and path not in self.seen:
            inode = len(self.data)
            self.data[inode] = self.safe[inode] = b""
            self.change((path, inode))
        elif verb == "truncate":
            self.data[self.seen[path]] = b""
        elif verb == "write":
            self.data[self.seen[path]] += step[2]
        elif verb == "mkdir":
            self.change((path, "folder"))
        elif verb == "unlink":
            self.change((path, None))
        elif verb == "link":
            self.change((step[2], self.seen[path]))
        elif verb == "rena":
            self.change((path, None), (step[2], self.seen[path]))
        elif verb == "fsync" and self.seen.get(path) == "folder":
            for folders, changes in [p for p in self.pending if path in p[0]]:
                self.settle(self.entries, changes)
            self.pending = [p for p in self.pending if path not in p[0]]
        elif verb == "fsync":
            self.safe[self.seen[path]] = self.data[self.seen[path]]

    @staticmethod
    def settle(entries, changes):
        for path, inode in changes.items():
            if inode is None:
                entries.pop(path, None)
            else:
                entries[path] = inode

    def outcomes(self, target):
        """Everything the target may hold when power is lost now; None is no file."""
        found = set()
        for happened in itertools.product((False, True), repeat=len(self.pending)):
            entries = dict(self.entries)
            for (_, changes), is_there in zip(self.pending, happened):
                if is_there:
                    self.settle(entries, changes)
            folder = os.path.dirname(target)
            while folder in self.seen and folder in entries:
                folder = os.path.dirname(folder)
            inode = entries.get(target)
            if inode is None or folder in self.seen:
                found.add(None)
                continue
            data, safe = self.data[inode], self.safe[inode]
            found.add(safe)
            if data != safe:
                half = len(safe) + (len(data) - len(safe)) // 2
                # Whole, half, half and then the zeros of blocks never written, or only those.
                found |= {data, data[:half], data[:half] + bytes(len(data) - half),
                          bytes(len(data))}
        return found


def replay(steps, files, folders, target, old, new):
    """Raises a failure when some loss of power leaves anything but the old or the new file."""
    disk = Disk(files, folders)
    outcomes = 0
    for number in range(len(steps) + 1):
        # The last round is the program's word that all is saved.
        is_told = number == len(steps)
        for contents in disk.outcomes(target):
            outcomes += 1
            if not new(contents) and (is_told or contents != old):
                where = "after the end" if is_told else f"before {steps[number][:2]}"
                raise Failure(f"power lost {where}: {contents if contents is None else contents[:90]}")
        if not is_told:
            disk.apply(steps[number])
    return outcomes


def trace(words_of, binary, prepare, perform):
    """Records a run: (steps, files before, folders before, home path)."""
    with Home() as home, tempfile.NamedTemporaryFile() as log:
        prepare(home)
        files, folders = {}, []
        for folder, _, names in os.walk(home.path):
            folders.append(folder)
            files.update({f"{folder}/{name}": home.read(f"{folder}/{name}") for name in names})
        tracer = ["strace", "-f", "-y", "-xx", "-s", "1000000", "-o", log.name, "-e",
                  "trace=" + ",".join("?" + call for call in CALLS)]
        perform([*tracer, binary, *words_of], home)
        return parse(log.read().decode(), home.path), files, folders, home


def command(words, home):
    status, errors = run(words, home)
    if status != 0:
        raise Failure(f"{words[-5:]}: {status} {errors}")


def map_session(words, home):
    with Terminal(words, home) as terminal:
        terminal.wait(*FRAME)
        terminal.type(b"l3dNew\r")
        terminal.wait(b"New", start=len(terminal.output))
        terminal.type(b"q")
        if terminal.wait_for_end() != 0:
            raise Failure("the map did not end well")


def parses(**expected):
    import plistlib

    def is_new(contents):
        try:
            stored = plistlib.loads(contents)
        except Exception:
            return False
        return all(stored.get(key) == value for key, value in expected.items())

    return is_new


def states(key, is_new):
    """Also good are the states in between, each of which was the new one once."""
    import plistlib

    def check(contents):
        try:
            return is_new(plistlib.loads(contents).get(key))
        except Exception:
            return False

    return check


OLD = {"HPMapType": 0, "Other": "x" * 300}


def cases():
    def stored(home):
        home.write(home.preferences, property_list(OLD))

    write = ["defaults", "write", "HPMapType", "-int", "2"]
    new = parses(HPMapType=2)
    yield "a first preference", write, lambda home: None, command, "preferences", new
    yield "a changed preference", write, stored, command, "preferences", new
    yield ("a view", ["10,20", "--zoom", "4"], stored, map_session, "state",
           states("Objects", lambda objects: "map" in objects))


def power(binary, is_thorough, seed, tell):
    for name, words, prepare, perform, store, new in cases():
        steps, files, folders, home = trace(words, binary, prepare, perform)
        target = getattr(home, store)
        old = files.get(target)
        count = replay(steps, files, folders, target, old, new)
        kinds = [("without any fsync", lambda step: step[0] == "fsync"),
                 ("without fsync of the file",
                  lambda step: step[0] == "fsync" and step[1].endswith(".tmp")),
                 ("without fsync of the folder",
                  lambda step: step[0] == "fsync" and step[1] == os.path.dirname(target))]
        for kind, is_left_out in kinds:
            less = [step for step in steps if not is_left_out(step)]
            if len(less) == len(steps):
                raise Failure(f"{name}: the record has no such fsync: {kind}")
            try:
                replay(less, files, folders, target, old, new)
            except Failure:
                continue
            raise Failure(f"{name}: the replay does not notice a build {kind}")
        tell(f"power loss, {name}: {len(steps)} steps, {count} outcomes: always the old or the new "
             "file; builds without fsync found out")
