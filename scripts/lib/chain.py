"""What the checks and the benchmark of a chain share: head office, tills' journals, and uplinks that copy them."""

import contextlib
import hashlib
import json
import pathlib
import random
import sqlite3
import subprocess
import tempfile
import threading

import outside
import postgres
from outside import LIMIT, expect, tender

databases = iter(range(1, 10_000))


class Office:
    """Head office: a database at a server, with the tables, and the file that names it."""

    def __init__(self, server):
        self.server = server
        self.database = f"chain_{next(databases)}"
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=outside.STATE.name))
        self.query(f"CREATE DATABASE {self.database}", "postgres")
        self.file = self.folder / "office"
        write_private(self.file, self.lines(postgres.USER))
        tender("chain", "init", "--server", str(self.file)).exits(0)

    def lines(self, user, **values):
        values = {"host": self.server.folder, "port": self.server.port, "database": self.database, "user": user} | values
        return "".join(f"{name} = {value}\n" for name, value in values.items())

    def query(self, text, database=None):
        """The rows of a statement, each a list of texts."""
        words = ["psql", "-XAtq", "-h", self.server.folder, "-p", self.server.port, "-U", postgres.USER, "-d",
                 database or self.database, "-v", "ON_ERROR_STOP=1", "-c", text]
        done = subprocess.run(
            list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, timeout=LIMIT)
        expect(done.returncode == 0, f"{text}: {done.stderr}")
        return [line.split("|") for line in done.stdout.splitlines()]

    def enroll(self, journal, shop="Shop", lane=None):
        """The file with which the journal's uplink connects."""
        head = tender("uplink", "head", "--journal", str(journal)).exits(0).out.strip()
        file = self.folder / f"{secrets()}.server"
        tender(
            "chain", "enroll", head, "--shop", shop, "--lane", lane or journal.stem, "--server", str(self.file), "--output",
            str(file)).exits(0)
        return file

    def copies(self, journal, *branches):
        """Expects that the server has this journal: each record's hash and bytes. Each branch is its records after one."""
        rows = {}
        name = identity(journal)
        for branch, sequence, digest, body in self.query(
                "SELECT branch, sequence, encode(hash, 'hex'), encode(body, 'hex') FROM tender.records "
                f"WHERE journal = '{name}' ORDER BY 1, 2"):
            rows.setdefault(int(branch), []).append((int(sequence), digest, body))
        wanted = {number: records(file, after) for number, (file, after) in enumerate(branches or [(journal, 0)])}
        for number in sorted(rows.keys() | wanted.keys()):
            ours, theirs = wanted.get(number, []), rows.get(number, [])
            expect(
                ours == theirs,
                f"branch {number}: the journal has {len(ours)} records and the server {len(theirs)}; they differ first at "
                f"{next((one[0] for one, other in zip(ours, theirs) if one != other), 'the end')}")
        heads = self.query(f"SELECT branch, sequence FROM tender.heads WHERE journal = '{name}' ORDER BY 1")
        ends = [[str(number), str(wanted[number][-1][0])] for number in sorted(wanted) if wanted[number]]
        expect(heads == ends, f"the ends are {heads}, not {ends}")

    def findings(self):
        return [row[0] for row in self.query("SELECT DISTINCT kind FROM tender.findings ORDER BY kind")]


def secrets():
    return f"{random.getrandbits(64):016x}"


def write_private(path, text):
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)


def folder():
    return pathlib.Path(tempfile.mkdtemp(dir=outside.STATE.name))


# --- Journals ---


def sold(name="till", count=1):
    """The journal of a till with sales."""
    path = folder() / f"{name}.journal"
    for _ in range(count):
        sell(path)
    return path


def sell(path):
    outside.sale("--amount", "12.50", "--card", "visa", "--journal", str(path)).exits(0)


def identity(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT id FROM journal").fetchone()[0]


def records(path, after=0):
    """A journal's records: number, hash and bytes."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        select = "SELECT sequence, hash, body FROM records WHERE sequence > ? ORDER BY sequence"
        return [(number, digest.hex(), body.hex()) for number, digest, body in database.execute(select, (after,))]


class Writer:
    """Adds records to a journal as its till does: to the chain, then to the line in the file of its head."""

    def __init__(self, path):
        self.path, self.name = path, identity(path)
        self.database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.end, self.hash = self.database.execute(
            "SELECT sequence, hash FROM records ORDER BY sequence DESC LIMIT 1").fetchone()

    def add(self, count=1, size=500):
        self.database.execute("BEGIN IMMEDIATE")
        for _ in range(count):
            body, previous = random.randbytes(size), self.hash
            self.end += 1
            self.hash = hashlib.sha256(previous + self.end.to_bytes(8, "big") + body).digest()
            self.database.execute(
                "INSERT INTO records (sequence, intent, previous, hash, body) VALUES (?, ?, ?, ?, ?)",
                (self.end, "pi_check", previous, self.hash, body))
        self.database.execute("COMMIT")
        with open(f"{self.path}.head", "r+b") as head:
            head.write(f"tender-journal-1 {self.name} {self.end} {self.hash.hex()}".ljust(159).encode() + b"\n")

    def close(self):
        self.database.close()


# --- Uplinks ---


def copy(journal, server):
    """Copies once, and expects that the server has everything."""
    return tender("uplink", "--once", "--journal", str(journal), "--server", str(server)).exits(0)


class Uplink:
    """An uplink that runs until it is killed."""

    def __init__(self, journal, server):
        self.arguments = ["uplink", "--journal", str(journal), "--server", str(server), "--json"]
        self.states, self.told = [], threading.Condition()
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [outside.binary, *self.arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env=outside.environment())
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            outside.outputs.append(("uplink", line))
            with self.told:
                self.states.append(json.loads(line))
                self.told.notify_all()

    def waits_for(self, **wanted):
        """Waits until a state has these members."""
        def is_told():
            return any(wanted.items() <= state.items() for state in self.states)

        with self.told:
            if not self.told.wait_for(is_told, LIMIT):
                raise outside.Wrong(f"it did not tell {wanted}, but {self.states[-3:]}")
            self.states.clear()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
