"""The program in a pseudo terminal: keys in, bytes and times out."""
import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import tempfile
import termios
import time

QUIET = 0.030


class Session:
    """The program in a pseudo terminal."""

    def __init__(self, binary, columns, rows, arguments=(), home=None):
        self.home = home or tempfile.mkdtemp(prefix="pigeon-bench-")
        self.owns_home = home is None
        environment = {
            "PATH": os.environ["PATH"],
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            "COLORTERM": "truecolor",
            "HOME": self.home,
        }
        self.started = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(binary, [binary, *arguments], environment)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read_until_quiet(self, first=5.0, quiet=QUIET):
        """Reads until nothing comes for `quiet` seconds: (bytes, time of the last byte)."""
        count, last, wait = 0, None, first
        while True:
            ready, _, _ = select.select([self.fd], [], [], wait)
            if not ready:
                return count, last
            try:
                data = os.read(self.fd, 1 << 16)
            except OSError:
                return count, last
            if not data:
                return count, last
            count, last, wait = count + len(data), time.perf_counter(), quiet

    def press(self, keys):
        """Types and waits: (milliseconds to the last byte, bytes)."""
        start = time.perf_counter()
        os.write(self.fd, keys)
        count, last = self.read_until_quiet(first=0.2)
        return ((last - start) * 1000 if last else 0.0), count

    def resident_megabytes(self):
        with open(f"/proc/{self.pid}/status") as status:
            for line in status:
                if line.startswith("VmRSS"):
                    return int(line.split()[1]) / 1024
        return 0.0

    def cpu_milliseconds(self):
        with open(f"/proc/{self.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def close(self):
        os.write(self.fd, b"q")
        self.read_until_quiet(first=2.0)
        os.close(self.fd)
        try:
            os.kill(self.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
        if self.owns_home:
            shutil.rmtree(self.home, ignore_errors=True)
