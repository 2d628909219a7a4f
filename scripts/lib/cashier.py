"""A till without a screen, and a cashier at it: lines that are typed, and what the till says to them."""

import contextlib
import os
import re
import subprocess
import threading
import time

from outside import Wrong

LIMIT = 30  # seconds until what should be said counts as missing


class Ended(Exception):
    """The till was killed."""


class Cashier:
    """Somebody at a till with --plain, which tells what is new and forgets what was."""

    def __init__(self, command):
        self.command = command
        self.process = None
        self.said, self.heard = "", 0
        self.changed = threading.Condition()

    def start(self):
        self.end()
        self.said, self.heard = "", 0
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=dict(os.environ, SWIFT_BACKTRACE="enable=no"))
        threading.Thread(target=self.listen, args=(self.process,), daemon=True).start()

    def listen(self, process):
        while True:
            text = os.read(process.stdout.fileno(), 65536).decode(errors="replace")
            with self.changed:
                if process is self.process:
                    self.said += text or "\n(it ended)\n"
                    self.changed.notify_all()
            if not text:
                return process.stdout.close()

    def line(self, text):
        """Types a line; the till takes it when the one before has had its effect."""
        try:
            self.process.stdin.write(text.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Ended from None

    def hears(self, *patterns, limit=LIMIT):
        """Waits for the first of the patterns after what was heard last; gives that pattern, or None when it is too late."""
        end = time.monotonic() + limit
        with self.changed:
            while True:
                found = [(match.start(), match.end(), pattern) for pattern in patterns
                         if (match := re.compile(pattern).search(self.said, self.heard))]
                if found:
                    _, self.heard, pattern = min(found)
                    return pattern
                if self.said.endswith("(it ended)\n"):
                    raise Ended
                if not self.changed.wait(end - time.monotonic()) and time.monotonic() >= end:
                    return None

    def expects(self, *patterns):
        """The same, of what must come."""
        found = self.hears(*patterns)
        if found is None:
            raise Wrong(f"the till did not say {' or '.join(patterns)}, but: {self.last}")
        return found

    def shows(self, text):
        """Waits until a text was said since the start."""
        heard, self.heard = self.heard, 0
        self.expects(text)
        self.heard = heard

    def ends(self):
        """Waits for the end of the till."""
        self.process.wait(timeout=LIMIT)
        self.end()

    @property
    def last(self):
        """What it said last, in one line."""
        return " / ".join(self.said[-500:].split("\n"))

    def end(self):
        """As a power cut does."""
        if self.process:
            self.process.kill()
            self.process.wait()
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.close()
            self.process = None
