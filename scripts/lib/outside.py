"""What the checks from the outside share: running tender, judging its runs, the list of checks and its end.

A program of checks imports it, marks its checks with @check, and ends with main(__doc__, sys.argv[1:]).
"""

import concurrent.futures
import json
import os
import pathlib
import re
import secrets
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIMIT = 90  # seconds after which a run of tender counts as hanging
WORKERS = 8  # most of a check is waiting

APPROVED, USAGE, DECLINED, CANCELED, UNKNOWN, READER, REFUSED, CHECK_FAILED, NOT_SHOWN = range(9)
OUTCOMES = {"approved", "declined", "canceled", "unknown", "failed"}
WAITING = "Swipe / Insert / Tap"
AUTHORIZING = "asking for the authorization"

# Every run gets this key in its environment; at the end no output may hold it.
CANARY = f"canary{secrets.token_hex(12)}"
KEY = f"sk_test_{CANARY}"
NUMBERS = re.compile(r"4242424242424242|4000000000009995|4000000000000002|4506445006931933")
SECRETS = re.compile(r"_secret_(?!\*\*\*)\w")

STATE = tempfile.TemporaryDirectory(prefix="tender-check-")

binary = ""
outputs = []
checks = []


class Wrong(Exception):
    """What a check found."""


def check(function):
    """Makes a function one of the checks; its name, in words, is the check's."""
    checks.append((function.__name__.replace("_", " "), function))
    return function


def expect(condition, text):
    if not condition:
        raise Wrong(text)


# Running tender


class Run:
    """A run that ended."""

    def __init__(self, arguments, code, out, err):
        self.arguments, self.code, self.out, self.err = arguments, code, out, err
        outputs.append((" ".join(arguments), out + err))

    def __str__(self):
        return f"tender {' '.join(self.arguments)}: exit {self.code}; {(self.err or self.out).strip()[-400:]}"

    def exits(self, *codes):
        expect(self.code in codes, f"expected exit {' or '.join(map(str, codes))}: {self}")
        return self

    def says(self, *texts):
        for text in texts:
            expect(text in self.out + self.err, f"'{text}' is not in the output: {self}")
        return self

    @property
    def json(self):
        """The one JSON object on stdout."""
        try:
            value = json.loads(self.out)
        except ValueError as error:
            raise Wrong(f"stdout is not one JSON object ({error}): {self}") from error
        expect(isinstance(value, dict), f"stdout is no JSON object: {self}")
        return value


def environment(key=KEY):
    values = {name: value for name, value in os.environ.items() if name != "TENDER_API_KEY"}
    # After a trap Swift's backtracer can hang for minutes.
    values["SWIFT_BACKTRACE"] = "enable=no"
    # A journal has one process at a time, and the checks run side by side: each run gets a folder of its own.
    values["XDG_STATE_HOME"] = tempfile.mkdtemp(dir=STATE.name)
    if key:
        values["TENDER_API_KEY"] = key
    return values


def start(*arguments, key=KEY, out=subprocess.PIPE):
    process = subprocess.Popen(
        [binary, *arguments], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, text=True,
        env=environment(key),
    )
    # Ends a run that says nothing and never comes to its end; harmless after that.
    watch = threading.Timer(LIMIT, process.kill)
    watch.daemon = True
    watch.start()
    return process


def finish(process, arguments, seen=""):
    """Waits for the end of a run; one that hangs is killed, and a finding."""
    try:
        out, err = process.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        outputs.append((" ".join(arguments), seen + (out or "") + err))
        raise Wrong(f"tender {' '.join(arguments)} did not end within {LIMIT} s") from None
    run = Run(arguments, process.returncode, seen + (out or ""), err)
    expect(run.code >= 0, f"ended by signal {-run.code}: {run}")
    return run


def tender(*arguments, key=KEY):
    return finish(start(*arguments, key=key), arguments)


def sale(*arguments, key=KEY):
    """Runs a sale with --json and checks what every such object has."""
    run = tender("sale", "--json", *arguments, key=key)
    report = run.json
    missing = {"outcome", "intent", "reader", "attempts", "events", "ledger"} - report.keys()
    expect(not missing, f"the JSON object lacks {sorted(missing)}: {run}")
    expect(report["outcome"] in OUTCOMES, f"the outcome is '{report['outcome']}'")
    expect(isinstance(report["attempts"], list) and isinstance(report["events"], list), "attempts or events is no list")
    numbers = [event["sequence"] for event in report["events"]]
    # A journal of an earlier run is recovered in the background, and the report may begin to listen after that did.
    first = numbers[0] if numbers and "--journal" in arguments else 1
    expect(numbers == list(range(first, first + len(numbers))), f"the events are numbered {numbers}")
    words = {APPROVED: "approved", DECLINED: "declined", CANCELED: "canceled", UNKNOWN: "unknown"}
    expected = words.get(run.code, "failed")
    expect(report["outcome"] == expected, f"exit {run.code} with outcome {report['outcome']}: {run}")
    return run


def ledger(run, authorizations, captured):
    seen = run.json["ledger"]
    wanted = {"authorizations": authorizations, "captured": captured}
    expect(seen == wanted, f"the ledger is {seen}, not {wanted}")


def until(process, text):
    """Reads a run's stdout up to the line with `text`; gives what was read."""
    lines = []
    for line in process.stdout:
        lines.append(line)
        if text in line:
            return "".join(lines)
    process.wait(timeout=LIMIT)
    raise Wrong(f"it ended with {process.returncode} before it said '{text}': {''.join(lines)}{process.stderr.read()}")


def no_secret_in_any_output():
    found = []
    for command, text in outputs:
        if CANARY in text or "sk_test_tender" in text:
            found.append(f"the API key: tender {command}")
        if SECRETS.search(text):
            found.append(f"a client secret: tender {command}")
        if NUMBERS.search(text):
            found.append(f"a card number: tender {command}")
    expect(not found, f"{found[:3]}")
    expect(len(outputs) > 0, "there is no output")


def timed(function):
    begin = time.monotonic()
    try:
        function()
        return None, time.monotonic() - begin
    except Wrong as error:
        return str(error), time.monotonic() - begin
    except Exception as error:  # A check that breaks has failed, and the others go on.
        return f"{type(error).__name__}: {error}", time.monotonic() - begin


def build(product="tender"):
    """Builds a release program; gives its path."""
    packages = '. scripts/lib/packages.sh; require_swift; install_packages "${BUILD_PACKAGES[@]}"'
    if subprocess.run(["bash", "-c", packages], cwd=ROOT, check=False).returncode != 0:
        sys.exit(1)
    command = ["swift", "build", "-c", "release", "--product", product]
    built = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if built.returncode != 0:
        print(built.stdout[-4000:])
        print("0 passed, 1 failed")
        sys.exit(1)
    place = subprocess.run([*command, "--show-bin-path"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return f"{place.stdout.strip()}/{product}"


def main(usage, arguments):
    """Runs the checks that the arguments choose; gives the exit code."""
    global binary
    if "--help" in arguments or "-h" in arguments:
        print(usage.strip())
        return 0
    if "--list" in arguments:
        print("\n".join(name for name, _ in checks))
        return 0
    if arguments[:1] == ["--binary"] and len(arguments) > 1:
        binary, arguments = os.path.abspath(arguments[1]), arguments[2:]
    else:
        binary = build()
    if any(word.startswith("-") for word in arguments):
        print("unknown option: see --help", file=sys.stderr)
        return 2
    chosen = [entry for entry in checks if not arguments or any(word in entry[0] for word in arguments)]
    if not chosen:
        print(f"no check has one of {arguments} in its name", file=sys.stderr)
        return 2
    failed = 0

    def report(name, result):
        nonlocal failed
        wrong, seconds = result
        failed += wrong is not None
        print(f"FAILED  {name}: {wrong}" if wrong else f"ok      {name} ({seconds:.1f} s)", flush=True)

    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        longest_first = sorted(chosen, key=lambda entry: not getattr(entry[1], "is_long", False))
        running = {name: pool.submit(timed, function) for name, function in longest_first}
        for name, _ in chosen:
            report(name, running[name].result())
    report("no key, client secret or card number in any output", timed(no_secret_in_any_output))
    print(f"{len(chosen) + 1 - failed} passed, {failed} failed")
    return 1 if failed else 0
