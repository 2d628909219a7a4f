"""Stands between QEMU and a simulated USB device, passes everything on, and keeps what the bulk endpoints carried.

It speaks usb-redir only as far as that needs, and is no part of what is tested.
"""

import socket
import struct
import threading

HELLO, BULK = 0, 101
HELLO_HEADER, HEADER = 12, 16
LONG_IDENTIFIERS, LONG_LENGTHS = 1 << 5, 1 << 6
WITHOUT_ERROR, STALL = 0, 4
LIMIT = 30


class Tap:
    """Listens at a path for QEMU, and is connected to the device's server at another."""

    def __init__(self, path, server):
        self.path, self.server = path, server
        self.messages = []
        self.stalls = 0
        self.changed = threading.Condition()
        self.capabilities = LONG_IDENTIFIERS | LONG_LENGTHS
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen(1)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        try:
            host, _ = self.listener.accept()
            device = socket.socket(socket.AF_UNIX)
            device.connect(str(self.server))
        except OSError:
            return
        back = threading.Thread(target=self.pass_on, args=(device, host, "<"), daemon=True)
        back.start()
        self.pass_on(host, device, ">")
        back.join()
        host.close()
        device.close()

    def pass_on(self, source, target, direction):
        try:
            with source.makefile("rb") as stream:
                while packet := self.read_packet(stream, direction):
                    target.sendall(packet)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def read_packet(self, stream, direction):
        start = stream.read(8)
        if len(start) < 8:
            return b""
        kind, length = struct.unpack("<II", start)
        # The first packet of each side has a short header: it says what the sender can do.
        is_long = kind != HELLO and self.capabilities & LONG_IDENTIFIERS
        rest = stream.read((HEADER if is_long else HELLO_HEADER) - 8)
        body = stream.read(length)
        if kind == HELLO:
            self.capabilities &= int.from_bytes(body[64:68], "little")
        elif kind == BULK:
            self.note(body, direction)
        return start + rest + body

    def note(self, body, direction):
        endpoint, status = body[0], body[1]
        content = body[10 if self.capabilities & LONG_LENGTHS else 8:]
        is_in = bool(endpoint & 0x80)
        # The other direction's packets ask for data, or say that it was taken.
        if content and is_in == (direction == "<") and (direction == ">" or status == WITHOUT_ERROR):
            with self.changed:
                self.messages.append((direction, content))
                self.changed.notify_all()
        elif direction == "<" and status == STALL:
            self.stalls += 1

    def wait_for(self, condition):
        """Waits until the messages meet a condition; gives whether they did."""
        with self.changed:
            return self.changed.wait_for(lambda: condition(self.messages), LIMIT)

    def close(self):
        """Ends the listening, and writes the messages beside the socket."""
        self.listener.close()
        with self.changed:
            lines = [f"{direction} {content.hex()}\n" for direction, content in self.messages]
        self.path.with_suffix(".wire").write_text("".join(lines))
