"""A card till: readers, payments, refunds and events, by libtender.so.

A call returns its answer, a dict with "outcome": "approved", "declined", "canceled", "unknown", "failed" and others. Only misuse
and a till that cannot be opened are exceptions.
"""

from ._library import Status, TenderError, abi_version, version
from ._till import Till

__all__ = ["Status", "TenderError", "Till", "abi_version", "version"]
