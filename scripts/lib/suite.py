"""What the suites of cases share: a virtual environment with pinned packages, and a gateway to run against.

A suite is a folder with requirements.txt, support.py and test_*.py; its program calls main().
"""

import argparse
import fcntl
import json
import os
import shutil
import subprocess
import sys
import threading

import outside


def run(*command):
    """Runs a step of the preparation; its output is shown only when it failed."""
    step = subprocess.run(
        command, cwd=outside.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if step.returncode != 0:
        print(step.stdout[-4000:])
        print("0 passed, 1 failed")
        sys.exit(1)


def prepare(folder, place, packages):
    """Makes the virtual environment, or leaves the one of the same requirements; gives its interpreter."""
    requirements = folder / "requirements.txt"
    wanted = requirements.read_text(encoding="utf-8")
    mark, python = place / "installed.txt", place / "bin" / "python"
    place.parent.mkdir(exist_ok=True)
    # Two programs may want it at the same time.
    with place.with_name(f"{place.name}.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run("bash", "-c", f'. scripts/lib/packages.sh; install_packages "${{{packages}[@]}}"')
        if mark.exists() and mark.read_text(encoding="utf-8") == wanted and python.exists():
            return str(python)
        run("python3", "-m", "venv", "--clear", str(place))
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run(*pip, "-r", str(requirements))
        mark.write_text(wanted, encoding="utf-8")
    return str(python)


def install_others(folder, place, python):
    """Installs what cases run beside the client of the suite, each by itself, while the first cases run.

    `folder`/others has a file of pinned requirements for each; it goes to `place`/others under the file's name. Whoever
    needs one waits for its installed.txt, or for NAME.failed with what went wrong.
    """
    for requirements in sorted((folder / "others").glob("*.txt")):
        target = place / "others" / requirements.stem
        mark, failure = target / "installed.txt", target.with_name(f"{target.name}.failed")
        wanted = requirements.read_text(encoding="utf-8")
        if mark.exists() and mark.read_text(encoding="utf-8") == wanted:
            continue
        shutil.rmtree(target, ignore_errors=True)
        failure.unlink(missing_ok=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        step = subprocess.run(
            [*pip, "--root-user-action", "ignore", "--target", str(target), "-r", str(requirements)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if step.returncode == 0:
            mark.write_text(wanted, encoding="utf-8")
        else:
            failure.write_text(step.stdout, encoding="utf-8")


def serve(binary):
    """Starts a gateway on a free port; gives the process and its address."""
    process = subprocess.Popen(
        [binary, "gateway", "serve", "--port", "0", "--refund-delay", "2", "--json"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        env=outside.environment(key=None),
    )
    text = outside.until(process, "}")
    return process, json.loads(text)["url"]


def main(usage, folder, place, packages, options=()):
    """Runs the cases that the command line chooses; gives the exit code.

    `options` are further ones with a value, which the cases find in support.options.
    """
    parser = argparse.ArgumentParser(
        description=usage, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS, add_help=False
    )
    parser.add_argument("-h", "--help", action="help", help=argparse.SUPPRESS)
    parser.add_argument("--only", metavar="PATTERN", default="", help=argparse.SUPPRESS)
    parser.add_argument("--list", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    parser.add_argument("--binary", help=argparse.SUPPRESS)
    for option in options:
        parser.add_argument(option, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    given = {option: getattr(chosen, option.strip("-").replace("-", "_")) for option in options}

    python = prepare(folder, place, packages)
    program = outside.ROOT / "scripts" / "lib" / "run_cases.py"
    command = [python, str(program), "--folder", str(folder), "--only", chosen.only]
    command += [f"{option}={value}" for option, value in given.items() if value]
    if chosen.list:
        return subprocess.run([*command, "--list", "--url", ""], check=False).returncode
    (place / "others").mkdir(exist_ok=True)
    threading.Thread(target=install_others, args=(folder, place, python), daemon=True).start()
    if chosen.url:
        return subprocess.run([*command, "--url", chosen.url], check=False).returncode
    binary = os.path.abspath(chosen.binary) if chosen.binary else outside.build()
    process, url = serve(binary)
    try:
        code = subprocess.run(
            [*command, "--url", url, "--binary", binary], env=outside.environment(key=None), check=False
        ).returncode
        if process.poll() is not None:
            print(f"the gateway ended with {process.returncode} under the cases")
            code = code or 1
        return code
    finally:
        process.terminate()
        process.wait(timeout=outside.LIMIT)
