#!/usr/bin/env python3
"""Measures the local service from the outside: a question, an event to 100 front ends, 50 tills, start, memory, sales.

usage: Benchmarks/service.py --binary TENDER --library FOLDER [--requests N]

A question is asked turn about with one to the peer, libmicrohttpd with a constant answer, on one connection each. Then whole
sales: in Swift, in C (called by Python), through the service and by the command line, each at the same simulated gateway in a
process of its own, with a journal on the disk and a simulated reader that takes 200 ms to read. FOLDER is what
scripts/build-library wrote; hello-server and tender-benchmarks are beside TENDER. Prints 'name value' lines as scripts/bench
does: nanoseconds, or kibibytes where the name says so.
"""

import argparse
import json
import os
import pathlib
import re
import secrets
import select
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
STARTS = 15
FRONT_ENDS = 100
EVENTS = 20
SALES = 21
KEY = "sk_test_benchmark"
TILLS = [word for number in range(50) for word in ("--till", f"till-{number}=simulated")]


def read_json(process):
    """The object that a program prints when it is ready."""
    text = ""
    while not text.rstrip().endswith("}"):
        text += process.stdout.readline()
    return json.loads(text)


def taken(act):
    """The nanoseconds that something takes."""
    begun = time.perf_counter_ns()
    act()
    return time.perf_counter_ns() - begun


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
        self.url = read_json(self.process)["url"]
        self.start = time.perf_counter_ns() - begun

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

    def send(self, method, path, body=b"", more=""):
        head = f"{method} {path} HTTP/1.1\r\n{self.head}{more}Content-Length: {len(body)}\r\n\r\n"
        self.socket.sendall(head.encode() + body)

    def receive(self):
        """The body of an answer."""
        answer = self.socket.recv(65536)
        head, _, body = answer.partition(b"\r\n\r\n")
        length = int(re.search(rb"Content-Length: (\d+)", head).group(1))
        while len(body) < length:
            body += self.socket.recv(65536)
        if not head.startswith(b"HTTP/1.1 200"):
            raise SystemExit(answer.decode(errors="replace"))
        return body

    def ask(self, path):
        """The nanoseconds until the whole answer was there."""
        begun = time.perf_counter_ns()
        self.send("GET", path)
        self.receive()
        return time.perf_counter_ns() - begun

    def command(self, path, form):
        """The answer to a command, under a new key."""
        key = f"Idempotency-Key: {secrets.token_hex(8)}\r\nContent-Type: application/json\r\n"
        self.send("POST", path, json.dumps(form).encode(), key)
        return json.loads(self.receive())


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


def sales(name, command):
    """The same sale again and again: made, then paid for by the simulated card."""
    command("reader/connect", {})
    times = []
    for _ in range(SALES):
        begun = time.perf_counter_ns()
        made = command("payment_intents", {"amount": 1000, "currency": "eur"})
        paid = command(f"payment_intents/{made['payment_intent']['id']}/process", {})
        times.append(time.perf_counter_ns() - begun)
        if paid["outcome"] != "approved":
            raise SystemExit(f"{name}: {paid}")
    print(f"{name} {statistics.median(times):.0f}", flush=True)


def sales_by_library(url, folder):
    """In a process of its own, where the library is found."""
    import tender_pos  # pylint: disable=import-outside-toplevel

    names = {"reader/connect": "connect_reader", "payment_intents": "create_payment_intent"}
    with tender_pos.Till(folder=folder, gateway=url, reader="simulated", cards=["visa"]) as till:
        def command(path, form):
            if name := names.get(path):
                return till.call(name, key=secrets.token_hex(8), **form)
            return till.call("process_payment_intent", key=secrets.token_hex(8), id=path.split("/")[1])
        sales("sale_by_c", command)


def measure_sales(chosen):
    """Whole sales through each front end, at one gateway; only the command line starts a process for each."""
    os.environ["TENDER_API_KEY"] = KEY
    gateway = subprocess.Popen(
        [chosen.binary, "gateway", "serve", "--port", "0", "--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    url = read_json(gateway)["url"]
    with tempfile.TemporaryDirectory(prefix="tender-bench-") as folder:
        subprocess.run([chosen.binary.with_name("tender-benchmarks"), "sale-at", url, KEY, folder], check=True)
        subprocess.run(
            [sys.executable, "-B", __file__, "--by-library", url, folder + "/c"], check=True,
            env=os.environ | {
                "TENDER_LIBRARY": chosen.library / "lib" / "libtender.so.1", "PYTHONPATH": ROOT / "Python/tender-pos/src"})
        with Service(chosen.binary, "--gateway", url, "--till", "till=simulated", "--card", "visa") as service:
            front_end = Connection(service.url, service.token)
            sales("sale_by_service", lambda path, form: front_end.command(f"/v1/tills/till/{path}", form))
        line = [chosen.binary, "sale", "--amount", "10.00", "--card", "visa", "--gateway", url, "--json", "--journal",
                f"{folder}/line.journal"]
        times = [taken(lambda: subprocess.run(line, stdout=subprocess.DEVNULL, check=True)) for _ in range(SALES)]
        print(f"sale_by_command_line {statistics.median(times):.0f}", flush=True)
    gateway.terminate()
    gateway.communicate()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, type=pathlib.Path)
    parser.add_argument("--library", required=True, type=pathlib.Path)
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
        measure_questions(service, chosen.binary.with_name("hello-server"), chosen.requests)
        measure_events(service)
    with Service(chosen.binary, *TILLS) as service:
        print(f"service_50_tills_start {service.start}")
        print(f"service_50_tills_kibibytes {service.resident()}", flush=True)
        connection = Connection(service.url, service.token)
        tell("service_50_tills_status", [connection.ask(f"/v1/tills/till-{number % 50}") for number in range(chosen.requests)])
    measure_sales(chosen)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--by-library"]:
        sales_by_library(*sys.argv[2:])
    else:
        main()
