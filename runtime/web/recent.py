"""A cache of what was used most recently."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """Keeps the *most* values that were used most recently, by their names. Any thread may call it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._values: OrderedDict[str, V] = OrderedDict()

    def get(self, name: str) -> V | None:
        """Return the value of a name, or None if it is not kept."""
        with self._lock:
            found = self._values.get(name)
            if found is not None:
                self._values.move_to_end(name)
            return found

    def put(self, name: str, value: V) -> V:
        """Keep a value unless one of this name is kept, and return the one that is kept now."""
        with self._lock:
            kept = self._values.setdefault(name, value)
            self._values.move_to_end(name)
            if len(self._values) > self._most:
                self._values.popitem(last=False)
            return kept
