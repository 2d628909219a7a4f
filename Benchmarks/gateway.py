#!/usr/bin/env python3
"""Measures the simulated gateway beside localstripe, with wrk on keep-alive connections of the same machine.

usage: Benchmarks/gateway.py --binary TENDER [--rounds N] [--seconds S] [--intents N] [--payments N]
       [--no-peer] [--json FILE]

  --rounds N    how often each server is measured, turn about; medians are printed with the range (default 3)
  --seconds S   how long each measurement lasts (default 3)
  --intents N   how many PaymentIntents are made for memory, growth and the start on a large file (default 100,000;
                1,000,000 for the figures of docs/performance.md); 0 leaves this out
  --payments N  how many destination charges are made for the memory of balance transactions and the lists of payments
                (default 100,000); 0 leaves this out
  --no-peer     leave localstripe out; otherwise it is installed from PyPI into .build/localstripe
  --json FILE   write everything that was measured there, too

Memory is touched once before the first measurement: a page that a virtual machine never used costs its host several
microseconds, which would be counted against whichever server comes first. Every measurement starts a server of its
own. A cycle is three requests: create with manual capture and pm_card_visa, confirm, capture; of a destination charge the
same with a connected account and a fee. Prints 'name value' lines, and a table at the end.
"""

import argparse
import http.client
import json
import mmap
import os
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
PEER = "localstripe==1.15.10"
LIMIT = 60
PARTS = ("creates", "cycles", "destinations")
PERSON = {
    "first_name": "Jenny", "last_name": "Rosen", "email": "jenny@seller.test", "phone": "0000000000",
    "ssn_last_4": "0000", "dob][day": "1", "dob][month": "1", "dob][year": "1901",
    "address][line1": "address_full_match", "address][city": "Springfield", "address][state": "IL",
    "address][postal_code": "62701",
}
SELLER = {
    "type": "custom", "country": "US", "business_type": "individual",
    "capabilities[card_payments][requested]": "true", "capabilities[transfers][requested]": "true",
    "business_profile[mcc]": "5734", "business_profile[url]": "https://seller.test",
    "external_account[object]": "bank_account", "external_account[country]": "US", "external_account[currency]": "usd",
    "external_account[routing_number]": "110000000", "external_account[account_number]": "000123456789",
    "tos_acceptance[date]": "1700000000", "tos_acceptance[ip]": "8.8.8.8",
} | {f"individual[{name}]": value for name, value in PERSON.items()}
# The peer writes all of its data to one file of /tmp after every request; the second form has that switched off.
PEER_CODE = """
import sys
from localstripe import resources, server
if {quick}: resources.Store.dump_to_disk = lambda self: None
sys.argv = ["localstripe", "--port", "{port}", "--from-scratch"]
server.start()
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Server:
    """A server in a process of its own, from its start until it answers a request."""

    def __init__(self, arguments, port):
        self.port = port
        begun = time.perf_counter()
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not self.answers():
            if self.process.poll() is not None or time.perf_counter() - begun > 20 * LIMIT:
                sys.exit(f"{' '.join(map(str, arguments))} does not answer")
            time.sleep(0.001)
        self.ready = time.perf_counter() - begun

    def answers(self):
        request = (
            b"GET /v1/payment_intents?limit=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            b"Authorization: Bearer sk_test_ready\r\n\r\n")
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=LIMIT) as client:
                client.sendall(request)
                return client.recv(4096).startswith(b"HTTP/1.1 200")
        except OSError:
            return False

    def memory(self):
        """Resident bytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmRSS"))

    def processor_time(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, method, path, form=None):
        """An answer of the API, and how long it took."""
        begun = time.perf_counter()
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        client.request(method, path, urllib.parse.urlencode(form or []), {
            "Authorization": "Bearer sk_test_benchmark", "Content-Type": "application/x-www-form-urlencoded"})
        response = client.getresponse()
        answer = json.loads(response.read())
        client.close()
        if response.status != 200:
            sys.exit(f"{method} {path}: {response.status} {answer}")
        return answer, time.perf_counter() - begun

    def seller(self):
        """The id of a connected account that can be paid."""
        return self.ask("POST", "/v1/accounts", SELLER)[0]["id"]

    def load(self, part, connections, seconds):
        """What wrk says of its run."""
        arguments = [part] + ([self.seller()] if part == "destinations" else [])
        before = self.processor_time()
        done = subprocess.run(
            ["wrk", "--threads", "1", "--connections", str(connections), "--duration", f"{seconds}s", "--timeout", "10s",
             "--script", str(ROOT / "Benchmarks/gateway.lua"), f"http://127.0.0.1:{self.port}", "--", *arguments],
            capture_output=True, text=True, check=False)
        try:
            result = json.loads(done.stdout.strip().splitlines()[-1])
        except (ValueError, IndexError):
            sys.exit(f"wrk failed: {done.stdout}{done.stderr}")
        if result["refused"] or result["broken"]:
            sys.exit(f"{part}: {result['refused']} requests were refused, {result['broken']} broke: {done.stderr}")
        result["processor_time"] = (self.processor_time() - before) / max(1, result["requests"])
        return result

    def end(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Bench:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.values = {}
        self.files = 0
        self.servers = {"tender": self.tender, "tender_data": self.tender_with_data}
        if not options.no_peer:
            self.python = install_peer()
            self.servers["localstripe_no_dump"] = lambda: self.peer(True)
            self.servers["localstripe"] = lambda: self.peer(False)

    def tender(self):
        port = free_port()
        return Server([self.options.binary, "gateway", "serve", "--port", str(port)], port)

    def tender_with_data(self, path=None):
        port = free_port()
        self.files += 1
        path = path or f"{self.folder}/gateway-{self.files}.db"
        return Server([self.options.binary, "gateway", "serve", "--port", str(port), "--data", path], port)

    def peer(self, quick):
        port = free_port()
        return Server([self.python, "-c", PEER_CODE.format(quick=quick, port=port)], port)

    def note(self, name, value):
        self.values.setdefault(name, []).append(value)

    def round(self):
        for name, start in self.servers.items():
            server = start()
            self.note(f"{name}_ready_ms", server.ready * 1000)
            self.note(f"{name}_memory_before_mb", server.memory() / 1e6)
            server.end()
            for part in PARTS[:2] if name.startswith("localstripe") else PARTS:
                for connections in (1, 8):
                    server = start()
                    result = server.load(part, connections, self.options.seconds)
                    server.end()
                    count = result["requests" if part == "creates" else "cycles"]
                    title = f"{name}_{part}_{connections}_connections"
                    self.note(f"{title}_per_second", count / result["seconds"])
                    self.note(f"{title}_p50_ms", result["p50"] * 1000)
                    self.note(f"{title}_p99_ms", result["p99"] * 1000)
                    self.note(f"{title}_processor_us", result["processor_time"] * 1e6)
                    print(f"# {title} {count / result['seconds']:.0f}/s", file=sys.stderr, flush=True)

    def growth(self, name, server, count):
        """Creates in tenths until `count` exist, and what a create takes at each of them."""
        made, tenth, rates = 0, count / 10, []
        while made < count:
            begun, before = time.perf_counter(), made
            while made - before < tenth:
                made += server.load("creates", 8, 1)["requests"]
            rates.append((made - before) / (time.perf_counter() - begun))
            print(f"# {name}: {made} at {rates[-1]:.0f}/s", file=sys.stderr, flush=True)
        self.note(f"{name}_grown_intents", made)
        self.note(f"{name}_grown_first_tenth_per_second", rates[0])
        self.note(f"{name}_grown_last_tenth_per_second", rates[-1])
        self.note(f"{name}_grown_memory_mb", server.memory() / 1e6)

    def grow(self):
        count = self.options.intents
        server = self.tender()
        self.growth("tender", server, count)
        server.end()
        path = f"{self.folder}/large.db"
        server = self.tender_with_data(path)
        self.growth("tender_data", server, count)
        server.end()
        self.note("tender_data_grown_file_mb", sum(
            file.stat().st_size for file in pathlib.Path(self.folder).glob("large.db*")) / 1e6)
        server = self.tender_with_data(path)
        self.note("tender_data_grown_ready_ms", server.ready * 1000)
        server.end()

    def market(self):
        """Memory of balance transactions, and how long the first page of a list of so many payments takes."""
        server, made = self.tender(), 0
        before = server.memory()
        while made < self.options.payments:
            made += server.load("destinations", 8, 1)["cycles"]
        # The charge, the transfer, the payment that it is to the account, and the fee.
        self.note("tender_market_transactions", 4 * made)
        self.note("tender_market_memory_mb", (server.memory() - before) / 1e6)
        self.note("tender_market_memory_mb_per_million", (server.memory() - before) / 4 / made)
        now = server.ask("POST", "/v1/_tender/clock", [("advance", "1")])[0]["now"]
        for name, path in {
            "payments": "payment_intents?limit=25", "payments_of_a_time": f"payment_intents?limit=25&created[lte]={now}",
            "payments_of_none": f"payment_intents?limit=25&created[gt]={now}",
            "charges": "charges?limit=25", "transactions": "balance_transactions?limit=25",
            "refunds_among_transactions": "balance_transactions?limit=25&type=refund",
        }.items():
            for _ in range(20):
                self.note(f"tender_market_list_{name}_ms", server.ask("GET", f"/v1/{path}")[1] * 1000)
        server.end()

    def report(self):
        medians = {name: statistics.median(values) for name, values in self.values.items()}
        for name, values in self.values.items():
            print(f"{name} {medians[name]:.1f}" + (f" ({min(values):.1f}–{max(values):.1f})" if len(values) > 1 else ""))
        for part, peer in (("creates", "localstripe_no_dump"), ("cycles", "localstripe_no_dump"), ("creates", "tender_data"),
                           ("cycles", "tender_data")):
            for connections in (1, 8):
                ours = medians[f"tender_{part}_{connections}_connections_per_second"]
                theirs = medians.get(f"{peer}_{part}_{connections}_connections_per_second")
                if theirs:
                    print(f"ratio tender/{peer}_{part}_{connections}_connections {ours / theirs:.1f}")
        print("\n| a second (p99) | " + " | ".join(self.servers) + " |")
        print("|---" * (len(self.servers) + 1) + "|")
        for part in PARTS:
            for connections in (1, 8):
                cells = []
                for name in self.servers:
                    title = f"{name}_{part}_{connections}_connections"
                    if title + "_per_second" not in medians:
                        cells.append("")
                        continue
                    cells.append(f"{medians[title + '_per_second']:,.0f} ({medians[title + '_p99_ms']:.2g} ms)")
                print(f"| {part}, {connections} connection{'s' * (connections > 1)} | " + " | ".join(cells) + " |")
        if self.options.json:
            pathlib.Path(self.options.json).write_text(json.dumps(self.values, indent=2) + "\n", encoding="utf-8")


def touch_memory():
    """Uses half of the free memory once, 8 GiB at most, and gives it back."""
    with open("/proc/meminfo", encoding="ascii") as file:
        available = next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))
    size = min(8 << 30, available // 2)
    with mmap.mmap(-1, size) as memory:
        for page in range(0, size, mmap.PAGESIZE):
            memory[page] = 1


def install_peer():
    folder = ROOT / ".build/localstripe"
    python = folder / "bin/python"
    if not (folder / "installed").exists():
        print(f"Installing {PEER} into {folder}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", PEER], check=True, stdout=sys.stderr)
        (folder / "installed").touch()
    return python


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--intents", type=int, default=100_000)
    parser.add_argument("--payments", type=int, default=100_000)
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--json")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="gateway-bench-", dir=ROOT / ".build")
    bench = Bench(options, folder)
    try:
        touch_memory()
        for _ in range(options.rounds):
            bench.round()
        if options.intents:
            bench.grow()
        if options.payments:
            bench.market()
        bench.report()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
