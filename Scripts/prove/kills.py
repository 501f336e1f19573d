"""`kill -9` at random moments of scripted use. The next launch shows what was acknowledged last:
a preference whose change was on the screen is on the disk, the view is about a second old at most,
no file is damaged, set aside or given up."""
import random
import re
import time

from program import FRAME, ZOOM, Failure, Home, Terminal

BOUNDED, THOROUGH = 15, 200
# Seconds. The program promises one; a busy machine takes its time to run it.
OLDEST_VIEW = 2.0
TYPES = {b"1": (0, b"standard"), b"2": (1, b"satellite"), b"3": (2, b"hybrid")}
COORDINATE = re.compile(r"(-?\d+\.\d{4}), (-?\d+\.\d{4})  z(-?[\d.]+)")
COMPLAINTS = ("damaged", "not restored", "kept as", "ignored", "can not")
REDRAW = b"\x0c"


class Script:
    """What was typed, and what the screen acknowledged."""

    def __init__(self, binary, home, choose):
        self.binary, self.home, self.choose = binary, home, choose
        self.type, self.title = 0, None
        self.pins = 0
        self.oldest = 0.0
        self.acknowledged = 0

    def action(self):
        """Keys, the words that acknowledge them, and the preferences after them."""
        kind = self.choose.random()
        if kind < 0.35:
            keys = self.choose.choice([key for key in TYPES if TYPES[key][0] != self.type])
            number, word = TYPES[keys]
            return keys, word, (number, self.title)
        if kind < 0.55:
            self.pins += 1
            title = f"Pin{self.pins}x"
            return b"d\x15" + title.encode() + b"\r", title.encode(), (self.type, title)
        if kind < 0.62 and self.title:
            return b"c", b"Nothing remembered", (self.type, None)
        return self.choose.choice([b"l", b"h", b"j", b"k", b"+", b"-", b"L"]), None, (
            self.type, self.title)

    def stored(self):
        values = self.home.property_list(self.home.preferences)
        return values.get("HPMapType", 0), values.get("HPLocation", {}).get("title")

    def check_launch(self, terminal):
        """Looks at the first frame."""
        terminal.wait(*FRAME)
        terminal.type(REDRAW)
        start = len(terminal.output)
        terminal.wait(*ZOOM, start=start)
        terminal.read(0.05)
        text = terminal.text()
        word = [word for number, word in TYPES.values() if number == self.type][0].decode()
        pin = self.title or "Nothing remembered"
        for expected in (word, pin):
            if expected not in text:
                raise Failure(f"the launch does not show {expected!r}: {text[-3000:]!r}")
        for complaint in COMPLAINTS:
            if complaint in text:
                raise Failure(f"the launch complains: {text[-3000:]!r}")
        return self.coordinate(terminal, 0)

    @staticmethod
    def coordinate(terminal, start):
        found = COORDINATE.findall(terminal.text(start))
        return found[-1] if found else None

    def run(self):
        """One launch, some keys, one kill."""
        first = () if self.home.read(self.home.state) else ("46.95,7.45", "--zoom", "6")
        with Terminal([self.binary, *first], self.home) as terminal:
            view = self.check_launch(terminal)
            views = [(time.monotonic(), view)]
            for _ in range(self.choose.randint(1, 8)):
                keys, word, after = self.action()
                start = len(terminal.output)
                terminal.type(keys + REDRAW)
                terminal.wait(*([word] if word else ZOOM), start=start)
                terminal.wait(*ZOOM, start=start)
                self.type, self.title = after
                self.acknowledged += 1
                views.append((time.monotonic(), self.coordinate(terminal, start)))
                if self.choose.random() < 0.3:
                    terminal.read(self.choose.uniform(0, 0.7))
            # One more that may or may not be acknowledged when it comes to an end.
            keys, word, after = self.action()
            start = len(terminal.output)
            terminal.type(keys + REDRAW)
            limit = time.monotonic() + self.choose.uniform(0, 0.06)
            while time.monotonic() < limit:
                terminal.read(limit - time.monotonic())
            end = time.monotonic()
            terminal.kill()
            while terminal.read(0):
                if not terminal.output or not self.has_more(terminal):
                    break
            is_seen = self.is_seen(word, terminal.output[start:])
            views.append((end, self.coordinate(terminal, start)))
        self.check_end(after, is_seen, views, end)

    @staticmethod
    def is_seen(word, output):
        """Whether a frame of the map acknowledged the change: a title alone may be in the prompt."""
        if word is None or word not in output:
            return False
        frame = output[output.index(word):]
        return any(name in frame for _, name in TYPES.values())

    @staticmethod
    def has_more(terminal):
        import select
        return bool(select.select([terminal.master], [], [], 0)[0])

    def check_end(self, after, is_seen, views, end):
        before = (self.type, self.title)
        stored = self.stored()
        if stored != after and (is_seen or stored != before):
            raise Failure(f"stored {stored}; before {before}, after {after}, seen: {is_seen}")
        self.type, self.title = stored
        if self.home.unexpected_files():
            raise Failure(f"left {self.home.unexpected_files()}")
        self.oldest = max(self.oldest, self.age(views, end))
        if self.oldest > OLDEST_VIEW:
            raise Failure(f"the view is {self.oldest:.1f} s old: {self.home.view()}, {views[-9:]}")

    def age(self, views, end):
        """How long the saved view was out of date when the program was killed."""
        saved = self.home.view().get("map")
        if not saved:
            return end - views[0][0]
        text = (f"{saved['latitude']:.4f}", f"{saved['longitude']:.4f}")
        newest = None
        for index, (_, view) in enumerate(views):
            if view and abs(float(view[0]) - saved["latitude"]) < 2e-4 and abs(
                    float(view[1]) - saved["longitude"]) < 2e-4 and abs(
                    float(view[2]) - saved["zoom"]) < 0.06:
                newest = index
        if newest is None:
            # The last key's view may have been saved without having been seen.
            seen = [view for _, view in views if view]
            if views[-1][1] in (None, seen[-1]):
                return 0.0
            raise Failure(f"the saved view {text} z{saved['zoom']} was never shown: {views}")
        later = [moment for moment, view in views[newest + 1:] if view and view != views[newest][1]]
        return end - later[0] if later else 0.0


def kills(binary, is_thorough, seed, tell):
    choose = random.Random(seed)
    with Home() as home:
        script = Script(binary, home, choose)
        count = THOROUGH if is_thorough else BOUNDED
        for number in range(count):
            try:
                script.run()
            except Failure as failure:
                raise Failure(f"kill {number + 1}, seed {seed}: {failure}") from failure
        tell(f"kills: {count} times kill -9, {script.acknowledged} acknowledged changes, none lost; "
             f"the oldest view was {script.oldest:.2f} s old")
