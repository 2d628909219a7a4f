"""The functions of tender.h."""

import ctypes
import ctypes.util
import enum
import functools
import os
from typing import Any, Dict, Optional, Tuple


class Status(enum.IntEnum):
    """Whether the library was used rightly: tender_status."""

    OK = 0
    NULL = 1
    NO_TILL = 2
    CLOSED = 3
    FORKED = 4
    REFUSED = 5
    EMPTY = 6
    BUSY = 7
    NO_TEXT = 8


_TEXT = ctypes.c_char_p
_TILL = ctypes.c_uint64
# A text that the library hands out: as c_char_p it would be copied, and its address lost.
_HANDED = ctypes.POINTER(ctypes.c_void_p)
_FUNCTIONS: Dict[str, Any] = {
    "tender_open": (ctypes.c_int, [_TEXT, ctypes.POINTER(_TILL), _HANDED]),
    "tender_call": (ctypes.c_int, [_TILL, _TEXT, _TEXT, _TEXT, _HANDED]),
    "tender_start": (ctypes.c_int, [_TILL, _TEXT, _TEXT, _TEXT, ctypes.POINTER(ctypes.c_uint64)]),
    "tender_follow": (ctypes.c_int, [_TILL, ctypes.c_int64]),
    "tender_descriptor": (ctypes.c_int, [_TILL, ctypes.POINTER(ctypes.c_int)]),
    "tender_next": (ctypes.c_int, [_TILL, _HANDED]),
    "tender_close": (ctypes.c_int, [_TILL]),
    "tender_free": (ctypes.c_int, [ctypes.c_void_p]),
    "tender_abi_version": (ctypes.c_uint32, []),
    "tender_version": (_TEXT, []),
    "tender_status_text": (_TEXT, [ctypes.c_int]),
}


class TenderError(Exception):
    """The library was used wrongly, or a till cannot be opened."""

    def __init__(self, status: int, answer: Optional[Dict[str, Any]] = None) -> None:
        self.status = status
        """The status, such as Status.CLOSED; a plain number if it is of a later library."""
        self.answer = answer
        """The answer that says why a till cannot be opened."""
        text = library().tender_status_text(status).decode()
        why = (answer or {}).get("error", {}).get("message")
        super().__init__(f"{text}: {why}" if why else text)

    def __reduce__(self) -> Tuple[Any, ...]:
        """Makes it again in another process from what it was made of."""
        return TenderError, (self.status, self.answer)


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    """Loads the library once: the one that TENDER_LIBRARY names, else the system's."""
    name = os.environ.get("TENDER_LIBRARY") or ctypes.util.find_library("tender") or "libtender.so.1"
    loaded = ctypes.CDLL(name)
    for function, (result, arguments) in _FUNCTIONS.items():
        declared = getattr(loaded, function)
        declared.restype, declared.argtypes = result, arguments
    return loaded


def check(status: int) -> None:
    """Raises what a status means."""
    if status != Status.OK:
        raise TenderError(status)


def take(handed: ctypes.c_void_p) -> Optional[str]:
    """Copies a text that was handed out, and gives it back."""
    if not handed.value:
        return None
    text = ctypes.string_at(handed.value).decode()
    check(library().tender_free(handed))
    return text


def version() -> str:
    """The version of the library."""
    return str(library().tender_version().decode())


def abi_version() -> int:
    """The version of the library's interface."""
    return int(library().tender_abi_version())
