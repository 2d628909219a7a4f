"""A clean Debian 12 in which packages are looked at: made by debootstrap once and kept in .build; what runs in it has
namespaces of its own, which end with it."""

import os
import pathlib
import re
import shutil
import subprocess

from outside import ROOT, expect

NAMES = ("tender", "till", "libtender1", "libtender-dev", "python3-tender", "tender-udev")
LOWER = "0.0.9"
# What the packages depend on.
NEEDED = ("adduser", "libcurl4", "libmicrohttpd12", "libncursesw6", "libpq5", "libqrencode4", "libsqlite3-0", "libssl3", "libstdc++6",
          "libudev1", "libusb-1.0-0", "udev")


def run(*command, codes=(0,), **options):
    """Runs a program; gives what it said."""
    done = subprocess.run(
        list(map(str, command)), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace", timeout=900, check=False, **options)
    expect(done.returncode in codes, f"{command[0]} ended with {done.returncode}: {done.stdout[-1500:]}")
    return done.stdout


def refused():
    """Why no clean root can be used here; None when one can."""
    if os.geteuid() != 0:
        return "it takes root to make a clean root"
    enter = "mount --make-rprivate / && mount -t proc proc /proc"
    tried = subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", "sh", "-c", enter], capture_output=True, text=True, check=False)
    return " ".join(tried.stderr.split()) or "no namespaces" if tried.returncode else None


def inside(place, script):
    """Runs a script of bash in a root; gives what it said."""
    enter = ('mount --make-rprivate / && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && '
             'exec chroot "$0" bash -euo pipefail -c "$1"')
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8",
                   "DEBIAN_FRONTEND": "noninteractive"}
    return run("unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", enter, place, script, env=environment)


def extract(name, used, fetched, place):
    """Makes a folder a root with the packages `used`, where `fetched` can be installed without the network."""
    archive = ROOT / ".build" / f"{name}.tar"
    place.mkdir()
    if archive.exists():
        run("tar", "--extract", "--file", archive, "--directory", place)
        return
    run("debootstrap", "--variant=minbase", f"--include={','.join(used)}", "bookworm", place)
    # The root is thrown away: nothing need reach the disk.
    (place / "etc/dpkg/dpkg.cfg.d/unsafe-io").write_text("force-unsafe-io\n")
    inside(place, f"apt-get update -qq; apt-get install -y -qq --no-install-recommends --download-only {' '.join(fetched)}")
    unfinished = archive.with_suffix(".new")
    run("tar", "--create", "--file", unfinished, "--directory", place, ".")
    unfinished.rename(archive)


def debs(folder, names=NAMES):
    return [next(folder.glob(f"{name}_*.deb")) for name in names]


def lowered(packages, work):
    """Packages with a lower version; gives their folder."""
    folder = work / "lower"
    folder.mkdir()
    for deb in packages:
        place = work / "opened" / deb.name
        place.parent.mkdir(exist_ok=True)
        run("dpkg-deb", "--raw-extract", deb, place)
        control = place / "DEBIAN" / "control"
        version = re.search(r"^Version: (.*)$", control.read_text(), re.M)[1]
        control.write_text(control.read_text().replace(version, LOWER))
        run("dpkg-deb", "-Znone", "--build", place, folder)
    return folder


def build(folder, *options, **environment):
    """Builds the packages into a folder."""
    print(f"building the packages in {folder.name}", flush=True)
    run("nice", ROOT / "scripts" / "package", "--output", folder, *options, env={**os.environ, **environment}, umask=0o077)


def absolute(path):
    return pathlib.Path(os.path.abspath(path))
