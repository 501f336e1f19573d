"""Several processes write different keys at once, one process for each write."""
import subprocess
import threading

from program import Failure, Home

PROCESSES, KEYS = 4, 100


def writers(binary, is_thorough, seed, tell):
    failures = []

    def write(writer, home):
        for number in range(KEYS):
            done = subprocess.run(
                [binary, "defaults", "write", f"Key{writer}x{number}", "-int", str(number)],
                env=home.environment, stdin=subprocess.DEVNULL, capture_output=True)
            if done.returncode != 0:
                failures.append(done.stderr)

    for _ in range(3 if is_thorough else 1):
        with Home() as home:
            threads = [threading.Thread(target=write, args=(writer, home))
                       for writer in range(PROCESSES)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            stored = home.property_list(home.preferences)
            expected = {f"Key{writer}x{number}": number
                        for writer in range(PROCESSES) for number in range(KEYS)}
            if failures or stored != expected:
                raise Failure(f"{len(stored)} of {len(expected)} keys; {failures[:3]}")
            tell(f"writers: {PROCESSES} processes, {KEYS} keys each: {len(stored)} keys stored")
