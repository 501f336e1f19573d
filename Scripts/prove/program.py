"""The program under test: its home folder, its stores, and the program in a pseudo terminal."""
import fcntl
import os
import plistlib
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time

PATIENCE = 30.0


class Failure(Exception):
    """A promise that was broken; the text says which and where."""


class Home:
    """A home folder of its own for one run."""

    def __init__(self):
        self.path = os.path.realpath(tempfile.mkdtemp(prefix="pigeon-prove-"))
        self.preferences = f"{self.path}/.config/pigeon/preferences.plist"
        self.state = f"{self.path}/.local/state/pigeon/state.plist"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    @property
    def environment(self):
        # ASCII keeps every word on the screen in one piece, and as many columns as bytes.
        return {"HOME": self.path, "TERM": "xterm-256color", "LC_ALL": "C", "PATH": os.environ["PATH"]}

    def write(self, path, contents):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(path, "wb") as file:
            file.write(contents)

    @staticmethod
    def read(path):
        """The bytes of a file; None when there is none."""
        try:
            with open(path, "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def property_list(self, path):
        """What is in a file; a damaged one is a failure, none is {}."""
        contents = self.read(path)
        if contents is None:
            return {}
        try:
            return plistlib.loads(contents)
        except Exception as error:
            raise Failure(f"{path} is damaged: {error!r}: {contents[:200]!r}") from error

    def view(self):
        return self.property_list(self.state).get("Objects", {})

    def unexpected_files(self):
        """Files that only damage brings about."""
        found = []
        for folder, _, names in os.walk(self.path):
            found += [f"{folder}/{name}" for name in names
                      if ".damaged-" in name or ".discarded." in name]
        return found


def run(words, home, seconds=PATIENCE):
    """Runs a command to its end: (exit status, negative for a signal; standard error)."""
    done = subprocess.run(words, env=home.environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds)
    return done.returncode, done.stderr.decode(errors="replace")


class Terminal:
    """A program in a pseudo terminal. Everything it writes is kept."""

    def __init__(self, words, home, columns=100, rows=30):
        self.output = b""
        self.status = None
        size = struct.pack("HHHH", rows, columns, 0, 0)
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, size)
                os.execvpe(words[0], words, home.environment)
            finally:
                os._exit(127)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        os.close(self.master)

    def type(self, keys):
        try:
            os.write(self.master, keys)
        except OSError:
            pass  # It has ended; whoever waits for an answer finds out.

    def read(self, seconds):
        """Reads what comes within the time; False when the program has closed the terminal."""
        ready, _, _ = select.select([self.master], [], [], max(seconds, 0))
        if not ready:
            return True
        try:
            data = os.read(self.master, 1 << 16)
        except OSError:
            return False
        self.output += data
        return bool(data)

    def wait(self, *words, start=0, seconds=PATIENCE):
        """Waits for one of the words, written from `start` on: that word, or None when the program
        has ended without. A failure when neither happens."""
        limit = time.monotonic() + seconds
        is_open = True
        while True:
            for word in words:
                if word in self.output[start:]:
                    return word
            if not is_open:
                return None
            if time.monotonic() > limit:
                raise Failure(f"none of {words} within {seconds} s: {self.text(start)[-800:]!r}")
            is_open = self.read(0.05)

    def text(self, start=0):
        """What was written, without control sequences."""
        return re.sub(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|[()][0-9A-B]|[=>78])", "",
                      self.output[start:].decode(errors="replace"))

    def wait_for_end(self, seconds=PATIENCE):
        """The exit status, negative for a signal."""
        limit = time.monotonic() + seconds
        while self.status is None:
            self.read(0.01)
            self.reap(os.WNOHANG)
            if time.monotonic() > limit:
                raise Failure(f"it did not end: {self.text()[-800:]!r}")
        return self.status

    def reap(self, options):
        if self.status is None:
            pid, code = os.waitpid(self.pid, options)
            if pid == self.pid:
                self.status = os.waitstatus_to_exitcode(code)

    def kill(self):
        """SIGKILL for the program if it still runs, and for nothing else: until it is waited for,
        its number is its own."""
        if self.status is None and self.pid > 1:
            os.kill(self.pid, signal.SIGKILL)
            self.reap(0)


FRAME = (b"standard", b"satellite", b"hybrid", b"Title:")
# Of its bottom line: the zoom, and what stands for it when the whole world shows.
ZOOM = (b"  z", b"  world")


def property_list(value):
    return plistlib.dumps(value, sort_keys=True)
