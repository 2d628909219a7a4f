#!/usr/bin/env python3
"""A PostgreSQL server for tests: Debian's 15, in a temporary folder, on a socket there and on a port of 127.0.0.1.

As a module: `with Postgres() as server:`. As a program it serves a test in another language: it prints a line of JSON with
what a client needs, carries out the commands that come on stdin, a line each (kill, start, stop, expire, renew), answers each
with `ok`, and removes everything at the end of stdin.

usage: scripts/lib/postgres.py [--tls] [--sync]

  --tls   with certificates made for it: TLS with a password (scram), or with a client's certificate
  --sync  commits reach the disk, as in a shop; without it tests are faster
"""

import json
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

BINARIES = pathlib.Path("/usr/lib/postgresql/15/bin")
USER, PASSWORD, DATABASE = "tender", "a test's password", "tender"
START_LIMIT = 60  # seconds after which a server that does not answer counts as hanging

SETTINGS = {
    "shared_buffers": "16MB", "dynamic_shared_memory_type": "posix",
    "autovacuum": "off", "max_wal_size": "256MB", "logging_collector": "off", "log_min_messages": "fatal",
    "lc_messages": "C", "password_encryption": "scram-sha-256",
}


class Postgres:
    """A server, from entering its context to leaving it."""

    def __init__(self, tls=False, sync=False, place=None, connections=40):
        self.tls, self.sync, self.place, self.connections = tls, sync, place, connections
        self.process = None

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tender-postgres-", dir=self.place))
        try:
            self.port = free_port()
            self.account = account()
            if self.account:
                shutil.chown(self.folder, *self.account)
            self.folder.chmod(0o755)
            self.create()
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def data(self):
        return self.folder / "data"

    @property
    def pid(self):
        """The id of the server's first process, the parent of all sessions."""
        return self.process.pid

    @property
    def description(self):
        """What a client needs to connect, and a test to disturb."""
        return {
            "folder": str(self.folder), "port": self.port, "pid": self.pid, "database": DATABASE, "user": USER,
            "password": PASSWORD,
        }

    def create(self):
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        if self.account:
            shutil.chown(secret, *self.account)
        self.run(
            BINARIES / "initdb", "--pgdata", self.data, "--username", USER, "--pwfile", secret, "--no-sync",
            "--encoding=UTF8", "--locale=C.UTF-8", "--auth-local=trust", "--auth-host=scram-sha-256",
            "--no-instructions")
        settings = dict(
            SETTINGS, max_connections=self.connections, port=self.port, listen_addresses="127.0.0.1",
            unix_socket_directories=self.folder)
        settings["fsync"] = "on" if self.sync else "off"
        settings["synchronous_commit"] = settings["fsync"]
        if self.tls:
            make_certificates(self.folder)
            for name in ("server.key", "server.pem", "root.pem"):
                self.copy(name, name)
            (self.data / "server.key").chmod(0o600)
            settings.update(ssl="on", ssl_cert_file="server.pem", ssl_key_file="server.key", ssl_ca_file="root.pem")
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        # The user `certified` proves himself by a certificate, everybody else by a password.
        (self.data / "pg_hba.conf").write_text(
            "local all all trust\nlocal replication all trust\n"
            + ("hostssl all certified 127.0.0.1/32 cert\nhostnossl all certified 127.0.0.1/32 reject\n" if self.tls else "")
            + "host all all 127.0.0.1/32 scram-sha-256\n")
        # In single-user mode each line is a statement.
        self.run(
            BINARIES / "postgres", "--single", "-D", self.data, "-c", "log_min_messages=fatal", "postgres",
            input=f"CREATE DATABASE {DATABASE}\nCREATE USER certified\n")

    def start(self):
        """Starts the server, and returns when it takes connections."""
        self.process = subprocess.Popen(
            self.command(BINARIES / "postgres", "-D", self.data), cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=open(self.folder / "log", "ab"))
        deadline = time.monotonic() + START_LIMIT
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL does not start: {(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.02)

    def is_ready(self):
        """Whether the server says so in its file of state, as pg_ctl reads it."""
        try:
            lines = (self.data / "postmaster.pid").read_text(encoding="utf-8").splitlines()
        except OSError:
            return False
        return len(lines) >= 8 and lines[0] == str(self.process.pid) and lines[7].strip() == "ready"

    def kill(self):
        """Kills all of its processes at once, as a power cut does."""
        processes = [self.pid, *children(self.pid)]
        for pid in processes:
            send(pid, signal.SIGKILL)
        self.process.wait()
        while any(map(lives, processes)):
            time.sleep(0.002)

    def stop(self):
        """Stops it, without waiting for its sessions."""
        if self.process and self.process.poll() is None:
            for pid in [self.pid, *children(self.pid)]:
                send(pid, signal.SIGCONT)
            self.process.send_signal(signal.SIGQUIT if not self.sync else signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def restart(self):
        """Stops it and starts it again."""
        self.stop()
        self.start()

    def expire(self):
        """Restarts it with a certificate that was valid until yesterday."""
        self.copy("expired.pem", "server.pem")
        self.restart()

    def renew(self):
        """Restarts it with its good certificate."""
        self.copy("server.pem", "server.pem")
        self.restart()

    def copy(self, name, place):
        shutil.copy(self.folder / name, self.data / place)
        if self.account:
            shutil.chown(self.data / place, *self.account)

    def command(self, *words):
        """A command as the server's account, which ends with this program."""
        start = ["setpriv", "--pdeathsig", "QUIT"]
        if self.account:
            start += ["--reuid", str(self.account[0]), "--regid", str(self.account[1]), "--clear-groups"]
        return [*start, "--", *map(str, words)]

    def run(self, *words, input=None):
        run = subprocess.run(
            self.command(*words), cwd=self.folder, input=input, stdin=None if input else subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={"PATH": os.environ.get("PATH", "/usr/bin")})
        if run.returncode != 0:
            raise RuntimeError(f"{words[0]}: {run.stdout[-2000:]}")


COMMANDS = {
    "kill": Postgres.kill, "start": Postgres.start, "stop": Postgres.stop, "expire": Postgres.expire,
    "renew": Postgres.renew,
}


def account():
    """The user and group that the server runs as: PostgreSQL refuses root. None for those of this program."""
    if os.getuid() != 0:
        return None
    entry = pwd.getpwnam("nobody")
    return entry.pw_uid, entry.pw_gid


def free_port():
    """A port that the system chose; the name of the socket has it too."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def children(pid):
    """The processes whose parent this one is."""
    try:
        return [int(word) for word in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def lives(pid):
    """Whether a process runs; one that nobody has reaped does not."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def send(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def make_certificates(folder):
    """An authority, and under it the server's certificate for localhost, an expired one, and that of the user `certified`."""

    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    openssl("req", "-x509", *new_key, "-keyout", "root.key", "-out", "root.pem", "-days", "2", "-subj", "/CN=Test-Authority")
    (folder / "names").write_text("subjectAltName=DNS:localhost\n")
    for name, subject in (("server", "localhost"), ("client", "certified")):
        openssl("req", *new_key, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={subject}")
        (folder / f"{name}.key").chmod(0o600)
    for name, request, days, extension in (
        ("server", "server", 2, ["-extfile", "names"]), ("expired", "server", -1, ["-extfile", "names"]),
        ("client", "client", 2, []),
    ):
        openssl(
            "x509", "-req", "-in", f"{request}.csr", "-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial",
            "-out", f"{name}.pem", "-days", str(days), *extension)


def main(arguments):
    if not set(arguments) <= {"--tls", "--sync"}:
        print(__doc__.strip())
        return 0 if arguments in (["--help"], ["-h"]) else 2
    with Postgres(tls="--tls" in arguments, sync="--sync" in arguments) as server:
        print(json.dumps(server.description), flush=True)
        for line in sys.stdin:
            COMMANDS[line.strip()](server)
            print("ok", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
