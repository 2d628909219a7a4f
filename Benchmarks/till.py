#!/usr/bin/env python3
"""Measures the till from the outside, on a pseudo terminal: key to screen, bytes a key, start to first screen, memory.

usage: Benchmarks/till.py --binary TILL [--keys N] [--sales N]

Each figure stands beside a named peer or limit of the same run: bash, which echoes a key through readline, and the till's own
limits (50 ms a key, 100 ms to the first screen). Prints 'name value' lines as scripts/bench does.
"""

import argparse
import fcntl
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

QUIET = 0.05  # seconds without a byte after which a screen counts as written
LIMIT = 30


class Program:
    """A program on a pseudo terminal of its own."""

    def __init__(self, arguments, width, height, variables=()):
        self.begun = time.perf_counter()
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            os.environ.update(dict(variables))
            os.environ.update({"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"})
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
            os.execvp(arguments[0], arguments)

    def read(self, seconds):
        """What comes within a time; empty when nothing does."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        try:
            return os.read(self.master, 1 << 16) if ready else b""
        except OSError:
            return b""

    def until(self, text):
        """Reads until a text was written; gives the seconds since the start."""
        written = b""
        end = time.perf_counter() + LIMIT
        while text.encode() not in written:
            piece = self.read(1)
            written += piece
            if time.perf_counter() > end:
                sys.exit(f"'{text}' did not appear:\n{written.decode(errors='replace')[-2000:]}")
        return time.perf_counter() - self.begun

    def settle(self):
        """Reads until nothing comes any more."""
        while self.read(QUIET):
            pass

    def press(self, key):
        """Presses a key; gives the seconds until the first byte, and how many came."""
        begun = time.perf_counter()
        os.write(self.master, key)
        first = self.read(5)
        passed = time.perf_counter() - begun
        count = len(first)
        while piece := self.read(QUIET):
            count += len(piece)
        return passed, count

    def memory(self):
        """Resident bytes."""
        with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmRSS"))

    def end(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.master)


def row(name, values, unit="ns"):
    scale = 1e9 if unit == "ns" else 1
    ordered = sorted(values)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    print(f"{name}_median {round(statistics.median(values) * scale)}")
    print(f"{name}_p99 {round(p99 * scale)}", flush=True)
    return statistics.median(values)


def till(binary, folder, width=80, height=24):
    return Program([binary, "--demo", "--language", "en", "--state", folder], width, height)


def keys(binary, folder, width, height, count):
    """Keys that change the screen: the help opens, scrolls and closes."""
    program = till(binary, folder, width, height)
    program.until("Next customer")
    program.settle()
    samples = [program.press(key) for _ in range(count // 4) for key in (b"\x1bOP", b"\x1b[B", b"\x1b[A", b"\x1bOP")]
    program.end()
    size = f"{width}x{height}"
    median = row(f"till_key_to_screen_{size}", [seconds for seconds, _ in samples])
    row(f"till_bytes_a_key_{size}", [count for _, count in samples], "bytes")
    return median


def echo(count):
    """The peer: bash echoes a character through readline."""
    program = Program(["bash", "--norc", "--noprofile", "-i"], 80, 24, {"PS1": "ready$ "}.items())
    program.until("ready$ ")
    program.settle()
    samples = [program.press(b"x")[0] for _ in range(count)]
    program.end()
    return row("bash_key_to_screen", samples)


def starts(binary, folder, count):
    times = []
    for _ in range(count):
        program = till(binary, folder)
        times.append(program.until("help"))
        program.settle()
        program.end()
    return row("till_start_to_screen", times)


def memory(binary, folder, sales):
    """Cash sales by keys, each waited for."""
    program = till(binary, folder)
    program.until("Next customer")
    program.settle()
    before = program.memory()
    for _ in range(sales):
        os.write(program.master, b"1\r")
        program.until("Bread roll")
        os.write(program.master, b"\x1bOR")
        program.until("DONE")
    print(f"till_memory_before_bytes {before}")
    print(f"till_memory_after_{sales}_sales_bytes {program.memory()}", flush=True)
    program.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--sales", type=int, default=10_000)
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="till-bench-")
    try:
        peer = echo(options.keys)
        for width, height in ((80, 24), (200, 60)):
            median = keys(options.binary, f"{folder}/keys-{width}", width, height, options.keys)
            print(f"ratio till_key_to_screen_{width}x{height}/bash {median / peer:.1f}")
            print(f"ratio limit_50_ms/till_key_to_screen_{width}x{height} {0.05 / median:.1f}")
        median = starts(options.binary, f"{folder}/starts", 20)
        print(f"ratio limit_100_ms/till_start_to_screen {0.1 / median:.1f}", flush=True)
        memory(options.binary, f"{folder}/sales", options.sales)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
