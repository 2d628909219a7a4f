"""What the scenarios work with: one virtual machine after the other, and what is plugged into it."""

import contextlib
import dataclasses
import re
import subprocess
import time

from machine import Machine
from peers import Card, Simulator, free_port, silent_server
from report import expect, progress
from tap import Tap

SCENARIO_LIMIT = 120  # seconds; a scenario that needs longer has failed


@dataclasses.dataclass
class Plugged:
    """A USB device in the guest: QEMU's name of it, its folder in /sys, its node in /dev, and the tap of a model."""

    name: str
    folder: str = ""
    node: str = ""
    tap: Tap | None = None


class Rig:
    """The virtual machine of the moment and the host's side of its devices."""

    def __init__(self, root, image, folder, binary, qemu_options=()):
        self.root, self.image, self.folder, self.binary = root, image, folder, binary
        self.rules = sorted(path for path in (root / "udev-rules").glob("7*.rules"))
        self.helps = {}
        self.programs = {"tender": binary}
        self.qemu_options = list(qemu_options)
        self.machine = None
        self.boots = 0
        self.names = 0
        self.peers = []

    # Between scenarios

    def begin(self):
        """Boots a machine unless the last one can be used again, and starts the time of a scenario."""
        if self.machine is None:
            self.boots += 1
            folder = self.folder / f"boot{self.boots}"
            folder.mkdir()
            progress("booting")
            self.machine = Machine(self.image, folder, self.furnish, self.qemu_options)
        self.machine.deadline = time.monotonic() + SCENARIO_LIMIT

    def end(self, failed):
        """Clears up; after a failure the next scenario gets a new machine, and what the console said is returned."""
        last_words = ""
        machine, self.machine = self.machine, None
        try:
            if machine is not None and failed:
                last_words = machine.last_words()
            elif machine is not None:
                machine.deadline = time.monotonic() + SCENARIO_LIMIT
                machine.reset()
                self.machine = machine
        finally:
            if machine is not None and self.machine is None:
                machine.close()
            peers, self.peers = self.peers, []
            for peer in peers:
                peer.close()
        return last_words

    def furnish(self, overlay):
        """Adds what is tested to the guest's files."""
        for name, program in self.programs.items():
            overlay.program(f"bin/{name}", program)
        for rules in self.rules:
            overlay.file(f"etc/udev/rules.d/{rules.name}", rules.read_bytes())

    def lacks(self, commands, rules):
        """What of the programs and rules that a scenario needs is missing, in words; None when all is there."""
        for command in commands:
            words, _, option = command.partition(" --")
            if words not in self.helps:
                run = subprocess.run(
                    [str(self.binary), *words.split(), "--help"], capture_output=True, text=True, timeout=60)
                self.helps[words] = run.stdout if run.returncode == 0 else None
            if self.helps[words] is None or f"--{option}" not in self.helps[words]:
                return f"there is no 'tender {command}' yet"
        return "there are no udev rules yet" if rules and not self.rules else None

    # What is plugged in

    def name(self, kind):
        self.names += 1
        return f"{kind}{self.names}"

    def plug_qemus_reader(self, card=Card):
        """Plugs QEMU's own CCID reader in, with a card in it, which is made for the path of a socket."""
        reader = self.name("reader")
        with self.new_device(reader) as plugged:
            self.plug_qemus_reader_unseen(reader, card)
        return plugged

    def plug_qemus_reader_unseen(self, reader=None, card=Card):
        """Plugs it in and does not wait until the guest sees it; returns its name."""
        reader, channel = reader or self.name("reader"), self.name("channel")
        card = card(self.folder / f"{channel}.socket")
        self.peers.append(card)
        self.machine.add_channel(channel, card.path)
        self.machine.plug("usb-ccid", reader)
        self.machine.plug("ccid-card-passthru", self.name("card"), bus=f"{reader}.0", chardev=channel)
        return reader

    def plug_serial_adapter(self, address=None):
        """Plugs a USB serial adapter in, whose line leads to a server of the host, or to nobody who answers."""
        adapter, channel = self.name("serial"), self.name("channel")
        if address is None:
            address = self.folder / f"{channel}.socket"
            self.peers.append(silent_server(address))
        self.machine.add_channel(channel, address)
        with self.new_device(adapter) as plugged:
            self.machine.plug("usb-serial", adapter, chardev=channel)
        return plugged

    def plug_model(self, model, *options):
        """Plugs a simulated USB device of ours in."""
        device, channel = self.name("model"), self.name("channel")
        server, path = self.folder / f"{device}.socket", self.folder / f"{channel}.socket"
        self.peers.append(Simulator(self.binary, model, "usb-redir", str(server), *options))
        tap = Tap(path, server)
        self.peers.append(tap)
        self.machine.add_channel(channel, path)
        with self.new_device(device) as plugged:
            self.machine.plug("usb-redir", device, chardev=channel)
        plugged.tap = tap
        return plugged

    def unplug(self, plugged):
        """Pulls a device out, and waits until the guest has noticed."""
        self.machine.unplug(plugged.name)
        gone = f"while [ -e {plugged.folder} ]; do usleep 50000; done; udevadm settle --timeout=20"
        self.machine.run(gone).exits(0)

    def serve_on_tcp(self, model, *options):
        """Serves a simulated serial device of ours; returns its address."""
        address = ("127.0.0.1", free_port())
        self.peers.append(Simulator(self.binary, model, "tcp", f"{address[0]}:{address[1]}", *options))
        return address

    # What the guest sees

    @contextlib.contextmanager
    def new_device(self, name):
        """Waits after the plugging until the guest's kernel and udevd have one more USB device."""
        self.machine.run("ls -d /sys/bus/usb/devices/*-* >/run/known").exits(0, 1)
        plugged = Plugged(name)
        yield plugged
        job = self.machine.run(
            """n=0
            while [ $n -lt 200 ]; do
                for device in /sys/bus/usb/devices/*-*; do
                    # The names of interfaces have a colon; without a device the pattern stands for itself.
                    case $device in *:*|*'*'*) continue ;; esac
                    grep -qxF "$device" /run/known && continue
                    udevadm settle --timeout=20 || continue
                    # It may leave the bus once more while the kernel resets it.
                    node=$(sed -n 's|^DEVNAME=|/dev/|p' "$device/uevent" 2>/dev/null)
                    [ -c "$node" ] && echo "new: $device $node" && exit
                done
                usleep 50000
                n=$((n + 1))
            done
            dmesg | tail -n 5
            exit 1""")
        # udevadm may have said something before that.
        found = re.search(r"^new: (\S+) (\S+)$", job.text, re.MULTILINE)
        expect(job.status == 0 and found, f"the guest does not see {name}: {job.text}")
        plugged.folder, plugged.node = found.groups()

    def attribute(self, plugged, name):
        return self.machine.run(f"cat {plugged.folder}/{name}").exits(0).text

    def can_open(self, user, node):
        """Whether a user of the guest may open a device node for reading and writing."""
        return self.machine.run(f"exec 3<>{node}", user=user).status == 0
