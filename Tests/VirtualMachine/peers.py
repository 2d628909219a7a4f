"""What stands on the host's side of a device: a chip card, and simulated devices that tender serves."""

import os
import re
import socket
import struct
import subprocess
import threading
import time

from report import Wrong, expect

LIMIT = 30

# Messages of the channel between QEMU's ccid-card-passthru and its card.
INIT, ERROR, READER_ADD, _, ATR, CARD_REMOVE, APDU = range(1, 8)


class Card:
    """A chip card behind QEMU's own reader: it knows SELECT and READ BINARY."""

    answer_to_reset = bytes.fromhex("3B6500002063CB6800")
    selected = bytes.fromhex("6F098407A00000000310109000")

    def __init__(self, path):
        self.path = path
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen(1)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        try:
            connection, _ = self.listener.accept()
            with connection, connection.makefile("rb") as stream:
                self.send(connection, INIT, 0, b"VSCD" + struct.pack(">II", 2, 0))
                self.send(connection, READER_ADD, 0xFFFFFFFF)
                is_in = False
                while len(header := stream.read(12)) == 12:
                    kind, reader, length = struct.unpack(">III", header)
                    body = stream.read(length)
                    if kind == APDU:
                        self.send(connection, APDU, reader, self.answer(body))
                    elif kind == ERROR and not is_in:
                        # QEMU has the reader, which it says with an error that is none: the card goes in.
                        is_in = True
                        self.send(connection, ATR, reader, self.answer_to_reset)
        except OSError:
            pass

    @staticmethod
    def send(connection, kind, reader, body=b""):
        connection.sendall(struct.pack(">III", kind, reader, len(body)) + body)

    def answer(self, command):
        instruction = command[1:2]
        if instruction == b"\xa4":
            return self.selected
        if instruction == b"\xb0":
            return bytes(index & 255 for index in range(command[4] or 256)) + b"\x90\x00"
        return b"\x6d\x00"

    def close(self):
        self.listener.close()


class RecordedCard(Card):
    """A card that answers as a recorded one does, which need not have been given the same values."""

    def __init__(self, path, record):
        self.answers = {}
        lines = [line.split() for line in record.read_text().splitlines()]
        for command, answer in zip(*([bytes.fromhex(words[1]) for words in lines if words[0] == mark] for mark in "><")):
            # QEMU's reader takes the last byte away where data go both ways.
            for known in [command, command[:-1], command[:4]]:
                self.answers.setdefault(known, answer)
        super().__init__(path)

    def answer(self, command):
        return self.answers.get(command) or self.answers.get(command[:4], b"\x6d\x00")


class Simulator:
    """A simulated device that `tender reader simulate` serves on the host."""

    def __init__(self, binary, model, over, address, *options):
        self.address = address
        self.lines = []
        self.ended = False
        self.changed = threading.Condition()
        arguments = [binary, "reader", "simulate", "--model", model, "--over", over, address, *options]
        self.name = " ".join(["tender", *arguments[1:]])
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        threading.Thread(target=self.read, daemon=True).start()
        # It says where it listens as soon as it does.
        self.wait_for(re.escape(address))

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line.rstrip("\n"))
                self.changed.notify_all()
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def wait_for(self, pattern):
        end = time.monotonic() + LIMIT
        with self.changed:
            while not any(re.search(pattern, line) for line in self.lines):
                said = "\n".join(self.lines[-8:])
                if self.ended:
                    raise Wrong(f"{self.name} ended and did not say '{pattern}': {said}")
                rest = end - time.monotonic()
                expect(rest > 0, f"{self.name} did not say '{pattern}' within {LIMIT} s: {said}")
                self.changed.wait(rest)

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise Wrong(f"{self.name} did not end when it was asked to") from None


def free_port():
    """A port of the loopback that nobody listens on at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def silent_server(path):
    """A server that takes a connection and never answers."""
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    server.listen(1)
    return server
