"""A simulated ZVT terminal, and the line to it on which the till is killed at a chosen message or record."""

import contextlib
import json
import re
import socket
import subprocess
import threading

import outside
from outside import Wrong, expect

LIMIT = 120  # seconds after which an answer counts as never coming
ACCEPTED, COMPLETION, ABORTED, STATUS = "80 00", "06 0F", "06 1E", "04 0F"
REGISTRATION = bytes.fromhex("06000400000000")
REPEAT_RECEIPT = bytes.fromhex("062003000000")
# The fields of a status that come before those of no fixed size: how many bytes each has.
FIELDS = {0x27: 1, 0x04: 6, 0x49: 2, 0x0B: 3, 0x37: 3, 0x0C: 3, 0x0D: 2, 0x87: 2, 0x29: 4}


class Wire:
    """Passes messages on between a till and its terminal, in the place of the proxy before a gateway."""

    def __init__(self, binary):
        command = [binary, "reader", "simulate", "--model", "zvt", "--over", "tcp", "127.0.0.1:0", "--json"]
        self.terminal = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        host, port = json.loads(outside.until(self.terminal, "}"))["address"].rsplit(":", 1)
        self.address = (host, int(port))
        self.process, self.old, self.fault = None, {}, None
        self.arm(None, None)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.listener.close()
        self.terminal.kill()
        self.terminal.communicate()

    def arm(self, index, fault, begins=""):
        """Kills the till at a message, counted from the first that fits a regular expression, or after a record."""
        expect(self.fault in (None, "kill after record") or self.is_struck, "the till was not killed at the message")
        self.is_struck = False
        self.index, self.fault, self.begins = index, fault, re.compile(begins)
        self.messages, self.records, self.newest, self.is_deaf = [], 0, "", False

    @property
    def answers(self):
        """The messages of the till, and the records that it wrote meanwhile, each with its number."""
        told = [("MESSAGE", control, number) for number, control in enumerate(self.messages)]
        return told + [("RECORD", f"record {number}", number) for number in range(1, self.records + 1)]

    def note_record(self):
        self.records += 1
        if self.fault == "kill after record" and self.old[self.index] == self.records:
            self.kill()

    def kill(self):
        self.is_struck = True
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    # The line

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                till, _ = self.listener.accept()
                terminal = socket.create_connection(self.address)
                threading.Thread(target=self.pump, args=(till, terminal, self.of_till), daemon=True).start()
                threading.Thread(target=self.pump, args=(terminal, till, self.of_terminal), daemon=True).start()

    @staticmethod
    def pump(source, target, passes):
        with contextlib.suppress(OSError):
            for message in messages(source):
                if not passes(message, target):
                    break
        # Whoever loses one end loses the other.
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def of_till(self, message, terminal):
        """Passes a message of the till on; whether the line is still up."""
        control = name(message)
        if not self.messages and not self.begins.search(control):
            terminal.sendall(message)
            return True
        self.messages.append(control)
        fault = self.fault if self.index == len(self.messages) - 1 else None
        if fault == "kill before":
            self.kill()
            return False
        # What ends a command is only acknowledged.
        is_last = control == ACCEPTED and self.newest in (COMPLETION, ABORTED)
        self.is_deaf = fault == "kill after"
        terminal.sendall(message)
        if self.is_deaf and is_last:
            self.kill()
        return not (self.is_deaf and is_last)

    def of_terminal(self, message, till):
        self.newest = name(message)
        if self.is_deaf:
            self.kill()
            return False
        till.sendall(message)
        return True

    # The turnover

    def newest_receipt(self):
        """The number and the amount of the newest receipt, which the terminal repeats: no till is connected meanwhile."""
        with socket.create_connection(self.address, timeout=LIMIT) as line:
            self.command(line, REGISTRATION)
            for control, data in self.command(line, REPEAT_RECEIPT):
                if control == STATUS:
                    fields = status(data)
                    expect(fields[0x27] == 0, f"the newest receipt is of a failure: {fields}")
                    return fields[0x87], fields[0x04]
        raise Wrong("the terminal repeats no receipt")

    @staticmethod
    def command(line, message):
        """What the terminal tells until a command has ended."""
        line.sendall(message)
        told = []
        for answer in messages(line):
            if name(answer) == ACCEPTED:
                continue
            line.sendall(bytes.fromhex("800000"))
            told.append((name(answer), answer[3:]))
            if name(answer) in (COMPLETION, ABORTED):
                return told
        raise Wrong("the terminal closed the line")


def name(message):
    return message[:2].hex(" ").upper()


def messages(line):
    """The messages that come in on a line, each whole: two bytes, the length, the data."""
    stream = line.makefile("rb")
    while len(head := stream.read(3)) == 3:
        more = stream.read(2) if head[2] == 0xFF else b""
        yield head + more + stream.read(int.from_bytes(more, "little") if more else head[2])


def status(data):
    """The first fields of a status, as numbers."""
    fields, place = {}, 0
    while place < len(data) and data[place] in FIELDS:
        end = place + 1 + FIELDS[data[place]]
        digits = data[place + 1:end].hex()
        fields[data[place]] = int(digits, 16 if data[place] == 0x27 else 10)
        place = end
    return fields
