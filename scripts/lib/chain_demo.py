#!/usr/bin/env python3
"""The demonstration of a chain of shops, for scripts/demo: three tills sell a scripted day, and head office has their journals.

usage: scripts/lib/chain_demo.py TENDER TILL
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

import postgres

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def say(text):
    print(f"\n\033[1m{text}\033[0m" if sys.stdout.isatty() else f"\n{text}", flush=True)


def run(*command, codes=(0,), shows=True):
    """Runs a command and shows it with its output; gives the output."""
    words = list(map(str, command))
    if shows:
        print(f"$ tender {' '.join(words[1:])}", flush=True)
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if shows or done.returncode not in codes:
        print(done.stdout, end="", flush=True)
    if done.returncode not in codes:
        sys.exit(f"it ended with {done.returncode}")
    return done.stdout


def main(tender, till):
    with tempfile.TemporaryDirectory(prefix="tender-demo-") as name, postgres.Postgres() as server:
        folder = pathlib.Path(name)
        office = folder / "office.server"
        office.touch(mode=0o600)
        office.write_text(
            f"host = {server.folder}\nport = {server.port}\ndatabase = {postgres.DATABASE}\nuser = {postgres.USER}\n",
            encoding="utf-8")
        say("Head office makes its tables in a PostgreSQL database (a temporary one, on this machine).")
        run(tender, "chain", "init", "--server", office)

        say("Three tills sell a scripted day on simulators. Head office takes each in, and each uplink copies its journal.")
        lanes = []
        for number, shop in ((1, "Harbor"), (2, "Harbor"), (3, "Station")):
            state = folder / f"till-{number}"
            run(till, "--demo", "--language", "en", "--locale", "en-US", "--state", state, "--headless",
                "docs/examples/day.till", shows=False)
            journal, file = state / "till.journal", folder / f"till-{number}.server"
            head = run(tender, "uplink", "head", "--journal", journal, shows=False).strip()
            run(tender, "chain", "enroll", "--server", office, "--shop", shop, "--lane", f"till-{number}", "--output", file,
                head, shows=False)
            run(tender, "uplink", "--once", "--journal", journal, "--server", file)
            lanes.append((shop, f"till-{number}", state))
        run(tender, "chain", "status", "--server", office)

        shop, lane, state = lanes[1]
        before = run(tender, "journal", "show", state / "till.journal", shows=False)
        say(f"The disk of {lane} in {shop} dies. Its journal is made anew from the copy, for another machine.")
        shutil.rmtree(state)
        state.mkdir(mode=0o700)
        journal = state / "till.journal"
        run(tender, "chain", "restore", "--server", office, "--shop", shop, "--lane", lane, "--journal", journal, "--output",
            folder / f"{lane}.server")
        run(tender, "journal", "verify", journal)
        if run(tender, "journal", "show", journal, shows=False) != before:
            sys.exit("the restored journal is another one")
        print("Every record is as it was.")

        say("The day of all tills, from the records at head office, and that of the restored till from its own journal.")
        run(tender, "chain", "project", "--server", office)
        run(tender, "chain", "report", "day", "--server", office)
        run(tender, "report", "day", "--journal", journal)


if __name__ == "__main__":
    main(*sys.argv[1:])
