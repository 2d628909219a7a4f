"""What the rig says, and how it fails."""

import sys
import time

STARTED = time.monotonic()


class Wrong(Exception):
    """What a scenario found."""


class Broken(Exception):
    """The rig itself cannot work."""


def progress(text):
    print(f"    {time.monotonic() - STARTED:5.1f} s  {text}", file=sys.stderr, flush=True)


def expect(condition, text):
    if not condition:
        raise Wrong(text)
