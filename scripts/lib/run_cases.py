"""Runs a folder of cases against a gateway: suite.py calls it inside the virtual environment of the cases.

The folder's support.py has `url` and `binary`, which are set here, and may have `options`.
"""

import argparse
import concurrent.futures
import importlib
import io
import pathlib
import sys
import time
import traceback
import unittest

sys.dont_write_bytecode = True

WORKERS = 4  # much of some cases is waiting
LONGEST = ["test_charges_and_refunds", "test_webhooks", "test_money", "test_dashboard", "test_checkout"]


class Result(unittest.TestResult):
    """Keeps each case's name with what went wrong in it."""

    def __init__(self, folder):
        super().__init__(io.StringIO())
        self.folder = folder
        self.passed, self.failed, self.skips = [], {}, {}

    def note(self, test, error):
        # What unittest and the client did inside says nothing about the gateway.
        frames = [
            frame
            for frame in traceback.extract_tb(error[2])
            if pathlib.Path(frame.filename).parent == self.folder and frame.name != "run"
        ]
        shown = [f"  {pathlib.Path(frame.filename).name}:{frame.lineno}  {frame.line}" for frame in frames]
        said = "".join(traceback.format_exception_only(error[0], error[1]))
        self.failed[test.id()] = self.failed.get(test.id(), "") + "\n".join([*shown, said])

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed.append(test.id())

    def addError(self, test, error):
        super().addError(test, error)
        self.note(test, error)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.note(test, error)

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error:
            self.note(test, error)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.skips[test.id()] = reason


def cases(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from cases(test)
        else:
            yield test


def run_group(tests, folder):
    result = Result(folder)
    begin = time.monotonic()
    unittest.TestSuite(tests).run(result)
    return result, time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", required=True)
    parser.add_argument("--url", required=True)
    parser.add_argument("--binary", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    arguments, options = parser.parse_known_args()
    folder = pathlib.Path(arguments.folder).resolve()
    sys.path.insert(0, str(folder))
    support = importlib.import_module("support")
    support.options = options
    support.url, support.binary = arguments.url.rstrip("/"), arguments.binary

    groups = {}
    for path in sorted(folder.glob("test_*.py")):
        module = importlib.import_module(path.stem)
        found = list(cases(unittest.defaultTestLoader.loadTestsFromModule(module)))
        chosen = [test for test in found if arguments.only.lower() in test.id().lower()]
        if chosen:
            groups[path.stem] = chosen
    if arguments.list:
        print("\n".join(test.id() for tests in groups.values() for test in tests))
        return 0
    if not groups:
        print(f"no case has '{arguments.only}' in its name", file=sys.stderr)
        return 2

    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        order = sorted(groups, key=lambda name: (name not in LONGEST, name))
        running = {name: pool.submit(run_group, groups[name], folder) for name in order}
        for name in groups:
            result, seconds = running[name].result()
            passed, failed = passed + len(result.passed), failed + len(result.failed)
            counts = f"{len(result.passed)} passed, {len(result.failed)} failed"
            if result.skips:
                counts += f", {len(result.skips)} skipped"
            print(f"{'FAILED' if result.failed else 'ok':7} {name.removeprefix('test_')} ({counts}, {seconds:.1f} s)")
            for case, text in result.failed.items():
                print(f"\n--- {case}\n{text}")
            for case, reason in result.skips.items():
                print(f"        skipped {case}: {reason}")
            sys.stdout.flush()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
