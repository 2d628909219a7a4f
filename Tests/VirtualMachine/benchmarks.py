"""Measures our chip reader driver beside others in the virtual machine: see scripts/bench --readers.

Everything is emulated, and what else the host does shows: what is compared is measured turn about, and the ratios count.
"""

import argparse
import functools
import hashlib
import json
import pathlib
import re
import signal
import statistics
import sys
import tempfile
import time

from image import Image
from peers import RecordedCard
from report import Broken, Wrong, progress
from rig import Rig
from scenarios import SELECT, start_pcscd, stop_pcscd

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ANSWERS = 100  # in a run
MANY = 1000  # answers, for the processor time of one
PROCESSOR_RUNS = 5  # at most
PATIENCE = 600  # seconds for each of the measurements
SETTLING = 4  # seconds after which a program waits for what it waits for
IDLE = 10  # seconds
CARD = ROOT / "Tests" / "TenderEMVTests" / "Vectors" / "contact" / "card-sda.txt"
PCSCD = "mkdir -p /run/pcscd && exec pcscd --foreground --info"


def figure(name, values, unit):
    print(f"{name} {statistics.median(values):.4g} {unit}, {min(values):.4g}-{max(values):.4g}, {len(values)} runs",
          flush=True)


def ratios(name, values, peers):
    """Prints how many times longer one takes than its peer, run by run: times do not travel, ratios do."""
    runs = [value / peer for value, peer in zip(values, peers)]
    print(f"# {name} = {statistics.median(runs):.2f}, {min(runs):.2f}-{max(runs):.2f}", flush=True)


# An exchange


def answer_times(job):
    """The median and the shortest time that a program of the guest tells of a run, in microseconds."""
    found = re.search(rf"{ANSWERS} answers: median (\d+) µs, shortest (\d+) µs", job.exits(0).text)
    if found is None:
        raise Wrong(f"no times: {job}")
    return int(found.group(1)), int(found.group(2))


# Name and command; of libusb, one thread that does nothing else, one with an event thread, and one whose callback on that
# thread submits the next exchange. Of ours, the same, and one that waits for each answer.
PROGRAMS = {
    "libusb": "usb-exchange {count} {apdu}",
    "libusb_thread": "usb-exchange -t {count} {apdu}",
    "libusb_callback": "usb-exchange -c {count} {apdu}",
    "tender": "tender apdu usb --repeat {count} {apdu}",
    "tender_callback": "reader-exchange {count} {apdu}",
}
RATIOS = [
    ("tender_callback", "libusb_thread"), ("tender_callback", "libusb_callback"), ("tender", "libusb_thread"),
    ("tender", "libusb"), ("libusb_thread", "libusb"), ("libusb_callback", "libusb")]
# A sale: the same commands with and without the kernel, from the powering of the card to its cryptogram.
SALES = {"libusb_callback": "usb-exchange -s {count} /run/commands", "tender": "reader-exchange -s {count} /run/chip.json"}


def command(name, count):
    return PROGRAMS[name].format(count=count, apdu=SELECT)


def with_program(name):
    return lambda rig: answer_times(rig.machine.run(command(name, ANSWERS)))


def with_pcscd(rig):
    daemon = start_pcscd(rig)
    result = answer_times(rig.machine.run(f"pcsc-exchange -n {ANSWERS} {SELECT}"))
    stop_pcscd(daemon)
    return result


def exchanges(rig, runs):
    """13 bytes to the card in QEMU's reader and 13 bytes back, by several programs turn about."""
    rig.plug_qemus_reader()
    peers = [(name, with_program(name)) for name in PROGRAMS] + [("pcscd", with_pcscd)]
    times = {name: [] for name, _ in peers}
    for run in range(runs):
        # Each is first, second and so on as often as the others.
        turn = run % len(peers)
        for name, measure in peers[turn:] + peers[:turn]:
            times[name].append(measure(rig))
        progress(f"run {run + 1}: " + ", ".join(f"{name} %d µs (%d)" % values[-1] for name, values in times.items()))
    # The shortest tells what an exchange costs when nothing else wants the processor.
    for index, kind in enumerate(["median", "shortest"]):
        columns = {name: [value[index] for value in values] for name, values in times.items()}
        for name, values in columns.items():
            figure(f"reader_exchange_{kind}_{name}", values, "µs")
        for one, other in [*RATIOS, ("pcscd", "tender"), ("pcscd", "libusb")]:
            ratios(f"reader_exchange_{kind}_{one} / {other}", columns[one], columns[other])


# The processor time of an exchange


def spent(rig, script):
    """The processor time of a whole run of a program, its own and the kernel's for it in microseconds, and its switches."""
    job = rig.machine.run(f"spent {script}").exits(0)
    found = re.search(r"spent (\d+) µs of its own, (\d+) µs of the kernel, (\d+) switches", job.text)
    if found is None:
        raise Wrong(f"no processor time: {job}")
    return [int(number) for number in found.groups()]


def cost(rig, script, count):
    """What a run of `count` takes more than a run of one, for each."""
    short, long = spent(rig, script(1)), spent(rig, script(count))
    return [(after - before) / (count - 1) for before, after in zip(short, long)]


def processor(rig, runs):
    """What a long run takes more than a short one, for each exchange."""
    rig.plug_qemus_reader()
    kinds = [("user", "µs"), ("kernel", "µs"), ("switches", "")]
    costs = {name: [] for name in PROGRAMS}
    for run in range(runs):
        names = list(PROGRAMS)
        turn = run % len(names)
        for name in names[turn:] + names[:turn]:
            costs[name].append(cost(rig, lambda count: command(name, count), MANY))
        progress(f"run {run + 1}: " + ", ".join(
            name + " " + "+".join(f"{cost:.4g}" for cost in values[-1]) for name, values in costs.items()))
    for name, values in costs.items():
        for index, (kind, unit) in enumerate(kinds):
            figure(f"reader_exchange_{kind}_{name}", [value[index] for value in values], unit)
    whole = {name: [value[0] + value[1] for value in values] for name, values in costs.items()}
    for one, other in RATIOS:
        ratios(f"reader_exchange_processor_{one} / {other}", whole[one], whole[other])


# A sale


def chip_configuration():
    """The rules and keys with which the recorded card pays, as a file of chip rules."""
    lines = [line.split() for line in CARD.read_text().splitlines() if not line.startswith("#")]
    values = {words[1]: words[2] for words in lines if words[0] == "config"}
    named = {name: values.pop(tag) for name, tag in [
        ("country", "9F1A"), ("floor_limit", "9F1B"), ("capabilities", "9F33"), ("type", "9F35"),
        ("additional_capabilities", "9F40"), ("default_ddol", "9F49")]}
    _, provider, index, modulus, exponent = next(words for words in lines if words[0] == "capk")
    checksum = hashlib.sha1(bytes.fromhex(provider + index + modulus + exponent)).hexdigest()
    return json.dumps({
        "terminal": {
            "type": named["type"], "capabilities": named["capabilities"], "country": named["country"],
            "additional_capabilities": named["additional_capabilities"], "elements": values},
        "applications": [{
            "aid": "F0000000011010", "version": "0096", "floor_limit": int(named["floor_limit"], 16),
            "default_ddol": named["default_ddol"]}],
        "keys": [{"rid": provider, "index": index, "modulus": modulus, "exponent": exponent, "checksum": checksum}]})


def sales(rig, runs):
    """Sales with a recorded card by our kernel, and the same commands from callback to callback in C, turn about."""
    rig.plug_qemus_reader(functools.partial(RecordedCard, record=CARD))
    rig.machine.run(f"""echo '{chip_configuration()}' >/run/chip.json
        reader-exchange -l /run/chip.json >/run/commands""").exits(0)
    times, costs = {name: [] for name in SALES}, {name: [] for name in SALES}
    for run in range(runs):
        names = list(SALES)
        turn = run % len(names)
        for name in names[turn:] + names[:turn]:
            times[name].append(answer_times(rig.machine.run(SALES[name].format(count=ANSWERS))))
            if run < PROCESSOR_RUNS:
                costs[name].append(sum(cost(rig, lambda count: SALES[name].format(count=count), ANSWERS)[:2]))
        progress(f"sales {run + 1}: " + ", ".join(f"{name} %d µs (%d)" % values[-1] for name, values in times.items()))
    for index, kind in enumerate(["median", "shortest"]):
        columns = {name: [value[index] for value in values] for name, values in times.items()}
        for name, values in columns.items():
            figure(f"reader_sale_{kind}_{name}", values, "µs")
        ratios(f"reader_sale_{kind}_tender / libusb_callback", columns["tender"], columns["libusb_callback"])
    for name, values in costs.items():
        figure(f"reader_sale_processor_{name}", values, "µs")
    ratios("reader_sale_processor_tender / libusb_callback", costs["tender"], costs["libusb_callback"])


# From the plug to the answer to reset


def seconds_from_plug(rig, script, pattern):
    """How long after the plugging of QEMU's reader, with a card in it, a waiting program says what it found."""
    job = rig.machine.start(script)
    # Nothing tells from outside that a program listens.
    time.sleep(SETTLING)
    start = time.monotonic()
    name = rig.plug_qemus_reader_unseen()
    job.wait_for(pattern)
    seconds = time.monotonic() - start
    if job.status is None:
        job.signal("KILL")
    job.finish()
    rig.machine.unplug(name)
    rig.machine.run(
        "while ls -d /sys/bus/usb/devices/*-* | grep -qv :; do usleep 50000; done; udevadm settle --timeout=20")
    return seconds


def plugs(rig, runs):
    """From the plug to the answer to reset, and to the event of udev that both programs wait for."""
    programs = [
        ("udev", "exec udevadm monitor --udev --subsystem-match=usb/usb_device", r"^UDEV .* add "),
        ("tender", "exec tender reader probe usb --wait", "answer to reset"),
        ("pcscd", PCSCD, "Card ATR"),
    ]
    times = {name: [] for name, _, _ in programs}
    for run in range(runs):
        for name, script, pattern in programs[run % 3:] + programs[:run % 3]:
            times[name].append(seconds_from_plug(rig, script, pattern) * 1000)
        progress(f"plug {run + 1}: " + ", ".join(f"{name} {values[-1]:.0f} ms" for name, values in times.items()))
    for name, values in times.items():
        figure(f"reader_plug_{name}", values, "ms")
    ratios("reader_plug_pcscd / tender", times["pcscd"], times["tender"])


# Nothing to do


def idle(rig):
    """The processor time of a program that holds a reader with a card and does nothing, and how often it wakes up."""
    rig.plug_qemus_reader()
    programs = [
        ("tender", f"exec tender apdu usb --repeat 2 --interval 120000 {SELECT}", "^< ", "tender"),
        ("pcscd", PCSCD, "Card ATR", "pcscd"),
    ]
    for name, script, pattern, process in programs:
        job = rig.machine.start(script)
        job.wait_for(pattern)
        # Until it has ended what it began.
        time.sleep(2 * SETTLING)
        before = look_at_threads(rig, process)
        time.sleep(IDLE)
        after = look_at_threads(rig, process)
        # A thread that ended in between, of a pool, takes what it had done with it.
        spent = [sum(after[thread][index] - before[thread][index] for thread in after.keys() & before.keys())
                 for index in range(2)]
        job.signal("KILL")
        job.finish()
        print(f"reader_idle_{name} {spent[0] / 1e6:.2f} ms of processor time and {spent[1]} switches of "
              f"{len(after)} threads in {IDLE} s", flush=True)


def look_at_threads(rig, process):
    """The processor time in nanoseconds and the switches of each thread of a process of the guest."""
    job = rig.machine.run(f"""for task in /proc/$(pidof {process})/task/*; do
        switches=$(awk '/ctxt_switches/ {{ count += $2 }} END {{ print count }}' $task/status)
        echo "${{task##*/}} $(cut -d ' ' -f 1 $task/schedstat) $switches"
    done""").exits(0)
    return {thread: (int(spent), int(switches)) for thread, spent, switches in map(str.split, job.lines)}


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench --readers")
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--exchange-binary", type=pathlib.Path, required=True)
    parser.add_argument("--instructions", action="store_true", help="let the guest's clock count its instructions")
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--plugs", type=int, default=10)
    parser.add_argument("--only", choices=["exchanges", "sales", "processor", "idle", "plugs"])
    parser.add_argument("--beside", type=pathlib.Path, help="another build, measured turn about with the first")
    options = parser.parse_args()
    # So that the machine is ended with the rig.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="tender-vm-") as folder:
        rig = Rig(
            ROOT, Image(ROOT / ".build" / "vm"), pathlib.Path(folder), options.binary.resolve(),
            # A nanosecond of the guest is an instruction, or as long as it waits.
            ["-icount", "shift=0,sleep=on"] if options.instructions else [])
        rig.programs["reader-exchange"] = options.exchange_binary.resolve()
        if options.beside:
            rig.programs["tender-beside"] = options.beside.resolve()
            PROGRAMS["beside"] = PROGRAMS["tender"].replace("tender", "tender-beside")
            RATIOS.append(("beside", "tender"))
        try:
            measurements = {
                "exchanges": lambda: exchanges(rig, options.runs),
                "sales": lambda: sales(rig, options.runs),
                "processor": lambda: processor(rig, min(options.runs, PROCESSOR_RUNS)), "idle": lambda: idle(rig),
                "plugs": lambda: plugs(rig, options.plugs)}
            for name, measure in measurements.items():
                if options.only in (None, name):
                    rig.begin()
                    rig.machine.deadline = time.monotonic() + PATIENCE
                    measure()
                    rig.end(failed=False)
        except (Wrong, Broken) as problem:
            print(f"FAILED  {problem}")
            return 1
        finally:
            rig.end(failed=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
