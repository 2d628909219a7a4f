"""The scenarios: what is proved with a real kernel, and how.

Each is a function with a sentence that says what it proves. The order matters for the time only: they share a machine.
"""

import dataclasses
import json
import re
import typing

import wire
from report import expect

SELECT = "00A4040007A000000003101000"
READ = "00B0000000"
UPDATE = "00D600005F" + "5A" * 95
# Three messages each of a reader whose messages have 271 bytes at most.
LONG_READ = "00B00000" + "000258"
LONG_UPDATE = "00D60000" + "000258" + "A5" * 600
RULES = "70-tender-readers.rules"
# GENERATE AC for a cryptogram that goes to the issuer, with or without a combined signature (CDA).
GENERATE_ONLINE = "80ae[89]000"
OK, DECLINED, UNKNOWN, READER = 0, 2, 4, 5  # exit codes of tender

scenarios = []


@dataclasses.dataclass
class Scenario:
    """Something to prove: a name, what it proves, and the commands of tender and the rules that it needs."""

    name: str
    proves: str
    commands: tuple
    rules: bool
    run: typing.Callable


def scenario(*commands, rules=False):
    """Makes a function a scenario that needs these commands: its name and its sentence are the function's."""
    def add(function):
        scenarios.append(
            Scenario(function.__name__.replace("_", " "), function.__doc__.strip(), commands, rules, function))
        return function
    return add


# The rig itself


@scenario()
def guest_tells_truth(rig):
    """the guest's shell gives output, exit status and user as they are, and tender runs there"""
    machine = rig.machine
    machine.run("echo one; echo two >&2; printf three; exit 7").exits(7).says("one", "two", "three")
    machine.run("id -un; id -Gn", user="member").exits(0).says("member", "dialout", "plugdev")
    expect(machine.run("exec 3<>/dev/mem", user="stranger").status != 0, "a stranger may open /dev/mem")
    endless = machine.start("while :; do usleep 10000; done")
    endless.stop()
    expect(endless.status != 0, "a script that was ended says that it came to its end")
    machine.run("tender --version").exits(OK).says("tender ")


@scenario()
def guest_sees_readers_of_qemu(rig):
    """the kernel and udevd find a CCID reader and a USB serial adapter"""
    reader, adapter = rig.plug_qemus_reader(), rig.plug_serial_adapter()
    for plugged, vendor, product in [(reader, "08e6", "4433"), (adapter, "0403", "6001")]:
        found = [rig.attribute(plugged, name) for name in ("idVendor", "idProduct")]
        expect(found == [vendor, product], f"{plugged} is {found}")
    expect(rig.attribute(reader, "*:*/bInterfaceClass") == "0b", "QEMU's reader is no CCID reader")
    rig.machine.run(f"udevadm info {reader.node}").exits(0).says("ID_SMARTCARD_READER=1")
    rig.machine.run("udevadm info /dev/ttyUSB0").exits(0).says("serial/by-id/", "ID_BUS=usb")


@scenario()
def plug_and_unplug_reach_udev(rig):
    """what is plugged in and pulled out on the host reaches a program in the guest as udev's events"""
    watch = rig.machine.start("udevadm monitor --udev --subsystem-match=usb/usb_device")
    watch.wait_for("^UDEV - ")
    for _ in range(2):
        reader = rig.plug_qemus_reader()
        watch.wait_for(r"UDEV .* add .*\(usb\)")
        rig.unplug(reader)
        watch.wait_for(r"UDEV .* remove .*\(usb\)")
    watch.stop()


@scenario()
def oracle_exchanges_with_reader_of_qemu(rig):
    """pcscd and libccid work in the guest: they exchange APDUs with QEMU's reader and our card behind it"""
    rig.plug_qemus_reader()
    daemon = start_pcscd(rig)
    job = rig.machine.run(f"pcsc-exchange {SELECT} 00B0000004 00FF000000").exits(0)
    expect(
        job.lines == ["6F098407A00000000310109000", "000102039000", "6D00"],
        f"the oracle answered otherwise: {job}")
    stop_pcscd(daemon)


# tender readers


@scenario("readers")
def readers_watch_shows_plug_and_unplug(rig):
    """tender readers --watch says what is plugged in and pulled out, one JSON object a line"""
    watch = rig.machine.start("exec tender readers --watch --json")
    for _ in range(2):
        reader = rig.plug_qemus_reader()
        attached = change(watch.wait_for('"attached"'))
        rig.unplug(reader)
        gone = change(watch.wait_for('"gone"'))
        expect(gone["reader"]["id"] == attached["reader"]["id"], f"another reader went than came: {watch}")
    watch.signal("INT")
    watch.exits(OK)


@scenario("readers")
def readers_lists_what_is_there(rig):
    """tender readers lists a CCID reader and a serial adapter that were there before it started"""
    rig.plug_qemus_reader()
    rig.plug_serial_adapter()
    addresses = [reader["address"] or "" for reader in readers(rig)]
    expect(any(address.startswith("usb") for address in addresses), f"no USB reader in {addresses}")
    expect(any("ttyUSB0" in address or "serial/by-id" in address for address in addresses), f"no port in {addresses}")


# QEMU's own CCID reader


@scenario("reader probe", "apdu")
def driver_exchanges_with_reader_of_qemu(rig):
    """our driver powers the card in QEMU's reader, which is not ours and lies, and exchanges APDUs"""
    rig.plug_qemus_reader()
    probe = rig.machine.run("tender reader probe usb").exits(OK)
    expect_hex(probe, "3B6500002063CB6800")
    job = rig.machine.run(f"tender apdu usb {SELECT} 00B0000004").exits(OK)
    expect_hex(job, "6F098407A00000000310109000", "000102039000")


# Our models as USB devices


def exchanges_with(model, *apdus):
    def run(rig):
        rig.plug_model(model)
        rig.machine.run("tender reader probe usb").exits(OK)
        answered = answers(rig.machine.run(f"tender apdu usb {' '.join(apdus)}").exits(OK))
        expect(len(answered) == len(apdus), f"{len(apdus)} commands, {len(answered)} answers")
    run.__name__ = f"driver_exchanges_with_{model.replace('-', '_')}"
    run.__doc__ = f"our driver exchanges APDUs with our model {model} through the kernel, long ones among them"
    scenario("reader simulate", "reader probe", "apdu")(run)


exchanges_with("ccid-short", SELECT, READ, UPDATE)
exchanges_with("ccid-extended", SELECT, LONG_READ, LONG_UPDATE)
exchanges_with("ccid-t0", SELECT, READ, UPDATE)
exchanges_with("ccid-t1", SELECT, READ, UPDATE)


@scenario("reader simulate", "apdu")
def driver_recovers_from_stall(rig):
    """after an endpoint halted the driver says so or recovers, and the reader is usable again without a new plug"""
    reader = rig.plug_model("ccid-short", "--fault", "stall:1")
    # The card got the command: whether it carried it out is not known, unless the answer came after all.
    first = rig.machine.run(f"tender apdu usb {SELECT} {READ}").exits(OK, UNKNOWN)
    if first.status != OK:
        expect("tender:" in first.text, f"no sentence says what happened: {first}")
    expect(reader.tap.stalls > 0, "no endpoint halted: nothing was proved")
    answers(rig.machine.run(f"tender apdu usb {SELECT} {READ}").exits(OK))


@scenario("reader simulate", "apdu")
def driver_survives_unplug_in_transfer(rig):
    """a reader that is pulled out while it works ends the command with an error, at once and in words"""
    reader = rig.plug_model("ccid-short", "--fault", "unplug:3")
    rig.machine.run(f"tender apdu usb {SELECT} {READ} {READ}").exits(UNKNOWN).says("tender:", "Nobody knows")
    rig.machine.run(f"ls {reader.folder}").exits(1)


@scenario("reader simulate", "apdu")
def driver_survives_pulled_plug(rig):
    """a plug that is pulled while APDUs go back and forth ends the command with an error, at once and in words"""
    # Not QEMU's own reader: QEMU 7.2 itself dies when that one is pulled out while its card works.
    reader = rig.plug_model("ccid-short")
    job = rig.machine.start(f"exec tender apdu usb {SELECT} {' '.join([READ] * 5000)}")
    works = reader.tap.wait_for(lambda messages: sum(wire.is_transfer(*message) for message in messages) >= 50)
    expect(works, f"the card got fewer than 50 commands: {job}")
    rig.unplug(reader)
    # The plug may also come out between two commands, when the next one was not sent.
    job.exits(UNKNOWN, READER).says("tender:")
    expect((job.status == UNKNOWN) == ("Nobody knows" in job.text), f"the code is not that of the sentence: {job}")


# A serial reader


@scenario("reader simulate", "readers")
def sale_over_usb_serial_adapter(rig):
    """a NEO reader behind a USB serial adapter sells: one approval, and the report names the reader"""
    rig.plug_serial_adapter(rig.serve_on_tcp("neo"))
    job = rig.machine.run(
        "tender sale --reader serial:/dev/ttyUSB0,neo --amount 10.00 --json --timeout 20 2>/tmp/errors; "
        "status=$?; cat /tmp/errors >&2; exit $status", user="member").exits(OK)
    report = json.loads(job.text[job.text.index("{"):job.text.rindex("}") + 1])
    expect(report["outcome"] == "approved", f"the outcome is {report['outcome']}")
    expect(len(report["attempts"]) == 1, f"{len(report['attempts'])} attempts")
    expect(report["reader"], "the report names no reader")


# A chip that computes


@scenario("reader simulate", "emv configuration", "sale --emv")
def chip_pays_through_kernel(rig):
    """a chip that computes behind a USB reader pays once by our driver and EMV kernel, or is declined by its issuer"""
    rig.machine.run("tender emv configuration >/run/contact.json").exits(OK)
    for model, card, code, outcome, authorizations in [
            ("ccid-short", "visa", OK, "approved", 1), ("ccid-t1", "chargeDeclined", DECLINED, "declined", 0)]:
        reader = rig.plug_model(model, "--card", card)
        report = chip_sale(rig, code)
        attempts = [(attempt["outcome"], attempt["readMethod"]) for attempt in report["attempts"]]
        expect(attempts == [(outcome, "contact_emv")], f"{card}: the attempts are {attempts}")
        expect(report["ledger"]["authorizations"] == authorizations, f"{card}: the ledger has {report['ledger']}")
        asked = cryptograms_asked(reader)
        expect(asked == 1, f"{card} was asked {asked} times for a cryptogram for its issuer")
        rig.unplug(reader)


@scenario("reader simulate", "emv configuration", "sale --emv")
def chip_without_application_of_the_terminal_pays_nothing(rig):
    """a chip that has none of the terminal's applications ends the sale in words, and nothing is authorized"""
    rig.machine.run("tender emv configuration | sed s/A0000000031010/A0000000991010/ >/run/contact.json").exits(OK)
    reader = rig.plug_model("ccid-short", "--card", "visa")
    report = chip_sale(rig, READER)
    expect(report["error"]["error_code"] == "cardNotSupported", f"the error is {report['error']}")
    expect(report["ledger"]["authorizations"] == 0, f"the ledger has {report['ledger']}")
    expect(cryptograms_asked(reader) == 0, "the card was asked for a cryptogram")


# Rules and permissions


@scenario(rules=True)
def rules_open_reader_to_seat(rig):
    """our rules alone let a person at the screen open a CCID reader, and no other user"""
    # Debian's own rules do the same for this class of device.
    debians = "/lib/udev/rules.d/70-uaccess.rules"
    rig.machine.run(f"mv {debians} /run/hidden && udevadm control --reload").exits(0)
    node = rig.plug_qemus_reader().node
    expect(rig.can_open("seated", node), f"the person at the screen may not open {node}")
    expect(not rig.can_open("stranger", node), f"a stranger may open {node}")
    rig.machine.run(f"mv /run/hidden {debians} && udevadm control --reload").exits(0)


@scenario("reader simulate", rules=True)
def rules_open_magstripe_reader_to_seat(rig):
    """our rules let a person at the screen and the group plugdev open a magstripe reader; without them only root may"""
    hide, show = "mv /etc/udev/rules.d /etc/udev/hidden", "mv /etc/udev/hidden /etc/udev/rules.d"
    for command, may in [(f"{hide}; mkdir /etc/udev/rules.d", False), (f"rmdir /etc/udev/rules.d; {show}", True)]:
        rig.machine.run(f"{command} && udevadm control --reload").exits(0)
        device = rig.plug_model("magtek")
        for user in ("seated", "member"):
            expect(rig.can_open(user, "/dev/hidraw0") == may, f"{user} may open it: {not may}, expected {may}")
        expect(not rig.can_open("stranger", "/dev/hidraw0"), "a stranger may open /dev/hidraw0")
        rig.unplug(device)


@scenario("reader simulate", "readers")
def forbidden_hidraw_node_is_no_obstacle(rig):
    """a stripe reader whose hidraw node may not be opened sells over its USB node, and the kernel's driver comes back"""
    device = rig.plug_model("magtek")
    rig.machine.run(f"chmod 600 /dev/hidraw0; chmod 666 {device.node}").exits(0)
    expect(not rig.can_open("stranger", "/dev/hidraw0"), "a stranger may open /dev/hidraw0")
    found = readers(rig, user="stranger")
    expect(len(found) == 1 and found[0]["usable"], f"a stranger sees {found}")
    sale = "tender sale --reader usb --amount 10.00 --json --timeout 60 2>/dev/null"
    report = json.loads(rig.machine.run(sale, user="stranger").exits(OK).text)
    expect(report["outcome"] == "approved", f"the outcome is {report['outcome']}")
    rig.machine.run("udevadm settle --timeout=20; ls /dev/hidraw*").exits(0)


@scenario("readers", "apdu", rules=True)
def error_of_stranger_names_rules(rig):
    """who may not open a reader sees it listed with the reason and the rules that mend it, and one who may uses it"""
    rig.plug_qemus_reader()
    found = readers(rig, user="stranger")
    expect(len(found) == 1 and not found[0]["usable"], f"a stranger sees {found}")
    expect(RULES in json.dumps(found[0]["problem"]), f"the reason names no {RULES}: {found[0]['problem']}")
    rig.machine.run(f"tender apdu usb {SELECT}", user="stranger").exits(READER).says(RULES)
    rig.machine.run(f"tender apdu usb {SELECT}", user="seated").exits(OK)


@scenario("readers", "apdu")
def busy_reader_names_pcscd(rig):
    """while pcscd holds the reader our error names pcscd, and afterwards the reader works"""
    rig.plug_qemus_reader()
    daemon = start_pcscd(rig)
    rig.machine.run(f"pcsc-exchange {SELECT}").exits(0)
    rig.machine.run(f"tender apdu usb {SELECT}").exits(READER).says("pcscd")
    stop_pcscd(daemon)
    rig.machine.run(f"tender apdu usb {SELECT}").exits(OK)


# The oracle

# What must be on the wire: blocks of host and card that are not the last of a chain; the host's R-block for a wrong
# checksum; its answer to a request for more time; first, middle and last parts of a long APDU.
CHAINED_BLOCKS = ["> level 0000 0020", "< chain 00 0060"]
WRONG_CHECKSUM, WAITING_TIME = "> level 0000 0081", "> level 0000 00e3"
CHAINED_PARTS = ["> level 0100", "> level 0300", "> level 0200", "< chain 01", "< chain 03", "< chain 02"]


def agrees_with_oracle(name, proves, model, apdus, shows, *faults):
    def run(rig):
        options = [option for fault in faults for option in ("--fault", fault)]

        our_reader = rig.plug_model(model, *options)
        ours = answers(rig.machine.run(f"tender apdu usb {' '.join(apdus)}").exits(OK))
        rig.unplug(our_reader)

        their_reader = rig.plug_model(model, *options)
        teach_libccid(rig, their_reader)
        daemon = start_pcscd(rig)
        theirs = rig.machine.run(f"pcsc-exchange {' '.join(apdus)}").exits(0).lines
        stop_pcscd(daemon)

        expect(ours == theirs, f"the answers differ:\nours   {ours}\ntheirs {theirs}")
        our_wire, their_wire = (wire.exchanges(reader.tap.messages) for reader in (our_reader, their_reader))
        wire.expect_equal(our_wire, their_wire)
        for part in shows:
            expect(any(part in line for line in their_wire), f"'{part}' is not on the wire: nothing was proved")
    run.__name__ = f"driver_agrees_with_libccid_{name.replace('-', '_')}"
    run.__doc__ = proves
    scenario("reader simulate", "apdu")(run)


agrees_with_oracle(
    "t1", "libccid and our driver send the same T=1 blocks, chained both ways", "ccid-t1",
    [SELECT, READ, UPDATE, SELECT], CHAINED_BLOCKS)
agrees_with_oracle(
    "t1-faults", "libccid and our driver send the same T=1 blocks after a wrong checksum and a wait extension",
    "ccid-t1", [SELECT, READ], [WRONG_CHECKSUM, WAITING_TIME], "bad-checksum:2", "wtx:4")
agrees_with_oracle(
    "extended", "libccid and our driver chain long APDUs the same way over a reader with short messages",
    "ccid-extended", [SELECT, LONG_READ, UPDATE, SELECT, LONG_UPDATE], CHAINED_PARTS)


# Helpers


def start_pcscd(rig):
    daemon = rig.machine.start("mkdir -p /run/pcscd && exec pcscd --foreground --info")
    daemon.wait_for("pcscd main.*daemon ready|daemon ready")
    return daemon


def stop_pcscd(daemon):
    daemon.stop().exits(0)


def teach_libccid(rig, reader):
    """Adds a reader to libccid's list: it serves no other."""
    rig.machine.run(
        f"""list=/usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents/Info.plist
        vendor=$(cat {reader.folder}/idVendor); product=$(cat {reader.folder}/idProduct)
        add() {{ sed -i "/<key>$1</{{n;s|<array>|<array><string>$2</string>|}}" $list; }}
        add ifdVendorID 0x$vendor; add ifdProductID 0x$product; add ifdFriendlyName Simulated
        grep -A 1 ifdVendorID $list""").exits(0).says("<array><string>0x")


def readers(rig, user="root"):
    job = rig.machine.run("tender readers --json 2>/dev/null", user=user).exits(OK)
    return json.loads(job.text)["readers"]


def chip_sale(rig, code):
    """The report of a sale at the USB reader under /run/contact.json, for the person at the screen."""
    sale = "tender sale --reader usb --emv /run/contact.json --amount 10.00 --json --timeout 25 2>/dev/null"
    return json.loads(rig.machine.run(sale, user="seated").exits(code).text)


def cryptograms_asked(reader):
    """How many cryptograms for its issuer the card was asked for."""
    commands = [message.hex() for direction, message in reader.tap.messages if wire.is_transfer(direction, message)]
    return sum(bool(re.search(GENERATE_ONLINE, command)) for command in commands)


def change(line):
    """The JSON object of a line of tender readers --watch --json."""
    value = json.loads(line)
    expect({"event", "reader"} <= value.keys(), f"the line lacks event or reader: {line}")
    return value


def hex_of(text):
    return re.sub(r"[\s:]", "", text).upper()


def expect_hex(job, *values):
    for value in values:
        expect(value in hex_of(job.text), f"{value} is not in the output: {job}")


def answers(job):
    """The answers that tender apdu printed, in order: each must end with 90 00."""
    found = [hex_of(line[2:]) for line in job.lines if line.startswith("< ")]
    expect(found and all(answer.endswith("9000") for answer in found), f"not every answer ends with 9000: {job}")
    return found
