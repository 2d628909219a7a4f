"""A virtual machine: QEMU, its monitor, and the channel to the shell in the guest.

Nothing waits without a limit: a wait that ends without what it waited for is a finding.
"""

import base64
import itertools
import json
import pathlib
import re
import shlex
import socket
import subprocess
import threading
import time

from image import Archive
from report import Broken, Wrong, expect, progress

HERE = pathlib.Path(__file__).resolve().parent
BOOT_LIMIT = 120  # seconds; under load an emulated machine is slow
LIMIT = 30

# name, number, groups
USERS = [("root", 0, []), ("nobody", 65534, []), ("stranger", 1000, []), ("member", 1001, ["dialout", "plugdev"]),
         ("seated", 1002, [])]
# The groups that Debian's rules name.
GROUPS = {
    "tty": 5, "disk": 6, "lp": 7, "kmem": 15, "dialout": 20, "cdrom": 24, "tape": 26, "audio": 29, "video": 44,
    "plugdev": 46, "input": 104, "kvm": 105, "render": 106, "sgx": 107, "pcscd": 108,
}


class Job:
    """A script that runs in the guest."""

    def __init__(self, machine, number, script):
        self.machine, self.number, self.script = machine, number, script
        self.lines = []
        self.status = None
        self.seen = 0

    def __str__(self):
        name = self.script.strip().splitlines()[0][:100]
        said = "\n".join(line[:200] for line in self.lines[-12:]) or "(nothing)"
        return f"in the guest: {name}\n{said}"

    @property
    def text(self):
        return "\n".join(self.lines)

    def wait_for(self, pattern, limit=LIMIT):
        """The next line in which the pattern is found; the following call looks after it."""
        def look():
            while self.seen < len(self.lines):
                self.seen += 1
                if re.search(pattern, self.lines[self.seen - 1]):
                    return self.lines[self.seen - 1]
            if self.status is not None:
                raise Wrong(f"ended with {self.status} before '{pattern}' came: {self}")
            return None
        return self.machine.wait(look, limit, f"'{pattern}' did not come within {limit} s: {self}")

    def finish(self, limit=LIMIT):
        """Waits for the end, and returns the job."""
        self.machine.wait(lambda: self.status is not None, limit, f"did not end within {limit} s: {self}")
        return self

    def exits(self, *codes):
        self.finish()
        expect(self.status in codes, f"expected exit {' or '.join(map(str, codes))}, not {self.status}: {self}")
        return self

    def says(self, *texts):
        for text in texts:
            expect(text in self.text, f"'{text}' is not in the output: {self}")
        return self

    def signal(self, name):
        """Sends a signal to the script and everything that it started."""
        self.machine.run(f"kill -{name} -$(cat /run/jobs/{self.number}.group)")

    def stop(self):
        """Ends the script as a supervisor would, and waits for its end."""
        if self.status is None:
            self.signal("TERM")
        return self.finish()


class Machine:
    """A guest that has booted."""

    def __init__(self, image, folder, extra, options=()):
        self.changed = threading.Condition()
        self.numbers = itertools.count(1)
        self.jobs = {}
        self.replies = {}
        self.events = []
        self.devices = []
        self.channels = []
        self.gone = None
        self.deadline = None
        self.ready = None
        self.console = folder / "console.log"
        overlay = Archive()
        overlay.file("init", (HERE / "guest" / "init").read_bytes(), 0o755)
        overlay.file("bin/agent", (HERE / "guest" / "agent").read_bytes(), 0o755)
        add_accounts(overlay)
        extra(overlay)
        initramfs = folder / "initramfs.cpio"
        initramfs.write_bytes(image.base.read_bytes() + overlay.packed())
        monitor, guests_monitor = socket.socketpair()
        channel, guests_channel = socket.socketpair()
        self.monitor, self.channel = monitor, channel
        with guests_monitor, guests_channel:
            self.process = subprocess.Popen(
                [*command(image.kernel, initramfs, self.console, guests_monitor.fileno(), guests_channel.fileno()),
                 *options],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.console.with_suffix(".qemu").open("w"),
                pass_fds=[guests_monitor.fileno(), guests_channel.fileno()], start_new_session=True)
        for connection, take in [(monitor, self.take_reply), (channel, self.take_line)]:
            threading.Thread(target=self.read, args=(connection, take), daemon=True).start()
        try:
            self.monitor_call("qmp_capabilities")
            self.wait(lambda: self.ready, BOOT_LIMIT, f"the guest did not boot within {BOOT_LIMIT} s")
        except (Wrong, Broken):
            self.close()
            raise
        progress(f"the guest is up after {self.ready} s of its own time")

    # Both connections

    def read(self, connection, take):
        """Feeds the lines of a connection to `take` until it ends."""
        rest = b""
        try:
            while piece := connection.recv(65536):
                *lines, rest = (rest + piece).split(b"\n")
                with self.changed:
                    for line in lines:
                        take(line.decode(errors="replace"))
                    self.changed.notify_all()
        except OSError:
            pass
        with self.changed:
            self.gone = "the virtual machine ended"
            self.changed.notify_all()

    def wait(self, condition, limit, text):
        """Waits until the condition gives something, and returns that."""
        end = time.monotonic() + limit
        if self.deadline is not None and self.deadline < end:
            end = self.deadline
        with self.changed:
            while True:
                found = condition()
                if found:
                    return found
                if self.gone is not None:
                    raise Wrong(f"{self.gone}; {text}")
                rest = end - time.monotonic()
                if rest <= 0:
                    raise Wrong(text)
                self.changed.wait(rest)

    # The guest's shell

    def take_line(self, line):
        if line.startswith("ready "):
            self.ready = line.split()[1]
            return
        number, _, rest = line.partition(" ")
        job = self.jobs.get(number)
        if job is None:
            return
        if rest.startswith(": "):
            job.lines.append(rest[2:])
        elif rest.startswith("= "):
            job.status = int(rest[2:])

    def start(self, script, user="root"):
        """Starts a script in the guest."""
        if user != "root":
            script = f"exec su -s /bin/sh {user} -c {shlex.quote(script)}"
        number = str(next(self.numbers))
        job = self.jobs[number] = Job(self, number, script)
        whole = f"echo $$ >/run/jobs/{number}.group\n{script}\n"
        line = f"{number} {base64.b64encode(whole.encode()).decode()}\n"
        try:
            self.channel.sendall(line.encode())
        except OSError as error:
            raise Wrong(f"the virtual machine ended: {error}") from error
        return job

    def run(self, script, user="root", limit=LIMIT):
        """Runs a script in the guest, and returns it when it has ended."""
        return self.start(script, user).finish(limit)

    # The monitor

    def take_reply(self, line):
        try:
            message = json.loads(line)
        except ValueError:
            return
        if "event" in message:
            self.events.append(message)
        elif "id" in message:
            self.replies[message["id"]] = message

    def monitor_call(self, name, **arguments):
        """Executes a command of QEMU's monitor, and returns its answer."""
        number = next(self.numbers)
        message = {"execute": name, "arguments": arguments, "id": number}
        try:
            self.monitor.sendall(json.dumps(message).encode() + b"\n")
        except OSError as error:
            raise Wrong(f"the virtual machine ended: {error}") from error
        reply = self.wait(lambda: self.replies.pop(number, None), LIMIT, f"QEMU did not answer {name}")
        if "error" in reply:
            raise Wrong(f"QEMU refused {name} {arguments}: {reply['error']['desc']}")
        return reply["return"]

    def add_channel(self, name, address):
        """Connects a channel for a device to a server of the host: a path, or (host, port)."""
        if isinstance(address, tuple):
            data = {"host": address[0], "port": str(address[1])}
            kind = "inet"
        else:
            data, kind = {"path": str(address)}, "unix"
        backend = {"type": "socket", "data": {"addr": {"type": kind, "data": data}, "server": False}}
        self.monitor_call("chardev-add", id=name, backend=backend)
        self.channels.append(name)

    def plug(self, driver, name, bus="usb.0", **properties):
        """Plugs a device in."""
        self.monitor_call("device_add", driver=driver, id=name, bus=bus, **properties)
        if bus == "usb.0":
            # What is plugged into a device goes with it.
            self.devices.append(name)

    def unplug(self, name):
        """Pulls a device out, and waits until QEMU has let it go."""
        self.devices.remove(name)
        self.events.clear()
        self.monitor_call("device_del", id=name)

        def is_gone():
            return any(event["event"] == "DEVICE_DELETED" and event["data"].get("device") == name
                       for event in self.events)
        self.wait(is_gone, LIMIT, f"QEMU did not let {name} go")

    # Between scenarios

    def reset(self):
        """Ends what still runs in the guest and pulls out what is plugged in."""
        for job in list(self.jobs.values()):
            if job.status is None:
                job.signal("KILL")
                job.finish()
        for name in reversed(list(self.devices)):
            self.unplug(name)
        # The next device may get the name of one that the guest has not let go yet.
        devices = "ls -d /sys/bus/usb/devices/*-* | grep -qv :"
        self.run(f"while {devices}; do usleep 20000; done; udevadm settle --timeout=20")
        # Some devices take their channel with them.
        present = {channel["label"] for channel in self.monitor_call("query-chardev")}
        for name in self.channels:
            if name in present:
                self.monitor_call("chardev-remove", id=name)
        self.channels.clear()
        self.jobs.clear()

    def close(self):
        """Ends the machine; harmless when it has ended."""
        self.process.kill()
        self.process.wait()
        self.monitor.close()
        self.channel.close()

    def last_words(self):
        """The end of the console."""
        text = self.console.read_text(errors="replace") if self.console.exists() else ""
        text += self.console.with_suffix(".qemu").read_text(errors="replace")
        return "\n".join(text.splitlines()[-15:])


def command(kernel, initramfs, console, monitor, channel):
    """The command line of QEMU: emulated, so it needs no rights and no help of the processor."""
    return [
        # It ends with the rig, however that ends.
        "setpriv", "--pdeathsig", "KILL",
        "qemu-system-x86_64", "-M", "q35,accel=tcg", "-cpu", "max", "-smp", "1", "-m", "512",
        "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
        "-kernel", str(kernel), "-initrd", str(initramfs),
        "-append", "console=ttyS0 quiet panic=-1 tsc=reliable",
        "-chardev", f"file,id=console,path={console}", "-serial", "chardev:console",
        "-chardev", f"socket,id=channel,fd={channel}", "-serial", "chardev:channel",
        "-chardev", f"socket,id=monitor,fd={monitor}", "-mon", "chardev=monitor,mode=control",
        "-device", "qemu-xhci,id=usb",
    ]


def add_accounts(overlay):
    """Adds the guest's users and groups."""
    users = [f"{name}:x:{number}:{number}::/tmp:/bin/sh" for name, number, _ in USERS]
    groups = [f"{name}:x:{number}:" for name, number, _ in USERS]
    for group, number in GROUPS.items():
        members = ",".join(name for name, _, member_of in USERS if group in member_of)
        groups.append(f"{group}:x:{number}:{members}")
    overlay.file("etc/passwd", ("\n".join(users) + "\n").encode())
    overlay.file("etc/group", ("\n".join(groups) + "\n").encode())
    overlay.file("etc/nsswitch.conf", b"passwd: files\ngroup: files\nhosts: files\n")
    overlay.file("etc/hosts", b"127.0.0.1 localhost\n")
