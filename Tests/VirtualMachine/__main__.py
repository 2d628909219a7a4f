"""Runs the scenarios: see scripts/test-vm."""

import argparse
import pathlib
import shutil
import signal
import sys
import tempfile
import time
import traceback

from image import Image
from report import Broken, Wrong
from rig import Rig
from scenarios import scenarios

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def options():
    parser = argparse.ArgumentParser(prog="scripts/test-vm")
    parser.add_argument("--binary", type=pathlib.Path)
    parser.add_argument("--scenario", action="append", default=[])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--allow-missing", action="store_true")
    parser.add_argument("--keep", action="store_true")
    return parser.parse_args()


def run(scenario, rig):
    """Runs a scenario; returns 'ok', 'FAILED' or 'missing', and what is to be said."""
    try:
        missing = rig.lacks(scenario.commands, scenario.rules)
        if missing:
            return "missing", missing
        try:
            rig.begin()
            scenario.run(rig)
        except BaseException:
            words = rig.end(failed=True)
            if words:
                print("    the guest's console ends with:\n" + words, file=sys.stderr)
            raise
        rig.end(failed=False)
    except Wrong as wrong:
        return "FAILED", str(wrong)
    except Exception as error:  # A scenario that breaks has failed, and the others go on.
        place = traceback.extract_tb(error.__traceback__)[-1]
        return "FAILED", f"{type(error).__name__}: {error}, at {pathlib.Path(place.filename).name}:{place.lineno}"
    return "ok", scenario.proves


def main():
    chosen_options = options()
    words = chosen_options.scenario
    chosen = [scenario for scenario in scenarios if not words or any(word in scenario.name for word in words)]
    if chosen_options.list:
        for scenario in chosen:
            print(f"{scenario.name}: {scenario.proves}")
        return 0
    if not chosen:
        print(f"no scenario has one of {words} in its name", file=sys.stderr)
        return 2
    # So that the machine is ended with the rig.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tender-vm-"))
    counts = {"ok": 0, "FAILED": 0, "missing": 0}
    rig = None
    begin = time.monotonic()
    try:
        rig = Rig(ROOT, Image(ROOT / ".build" / "vm"), folder, chosen_options.binary.resolve())
        for scenario in chosen:
            start = time.monotonic()
            result, text = run(scenario, rig)
            counts[result] += 1
            print(f"{result:<7} {scenario.name} ({time.monotonic() - start:.1f} s): {text}", flush=True)
        print(f"{rig.boots} boots, {time.monotonic() - begin:.0f} s")
    except Broken as broken:
        print(f"FAILED  the rig: {broken}")
        counts["FAILED"] += 1
    finally:
        if rig is not None:
            rig.end(failed=True)
        if chosen_options.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    if counts["missing"]:
        print(f"{counts['missing']} scenarios not run: what they need is missing")
    failed = counts["FAILED"] + (0 if chosen_options.allow_missing else counts["missing"])
    print(f"{counts['ok']} passed, {failed} failed")
    return 1 if failed or not counts["ok"] else 0


if __name__ == "__main__":
    sys.exit(main())
