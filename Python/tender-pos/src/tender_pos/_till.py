"""An open till."""

import ctypes
import json
import select
from typing import Any, Dict, Iterator, Optional

from ._library import Status, TenderError, check, library, take

Answer = Dict[str, Any]


class Till:
    """A till that is open: its journal, its gateway, its readers.

    Any thread may use it, and several at the same time; while a call waits, other threads run. It can be given to `select`, or
    to an event loop with `loop.add_reader(till, …)`: it is readable while `next` has something.
    """

    def __init__(self, **options: Any) -> None:
        """Opens a till with the options of tender_open, such as folder, gateway and reader.

        Raises TenderError if it cannot be opened.
        """
        self._till = ctypes.c_uint64(0)
        answer = ctypes.c_void_p()
        status = library().tender_open(_json(options), ctypes.byref(self._till), ctypes.byref(answer))
        text = take(answer)
        if status != Status.OK:
            raise TenderError(status, json.loads(text) if text else None)

    def call(self, name: str, /, *, key: Optional[str] = None, **members: Any) -> Answer:
        """Carries out a call with its members, and returns its answer.

        A key makes it happen once: it is new for each command, and the same when that is repeated; the answer then has
        "replayed": True. While it waits, Ctrl-C does not interrupt it: the call `stop`, from another thread, stops a payment.
        """
        answer = ctypes.c_void_p()
        check(library().tender_call(self._till, name.encode(), _json(members), _key(key), ctypes.byref(answer)))
        return dict(json.loads(take(answer) or "{}"))

    def start(self, name: str, /, *, key: Optional[str] = None, **members: Any) -> int:
        """Starts a call and returns its number, with which `next` gives its answer."""
        number = ctypes.c_uint64()
        check(library().tender_start(self._till, name.encode(), _json(members), _key(key), ctypes.byref(number)))
        return number.value

    def follow(self, after: Optional[int] = None) -> None:
        """Lets `next` tell what happens from now on, or after the record of a number."""
        check(library().tender_follow(self._till, -1 if after is None else after))

    def next(self) -> Optional[Answer]:
        """Returns the oldest answer or event that was not read yet; None if there is none."""
        message = ctypes.c_void_p()
        status = library().tender_next(self._till, ctypes.byref(message))
        if status == Status.EMPTY:
            return None
        check(status)
        return dict(json.loads(take(message) or "{}"))

    def messages(self, timeout: Optional[float] = None) -> Iterator[Answer]:
        """Waits for answers and events, one after the other; ends when none came for `timeout` seconds."""
        ready = select.poll()
        ready.register(self, select.POLLIN)
        while True:
            message = self.next()
            if message is not None:
                yield message
            elif not ready.poll(None if timeout is None else timeout * 1000):
                return

    def fileno(self) -> int:
        """The descriptor that is readable while `next` has something; it is neither read nor closed."""
        descriptor = ctypes.c_int()
        check(library().tender_descriptor(self._till, ctypes.byref(descriptor)))
        return descriptor.value

    def close(self) -> None:
        """Closes the till, after what was sent is answered."""
        check(library().tender_close(self._till))

    def __enter__(self) -> "Till":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _json(members: Dict[str, Any]) -> bytes:
    return json.dumps(members).encode()


def _key(key: Optional[str]) -> Optional[bytes]:
    # C would take another key for the same one.
    if key is not None and "\0" in key:
        raise ValueError("a key has printable characters only")
    return None if key is None else key.encode()
