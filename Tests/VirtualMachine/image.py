"""The guest's image: a Debian kernel, and an initramfs with busybox, udev and pcscd from Debian's packages.

The packages are downloaded and unpacked, not installed. What does not change from run to run is kept in `.build/vm`.
"""

import hashlib
import lzma
import os
import pathlib
import re
import shutil
import stat
import subprocess

from report import Broken, progress

KERNEL = "linux-image-amd64"
PACKAGES = [
    "busybox-static", "udev", "systemd", "pcscd", "libccid", "libpcsclite1", "libpcsclite-dev",
    # Libraries of udevd and pcscd; libc6 is the host's.
    "libacl1", "libblkid1", "libcap2", "libffi8", "libglib2.0-0", "libkmod2", "liblzma5", "libmount1", "libpcre2-8-0",
    "libpolkit-gobject-1-0", "libselinux1", "libssl3", "libsystemd0", "libudev1", "libusb-1.0-0", "libzstd1", "zlib1g",
    "libgcc-s1", "libgcrypt20", "libgpg-error0", "liblz4-1",
]
KERNEL_FILES = ["./boot/vmlinuz-*", "./lib/modules/*/kernel/drivers/usb/*", "./lib/modules/*/kernel/drivers/hid/*"]
MODULES = ["usb-common", "usbcore", "xhci-hcd", "xhci-pci", "usbserial", "ftdi_sio", "hid", "usbhid", "hid-generic"]
LIBRARIES = "lib/x86_64-linux-gnu"
SEARCH = ["usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu", "usr/lib", "lib"]
HERE = pathlib.Path(__file__).resolve().parent


class Archive:
    """A tree of files that becomes an initramfs: everything belongs to root."""

    def __init__(self):
        self.entries = {}

    def folder(self, path):
        path = path.strip("/")
        if path and path not in self.entries:
            self.folder(os.path.dirname(path))
            self.entries[path] = (stat.S_IFDIR | 0o755, b"")

    def file(self, path, content, mode=0o644):
        self.folder(os.path.dirname(path.strip("/")))
        self.entries[path.strip("/")] = (stat.S_IFREG | mode, content)

    def link(self, path, target):
        self.folder(os.path.dirname(path.strip("/")))
        self.entries[path.strip("/")] = (stat.S_IFLNK | 0o777, target.encode())

    def program(self, path, source, search=()):
        """Adds a program with the shared libraries that the loader finds for it."""
        self.file(path, source.read_bytes(), 0o755)
        for library in shared_libraries(source, search):
            self.library(library)

    def library(self, source):
        place = "lib64" if source.name.startswith("ld-linux") else LIBRARIES
        if f"{place}/{source.name}" not in self.entries:
            self.file(f"{place}/{source.name}", source.read_bytes(), 0o755)

    def packed(self):
        """The archive in the cpio format 'newc', padded so that another may follow."""
        parts = []
        entries = [*self.entries.items(), ("TRAILER!!!", (0, b""))]
        for number, (path, (mode, content)) in enumerate(entries, 1):
            name = path.encode() + b"\0"
            fields = [number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name), 0]
            header = b"070701" + "".join(f"{field:08X}" for field in fields).encode() + name
            parts += [header, bytes(-len(header) % 4), content, bytes(-len(content) % 4)]
        return b"".join(parts)


def shared_libraries(program, search=()):
    """The files of the shared libraries of a program, as the host's loader finds them, `search` first."""
    places = ":".join(map(str, search))
    answer = subprocess.run(
        ["ldd", str(program)], capture_output=True, text=True, env={**os.environ, "LD_LIBRARY_PATH": places})
    missing = re.findall(r"(\S+) => not found", answer.stdout)
    if missing:
        raise Broken(f"{program} needs {', '.join(missing)}, which is not there")
    return [pathlib.Path(path) for path in re.findall(r"(/\S+) \(0x", answer.stdout)]


class Image:
    """What QEMU boots: `kernel`, and `base`, the part of the initramfs that all runs share."""

    def __init__(self, cache):
        self.cache = cache
        self.kernel = cache / "vmlinux"
        self.base = cache / "base.cpio"
        self.unpacked = cache / "unpacked"
        self.search = [self.unpacked / folder for folder in SEARCH]
        self.exchange = cache / "pcsc-exchange"
        self.usb_exchange = cache / "usb-exchange"
        self.spent = cache / "spent"
        self.ensure()

    def ensure(self):
        """Builds what is missing or was built by another version of the rig."""
        sources = [HERE / "image.py", *sorted((HERE / "guest").glob("*.[ch]"))]
        wanted = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
        stamp = self.cache / "stamp"
        if stamp.is_file() and stamp.read_text() == wanted:
            return
        self.cache.mkdir(parents=True, exist_ok=True)
        stamp.unlink(missing_ok=True)
        shutil.rmtree(self.unpacked, ignore_errors=True)
        self.unpacked.mkdir()
        packages = download(kernel_package(), self.cache / "packages")
        progress("unpacking the kernel and the guest's packages")
        for name, package in packages.items():
            # Of these, which are large, a few files are used.
            patterns = {KERNEL: KERNEL_FILES, "systemd": ["./lib/udev/rules.d/*"]}
            unpack(package, self.unpacked, patterns.get(name, []))
        self.kernel.write_bytes(plain_kernel(next((self.unpacked / "boot").glob("vmlinuz-*")).read_bytes()))
        self.build_exchange()
        self.build_usb_exchange()
        self.build_spent()
        self.base.write_bytes(self.base_archive().packed())
        stamp.write_text(wanted)

    def build_exchange(self):
        """Compiles the guest's PC/SC client."""
        library = next(self.unpacked.rglob("libpcsclite.so.1"))
        subprocess.run(
            ["clang", "-O2", "-Wall", "-Werror", "-I", str(self.unpacked / "usr/include/PCSC"), "-o",
             str(self.exchange), str(HERE / "guest" / "pcsc-exchange.c"), str(library)], check=True)

    def build_usb_exchange(self):
        """Compiles the yardstick of the benchmark: libusb and nothing else."""
        library = next(self.unpacked.rglob("libusb-1.0.so.0"))
        subprocess.run(
            ["clang", "-O2", "-Wall", "-Werror", "-pthread", "-o", str(self.usb_exchange),
             str(HERE / "guest" / "usb-exchange.c"), str(library)], check=True)

    def build_spent(self):
        """Compiles what tells the processor time of a program."""
        subprocess.run(
            ["clang", "-O2", "-Wall", "-Werror", "-o", str(self.spent), str(HERE / "guest" / "spent.c")], check=True)

    def base_archive(self):
        archive = Archive()
        for folder in ["dev", "proc", "sys", "run", "tmp", "etc/udev/rules.d", "etc/reader.conf.d", "var/lib", "lib64"]:
            archive.folder(folder)
        busybox = self.unpacked / "bin/busybox"
        archive.file("bin/busybox", busybox.read_bytes(), 0o755)
        applets = subprocess.run([str(busybox), "--list"], capture_output=True, text=True, check=True).stdout.split()
        for applet in applets:
            if applet != "busybox":
                archive.link(f"bin/{applet}", "busybox")
        self.add_modules(archive)
        archive.program("bin/udevadm", self.unpacked / "bin/udevadm", self.search)
        archive.link("bin/systemd-udevd", "udevadm")
        for rules in sorted((self.unpacked / "lib/udev/rules.d").glob("*.rules")):
            archive.file(f"lib/udev/rules.d/{rules.name}", rules.read_bytes())
        archive.program("bin/pcscd", self.unpacked / "usr/sbin/pcscd", self.search)
        # glibc opens it to end a thread, and otherwise aborts.
        archive.library(next(self.unpacked.rglob("libgcc_s.so.1")))
        archive.program("bin/pcsc-exchange", self.exchange, self.search)
        archive.program("bin/usb-exchange", self.usb_exchange, self.search)
        archive.program("bin/spent", self.spent, self.search)
        self.add_drivers(archive)
        return archive

    def add_modules(self, archive):
        """Adds the kernel's modules and the order in which they are loaded."""
        found = {}
        for path in self.unpacked.rglob("*.ko"):
            found[path.stem.replace("-", "_")] = path
        order = []

        def add(name):
            name = name.replace("-", "_")
            if name in order:
                return
            if name not in found:
                raise Broken(f"the kernel's package has no module {name}: its needs changed")
            content = found[name].read_bytes()
            needs = re.search(rb"\0depends=([^\0]*)\0", content)
            for need in needs.group(1).decode().split(",") if needs else []:
                if need:
                    add(need)
            order.append(name)
            archive.file(f"lib/modules/{name}.ko", content)

        for name in MODULES:
            add(name)
        archive.file("etc/modules", "".join(f"{name}\n" for name in order).encode())

    def add_drivers(self, archive):
        """Adds libccid, pcscd's driver."""
        bundle = next(self.unpacked.rglob("ifd-ccid.bundle"))
        for path in bundle.rglob("*"):
            inside = str(path.relative_to(self.unpacked))
            if path.is_symlink():
                # The list of readers is kept in etc.
                target = os.readlink(path)
                content = (self.unpacked / target.lstrip("/") if target.startswith("/") else path).read_bytes()
                archive.file(inside, content)
            elif path.suffix == ".so" or ".so." in path.name:
                archive.program(inside, path, self.search)
            elif path.is_file():
                archive.file(inside, path.read_bytes())


def kernel_package():
    """The package of the newest kernel that the lists know."""
    for attempt in range(2):
        answer = subprocess.run(["apt-cache", "depends", KERNEL], capture_output=True, text=True)
        found = re.search(r"Depends: (linux-image-\S+)", answer.stdout)
        if found:
            return found.group(1)
        if attempt == 0:
            update_lists()
    raise Broken(f"apt-cache does not know {KERNEL}")


def update_lists():
    progress("updating the package lists")
    command = ["apt-get", "update", "-qq"]
    subprocess.run(command if os.geteuid() == 0 else ["sudo", *command], check=True)


def download(kernel, folder):
    """Downloads those packages that are not in the folder yet; returns their files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {name: f"{kernel if name == KERNEL else name}_*.deb" for name in [KERNEL, *PACKAGES]}
    missing = [pattern.partition("_")[0] for pattern in files.values() if not list(folder.glob(pattern))]
    if missing:
        progress(f"downloading {len(missing)} Debian packages, the kernel among them")
        # Beside the folder, so that it holds whole packages only. The sandbox user of apt may not write there.
        work = folder.with_name("partial")
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        command = ["apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", *missing]
        if subprocess.run(command, cwd=work, stderr=subprocess.DEVNULL).returncode != 0:
            update_lists()
            if subprocess.run(command, cwd=work).returncode != 0:
                raise Broken(f"could not download {' '.join(missing)}")
        for package in work.glob("*.deb"):
            package.rename(folder / package.name)
        work.rmdir()
    return {name: next(folder.glob(pattern)) for name, pattern in files.items()}


def unpack(package, folder, patterns):
    """Unpacks a package, or those of its files that match."""
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(package)], stdout=subprocess.PIPE) as archive:
        wildcards = ["--wildcards", *patterns] if patterns else []
        subprocess.run(
            ["tar", "-x", "-C", str(folder), "--no-same-owner", *wildcards], stdin=archive.stdout, check=True)


def plain_kernel(compressed):
    """The ELF file inside a kernel: QEMU starts it without firmware, and the guest need not unpack it."""
    start = compressed.find(b"\xfd7zXZ\0")
    if start < 0:
        raise Broken("the kernel is not compressed with xz")
    return lzma.LZMADecompressor().decompress(compressed[start:])
