#!/usr/bin/env python3
"""Measures the local service from the outside: a question, an event to 100 front ends, 50 tills, start and memory.

usage: Benchmarks/service.py --binary TENDER --peer HELLO_SERVER [--requests N]

A question is asked turn about with one to the peer, libmicrohttpd with a constant answer, on one connection each. Prints
'name value' lines as scripts/bench does: nanoseconds, or kibibytes where the name says so.
"""

import argparse
import json
import os
import pathlib
import re
import select
import socket
import statistics
import subprocess
import tempfile
import time

STARTS = 15
FRONT_ENDS = 100
EVENTS = 20
TILLS = [word for number in range(50) for word in ("--till", f"till-{number}=simulated")]


class Service:
    """`tender serve` in a folder of its own, with the time from its start until it was ready."""

    def __init__(self, binary, *options):
        self.folder = tempfile.TemporaryDirectory(prefix="tender-bench-")
        add = [binary, "serve", "token", "add", "bench", "--folder", self.folder.name]
        self.token = subprocess.run(add, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
        begun = time.perf_counter_ns()
        self.process = subprocess.Popen(
            [binary, "serve", "--folder", self.folder.name, "--port", "0", "--json", *options], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        text = ""
        while not text.rstrip().endswith("}"):
            text += self.process.stdout.readline()
        self.start = time.perf_counter_ns() - begun
        self.url = json.loads(text)["url"]

    def resident(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate()
        self.folder.cleanup()


class Connection:
    """A connection that is kept, and asked one question at a time."""

    def __init__(self, url, token=""):
        host, port = url.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.head = f"Host: {host}:{port}\r\nAuthorization: Bearer {token}\r\n"

    def send(self, method, path):
        self.socket.sendall(f"{method} {path} HTTP/1.1\r\n{self.head}Content-Length: 0\r\n\r\n".encode())

    def ask(self, path, method="GET"):
        """The nanoseconds until the whole answer was there."""
        begun = time.perf_counter_ns()
        self.send(method, path)
        answer = self.socket.recv(65536)
        head, _, body = answer.partition(b"\r\n\r\n")
        missing = int(re.search(rb"Content-Length: (\d+)", head).group(1)) - len(body)
        while missing > 0:
            missing -= len(self.socket.recv(65536))
        taken = time.perf_counter_ns() - begun
        if not head.startswith(b"HTTP/1.1 200"):
            raise SystemExit(f"{method} {path}: {answer.decode(errors='replace')}")
        return taken


def tell(name, times):
    """Prints the median and the 99th percentile."""
    times = sorted(times)
    print(f"{name}_p50 {statistics.median(times):.0f}")
    print(f"{name}_p99 {times[len(times) * 99 // 100]:.0f}", flush=True)


def measure_questions(service, peer, requests):
    process = subprocess.Popen([peer], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    hello = Connection(process.stdout.readline().strip())
    status = Connection(service.url, service.token)
    pairs = [(hello.ask("/"), status.ask("/v1/tills/till")) for _ in range(requests)]
    process.communicate()
    tell("service_hello", [first for first, _ in pairs])
    tell("service_status", [second for _, second in pairs])


def drain(sockets):
    while ready := select.select(sockets, [], [], 0.2)[0]:
        for one in ready:
            one.recv(65536)


def measure_events(service):
    """From a call that changes the reader's state until each front end has read the event."""
    front_ends = [Connection(service.url, service.token) for _ in range(FRONT_ENDS)]
    for front_end in front_ends:
        front_end.send("GET", "/v1/tills/till/events")
    caller, sockets, times = Connection(service.url, service.token), [front_end.socket for front_end in front_ends], []
    for number in range(EVENTS):
        drain(sockets)
        begun, waiting = time.perf_counter_ns(), set(sockets)
        caller.send("POST", f"/v1/tills/till/reader/{'disconnect' if number % 2 else 'connect'}")
        while waiting:
            for one in select.select(list(waiting), [], [], 10)[0]:
                one.recv(65536)
                waiting.discard(one)
                times.append(time.perf_counter_ns() - begun)
        caller.socket.recv(65536)
    tell("service_event_100", times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--peer", required=True)
    parser.add_argument("--requests", type=int, default=5000)
    chosen = parser.parse_args()
    os.environ.pop("TENDER_API_KEY", None)
    starts = []
    for _ in range(STARTS):
        with Service(chosen.binary) as service:
            starts.append(service.start)
    print(f"service_start {statistics.median(starts):.0f}")
    print(f"service_start_worst {max(starts):.0f}", flush=True)
    with Service(chosen.binary) as service:
        print(f"service_idle_kibibytes {service.resident()}", flush=True)
        measure_questions(service, chosen.peer, chosen.requests)
        measure_events(service)
    with Service(chosen.binary, *TILLS) as service:
        print(f"service_50_tills_start {service.start}")
        print(f"service_50_tills_kibibytes {service.resident()}", flush=True)
        connection = Connection(service.url, service.token)
        tell("service_50_tills_status", [connection.ask(f"/v1/tills/till-{number % 50}") for number in range(chosen.requests)])


if __name__ == "__main__":
    main()
